"""The possible wolf sets of a table, weighed all at once: what they add up to as a whole, by seat, by pair.

A set weighs the product of its places' factors and of its pairs' ties. The sets of a size are always the
same: where their members and halves stand is found once, and what is left of a question is to look numbers
up and to multiply them in long rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import prod
from operator import itemgetter, mul
from typing import Final, NamedTuple

Matrix = Sequence[Sequence[float]]
Row = Sequence[float]
Pick = Callable[[Row], tuple[float, ...]]
"""Takes numbers out of a row, in a fixed order."""
_KEEP: Final = 32
"""How many answers about ties are kept: the stories of a moment have many in common."""


class Moments(NamedTuple):
    """Weights of wolf sets added up: all, those with a seat, those with two seats (symmetric).

    ``two`` is empty where pairs were not asked for.
    """

    whole: float
    one: tuple[float, ...]
    two: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sets:
    """Every choice of ``k`` from ``range(n)`` in lexicographic order, for 2 ≤ k ≤ n.

    ``low`` and ``high`` take each set's halves out of a row over the halves of their size, ``first`` its
    first ``k`` - 1 places out of a row over the sets of that size, and ``last`` the ties of each of these to
    the last place out of a row over the pairs. ``holding[a]`` takes the sets that hold place ``a`` out of a
    row over the sets, ``both`` those that hold two places (a before b).
    """

    low: Pick
    high: Pick
    first: Pick
    last: tuple[Pick, ...]
    holding: tuple[Pick, ...]
    both: tuple[tuple[int, int, Pick], ...]


@cache
def sets(n: int, k: int) -> Sets:
    """Where everything stands among the sets of ``k`` from ``n`` places."""
    every = list(combinations(range(n), k))
    cut = k // 2
    at_low, at_high, at_pair, at_first = (_numbered(n, size) for size in (cut, k - cut, 2, k - 1))
    number = list(range(len(every)))  # one object a number, however often it is listed
    holding = [[i for i, chosen in zip(number, every, strict=True) if a in chosen] for a in range(n)]
    both = [(a, b, _pick([i for i in holding[a] if b in every[i]])) for a, b in combinations(range(n), 2)]
    return Sets(
        low=_pick([at_low[chosen[:cut]] for chosen in every]),
        high=_pick([at_high[chosen[cut:]] for chosen in every]),
        first=_pick([at_first[chosen[:-1]] for chosen in every]),
        last=tuple(_pick([at_pair[chosen[i], chosen[-1]] for chosen in every]) for i in range(k - 1)),
        holding=tuple(map(_pick, holding)),
        both=tuple(both),
    )


def _numbered(n: int, size: int) -> dict[tuple[int, ...], int]:
    return {chosen: i for i, chosen in enumerate(combinations(range(n), size))}


def _pick(places: Sequence[int]) -> Pick:
    """``itemgetter``, which gives no tuple for one place and takes no none."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: tuple(row[i] for i in places)


def moments(k: int, factors: Row, ties: Row, pairs: bool = True) -> Moments:
    """The moments over every set of ``k`` places; without ``pairs`` there is nothing of two seats.

    A set weighs the product of its places' ``factors`` and of the ``ties`` of its pairs: one number for
    every two places, in the order of :func:`itertools.combinations`, 1 where they have nothing to do with
    each other.
    """
    n = len(factors)
    if not 0 <= k <= n:
        return _few(0.0, [0.0] * n, pairs)
    if k == 0:
        return _few(1.0, [0.0] * n, pairs)
    if k == 1:
        return _few(sum(factors), factors, pairs)
    table = sets(n, k)
    low, high = _products(k // 2, factors), _products(k - k // 2, factors)
    weights: Row = list(map(mul, table.low(low), table.high(high)))
    if ties.count(1.0) < len(ties):
        weights = list(map(mul, weights, _tied(n, k, tuple(ties))))
    if not pairs:
        one = [sum(pick(weights)) for pick in table.holding]
        return Moments(sum(one) / k, tuple(one), ())
    two = [[0.0] * n for _ in range(n)]
    for a, b, pick in table.both:
        two[a][b] = two[b][a] = sum(pick(weights))
    one = [sum(row) / (k - 1) for row in two]
    return Moments(sum(one) / k, tuple(one), tuple(map(tuple, two)))


def _products(size: int, factors: Row) -> Row:
    """The product of the factors of every set of ``size`` places."""
    match size:
        case 1:
            return factors
        case 2:
            return [a * b for a, b in combinations(factors, 2)]
        case _:
            return list(map(prod, combinations(factors, size)))


def _few(whole: float, one: Row, pairs: bool) -> Moments:
    """Sets of at most one place hold no pair."""
    rows = ((0.0,) * len(one),) * len(one)
    return Moments(whole, tuple(one), rows if pairs else ())


@lru_cache(maxsize=_KEEP)
def _tied(n: int, k: int, ties: Row) -> Row:
    """What the ``ties`` make of every set: those of its first places, and of each of these to the last."""
    if k == 2:
        return ties
    table = sets(n, k)
    row: Iterable[float] = table.first(_tied(n, k - 1, ties))
    for pick in table.last:
        row = map(mul, row, pick(ties))
    return list(row)
