"""野孩子: good for now, and does not want the model out."""

from __future__ import annotations

from typing import Final

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay

FOND: Final = 0.4
"""How much it takes to vote for the model."""


class WildChildPlay(TownPlay):
    """The wild child before turning; afterwards a wolf's play is taken."""

    run_percent = 6

    def weight(self, m: Mind, seat: int) -> float:
        """As anybody, less what the model is worth."""
        model = any(seat == target for _, target in m.hand.uses.get("model", ()))
        return super().weight(m, seat) - FOND * model
