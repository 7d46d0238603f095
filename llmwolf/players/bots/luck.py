"""Keyed draws that a table asks for again and again: whatever follows from the same keys is drawn once."""

from __future__ import annotations

from functools import lru_cache

from llmwolf.rules.chance import number


@lru_cache(maxsize=2048)
def drawn(seed: int, label: str, *keys: int) -> int:
    """:func:`~llmwolf.rules.chance.number`, for draws that are the same for many questions of a game."""
    return number(seed, label, *keys)


@lru_cache(maxsize=256)
def errors(seed: int, seat: int, day: int, seats: int, width: float) -> tuple[float, ...]:
    """An error up to ``width`` for each of ``seats`` (and place 0) in the eyes of ``seat`` on ``day``."""
    bits = number(seed, "bot/error", seat, day)
    return tuple(width * (bits // (s + 1) % 2001 - 1000) / 1000 for s in range(seats + 1))
