"""Which cards can be played under which rules (B-1)."""

from __future__ import annotations

from typing import Final

from llmwolf.roles import registry
from llmwolf.rules.errors import SetupError
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.spec import seats_of

MIN_SEATS, MAX_SEATS = 3, 18
_ALONE: Final = ("thief", "cupid")
"""Cards of which there is one: two spare cards, one pair of lovers."""


def check(name: str, cards: tuple[str, ...], rules: Ruleset) -> Ruleset:
    """Return ``rules``; raises :class:`SetupError` with the reason where ``cards`` cannot be played."""
    why = refusal(cards, rules)
    if why:
        raise SetupError(f"{name}: {why}")
    return rules


def refusal(cards: tuple[str, ...], rules: Ruleset) -> str:
    """Why ``cards`` cannot be played under ``rules``; empty where they can."""
    roles = registry()
    wolves = sum(roles[card].camp == "W" for card in cards)
    for card in _ALONE:
        if (count := cards.count(card)) > 1:
            return f"{count} cards {roles[card].zh} ({card}); there can be one"
    seats = seats_of(cards)
    spares = len(cards) - seats
    if not MIN_SEATS <= seats <= MAX_SEATS:
        middle = f", {spares} of them in the middle for the thief" if spares else ""
        return f"{len(cards)} cards{middle}; a table has {MIN_SEATS} to {MAX_SEATS} seats"
    if not wolves:
        return "there is no wolf among the cards"
    if wolves == len(cards):
        return "there are only wolves among the cards"
    if 2 * wolves >= seats and ("parity" in rules.wolves_win or rules.judged == "one_by_one"):
        return f"under parity the {wolves} wolves of {seats} have won before the first night"
    return ""
