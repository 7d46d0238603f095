"""The possible wolf sets of a table, weighed all at once: what they add up to as a whole, by seat, by pair.

A set weighs the product of its places' factors and of its pairs' ties. The sets of a size are always the
same: where their members and halves stand is found once, and what is left of a question is to look numbers
up and to multiply them in long rows. Where no pair is tied there is no need to look at single sets: their
sums are the elementary symmetric polynomials of the factors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import accumulate, combinations
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
    """Weights of wolf sets added up: all, those with a place, and by ``beside`` those with two.

    ``beside(a)`` gives for every place the weight of the sets that hold it and ``a`` (0 for ``a`` itself);
    it is asked of few places, and therefore found when it is.
    """

    whole: float
    one: Row
    beside: Callable[[int], Row]


@dataclass(frozen=True, slots=True, eq=False)
class Sets:
    """Every choice of ``k`` from ``range(n)`` in lexicographic order, for 2 ≤ k ≤ n.

    ``low`` and ``high`` take each set's halves out of a row over the halves of their size, ``first`` its
    first ``k`` - 1 places out of a row over the sets of that size, and ``last`` the ties of each of these to
    the last place out of a row over the pairs. ``holding[a]`` takes the sets that hold place ``a`` out of a
    row over the sets, ``both[a][b]`` those that hold two places (none where they are one).
    """

    low: Pick
    high: Pick
    first: Pick
    last: tuple[Pick, ...]
    holding: tuple[Pick, ...]
    both: tuple[tuple[Pick, ...], ...]


@cache
def sets(n: int, k: int) -> Sets:
    """Where everything stands among the sets of ``k`` from ``n`` places."""
    every = list(combinations(range(n), k))
    cut = k // 2
    at_low, at_high, at_pair, at_first = (_numbered(n, size) for size in (cut, k - cut, 2, k - 1))
    number = list(range(len(every)))  # one object a number, however often it is listed
    holding = [[i for i, chosen in zip(number, every, strict=True) if a in chosen] for a in range(n)]
    pairs = {(a, b): _pick([i for i in holding[a] if b in every[i]]) for a, b in combinations(range(n), 2)}
    alone = _pick([])
    return Sets(
        low=_pick([at_low[chosen[:cut]] for chosen in every]),
        high=_pick([at_high[chosen[cut:]] for chosen in every]),
        first=_pick([at_first[chosen[:-1]] for chosen in every]),
        last=tuple(_pick([at_pair[chosen[i], chosen[-1]] for chosen in every]) for i in range(k - 1)),
        holding=tuple(map(_pick, holding)),
        both=tuple(tuple(pairs.get((min(a, b), max(a, b)), alone) for b in range(n)) for a in range(n)),
    )


def _numbered(n: int, size: int) -> dict[tuple[int, ...], int]:
    return {chosen: i for i, chosen in enumerate(combinations(range(n), size))}


def _pick(places: Sequence[int]) -> Pick:
    """``itemgetter``, which gives no tuple for one place and takes no none."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: tuple(row[i] for i in places)


def moments(k: int, factors: Row, ties: Row) -> Moments:
    """The moments over every set of ``k`` places.

    A set weighs the product of its places' ``factors`` and of the ``ties`` of its pairs: one number for
    every two places, in the order of :func:`itertools.combinations`, 1 where they have nothing to do with
    each other.
    """
    n = len(factors)
    if not 2 <= k <= n or ties.count(1.0) == len(ties):
        one = _untied(k, factors)
        whole = sum(one) / k if k else 1.0
        return Moments(whole, one, partial(_untied_beside, k, factors))
    table = sets(n, k)
    low, high = _products(k // 2, factors), _products(k - k // 2, factors)
    weights = list(map(mul, map(mul, table.low(low), table.high(high)), _tied(n, k, tuple(ties))))
    one = [sum(pick(weights)) for pick in table.holding]
    return Moments(sum(one) / k, one, partial(_tied_beside, table, weights))


def _products(size: int, factors: Row) -> Row:
    """The product of the factors of every set of ``size`` places."""
    match size:
        case 1:
            return factors
        case 2:
            return [a * b for a, b in combinations(factors, 2)]
        case _:
            return list(map(prod, combinations(factors, size)))


def _tied_beside(table: Sets, weights: Row, a: int) -> Row:
    return [sum(pick(weights)) for pick in table.both[a]]


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


def _untied(k: int, factors: Row) -> Row:
    """For every place the weight of the sets that hold it: its factor times the sets of the others."""
    if not 1 <= k <= len(factors):
        return [0.0] * len(factors)
    before, after = _running(k - 1, factors), _running(k - 1, factors[::-1])
    halves = (map(mul, before[j], reversed(after[k - 1 - j])) for j in range(k))
    return list(map(mul, factors, map(sum, zip(*halves, strict=True))))


def _untied_beside(k: int, factors: Row, a: int) -> Row:
    others = _untied(k - 1, [*factors[:a], *factors[a + 1 :]])
    row = [x * factors[a] for x in others]
    return [*row[:a], 0.0, *row[a:]]


def _running(most: int, factors: Row) -> list[Row]:
    """By size up to ``most`` the weight of the sets of that size before each place."""
    rows: list[Row] = [[1.0] * len(factors)]
    for _ in range(most):
        rows.append(list(accumulate(map(mul, factors, rows[-1]), initial=0.0))[:-1])
    return rows
