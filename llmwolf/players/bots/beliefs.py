"""A posterior over wolf sets, from public evidence and what the seat alone knows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from llmwolf.players.bots.evidence import Evidence
from llmwolf.players.bots.worlds import Worlds, both, left, worlds

_NOTHING = 1e-12
"""What is left of a sum by rounding alone."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat takes as given: masks of good and evil seats, and which seer claims it can rule out.

    ``only`` allows the story of that claimant alone (0: that nobody who claims is the seer; -1: any story),
    ``never`` is a mask of claimants who cannot be it. ``leans`` are further ratios (seat, ratio), such as
    the witch's silver water.
    """

    good: int = 0
    evil: int = 0
    only: int = -1
    never: int = 0
    leans: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Belief:
    """How likely each seat is a wolf (index = seat), and each claimant the seer (0: none of them)."""

    wolf: tuple[float, ...]
    seer: dict[int, float]

    def likeliest_seer(self) -> tuple[int, float]:
        """The claimant most believed and how much, (0, 0.0) where nobody claims."""
        found = max(((p, -seat) for seat, p in self.seer.items() if seat), default=(0.0, 0))
        return -found[1], found[0]


@lru_cache(maxsize=16)
def _base(table: Worlds, pairs: tuple[tuple[tuple[int, int], float], ...], gone: int) -> list[float]:
    """What the pairs say of every world; nothing of one without a wolf outside ``gone``."""
    base = [1.0 if mask & ~gone else 0.0 for mask in table.masks]
    for (a, b), ratio in pairs:
        for i in both(table, a, b):
            base[i] *= ratio
    return base


@lru_cache(maxsize=48)
def _weights(table: Worlds, evidence: Evidence, gone: int) -> tuple[list[float], ...]:
    """The weight of every world, story by story."""
    base = _base(table, evidence.pairs, gone)
    told = []
    for story in evidence.stories:
        good, evil = evidence.good | story.good, evidence.evil | story.evil
        factors = [x * y for x, y in zip(evidence.factors, story.factors, strict=True)]
        for seat in range(1, len(factors)):
            if good >> seat & 1:
                factors[seat] = 0.0
        weights = table.products(factors, base, story.prior)
        if evil:
            weights = [w if m & evil == evil else 0.0 for m, w in zip(table.masks, weights, strict=True)]
        told.append(weights)
    return tuple(told)


class _Sums(NamedTuple):
    """Weights added up: ``total`` by world, ``seats`` over the worlds of a seat, ``masses`` by story."""

    total: list[float]
    seats: list[float]
    stories: dict[int, list[float]]
    masses: dict[int, float]
    whole: float


@lru_cache(maxsize=48)
def _sums(table: Worlds, evidence: Evidence, gone: int, only: int, never: int) -> _Sums:
    """The sums over the stories that are allowed."""
    told = zip(evidence.stories, _weights(table, evidence, gone), strict=True)
    stories = {story.seer: weights for story, weights in told if _allowed(story.seer, only, never)}
    total = [0.0] * len(table.masks)
    for weights in stories.values():
        total = [x + y for x, y in zip(total, weights, strict=True)]
    weigh = total.__getitem__
    seats = [sum(map(weigh, having)) for having in table.having]
    masses = {seer: sum(weights) for seer, weights in stories.items()}
    return _Sums(total, seats, stories, masses, sum(total))


def _allowed(seer: int, only: int, never: int) -> bool:
    return only in (-1, seer) and not never >> seer & 1


def believe(seats: int, wolves: int, evidence: Evidence, known: Knowledge, gone: int) -> Belief:
    """The posterior of somebody who knows ``known``; ``gone`` is the mask of those who are out.

    Where knowledge and evidence rule out every world (somebody lied), the evidence is dropped.
    """
    table = worlds(seats, wolves)
    never = known.never & sum(1 << story.seer for story in evidence.stories)
    sums = _sums(table, evidence, gone, known.only, never)
    if known.good.bit_count() == 1 and not known.evil and not known.leans:
        found = _knowing_oneself(table, sums, known.good.bit_length() - 1)
    else:
        found = _knowing_much(table, sums, known)
    if found is None:
        mine = left(table, known.good, known.evil)
        p = 1 / max(1, len(mine.index))
        return Belief(tuple(p * len(having) for having in mine.having), {0: 1.0})
    return found


def _knowing_oneself(table: Worlds, sums: _Sums, me: int) -> Belief | None:
    """All that is added up, less the worlds in which ``me`` is a wolf."""
    mine = table.having[me]
    weigh = sums.total.__getitem__
    whole = sums.whole - sum(map(weigh, mine))
    if whole <= sums.whole * _NOTHING:
        return None
    wolf = [0.0]
    for seat in range(1, table.seats + 1):
        with_me = 0.0 if seat == me else sum(map(weigh, both(table, me, seat)))
        wolf.append(max(0.0, sums.seats[seat] - with_me) / whole if seat != me else 0.0)
    seer = {s: max(0.0, sums.masses[s] - sum(map(w.__getitem__, mine))) for s, w in sums.stories.items()}
    return _normal(wolf, seer)


def _knowing_much(table: Worlds, sums: _Sums, known: Knowledge) -> Belief | None:
    """The worlds that more knowledge leaves, tilted by what the seat leans to."""
    mine = left(table, known.good, known.evil)
    tilt = [1.0] * len(sums.total)
    for seat, ratio in known.leans:
        for i in table.having[seat]:
            tilt[i] *= ratio
    total = [x * y for x, y in zip(sums.total, tilt, strict=True)]
    weigh = total.__getitem__
    whole = sum(map(weigh, mine.index))
    if not whole:
        return None
    wolf = [0.0, *(sum(map(weigh, having)) / whole for having in mine.having[1:])]
    return _normal(wolf, {s: sum(w[i] * tilt[i] for i in mine.index) for s, w in sums.stories.items()})


def _normal(wolf: list[float], seer: dict[int, float]) -> Belief:
    mass = sum(seer.values())
    return Belief(tuple(wolf), {s: weight / mass for s, weight in seer.items()} if mass else {0: 1.0})
