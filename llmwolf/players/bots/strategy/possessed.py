"""狂人: talks like a villager and votes for whoever looks good, since good is whom he is against."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay


class PossessedPlay(TownPlay):
    """The wolves' friend who does not know them."""

    def shows(self, m: Mind) -> str:
        """A villager's card where a card must be shown."""
        return "villager" if super().shows(m) else ""

    def heir(self, m: Mind, pool: tuple[int, ...]) -> int:
        """To whoever looks most like a friend of his."""
        return m.best(pool, m.suspicion, "heir")

    def weight(self, m: Mind, seat: int) -> float:
        """Follow the votes that gather, as long as they are not on somebody who looks like a wolf."""
        return m.level.herd * self._called(m, seat) - 0.5 * m.suspicion(seat)
