"""How each card is played: one module a role or side, found by the card's id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from llmwolf.players.bots.strategy.ally import AllyPlay
from llmwolf.players.bots.strategy.bear_tamer import BearTamerPlay
from llmwolf.players.bots.strategy.bomber import BomberPlay
from llmwolf.players.bots.strategy.cupid import CupidPlay
from llmwolf.players.bots.strategy.gravekeeper import GravekeeperPlay
from llmwolf.players.bots.strategy.guard import GuardPlay
from llmwolf.players.bots.strategy.hunter import HunterPlay
from llmwolf.players.bots.strategy.idiot import IdiotPlay
from llmwolf.players.bots.strategy.little_girl import LittleGirlPlay
from llmwolf.players.bots.strategy.piper import PiperPlay
from llmwolf.players.bots.strategy.possessed import PossessedPlay
from llmwolf.players.bots.strategy.seer import SeerPlay
from llmwolf.players.bots.strategy.silencer import SilencerPlay
from llmwolf.players.bots.strategy.thief import ThiefPlay
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.players.bots.strategy.wild_child import WildChildPlay
from llmwolf.players.bots.strategy.witch import WitchPlay
from llmwolf.players.bots.strategy.wolf import WolfPlay
from llmwolf.roles import registry
from llmwolf.rules.facts import Hand

PLAYS: Final[Mapping[str, TownPlay]] = {
    "bear_tamer": BearTamerPlay(),
    "bomber": BomberPlay(),
    "cupid": CupidPlay(),
    "gravekeeper": GravekeeperPlay(),
    "guard": GuardPlay(),
    "hunter": HunterPlay(),
    "idiot": IdiotPlay(),
    "little_girl": LittleGirlPlay(),
    "piper": PiperPlay(),
    "possessed": PossessedPlay(),
    "seer": SeerPlay(),
    "silencer": SilencerPlay(),
    "thief": ThiefPlay(),
    "wild_child": WildChildPlay(),
    "witch": WitchPlay(),
}
_TOWN: Final = TownPlay()
_WOLF: Final = WolfPlay()
_ALLY: Final = AllyPlay(_TOWN)
_ALLIES: Final = {card: AllyPlay(play) for card, play in PLAYS.items()}


def play_of(hand: Hand) -> TownPlay:
    """How the holder of ``hand`` plays; a card without a module of its own plays for its side."""
    if hand.pack or (hand.role and registry()[hand.role].camp == "W"):
        return _WOLF
    if any(fact == "ally" for _, fact, _, _ in hand.told):
        return _ALLIES.get(hand.role, _ALLY)
    return PLAYS.get(hand.role, _TOWN)
