"""Who the wolves are, for a seat that knows more than its own card, without weighing every set anew.

What the public sees of it is the bots' own (:mod:`llmwolf.players.bots.beliefs`), reckoned once for all
seats. What a seat knows of its own moves the others' chances in proportion to how open they are; the bots
weigh every set of wolves anew instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from llmwolf.players.bots.beliefs import Belief, Knowledge, blind, publicly
from llmwolf.players.bots.evidence import Evidence
from llmwolf.players.bots.worlds import Moments

_KEEP: Final = 64
_SETTLED: Final = 1e-9
"""With less left open than this nobody's chances can move."""


class Reading(NamedTuple):
    """One story: whose claim is true, its weight, how likely each seat is a wolf in it (index = seat)."""

    seer: int
    weight: float
    likely: tuple[float, ...]


@lru_cache(maxsize=_KEEP)
def readings(evidence: Evidence, seats: int, wolves: int, gone: int) -> tuple[Reading, ...]:
    """Every story that can be, as the public sees it; ``gone`` is the mask of those who are out."""
    told = [(story.seer, publicly(seats, wolves, evidence, story.seer, gone)) for story in evidence.stories]
    return tuple([Reading(seer, one.whole, _shares(one)) for seer, one in told if one.whole])


def _shares(told: Moments) -> tuple[float, ...]:
    return tuple([weight / told.whole for weight in told.one])


def believe(told: Sequence[Reading], seats: int, wolves: int, known: Knowledge) -> Belief:
    """The posterior of somebody who knows ``known``, as :func:`~llmwolf.players.bots.beliefs.believe`."""
    masses: dict[int, float] = {}
    wolf = [0.0] * (seats + 1)
    for reading in told:
        seer = reading.seer
        if known.only not in (-1, seer) or known.never >> seer & 1:
            continue
        weight, row = _knowing(reading, seats, wolves, known)
        if weight > 0.0:
            masses[seer] = weight
            wolf = [x + weight * p for x, p in zip(wolf, row, strict=True)]
    if not masses:
        return blind(seats, wolves, known)
    whole = sum(masses.values())
    return Belief(tuple([x / whole for x in wolf]), {seer: mass / whole for seer, mass in masses.items()})


def _knowing(reading: Reading, seats: int, wolves: int, known: Knowledge) -> tuple[float, list[float]]:
    """The weight of ``reading`` and the chances in it for somebody who knows ``known``."""
    _, weight, likely = reading
    row = list(likely)
    for seat in _among(seats, known.good):
        weight *= 1.0 - row[seat]
        row[seat] = 0.0
    for seat in _among(seats, known.evil):
        weight *= row[seat]
        row[seat] = 1.0
    for seat, ratio in known.leans:
        p = row[seat]
        total = 1.0 + (ratio - 1.0) * p
        weight *= total
        row[seat] = ratio * p / total
    return weight, _resettled(row, wolves, known) if weight > 0.0 else row


def _resettled(row: list[float], wolves: int, known: Knowledge) -> list[float]:
    """``row`` with so many wolves again: what is missing is spread over whoever is open to doubt."""
    open_to = [p * (1.0 - p) for p in row]
    for seat, _ in known.leans:
        open_to[seat] = 0.0
    room = sum(open_to)
    if room < _SETTLED:
        return row
    by = (wolves - sum(row)) / room
    return [min(1.0, max(0.0, p + by * d)) for p, d in zip(row, open_to, strict=True)]


@lru_cache(maxsize=4096)
def _among(seats: int, mask: int) -> tuple[int, ...]:
    return tuple([seat for seat in range(1, seats + 1) if mask >> seat & 1])
