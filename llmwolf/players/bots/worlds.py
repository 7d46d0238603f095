"""The possible wolf sets of a table, weighed all at once: what they add up to as a whole, by seat, by pair.

No world is ever kept: every set of ``k`` seats is a low half and a high half, a low half's worlds are one row
over the high halves behind it, and only the rows' sums are wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import prod
from operator import add, mul
from typing import NamedTuple

Matrix = Sequence[Sequence[float]]


class Moments(NamedTuple):
    """Weights of wolf sets added up: all, those with a seat, those with two seats (symmetric)."""

    whole: float
    one: tuple[float, ...]
    two: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """Every choice of ``k`` from ``range(n)`` as a low half and a high half.

    ``low`` and ``high`` list the halves in lexicographic order; the high halves that lie behind a place are
    those from index ``behind[place]`` on. ``holding[place]`` are the high halves that hold the place,
    ``both`` those that hold two of them (a before b), ``across[a][b]`` those behind a that hold b, counted
    from ``behind[a]``.
    """

    low: tuple[tuple[int, ...], ...]
    high: tuple[tuple[int, ...], ...]
    behind: tuple[int, ...]
    holding: tuple[tuple[int, ...], ...]
    both: tuple[tuple[int, int, tuple[int, ...]], ...]
    across: tuple[tuple[tuple[int, ...], ...], ...]


@cache
def halves(n: int, k: int) -> Halves:
    """The halves for 2 ≤ ``k`` ≤ ``n``."""
    low = tuple(combinations(range(n), k // 2))
    high = tuple(combinations(range(n), k - k // 2))
    behind = tuple(next((i for i, half in enumerate(high) if half[0] > a), len(high)) for a in range(n))
    holding = tuple(tuple(i for i, half in enumerate(high) if a in half) for a in range(n))
    pairs = combinations(range(n), 2) if k - k // 2 > 1 else ()
    both = tuple((a, b, tuple(i for i in holding[a] if b in high[i])) for a, b in pairs)
    across = tuple(tuple(tuple(i - at for i in held if i >= at) for held in holding) for at in behind)
    return Halves(low, high, behind, holding, both, across)


def moments(k: int, factors: Sequence[float], ties: Matrix) -> Moments:
    """The moments over every set of ``k`` places.

    A set weighs the product of its places' ``factors`` and of its pairs' ``ties`` (symmetric; 1 where two
    places have nothing to do with each other).
    """
    n = len(factors)
    if not 0 <= k <= n:
        return _few(0.0, [0.0] * n)
    if k == 0:
        return _few(1.0, [0.0] * n)
    if k == 1:
        return _few(sum(factors), factors)
    cut = halves(n, k)
    high = _products(cut.high, factors, ties)
    tied = [_tied(cut.high[cut.behind[a] :], ties[a], a) for a in range(n)]
    sums = [[0.0] * (len(cut.high) - start) for start in cut.behind]
    two = [[0.0] * n for _ in range(n)]
    one = [0.0] * n
    for half, weight in zip(cut.low, _products(cut.low, factors, ties), strict=True):
        room = len(cut.high) - cut.behind[half[-1]]
        if not room or not weight:
            continue
        row = [weight * x for x in high[-room:]]
        for a in half:
            if column := tied[a]:
                row = list(map(mul, row, column[-room:]))
        total = sum(row)
        for i, a in enumerate(half):
            one[a] += total
            sums[a][-room:] = map(add, sums[a][-room:], row)
            for b in half[i + 1 :]:
                two[a][b] += total
    whole = sum(one) / (k // 2)
    _add_high(cut, k // 2, sums, one, two)
    for a in range(n):
        for b in range(a):
            two[a][b] = two[b][a]
    return Moments(whole, tuple(one), tuple(map(tuple, two)))


def _few(whole: float, one: Sequence[float]) -> Moments:
    """Sets of at most one place hold no pair."""
    row = (0.0,) * len(one)
    return Moments(whole, tuple(one), (row,) * len(one))


def _products(parts: Sequence[tuple[int, ...]], f: Sequence[float], t: Matrix) -> list[float]:
    """The weight of each half by itself."""
    match len(parts[0]):
        case 1:
            return [f[a] for (a,) in parts]
        case 2:
            return [f[a] * f[b] * t[a][b] for a, b in parts]
        case 3:
            return [f[a] * f[b] * f[c] * t[a][b] * t[a][c] * t[b][c] for a, b, c in parts]
        case _:
            pairs = (prod([t[a][b] for a, b in combinations(half, 2)]) for half in parts)
            return [x * prod([f[a] for a in half]) for x, half in zip(pairs, parts, strict=True)]


def _tied(behind: Sequence[tuple[int, ...]], t: Sequence[float], a: int) -> list[float]:
    """What place ``a`` in a low half does to each high half ``behind`` it; empty where it does nothing."""
    if not behind or all(tie == 1 for tie in t[a + 1 :]):
        return []
    match len(behind[0]):
        case 1:
            return [t[c] for (c,) in behind]
        case 2:
            return [t[c] * t[d] for c, d in behind]
        case 3:
            return [t[c] * t[d] * t[e] for c, d, e in behind]
        case _:
            return [prod([t[c] for c in half]) for half in behind]


def _add_high(
    cut: Halves, size: int, sums: list[list[float]], one: list[float], two: list[list[float]]
) -> None:
    """Add what the high halves hold; ``sums`` has, for each place of a low half, the weight by high half."""
    whole = [0.0] * len(cut.high)
    for a, weights in enumerate(sums):
        start = cut.behind[a]
        whole[start:] = map(add, whole[start:], weights)
        weigh, across, row = weights.__getitem__, cut.across[a], two[a]
        for b in range(a + 1, len(one)):
            row[b] += sum(map(weigh, across[b]))
    weigh = [x / size for x in whole].__getitem__
    for b, held in enumerate(cut.holding):
        one[b] += sum(map(weigh, held))
    for a, b, held in cut.both:
        two[a][b] += sum(map(weigh, held))
