"""狼人的盟友: keeps the card and its powers, and plays for the wolves that were shown (N-19)."""

from __future__ import annotations

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy import pack
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.players.bots.strategy.wolf import WolfPlay
from llmwolf.rules.asks import Choice, Request


class AllyPlay(WolfPlay):
    """A good card turned to the wolves' use; ``own`` is how the card is played otherwise."""

    def __init__(self, own: TownPlay) -> None:
        self.own = own

    def shows(self, m: Mind) -> str:
        """The card is true: it is shown when it would be anyway."""
        return self.own.shows(m)

    def night(self, m: Mind, request: Request) -> Answer:
        """The card's powers, turned around: poison for whom the pack gains by, no antidote but for a mate."""
        if request.kind != "potion":
            return self.own.night(m, request)
        pools = {choice.verb: choice for choice in request.choices}
        hurt = [s for s in pools["save"].pool if s in m.mates] if "save" in pools else []
        if hurt:
            return Answer("save", (hurt[0],))
        return self._poison(m, pools["poison"]) if "poison" in pools else Answer()

    def _poison(self, m: Mind, choice: Choice) -> Answer:
        prey = [s for s in choice.pool if s not in m.mates and s != m.me]
        target = m.best(prey, lambda s: pack.worth(m, s), "poison")
        return Answer("poison", (target,)) if target else Answer()
