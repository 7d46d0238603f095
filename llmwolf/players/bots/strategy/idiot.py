"""白痴: says so only where the exile would waste a day."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay


class IdiotPlay(TownPlay):
    """The idiot."""

    run_percent = 16

    def shows(self, m: Mind) -> str:
        """In danger, and always once the card is turned."""
        return "idiot" if m.me in m.facts.shown else super().shows(m)
