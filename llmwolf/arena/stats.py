"""Intervals and tests whose units are clusters: games on one seed and deal are one piece of evidence."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, isfinite, log2, pi, sqrt, tan
from random import Random
from statistics import NormalDist, fmean, pstdev, stdev
from typing import Final, Literal, TypeVar

from llmwolf.boards.shares import score_ends, wilson

T = TypeVar("T")
Veto = Literal["", "one", "alike", "few", "corrected", "chance", "interval", "both"]
DRAWS: Final = 1_000
ALPHA: Final = 0.05
POWER: Final = 0.8
FEWEST: Final = ceil(log2(1 / ALPHA))
"""Where two differed on fewer deals than that, the test finds nothing, however they did."""
_FEW: Final = 10
_NORMAL: Final = NormalDist()
_CLOSE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with what surely holds the true one (95 %), from so many independent ``units``."""

    value: float
    low: float
    high: float
    units: int

    def holds(self, value: float) -> bool:
        """Whether ``value`` may be the true one."""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one agent did than another over so many ``interval.units`` shared deals.

    ``p`` is how often chance alone would show as much (mid-p), ``adjusted`` the same after Holm's correction
    for so many ``tests``. ``unlike`` is on how many deals the two differed, ``units_needed`` how many in all
    would decide a difference of this size with a power of 80 % (``None``: no number would).
    """

    interval: Interval
    p: float
    units_needed: int | None
    unlike: int
    tests: int
    adjusted: float

    @property
    def decided(self) -> bool:
        """Whether the two are distinguishable: neither the interval nor the test allows for no difference."""
        return self.adjusted <= ALPHA and not self.interval.holds(0.0)

    @property
    def veto(self) -> Veto:
        """Why the two are not distinguishable; empty: they are.

        There is ``one`` deal only, on all they did ``alike``, or differed on too ``few``; the test is passed
        but for the correction (``corrected``); the test (``chance``), the ``interval`` or ``both`` allow for
        no difference.
        """
        if self.decided:
            return ""
        if self.interval.units == 1:
            return "one"
        if not self.unlike:
            return "alike"
        if self.unlike < FEWEST:
            return "few"
        if not self.interval.holds(0.0):
            return "chance" if self.p > ALPHA else "corrected"
        return "both" if self.p > ALPHA else "interval"

    @property
    def units_left(self) -> int | None:
        """How many deals are still needed; ``None``: no number would decide."""
        if self.decided:
            return 0
        return None if self.units_needed is None else max(1, self.units_needed - self.interval.units)


def bootstrap(
    units: Sequence[T],
    figure: Callable[[Sequence[T]], float | None],
    seed: int = 0,
    alpha: float = ALPHA,
    draws: int = DRAWS,
) -> Interval | None:
    """``figure`` of ``units`` with its interval: percentiles over samples of the units, drawn from the seed.

    The percentiles are moved outwards as Student's t is wider than the normal curve, without which intervals
    of a few units are too narrow. Samples of fewer than ten units do not reach so far out: theirs is
    Student's interval, with the samples' spread. ``None`` where there is no figure. Nothing is sure from one
    unit, nor from samples that all come to the same.
    """
    value = figure(units)
    if value is None:
        return None
    count = len(units)
    if count < 2:
        return Interval(value, float("-inf"), float("inf"), count)
    found = []
    for places in _samples(count, seed, draws):
        again = figure([units[place] for place in places])
        if again is not None:
            found.append(again)
    found.sort()
    if found[0] == found[-1]:
        return Interval(value, float("-inf"), float("inf"), count)
    reach = student(count - 1, alpha) * sqrt(count / (count - 1))
    if count < _FEW:
        half = reach * pstdev(found)
        return Interval(value, value - half, value + half, count)
    outside = _NORMAL.cdf(-reach)
    last = len(found) - 1
    low, high = int(outside * last), ceil((1 - outside) * last)
    return Interval(value, min(found[low], value), max(found[high], value), count)


def rate(parts: Sequence[tuple[float, float]]) -> Interval | None:
    """All hits ÷ all tries, one pair a cluster; without a try it is no evidence. ``None``: none has any."""
    units = [part for part in parts if part[1]]
    if not units:
        return None
    tries = sum(unit[1] for unit in units)
    value = sum(unit[0] for unit in units) / tries
    variance = sum((hits - value * tried) ** 2 for hits, tried in units) / tries**2
    return share(value, variance, tries, len(units))


def share(value: float, variance: float, tries: float, units: int, alpha: float = ALPHA) -> Interval:
    """A share of ``tries`` with its interval: Wilson's, which few units make wide and never a point.

    It is reckoned for as many independent tries as the ``variance`` between units is worth, never more than
    there were, and as many as there are units where all went one way; with Student's t for the normal curve
    (Kott and Carr 1997). From one unit nothing is sure.
    """
    if units < 2:
        return Interval(value, float("-inf"), float("inf"), units)
    worth = float(units) if value in (0.0, 1.0) else tries
    if variance > 0 and value not in (0.0, 1.0):
        worth = min(tries, value * (1 - value) / variance)
    return Interval(value, *score_ends(value, worth, student(units - 1, alpha)), units)


def compare(differences: Sequence[float], seed: int = 0, tests: int = 1) -> Difference | None:
    """What the ``differences`` of two agents, one for each deal they share, say; ``None`` without any.

    It is one of so many ``tests``: see :func:`compare_all`. Where all deals came to the same, as many as
    Wilson's interval allows for might have come to the contrary.
    """
    if not differences:
        return None
    found = bootstrap(differences, fmean, seed)
    assert found is not None
    count = len(differences)
    if count > 1 and isfinite(found.low):
        found = replace(found, low=max(-1.0, found.low), high=min(1.0, found.high))
    elif count > 1:
        other = wilson(0, count).high
        low, high = (found.value + other * (end - found.value) for end in (-1.0, 1.0))
        found = Interval(found.value, low, high, count)
    p, unlike = sign_flip(differences), sum(map(bool, differences))
    return Difference(found, p, units_needed(differences, tests), unlike, tests, p)


def compare_all(family: Sequence[Sequence[float]], seed: int = 0) -> list[Difference]:
    """:func:`compare` for each of a ``family`` of comparisons, their p corrected for the number of all."""
    found = [one for differences in family if (one := compare(differences, seed, len(family)))]
    adjusted = holm([one.p for one in found])
    return [replace(one, adjusted=p) for one, p in zip(found, adjusted, strict=True)]


def holm(chances: Sequence[float]) -> list[float]:
    """``chances`` after Holm's correction: with nothing to be found, any is below 5 % in 5 % at most."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    adjusted = [0.0] * len(chances)
    most = 0.0
    for rank, place in enumerate(order):
        most = max(most, min(1.0, chances[place] * (len(chances) - rank)))
        adjusted[place] = most
    return adjusted


