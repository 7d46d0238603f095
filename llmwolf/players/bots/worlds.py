"""The possible wolf sets of a table as plain tables: which there are, and which hold a given seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Every choice of ``wolves`` seats among ``seats``.

    ``masks`` holds one bit mask a world (bit = seat), ``ladder`` how each combination of the next size grows out
    of one a seat shorter, as two parallel lists (index of the shorter one, added seat), and ``having`` for each
    seat the indexes of its worlds.
    """

    seats: int
    wolves: int
    masks: tuple[int, ...]
    ladder: tuple[tuple[tuple[int, int], ...], ...]
    having: tuple[tuple[int, ...], ...]

    def products(self, factors: list[float]) -> list[float]:
        """For each world the product of its seats' ``factors`` (index = seat)."""
        weights = factors[1:]
        for rung in self.ladder:
            weights = [weights[i] * factors[seat] for i, seat in rung]
        return weights


@cache
def worlds(seats: int, wolves: int) -> Worlds:
    """The worlds of a table; ``wolves`` is at least 1 and less than ``seats``."""
    shorter: list[tuple[int, ...]] = [(seat,) for seat in range(1, seats + 1)]
    ladder = []
    for _ in range(wolves - 1):
        grown = [(i, seat) for i, c in enumerate(shorter) for seat in range(c[-1] + 1, seats + 1)]
        ladder.append(tuple(grown))
        shorter = [(*shorter[i], seat) for i, seat in grown]
    masks = tuple(sum(1 << seat for seat in world) for world in combinations(range(1, seats + 1), wolves))
    having = tuple(tuple(i for i, m in enumerate(masks) if m >> seat & 1) for seat in range(seats + 1))
    return Worlds(seats, wolves, masks, tuple(ladder), having)


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
