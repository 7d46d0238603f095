"""A posterior over wolf sets, from public evidence and what the seat alone knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from llmwolf.players.bots.evidence import Evidence, Story
from llmwolf.players.bots.worlds import Matrix, Moments, Row, moments

_NOTHING = 1e-12
"""What is left of a sum by rounding alone."""


class Knowledge(NamedTuple):
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

    @property
    def plain(self) -> bool:
        """Whether it is at most that one seat, one's own, is good, and whose claim can be ruled out."""
        return not self.evil and not self.leans and self.good.bit_count() <= 1


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
    never = known.never & evidence.claims
    if known.plain:
        sums = _sums(seats, wolves, evidence, gone, known.only, never)
        found = _knowing_oneself(sums, known.good.bit_length() - 1)
    else:
        stories = _stories(evidence, known.only, never)
        told = [_told(seats, wolves, evidence, story, gone, known) for story in stories]
        found = _knowing_oneself(_added(seats, stories, told), -1)
    return found or blind(seats, wolves, known)


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
    told = [publicly(seats, wolves, evidence, story.seer, gone) for story in stories]
    return _added(seats, stories, told)


@lru_cache(maxsize=48)
def publicly(seats: int, wolves: int, evidence: Evidence, seer: int, gone: int) -> Moments:
    """The moments by seat of the story of ``seer``, for somebody who knows no more than the public."""
    story = next(story for story in evidence.stories if story.seer == seer)
    return _told(seats, wolves, evidence, story, gone, _NO_MORE)


def _added(seats: int, stories: Iterable[Story], told: Iterable[Moments]) -> _Sums:
    parts = tuple((story.seer, found) for story, found in zip(stories, told, strict=True))
    every = [found for _, found in parts]
    if len(every) == 1:
        return _Sums(every[0], parts)
    nothing = [0.0] * (seats + 1)
    one = _sum_up(found.one for found in every) if every else nothing

    def beside(seat: int) -> Row:
        return _sum_up(found.beside(seat) for found in every) if every else nothing

    return _Sums(Moments(sum(found.whole for found in every), one, beside), parts)


def _sum_up(rows: Iterable[Row]) -> Row:
    return list(map(sum, zip(*rows, strict=True)))


def _told(seats: int, wolves: int, evidence: Evidence, story: Story, gone: int, known: Knowledge) -> Moments:
    """The moments by seat of one story; no world in which every wolf is out."""
    good, evil = evidence.good | story.good | known.good, evidence.evil | story.evil | known.evil
    factors = [x * y for x, y in zip(evidence.factors, story.factors, strict=True)]
    for seat, ratio in known.leans:
        factors[seat] *= ratio
    # Nearly always one claim is true; where none is, what seats do to each other is not worth reckoning.
    ties = evidence.ties if story.seer or len(evidence.stories) == 1 else _untied(seats)
    caught, free = _among(seats, evil), _among(seats, ~(good | evil))
    scale = 0.0 if good & evil else story.prior
    for i, seat in enumerate(caught):
        scale *= factors[seat]
        for other in caught[:i]:
            scale *= ties[seat][other]
        row = ties[seat]
        for other in free:
            factors[other] *= row[other]
    left = wolves - len(caught)
    found = _over(free, left, factors, ties)
    out = _among(seats, gone & ~(good | evil))
    if not evil & ~gone and len(out) >= left >= 0:
        found = _less(found, free, _over(out, left, factors, ties), out)
    return _by_seat(seats, free, caught, scale, found)


@lru_cache(maxsize=1024)
def _among(seats: int, mask: int) -> tuple[int, ...]:
    """The seats of ``mask``, ascending."""
    return tuple(seat for seat in range(1, seats + 1) if mask >> seat & 1)


def _over(places: tuple[int, ...], left: int, factors: list[float], ties: Matrix) -> Moments:
    of = [ties[a][b] for a, b in combinations(places, 2)]
    return moments(left, [factors[s] for s in places], of)


def _less(found: Moments, free: tuple[int, ...], lost: Moments, out: tuple[int, ...]) -> Moments:
    """``found`` over ``free`` without the worlds ``lost``, whose wolves are all among ``out``."""
    at = [free.index(seat) for seat in out]

    def beside(place: int) -> Row:
        row = found.beside(place)
        return _taken(row, at, lost.beside(at.index(place))) if place in at else row

    return Moments(_rest(found.whole, lost.whole), _taken(found.one, at, lost.one), beside)


def _taken(row: Row, at: list[int], less: Row) -> Row:
    left = list(row)
    for place, x in zip(at, less, strict=True):
        left[place] -= x
    return left


def _rest(whole: float, part: float) -> float:
    return whole - part if whole - part > whole * _NOTHING else 0.0


@cache
def _untied(seats: int) -> Matrix:
    return ((1.0,) * (seats + 1),) * (seats + 1)


def _by_seat(
    seats: int, free: tuple[int, ...], caught: tuple[int, ...], scale: float, found: Moments
) -> Moments:
    """``found`` (by place in ``free``) by seat, times ``scale``; who is ``caught`` is in every world."""

    def spread(row: Row, always: float) -> Row:
        by_seat = [0.0] * (seats + 1)
        for seat, x in zip(free, row, strict=True):
            by_seat[seat] = x * scale
        for seat in caught:
            by_seat[seat] = always
        return by_seat

    whole = found.whole * scale
    one = spread(found.one, whole)

    def beside(seat: int) -> Row:
        if seat in free:
            return spread(found.beside(free.index(seat)), one[seat])
        return one if seat in caught else spread([0.0] * len(free), 0.0)

    return Moments(whole, one, beside)


def _knowing_oneself(sums: _Sums, me: int) -> Belief | None:
    """All that is added up, less the worlds in which ``me`` is a wolf (-1: less nothing)."""
    whole, one, beside = sums.all
    rest = _rest(whole, one[me]) if me >= 0 else whole
    if not rest:
        return None
    if me < 0:
        wolf = list(one)
        seer = {s: found.whole for s, found in sums.stories}
    else:
        wolf = [max(0.0, x - y) for x, y in zip(one, beside(me), strict=True)]
        wolf[me] = 0.0
        seer = {s: max(0.0, found.whole - found.one[me]) for s, found in sums.stories}
    mass = sum(seer.values())
    return Belief(tuple(x / rest for x in wolf), {s: weight / mass for s, weight in seer.items()})


def blind(seats: int, wolves: int, known: Knowledge) -> Belief:
    """Somebody's knowledge and nothing else."""
    every = range(1, seats + 1)
    free = sum(not (known.good | known.evil) >> s & 1 for s in every)
    p = max(0, wolves - known.evil.bit_count()) / max(1, free)
    wolf = (1.0 if known.evil >> s & 1 else 0.0 if known.good >> s & 1 else min(1.0, p) for s in every)
    return Belief((0.0, *wolf), {0: 1.0})
