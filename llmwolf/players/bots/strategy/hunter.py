"""猎人: keeps the gun covered until he is about to go; shoots his top suspect or holds fire."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay


class HunterPlay(TownPlay):
    """The hunter."""

    run_percent = 16

    def shows(self, m: Mind) -> str:
        """拍枪 in danger, or once shown."""
        shown = m.book.roles.get(m.me) == "hunter" or m.slips("shows_card")
        return "hunter" if shown and not m.facts.stage.startswith("election") else super().shows(m)
