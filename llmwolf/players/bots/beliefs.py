"""A posterior over wolf sets, from public evidence and what the seat alone knows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from llmwolf.players.bots.evidence import Evidence
from llmwolf.players.bots.worlds import Worlds, both, left, worlds


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


@lru_cache(maxsize=48)
def _weights(table: Worlds, evidence: Evidence, gone: int) -> tuple[list[float], ...]:
    """The weight of every world, story by story.

    A world without a wolf outside the mask ``gone`` weighs nothing: the game would be over.
    """
    base = [1.0] * len(table.masks)
    for (a, b), ratio in evidence.pairs:
        for i in both(table, a, b):
            base[i] *= ratio
    told = []
    for story in evidence.stories:
        prior, evil = story.prior, evidence.evil | story.evil
        factors = [x * y for x, y in zip(evidence.factors, story.factors, strict=True)]
        for seat in range(len(factors)):
            if (evidence.good | story.good) >> seat & 1:
                factors[seat] = 0.0
        products = table.products(factors)
        told.append(
            [
                prior * x * y if mask & evil == evil and mask & ~gone else 0.0
                for mask, x, y in zip(table.masks, base, products, strict=True)
            ]
        )
    return tuple(told)


@lru_cache(maxsize=48)
def _total(table: Worlds, evidence: Evidence, gone: int, only: int, never: int) -> list[float]:
    """The weight of every world over the stories that are allowed."""
    told = [w for story, w in zip(evidence.stories, _weights(table, evidence, gone), strict=True)
            if _allowed(story.seer, only, never)]  # fmt: skip
    if len(told) == 1:
        return told[0]
    total = told[0]
    for weights in told[1:]:
        total = [x + y for x, y in zip(total, weights, strict=True)]
    return total


def _allowed(seer: int, only: int, never: int) -> bool:
    return only in (-1, seer) and not never >> seer & 1


def believe(seats: int, wolves: int, evidence: Evidence, known: Knowledge, gone: int) -> Belief:
    """The posterior of somebody who knows ``known``; ``gone`` is the mask of those who are out.

    Where knowledge and evidence rule out every world (somebody lied), the evidence is dropped.
    """
    table = worlds(seats, wolves)
    mine = left(table, known.good, known.evil)
    never = known.never & sum(1 << story.seer for story in evidence.stories)
    total = _total(table, evidence, gone, known.only, never)
    tilt: list[float] | None = None
    if known.leans:
        tilt = [1.0] * len(total)
        for seat, ratio in known.leans:
            for i in table.having[seat]:
                tilt[i] *= ratio
        total = [x * y for x, y in zip(total, tilt, strict=True)]
    weigh = total.__getitem__
    whole = sum(map(weigh, mine.index))
    if not whole:
        p = 1 / max(1, len(mine.index))
        return Belief(tuple(p * len(having) for having in mine.having), {0: 1.0})
    wolf = (0.0, *(sum(map(weigh, having)) / whole for having in mine.having[1:]))
    seer = {}
    for story, weights in zip(evidence.stories, _weights(table, evidence, gone), strict=True):
        if _allowed(story.seer, known.only, never):
            if tilt is None:
                seer[story.seer] = sum(map(weights.__getitem__, mine.index))
            else:
                seer[story.seer] = sum(weights[i] * tilt[i] for i in mine.index)
    mass = sum(seer.values())
    return Belief(wolf, {seat: weight / mass for seat, weight in seer.items()} if mass else {0: 1.0})
