"""Rows in which every pair of values of any two parameters meets at least once (all-pairs)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

Row = tuple[int, ...]
"""For each parameter the index of its value."""


def covering_rows(sizes: Sequence[int], seed: int = 0) -> list[Row]:
    """Rows for parameters with so many values each; greedy and the same every time.

    A row starts with a pair that no row has yet; then parameter after parameter takes the value that makes
    the most new pairs with what the row holds already.
    """
    rng = Random(seed)
    fresh = _fresh(sizes)
    rows: list[Row] = []
    while (start := _start(fresh)) is not None:
        row: dict[int, int] = dict(start)
        others = [p for p in range(len(sizes)) if p not in row]
        for p in rng.sample(others, len(others)):
            masks = [fresh[q][v][p] for q, v in row.items()]
            gains = [(sum(mask >> v & 1 for mask in masks), rng.random(), v) for v in range(sizes[p])]
            row[p] = max(gains)[2]
        for p, v in row.items():
            for q, w in row.items():
                fresh[p][v][q] &= ~(1 << w)
        rows.append(tuple(row[p] for p in range(len(sizes))))
    return rows


def _fresh(sizes: Sequence[int]) -> list[list[list[int]]]:
    """[parameter][value][other parameter] → a bit for each value of the other that it has not met yet."""
    masks = [(1 << size) - 1 for size in sizes]
    return [
        [[0 if q == p else mask for q, mask in enumerate(masks)] for _ in range(size)]
        for p, size in enumerate(sizes)
    ]


def _start(fresh: list[list[list[int]]]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """A pair that has not met: of the value with the most such pairs, or ``None`` if all have."""
    missing = {
        (p, v): sum(mask.bit_count() for mask in masks)
        for p, values in enumerate(fresh)
        for v, masks in enumerate(values)
    }
    p, v = max(missing, key=lambda each: (missing[each], each))
    for q, mask in enumerate(fresh[p][v]):
        if mask:
            return (p, v), (q, mask.bit_length() - 1)
    return None
