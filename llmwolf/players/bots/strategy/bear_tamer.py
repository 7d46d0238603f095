"""驯熊师: lays the card open on day 1: a roar is worth nothing while nobody knows whose bear it is."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay


class BearTamerPlay(TownPlay):
    """The bear tamer."""

    run_percent = 60

    def shows(self, m: Mind) -> str:
        """From the first day speech on."""
        return "bear_tamer" if m.facts.stage in ("speech", "pk", "last_words") else super().shows(m)
