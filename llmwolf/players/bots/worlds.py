"""The possible wolf sets of a table as plain tables: which there are, and which hold a given seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import prod


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Every choice of ``wolves`` seats among ``seats``.

    ``masks`` holds one bit mask a world (bit = seat), ``having`` for each seat the indexes of its worlds.
    ``first`` and ``rest`` list the halves that worlds are put together from (tuples of seats), ``halves`` for
    each world the indexes of its two, as two columns: a product over a world is then one multiplication.
    """

    seats: int
    wolves: int
    masks: tuple[int, ...]
    having: tuple[tuple[int, ...], ...]
    first: tuple[tuple[int, ...], ...]
    rest: tuple[tuple[int, ...], ...]
    halves: tuple[tuple[int, ...], tuple[int, ...]]

    def products(self, factors: list[float], base: list[float], scale: float) -> list[float]:
        """For each world its entry in ``base`` times its seats' ``factors`` (by seat) times ``scale``."""
        rest = _halves(self.rest, factors)
        first = [scale * x for x in (rest if self.first is self.rest else _halves(self.first, factors))]
        ours, theirs = self.halves
        return [first[i] * rest[j] * x for i, j, x in zip(ours, theirs, base, strict=True)]


def _halves(halves: tuple[tuple[int, ...], ...], factors: list[float]) -> list[float]:
    if len(halves[0]) == 2:
        return [factors[a] * factors[b] for a, b in halves]
    return [prod([factors[seat] for seat in half]) for half in halves]


@cache
def worlds(seats: int, wolves: int) -> Worlds:
    """The worlds of a table; ``wolves`` is at least 1 and less than ``seats``."""
    every = range(1, seats + 1)
    found = tuple(combinations(every, wolves))
    cut = wolves // 2
    first = tuple(combinations(every, cut))
    rest = first if wolves - cut == cut else tuple(combinations(every, wolves - cut))
    at_first = {half: i for i, half in enumerate(first)}
    at_rest = {half: i for i, half in enumerate(rest)}
    masks = tuple(sum(1 << seat for seat in world) for world in found)
    having = tuple(tuple(i for i, m in enumerate(masks) if m >> seat & 1) for seat in range(seats + 1))
    halves = (tuple(at_first[world[:cut]] for world in found), tuple(at_rest[world[cut:]] for world in found))
    return Worlds(seats, wolves, masks, having, first, rest, halves)


@cache
def both(table: Worlds, a: int, b: int) -> tuple[int, ...]:
    """The indexes of the worlds in which ``a`` and ``b`` are wolves."""
    pair = 1 << a | 1 << b
    return tuple(i for i, mask in enumerate(table.masks) if mask & pair == pair)


@dataclass(frozen=True, slots=True)
class Left:
    """The worlds that somebody's knowledge leaves: their indexes, and for each seat those that hold it."""

    index: tuple[int, ...]
    having: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=256)
def left(table: Worlds, good: int, evil: int) -> Left:
    """The worlds that have no wolf in mask ``good`` and every seat of mask ``evil``."""
    index = tuple(i for i, m in enumerate(table.masks) if not m & good and m & evil == evil)
    allowed = set(index)
    return Left(index, tuple(tuple(i for i in seat if i in allowed) for seat in table.having))
