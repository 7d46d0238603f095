"""Lovers spare each other, and cupid the pair: their seats are taken out of what would harm them."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from llmwolf.rules.asks import Choice, Request

HARMFUL: Final = frozenset({"knife", "widow", "poison", "vote", "shoot", "curse", "pipe"})
"""Verbs whose target one would not wish on a lover."""


def spare_lover(request: Request, dear: Set[int]) -> Request:
    """``request`` without the ``dear`` among the targets of harmful verbs, as far as others are left."""
    if not dear or request.kind.startswith("badge"):
        return request
    choices = tuple(_spared(choice, dear) if choice.verb in HARMFUL else choice for choice in request.choices)
    return request._replace(choices=choices)


def _spared(choice: Choice, dear: Set[int]) -> Choice:
    pool = tuple(seat for seat in choice.pool if seat not in dear)
    return choice._replace(pool=pool) if len(pool) >= max(1, choice.least) else choice
