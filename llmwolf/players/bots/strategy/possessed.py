"""狂人: talks like a villager and votes for whoever looks good, since good is whom he is against."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay


class PossessedPlay(TownPlay):
    """The wolves' friend who does not know them."""

    def weight(self, m: Mind, seat: int) -> float:
        """Follow the votes that gather, as long as they are not on somebody who looks like a wolf."""
        return m.level.herd * self._called(m, seat) - 0.5 * m.suspicion(seat)
