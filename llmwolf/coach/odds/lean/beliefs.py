"""Who the wolves are, by the bots' own evidence, in a tenth of the time that they take over it.

What speaks for or against two seats being wolves *together* is counted by its mean (a mean field): each seat
bears it as far as the other is likely to be a wolf. What a seat knows of its own moves the others' chances in
proportion to how open they are. The bots add up every set of wolves instead
(:mod:`llmwolf.players.bots.worlds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log, prod
from typing import Final, NamedTuple

from llmwolf.players.bots.beliefs import Belief, Knowledge, blind
from llmwolf.players.bots.evidence import Evidence, Story
from llmwolf.players.bots.worlds import untied

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
    ties = _ties(evidence, seats)
    found = (_read(evidence, story, seats, wolves, gone, ties) for story in evidence.stories)
    return tuple(one for one in found if one.weight > 0.0)


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


def _ties(evidence: Evidence, seats: int) -> list[tuple[int, int, float]]:
    return [
        (a, b, log(tie))
        for a in range(2, seats + 1)
        for b, tie in enumerate(evidence.ties[a][:a])
        if tie != 1.0
    ]


def _read(
    evidence: Evidence, story: Story, seats: int, wolves: int, gone: int, ties: list[tuple[int, int, float]]
) -> Reading:
    good, evil = evidence.good | story.good, evidence.evil | story.evil
    caught, free = _among(seats, evil), _among(seats, ~(good | evil))
    left = wolves - len(caught)
    if good & evil or not 0 <= left <= len(free):
        return Reading(story.seer, 0.0, ())
    factors = [a * b for a, b in zip(evidence.factors, story.factors, strict=True)]
    weight = story.prior * prod([factors[s] for s in caught])
    if ties and (story.seer or len(evidence.stories) == 1):
        # Nearly always one claim is true; where none is, what seats do to each other is not worth reckoning.
        likely = _spread(factors, free, caught, left, 0)[1]
        field, twice = _field(ties, likely, free, left)
        factors = [f * exp(x) if x else f for f, x in zip(factors, field, strict=True)]
        weight *= exp(-twice)
    out = gone & ~(good | evil) if not evil & ~gone else 0
    whole, likely = _spread(factors, free, caught, left, out)
    return Reading(story.seer, weight * whole, tuple(likely))


def _spread(
    factors: Sequence[float], free: tuple[int, ...], caught: tuple[int, ...], left: int, out: int
) -> tuple[float, list[float]]:
    """The weight of all sets of ``left`` seats of ``free``, but for those wholly in ``out``; by seat their
    share."""
    likely = [0.0] * len(factors)
    for seat in caught:
        likely[seat] = 1.0
    one = list(untied(left, [factors[s] for s in free]))
    whole = sum(one) / left if left else 1.0
    if out and (lost := [at for at, seat in enumerate(free) if out >> seat & 1]) and len(lost) >= left > 0:
        less = untied(left, [factors[free[at]] for at in lost])
        for at, x in zip(lost, less, strict=True):
            one[at] -= x
        whole -= sum(less) / left
    if whole <= 0.0:
        return 0.0, likely
    for seat, x in zip(free, one, strict=True):
        likely[seat] = max(0.0, x / whole)
    return whole, likely


def _field(
    ties: list[tuple[int, int, float]], likely: Sequence[float], free: tuple[int, ...], left: int
) -> tuple[list[float], float]:
    """What ``ties`` do to each seat, and how much of it is then counted twice.

    If one free seat is a wolf the others are so the less: there are only ``left``.
    """
    n = len(free)
    share = (left - 1) * n / (left * (n - 1)) if left > 1 else 0.0
    field, twice = [0.0] * len(likely), 0.0
    for a, b, tie in ties:
        p, q = likely[a], likely[b]
        if p == 1.0 or q == 1.0:
            if p == q:
                twice -= tie
            elif p == 1.0:
                field[b] += tie
            else:
                field[a] += tie
        elif p and q:
            half = tie * share
            field[a] += half * q
            field[b] += half * p
            twice += half * p * q
    return field, twice
