"""What came of the roll-outs of a moment: shares, changes and gains, each with its interval (95 %)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

from llmwolf.boards.shares import SIDES, Share, score_ends

GOLDEN: Final = 0.6180339887498949
"""World ``i`` stands at ``i`` times this, modulo 1, among the weighed readings of a moment."""
REFUSED: Final = "."
"""Stands for a world that was tried and cannot be."""
LETTERS: Final = {side: side[0] for side in SIDES}
_Z: Final = NormalDist().inv_cdf(0.975)
_MOST_EXPLAINED: Final = 0.6
"""No more of the variance than this is ever taken to be explained by where the worlds stand."""


@dataclass(frozen=True, slots=True)
class Point:
    """The roll-outs of one moment: for each world tried, by its number, the letter of the side that won."""

    outcomes: str = ""

    @property
    def tried(self) -> int:
        """How many worlds were tried."""
        return len(self.outcomes)

    @property
    def n(self) -> int:
        """How many games were played to their end."""
        return len(self.outcomes) - self.outcomes.count(REFUSED)

    @property
    def wins(self) -> dict[str, int]:
        """How often each side won."""
        counted = Counter(self.outcomes)
        return {side: counted[letter] for side, letter in LETTERS.items() if counted[letter]}

    def first(self, n: int) -> Point:
        """The first ``n`` games alone, with the worlds refused on the way to them."""
        if n >= self.n:
            return self
        played = [i for i, won in enumerate(self.outcomes) if won != REFUSED]
        return Point(self.outcomes[: played[n - 1] + 1] if n else "")

    def share(self, side: str) -> Share | None:
        """The chance of ``side`` with its interval; ``None`` where no world could be found.

        Wilson's interval, for as many games as would say as much if worlds were drawn one by one.
        """
        if not (n := self.n):
            return None
        wins = self.outcomes.count(LETTERS[side])
        share = wins / n
        plain = share * (1 - share)
        spread = _spread(self.won(side), self.won(side)) if plain else 0.0
        explained = min(_MOST_EXPLAINED, 1 - spread / plain) if plain else 0.0
        return Share(wins, share, *score_ends(share, n / (1 - explained)))

    def half(self, side: str) -> float:
        """Half of the interval of ``side``; a half where nothing is known."""
        share = self.share(side)
        return (share.high - share.low) / 2 if share else 0.5

    def widest(self) -> float:
        """Half of the widest interval of a side."""
        return max(map(self.half, SIDES))

    def won(self, side: str) -> dict[int, bool]:
        """For each world in which a game was played, by its number, whether ``side`` won."""
        letter = LETTERS[side]
        return {i: won == letter for i, won in enumerate(self.outcomes) if won != REFUSED}


def change(before: Point, after: Point, side: str) -> tuple[float, float]:
    """How much likelier ``side`` is to win ``after`` than ``before``, and half of its interval.

    The same numbers stand for the same luck in both, which takes from the interval what they have in common.
    """
    a, b = before.share(side), after.share(side)
    assert a is not None
    assert b is not None
    one, other = before.won(side), after.won(side)
    both = one.keys() & other.keys()
    common = _spread({i: one[i] for i in both}, {i: other[i] for i in both}) if len(both) > 1 else 0.0
    shared = 2 * _Z * _Z * common * len(both) / (len(one) * len(other))
    square = before.half(side) ** 2 + after.half(side) ** 2
    return b.share - a.share, sqrt(max(square - shared, square * (1 - _MOST_EXPLAINED)))


@dataclass(frozen=True, slots=True)
class Gain:
    """How much likelier a side wins by another answer: the mean of paired games, and half its interval."""

    gain: float
    half: float
    n: int


def paired(pairs: Sequence[tuple[bool, bool]]) -> Gain:
    """What the second of each pair (same world, same luck) is better by than the first; 95 %."""
    differences = [int(b) - int(a) for a, b in pairs]
    if len(differences) < 2:
        return Gain(0.0, 1.0, len(differences))
    # A difference that never showed may still be there: one unseen case of either sign is allowed for.
    spread = max(stdev(differences), sqrt(2 / len(differences)) if len(set(differences)) == 1 else 0.0)
    return Gain(fmean(differences), _Z * spread / sqrt(len(differences)), len(differences))


def _spread(one: dict[int, bool], other: dict[int, bool]) -> float:
    """The covariance of two series over the same worlds that is left between neighbours.

    Worlds are spread evenly over the weighed readings (systematic sampling), so that what differs between
    distant readings adds nothing to the error of the mean; neighbours differ by the rest (Wolter 2007, §8.2).
    """
    order = [i for i in _around(max(one) + 1) if i in one]
    steps = zip(order, [*order[1:], order[0]], strict=True)
    return sum((one[i] - one[j]) * (other[i] - other[j]) for i, j in steps) / (2 * len(order))


@lru_cache(maxsize=64)
def _around(count: int) -> list[int]:
    """The worlds up to ``count`` in the order in which they stand among the readings."""
    return sorted(range(count), key=lambda i: i * GOLDEN % 1)
