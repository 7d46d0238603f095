"""Lovers spare each other, and cupid the pair: their seats are taken out of what would harm them."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from llmwolf.roles import registry
from llmwolf.rules.asks import Choice, Request

HARMFUL: Final = frozenset({"knife", "widow", "poison", "vote", "shoot", "pipe"})
"""Verbs whose target one would not wish on a lover; so are those whose card aims at a foe."""


def spare_lover(request: Request, dear: Set[int]) -> Request:
    """``request`` without the ``dear`` among the targets of harmful verbs, as far as others are left."""
    if not dear or request.kind.startswith("badge"):
        return request
    choices = tuple(_spared(choice, dear) if _harms(choice) else choice for choice in request.choices)
    return request._replace(choices=choices)


def _harms(choice: Choice) -> bool:
    return choice.verb in HARMFUL or any(law.aims.get(choice.verb) == "foe" for law in registry().values())


def _spared(choice: Choice, dear: Set[int]) -> Choice:
    pool = tuple(seat for seat in choice.pool if seat not in dear)
    return choice._replace(pool=pool) if len(pool) >= max(1, choice.least) else choice
