"""How each card is played: one module a role or side, found by the card's id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from llmwolf.players.bots.strategy.bear_tamer import BearTamerPlay
from llmwolf.players.bots.strategy.guard import GuardPlay
from llmwolf.players.bots.strategy.hunter import HunterPlay
from llmwolf.players.bots.strategy.idiot import IdiotPlay
from llmwolf.players.bots.strategy.possessed import PossessedPlay
from llmwolf.players.bots.strategy.seer import SeerPlay
from llmwolf.players.bots.strategy.thief import ThiefPlay
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.players.bots.strategy.witch import WitchPlay
from llmwolf.players.bots.strategy.wolf import WolfPlay
from llmwolf.roles import registry
from llmwolf.rules.facts import Hand

PLAYS: Final[Mapping[str, TownPlay]] = {
    "seer": SeerPlay(),
    "witch": WitchPlay(),
    "hunter": HunterPlay(),
    "guard": GuardPlay(),
    "idiot": IdiotPlay(),
    "thief": ThiefPlay(),
    "possessed": PossessedPlay(),
    "bear_tamer": BearTamerPlay(),
}
_TOWN: Final = TownPlay()
_WOLF: Final = WolfPlay()


def play_of(hand: Hand) -> TownPlay:
    """How the holder of ``hand`` plays; a card without a module of its own plays for its side."""
    evil = hand.pack or (hand.role and registry()[hand.role].camp == "W")
    return _WOLF if evil else PLAYS.get(hand.role, _TOWN)