def sign_flip(differences: Sequence[float]) -> float:
    """How often differences of these sizes, each as likely for the one as for the other, sum up as far off.

    The sums of all ways to give them signs are counted; as many as reach exactly as far count half (mid-p),
    without which a test of few sizes raises far fewer false alarms than it says, and finds less.
    """
    if not any(differences):
        return 1.0
    ways: dict[float, float] = {0.0: 1.0}
    for size in (abs(one) for one in differences if one):
        spread: dict[float, float] = {}
        for total, share in ways.items():
            for end in (round(total + size, 9), round(total - size, 9)):
                spread[end] = spread.get(end, 0.0) + share / 2
        ways = spread
    seen = abs(sum(differences))
    beyond = sum(share for total, share in ways.items() if abs(total) > seen + _CLOSE)
    level = sum(share for total, share in ways.items() if abs(abs(total) - seen) <= _CLOSE)
    return min(1.0, beyond + level / 2)


def units_needed(differences: Sequence[float], tests: int = 1) -> int | None:
    """How many units decide a difference such as the mean of these, among ``tests``, with a power of 80 %.

    They are never fewer than the sign test, after its correction, finds anything with.
    """
    if len(differences) < 2 or not (middle := fmean(differences)):
        return None
    reach = _NORMAL.inv_cdf(1 - ALPHA / tests / 2) + _NORMAL.inv_cdf(POWER)
    fewest = ceil(log2(tests / ALPHA)) * len(differences) / sum(map(bool, differences))
    return ceil(max(fewest, (reach * stdev(differences) / middle) ** 2))


def student(freedom: int, alpha: float = ALPHA) -> float:
    """The two-sided point of Student's t: exact for 1 and 2 degrees of freedom, Hill's series above."""
    if freedom == 1:
        return tan(pi * (1 - alpha) / 2)
    if freedom == 2:
        inside = 1 - alpha
        return float(inside * sqrt(2 / (1 - inside * inside)))
    z = _NORMAL.inv_cdf(1 - alpha / 2)
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


@lru_cache(maxsize=4)
def _samples(count: int, seed: int, draws: int) -> tuple[array[int], ...]:
    rng = Random(seed)
    return tuple(array("I", rng.choices(range(count), k=count)) for _ in range(draws))
