"""吹笛者: passes for a villager, and charms those who will still be there."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules.asks import Choice

MIDDLING = 0.35
"""The suspicion of a seat that neither the knife nor the vote is likely to take."""


class PiperPlay(TownPlay):
    """The piper."""

    run_percent = 4

    def shows(self, m: Mind) -> str:
        """A villager's card where a card must be shown."""
        return "villager" if super().shows(m) else ""

    def aimed(self, m: Mind, choice: Choice, aim: str) -> tuple[int, ...]:
        """Whoever is neither knifed nor voted out soon; those who lead are knifed."""
        if choice.verb != "pipe":
            return super().aimed(m, choice, aim)

        def lasting(seat: int) -> float:
            leads = seat == m.facts.sheriff or m.book.roles.get(seat, "villager") != "villager"
            return -abs(m.suspicion(seat) - MIDDLING) - 0.3 * leads

        fresh = choice.some or choice.pool
        return tuple(m.ranked(fresh, lasting, "pipe")[: choice.most])
