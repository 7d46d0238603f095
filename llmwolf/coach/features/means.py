"""From cases to values: means and counts by seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from statistics import fmean

from llmwolf.coach.features.table import Value, Values
from llmwolf.coach.minutes import Speech

Cases = dict[int, list[tuple[float, int]]]
"""By seat: a value and the number of the event that it is from."""


def each(speeches: Iterable[Speech], measure: Callable[[Speech], float | None]) -> Values:
    """The mean of ``measure`` over each seat's speeches; those without a value are left out."""
    cases: Cases = defaultdict(list)
    for speech in speeches:
        value = measure(speech)
        if value is not None:
            cases[speech.seat].append((float(value), speech.number))
    return means(cases)


def means(cases: Cases) -> Values:
    """The mean of each seat's cases, which are (value, event)."""
    return {
        seat: Value(
            fmean(v for v, _ in found), len(found), tuple(dict.fromkeys(number for _, number in found))
        )
        for seat, found in sorted(cases.items())
    }


def counts(speeches: Iterable[Speech], events: Iterable[tuple[int, int]]) -> Values:
    """How many of ``events``, (seat, number), each seat has; ``n`` is how many of ``speeches`` it held."""
    held: dict[int, int] = defaultdict(int)
    for speech in speeches:
        held[speech.seat] += 1
    found: dict[int, list[int]] = defaultdict(list)
    for seat, number in events:
        found[seat].append(number)
    return {
        seat: Value(len(found[seat]), n, tuple(dict.fromkeys(found[seat])))
        for seat, n in sorted(held.items())
    }
