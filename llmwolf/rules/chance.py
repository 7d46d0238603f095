"""Keyed chance (X-1): a draw depends on the seed and its label, never on earlier draws.

A changed decision therefore does not reshuffle other luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def number(seed: int, label: str, *keys: int) -> int:
    """A 64-bit number that depends on ``seed``, ``label`` and ``keys`` only."""
    text = f"{seed}|{label}|{'|'.join(map(str, keys))}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def pick(seed: int, label: str, day: int, n: int) -> int:
    """A uniform draw from ``range(n)``; ``n`` must be at least 1."""
    return number(seed, label, day) % n


def shuffled(seed: int, label: str, items: Sequence[T]) -> list[T]:
    """``items`` in an order drawn from the seed (each item gets a keyed random rank)."""
    order = sorted(range(len(items)), key=lambda i: (number(seed, label, i), i))
    return [items[i] for i in order]
