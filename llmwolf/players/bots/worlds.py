"""The possible wolf sets of a table, weighed all at once: what they add up to as a whole, by seat, by pair.

No world is ever kept: every set of ``k`` seats is a low half and a high half, a low half's worlds are one row
over the high halves behind it, and only the rows' sums are wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def moments(k: int, factors: Sequence[float], ties: Matrix, pairs: bool = True) -> Moments:
    """The moments over every set of ``k`` places; without ``pairs`` those of two seats are left at 0.

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
    two = [[0.0] * n for _ in range(n)]
    one = [0.0] * n
    rows = _rows(cut, factors, ties)
    if pairs:
        sums = [[0.0] * (len(cut.high) - start) for start in cut.behind]
        for half, row in rows:
            total = sum(row)
            for i, a in enumerate(half):
                one[a] += total
                sums[a][-len(row) :] = map(add, sums[a][-len(row) :], row)
                for b in half[i + 1 :]:
                    two[a][b] += total
        columns = _add_across(cut, k // 2, sums, two)
    else:
        columns = [0.0] * len(cut.high)
        for half, row in rows:
            total = sum(row)
            for a in half:
                one[a] += total
            columns[-len(row) :] = map(add, columns[-len(row) :], row)
    whole = sum(one) / (k // 2)
    weigh = columns.__getitem__
    for b, held in enumerate(cut.holding):
        one[b] += sum(map(weigh, held))
    if pairs:
        for a, b, held in cut.both:
            two[a][b] += sum(map(weigh, held))
        for a in range(n):
            for b in range(a):
                two[a][b] = two[b][a]
    return Moments(whole, tuple(one), tuple(map(tuple, two)))


def _rows(
    cut: Halves, factors: Sequence[float], ties: Matrix
) -> Iterator[tuple[tuple[int, ...], list[float]]]:
    """Each low half with the weights of the sets that it makes with the high halves behind its last place."""
    high = _products(cut.high, factors, ties)
    tied = [_tied(cut.high[cut.behind[a] :], ties[a], a) for a in range(len(factors))]
    shared: tuple[int, ...] = ()
    start = high
    for half, weight in zip(cut.low, _products(cut.low, factors, ties), strict=True):
        room = len(cut.high) - cut.behind[half[-1]]
        if not room or not weight:
            continue
        if half[:-1] != shared:  # low halves that differ in their last place alone come one after the other
            shared, start = half[:-1], high
            for a in shared:
                if column := tied[a]:
                    start = list(map(mul, start[-len(column) :], column))
        row = start[-room:]
        if column := tied[half[-1]]:
            row = list(map(mul, row, column))
        yield half, [weight * x for x in row] if weight != 1 else row


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


def _add_across(cut: Halves, size: int, sums: list[list[float]], two: list[list[float]]) -> list[float]:
    """Add to ``two`` what a low and a high half hold together; returns the weights by high half.

    ``sums`` has, for each place of a low half, the weight by high half behind it.
    """
    columns = [0.0] * len(cut.high)
    for a, weights in enumerate(sums):
        start = cut.behind[a]
        columns[start:] = map(add, columns[start:], weights)
        weigh, across, row = weights.__getitem__, cut.across[a], two[a]
        for b in range(a + 1, len(two)):
            row[b] += sum(map(weigh, across[b]))
    return [x / size for x in columns]
