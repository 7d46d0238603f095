"""A posterior over wolf sets, from public evidence and what the seat alone knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from llmwolf.players.bots.evidence import Evidence, Story
from llmwolf.players.bots.worlds import Matrix, Moments, moments

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


_NO_MORE: Final = Knowledge()
"""Somebody who knows no more than the public."""


@dataclass(frozen=True, slots=True)
class Belief:
    """How likely each seat is a wolf (index = seat), and each claimant the seer (0: none of them)."""

    wolf: tuple[float, ...]
    seer: dict[int, float]

    def likeliest_seer(self) -> tuple[int, float]:
        """The claimant most believed and how much, (0, 0.0) where nobody claims."""
        found = max(((p, -seat) for seat, p in self.seer.items() if seat), default=(0.0, 0))
        return -found[1], found[0]


def believe(seats: int, wolves: int, evidence: Evidence, known: Knowledge, gone: int) -> Belief:
    """The posterior of somebody who knows ``known``; ``gone`` is the mask of those who are out.

    Where knowledge and evidence rule out every world (somebody lied), the evidence is dropped.
    """
    never = known.never & sum(1 << story.seer for story in evidence.stories)
    if not known.evil and not known.leans and known.good.bit_count() <= 1:
        sums = _sums(seats, wolves, evidence, gone, known.only, never)
        found = _knowing_oneself(sums, known.good.bit_length() - 1)
    else:
        stories = _stories(evidence, known.only, never)
        told = [_told(seats, wolves, evidence, story, gone, known) for story in stories]
        found = _knowing_oneself(_added(seats, stories, told), -1)
    return found or _blind(seats, wolves, known)


class _Sums(NamedTuple):
    """The moments of every allowed story, by seat (index 0 unused), added up; the parts of each story."""

    all: Moments
    stories: tuple[tuple[int, Moments], ...]


def _stories(evidence: Evidence, only: int, never: int) -> list[Story]:
    return [s for s in evidence.stories if only in (-1, s.seer) and not never >> s.seer & 1]


@lru_cache(maxsize=48)
def _sums(seats: int, wolves: int, evidence: Evidence, gone: int, only: int, never: int) -> _Sums:
    """The sums over the stories that are allowed, for somebody who knows no more."""
    stories = _stories(evidence, only, never)
    told = [_publicly(seats, wolves, evidence, story.seer, gone) for story in stories]
    return _added(seats, stories, told)


@lru_cache(maxsize=48)
def _publicly(seats: int, wolves: int, evidence: Evidence, seer: int, gone: int) -> Moments:
    story = next(story for story in evidence.stories if story.seer == seer)
    return _told(seats, wolves, evidence, story, gone, _NO_MORE)


def _added(seats: int, stories: Iterable[Story], told: Iterable[Moments]) -> _Sums:
    parts = tuple((story.seer, found) for story, found in zip(stories, told, strict=True))
    every = [found for _, found in parts]
    if len(every) == 1:
        return _Sums(every[0], parts)
    one = tuple(sum(found.one[s] for found in every) for s in range(seats + 1))
    rows = zip(*(found.two for found in every), strict=True)
    two = tuple(tuple(map(sum, zip(*row, strict=True))) for row in rows)
    return _Sums(Moments(sum(found.whole for found in every), one, two), parts)


def _told(seats: int, wolves: int, evidence: Evidence, story: Story, gone: int, known: Knowledge) -> Moments:
    """The moments by seat of one story, pairs only for the public; no world in which every wolf is out."""
    good, evil = evidence.good | story.good | known.good, evidence.evil | story.evil | known.evil
    factors = [x * y for x, y in zip(evidence.factors, story.factors, strict=True)]
    for seat, ratio in known.leans:
        factors[seat] *= ratio
    # Nearly always one claim is true; where none is, what seats do to each other is not worth reckoning.
    ties = evidence.ties if story.seer or len(evidence.stories) == 1 else _untied(seats)
    caught = [s for s in range(1, seats + 1) if evil >> s & 1]
    free = [s for s in range(1, seats + 1) if not (good | evil) >> s & 1]
    scale = 0.0 if good & evil else story.prior
    for i, seat in enumerate(caught):
        scale *= factors[seat]
        for other in caught[:i]:
            scale *= ties[seat][other]
        row = ties[seat]
        for other in free:
            factors[other] *= row[other]
    left = wolves - len(caught)
    pairs = known == _NO_MORE
    found = _over(free, left, factors, ties, pairs)
    out = [s for s in free if gone >> s & 1]
    if not evil & ~gone and len(out) >= left >= 0:
        found = _less(found, free, _over(out, left, factors, ties, pairs), out)
    return _by_seat(seats, free, caught, scale, found, pairs)


def _over(places: list[int], left: int, factors: list[float], ties: Matrix, pairs: bool) -> Moments:
    of = [ties[a][b] for a, b in combinations(places, 2)]
    return moments(left, [factors[s] for s in places], of, pairs)


def _less(found: Moments, free: list[int], lost: Moments, out: list[int]) -> Moments:
    """``found`` over ``free`` without the worlds ``lost``, whose wolves are all among ``out``."""
    at = [free.index(seat) for seat in out]
    one, two = list(found.one), [list(row) for row in found.two]
    for i, a in enumerate(at):
        one[a] -= lost.one[i]
        if two:
            for j, b in enumerate(at):
                two[a][b] -= lost.two[i][j]
    return Moments(_rest(found.whole, lost.whole), tuple(one), tuple(map(tuple, two)))


def _rest(whole: float, part: float) -> float:
    return whole - part if whole - part > whole * _NOTHING else 0.0


@cache
def _untied(seats: int) -> Matrix:
    return ((1.0,) * (seats + 1),) * (seats + 1)


def _by_seat(
    seats: int, free: list[int], caught: list[int], scale: float, found: Moments, pairs: bool
) -> Moments:
    """``found`` (by place in ``free``) by seat, times ``scale``; who is ``caught`` is in every world."""
    whole = found.whole * scale
    one = [0.0] * (seats + 1)
    for place, a in enumerate(free):
        one[a] = found.one[place] * scale
    for a in caught:
        one[a] = whole
    if not pairs:
        return Moments(whole, tuple(one), ())
    two = [[0.0] * (seats + 1) for _ in one]
    for place, a in enumerate(free):
        row = two[a]
        for b, x in zip(free, found.two[place], strict=True):
            row[b] = x * scale
    for a in caught:
        two[a] = [whole if b in caught else one[b] for b in range(seats + 1)]
        for b in free:
            two[b][a] = one[b]
    return Moments(whole, tuple(one), tuple(map(tuple, two)))


def _knowing_oneself(sums: _Sums, me: int) -> Belief | None:
    """All that is added up, less the worlds in which ``me`` is a wolf (-1: less nothing)."""
    whole, one, two = sums.all
    rest = _rest(whole, one[me]) if me >= 0 else whole
    if not rest:
        return None
    if me < 0:
        wolf = list(one)
        seer = {s: found.whole for s, found in sums.stories}
    else:
        wolf = [max(0.0, x - y) for x, y in zip(one, two[me], strict=True)]
        wolf[me] = 0.0
        seer = {s: max(0.0, found.whole - found.one[me]) for s, found in sums.stories}
    mass = sum(seer.values())
    return Belief(tuple(x / rest for x in wolf), {s: weight / mass for s, weight in seer.items()})


def _blind(seats: int, wolves: int, known: Knowledge) -> Belief:
    """Somebody's knowledge and nothing else."""
    every = range(1, seats + 1)
    free = sum(not (known.good | known.evil) >> s & 1 for s in every)
    p = max(0, wolves - known.evil.bit_count()) / max(1, free)
    wolf = (1.0 if known.evil >> s & 1 else 0.0 if known.good >> s & 1 else min(1.0, p) for s in every)
    return Belief((0.0, *wolf), {0: 1.0})
