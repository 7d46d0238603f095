"""盗贼: takes the card that does most, a wolf where one must be taken."""

from __future__ import annotations

from typing import Final

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules.asks import PASS, Choice, Request

LIKED: Final = (
    "seer", "witch", "hunter", "guard", "knight", "silencer", "bear_tamer", "white_wolf_king", "wolf_king",
    "wolf_beauty", "werewolf", "hidden_wolf", "piper", "gravekeeper", "little_girl", "elder", "idiot",
    "cupid", "bomber", "scapegoat", "rogue",
)  # fmt: skip
"""Cards in the order in which a thief would have them; any other after these, a villager's last."""


class ThiefPlay(TownPlay):
    """The thief before the choice."""

    def night(self, m: Mind, request: Request) -> Answer:
        """The better of the cards that may be taken."""
        if request.kind != "thief":
            return super().night(m, request)
        cards = {place: card for _, fact, place, card in m.hand.told if fact == "spare"}
        verbs = {choice.verb: cards[place] for place, choice in enumerate(_by_place(request), 1) if choice}
        best = min(verbs, key=lambda verb: (_rank(verbs[verb]), verb))
        return Answer(PASS if request.may_pass and verbs[best] == "villager" else best)


def _by_place(request: Request) -> tuple[Choice | None, Choice | None]:
    found = {choice.verb: choice for choice in request.choices}
    return found.get("first"), found.get("second")


def _rank(card: str) -> int:
    return LIKED.index(card) if card in LIKED else len(LIKED) + (card == "villager")
