"""What the cards were used for in a finished game, and what each card of a board can be used for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from llmwolf.boards import Board
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event

Use = tuple[str, str]
"""A card (or event card) and what it was used for."""


class _Ability(NamedTuple):
    """Something a card can be used for, on the boards ``where`` it can."""

    name: str
    where: Callable[[Board], bool] = lambda board: True


_HAS_ABILITIES: Final = {
    "seer": (_Ability("check"),),
    "witch": (_Ability("save"), _Ability("poison")),
    "hunter": (_Ability("shoot"),),
    "idiot": (_Ability("turned"),),
    "guard": (
        _Ability("guard"),
        _Ability("muffle", lambda board: board.rules.guard_muffles and "piper" in board.cards),
    ),
    "knight": (_Ability("hit"), _Ability("missed")),
    "silencer": (_Ability("silence"),),
    "bear_tamer": (_Ability("roar"),),
    "bomber": (_Ability("bomb"),),
    "elder": (_Ability("survived"), _Ability("powers ended")),
    "scapegoat": (_Ability("tie"), _Ability("list")),
    "gravekeeper": (_Ability("grave"),),
    "little_girl": (
        _Ability("peek"),
        _Ability("seen"),
        _Ability("caught", lambda board: board.rules.girl_caught > 0),
    ),
    "rogue": (
        _Ability("not charmed", lambda board: "wolf_beauty" in board.cards),
        _Ability("lingered", lambda board: board.rules.rogue_lingers),
    ),
    "wild_child": (_Ability("model"), _Ability("turned")),
    "cupid": (_Ability("link"), _Ability("followed")),
    "thief": (_Ability("took"),),
    "piper": (_Ability("pipe"),),
    "werewolf": (
        _Ability("knife"),
        _Ability("explode", lambda board: bool(board.rules.explode_phases)),
        _Ability("widow", lambda board: board.rules.judged == "one_by_one" and "cupid" in board.cards),
    ),
    "white_wolf_king": (_Ability("knife"), _Ability("taken")),
    "wolf_king": (_Ability("knife"), _Ability("shoot")),
    "wolf_beauty": (_Ability("knife"), _Ability("charm"), _Ability("followed")),
    "hidden_wolf": (_Ability("knife"),),
    "ally": (_Ability("named"),),
}
"""Cards and event cards with what they can be used for; a card that is not here, by what it aims at."""


def abilities(board: Board) -> tuple[Use, ...]:
    """All that the cards of ``board`` can be used for under its rules, in a fixed order."""
    found: list[Use] = []
    for card in (*sorted(set(board.cards)), *board.events):
        listed = _HAS_ABILITIES.get(card)
        if listed is not None:
            found += [(card, one.name) for one in listed if one.where(board)]
        elif card in registry():
            found += [(card, verb) for verb in registry()[card].aims]
    return tuple(found)


def uses(log: Iterable[Event]) -> Counter[Use]:
    """How often each card was used for what, from the events of a game as the judge heard them."""
    found: Counter[Use] = Counter()
    held: dict[int, str] = {}
    charms: dict[int, int] = {}
    for event in log:
        match event:
            case ev.Dealt():
                held[event.seat] = event.role
            case ev.Became():
                if event.taken:
                    found["thief", "took"] += 1
                elif held[event.seat] == "wild_child":
                    found["wild_child", "turned"] += 1
                held[event.seat] = event.role
            case ev.Acted():
                found[held[event.seat], event.verb] += bool(event.target or event.verb == "peek")
            case ev.Charmed():
                charms[event.by] = event.seat
            case ev.Cause():
                _fell(found, held, charms, event.seat, event.cause)
            case ev.NightResolved():
                for seat, cause in event.deaths:
                    _fell(found, held, charms, seat, cause)
            case _:
                found.update(_seen(event, held))
    return found


def _fell(found: Counter[Use], held: dict[int, str], charms: dict[int, int], seat: int, cause: str) -> None:
    """A death by a link or charm, and the beauty's who had charmed a rogue."""
    if cause == "lover":
        found["cupid", "followed"] += 1
    elif cause == "charm":
        found["wolf_beauty", "followed"] += 1
    if held.get(charms.get(seat, 0)) == "rogue" and cause not in ("knife", "explode"):
        found["rogue", "not charmed"] += 1


def _seen(event: Event, held: dict[int, str]) -> list[Use]:
    """What an event by itself shows to have been used."""
    match event:
        case ev.Told() if event.fact in ("seen", "caught"):
            return [("little_girl", event.fact)]
        case ev.Told() if event.fact == "grave":
            return [("gravekeeper", "grave")]
        case ev.Exploded():
            card = held[event.seat]
            return [(card, "explode"), (card, "taken")] if event.target else [(card, "explode")]
        case ev.Shot():
            return [(held[event.seat], "shoot")]
        case ev.Marked() if event.mark == "voteless":
            return [("idiot", "turned")]
        case ev.Roared():
            return [("bear_tamer", "roar")]
        case ev.Dueled():
            return [("knight", "hit" if event.hit else "missed")]
        case ev.Died() if event.how == "bomb":
            return [("bomber", "bomb")]
        case ev.Died() if event.how == "lingered":
            return [("rogue", "lingered")]
        case ev.Scapegoated():
            return [("scapegoat", "tie")]
        case ev.VotersNamed():
            return [("scapegoat", "list")]
        case ev.LifeSpent():
            return [("elder", "survived")]
        case ev.PowersEnded():
            return [("elder", "powers ended")]
        case ev.AllyMade() if event.seat:
            return [("ally", "named")]
    return []
