"""Permutation tests whose units are deals.

What two groups did on a deal can be swapped if they do not differ. A deal that only one of them has may be
anybody's. A shuffle is therefore a choice of deals whose sides are swapped; each group keeps its number.
Of a feature a deal has only the sides on which there was a case of it: otherwise a shuffle would deal out the
cases as well, and few against many would look like what hardly ever happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from math import comb, inf, sqrt
from random import Random
from statistics import fmean, variance
from typing import Final

from llmwolf.arena.stats import ALPHA, Interval, student

FEWEST: Final = 5
"""With fewer deals than that on either side nothing is tested."""
_ENOUGH: Final = 20
"""A test ends when so many shuffles were as far off: it finds nothing, and need not be more exact."""
_FLAGS: Final = bytes.maketrans(b"01", b"\0\1")
_CLOSE: Final = 1e-9

Sides = tuple[float | None, float | None]
"""What each of two groups did on a deal; ``None``: it was not there."""


class Shuffles:
    """The shuffles of ``sides``, one pair of flags a deal: whether each of the two groups is there."""

    def __init__(self, sides: Sequence[tuple[bool, bool]], seed: int = 0) -> None:
        self._random = Random(seed)
        self._count = len(sides)
        self._alone = [place for place, (one, other) in enumerate(sides) if one is not other]
        self._labels = [sides[place][0] for place in self._alone]
        self._found: list[bytes] = []
        shared = sum(one and other for one, other in sides)
        self.ways: int = 2**shared * comb(len(self._labels), sum(self._labels))
        """How many shuffles are not alike: no chance is smaller than one of so many."""

    def __getitem__(self, number: int) -> bytes:
        """Shuffle ``number``: a byte a deal, 1 where its sides are swapped."""
        while number >= len(self._found):
            self._found.append(self._next())
        return self._found[number]

    def _next(self) -> bytes:
        count = self._count
        flags = bytearray(format(self._random.getrandbits(count), f"0{count}b").encode().translate(_FLAGS))
        labels = self._labels.copy()
        self._random.shuffle(labels)
        for place, before, after in zip(self._alone, self._labels, labels, strict=True):
            flags[place] = before is not after
        return bytes(flags)


class Contrast:
    """The means of two groups over deals, and how they change when deals are swapped."""

    def __init__(self, sides: Sequence[Sides]) -> None:
        """``sides`` is one pair a deal, in the order of the :class:`Shuffles`."""
        self.sides = sides
        self._sum_one = sum(one or 0.0 for one, _ in sides)
        self._sum_other = sum(other or 0.0 for _, other in sides)
        self.count_one = sum(one is not None for one, _ in sides)
        self.count_other = sum(other is not None for _, other in sides)
        self._steps = [(other or 0.0) - (one or 0.0) for one, other in sides]
        self._moves = [(other is not None) - (one is not None) for one, other in sides]
        self._moving = any(self._moves)

    @property
    def present(self) -> list[tuple[bool, bool]]:
        """Whether each of the two is there, deal by deal."""
        return [(one is not None, other is not None) for one, other in self.sides]

    @property
    def enough(self) -> bool:
        """Whether both groups have so many deals that a test is worth making."""
        return min(self.count_one, self.count_other) >= FEWEST

    @property
    def difference(self) -> float:
        """The mean of the one group - that of the other."""
        return self._sum_one / self.count_one - self._sum_other / self.count_other

    def shuffled(self, flags: bytes) -> float:
        """The difference after a shuffle; infinite where it leaves a group without a deal."""
        step = sum(compress(self._steps, flags))
        move = sum(compress(self._moves, flags)) if self._moving else 0
        one, other = self.count_one + move, self.count_other - move
        if not one or not other:
            return inf
        return (self._sum_one + step) / one - (self._sum_other - step) / other

    def interval(self) -> Interval:
        """The difference with its interval (95 %): Student's, with the smaller group's degrees of freedom."""
        ones = [one for one, _ in self.sides if one is not None]
        others = [other for _, other in self.sides if other is not None]
        units = sum(one is not None or other is not None for one, other in self.sides)
        smaller = min(len(ones), len(others))
        if smaller < 2:
            return Interval(self.difference, -inf, inf, units)
        both = [(one, other) for one, other in self.sides if one is not None and other is not None]
        spread = variance(ones) / len(ones) + variance(others) / len(others)
        if len(both) > 1:
            spread -= 2 * _covariance(both) * len(both) / (len(ones) * len(others))
        half = student(smaller - 1, ALPHA) * sqrt(max(spread, 0.0))
        return Interval(self.difference, self.difference - half, self.difference + half, units)

    def spread(self) -> float:
        """The standard deviation between deals, both groups together; 0 where there is none."""
        parts = [
            [one for one, _ in self.sides if one is not None],
            [other for _, other in self.sides if other is not None],
        ]
        known = [part for part in parts if len(part) > 1]
        freedom = sum(len(part) - 1 for part in known)
        return sqrt(sum(variance(part) * (len(part) - 1) for part in known) / freedom) if freedom else 0.0

    def chance(self, shuffles: Shuffles, most: int) -> float:
        """How often shuffles differ as much (two-sided), by at most so many of them (Besag and Clifford).

        As these are drawn and not counted, they may miss the ways of which there are few: it is never less
        than one of them all.
        """
        seen = abs(self.difference) - _CLOSE
        reached = 0
        for number in range(most):
            reached += abs(self.shuffled(shuffles[number])) >= seen
            if reached == _ENOUGH:
                return max(reached / (number + 1), 1 / shuffles.ways)
        return max((reached + 1) / (most + 1), 1 / shuffles.ways)


def _covariance(pairs: Sequence[tuple[float, float]]) -> float:
    one, other = fmean(a for a, _ in pairs), fmean(b for _, b in pairs)
    return sum((a - one) * (b - other) for a, b in pairs) / (len(pairs) - 1)
