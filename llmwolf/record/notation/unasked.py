"""Why nobody is asked for what a record says, where it says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from llmwolf.record.notation.holders import holding, left, out, unable
from llmwolf.record.notation.items import Item, Phase
from llmwolf.record.notation.options import words_for
from llmwolf.record.notation.sentences import Sentence, say, seats
from llmwolf.record.notation.targets import no_potion, no_right, no_shot
from llmwolf.rules.asks import Request
from llmwolf.rules.chapters.card import ALLY
from llmwolf.rules.events import Dueled, Elected, Exploded, NightFell, NoBadge, Scapegoated, Spoke, Tied
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.game import Game

Why = Sentence | None
_AFTER_THE_DAY: Final = ("shoot", "badge", "ally", "voters")
"""What may still be asked when an act out of turn has ended the day."""
_ELECTION: Final = ("run", "withdraw", "badge_vote", "badge_pk")


@dataclass(slots=True)
class Asked:
    """What the judge asked in one phase.

    ``now`` are the questions since the last point that the record fixes, each with the item that answered it;
    ``before`` those before that point, with the item that answered it and the one that fixed the point.
    """

    now: list[tuple[Request, Item | None]] = field(default_factory=list)
    before: list[tuple[Request, Item | None, Item]] = field(default_factory=list)

    def add(self, request: Request, item: Item | None) -> None:
        """``request`` is answered, by ``item`` if the record says anything."""
        self.now.append((request, item))

    def fix(self, anchor: Item) -> None:
        """``anchor`` fixes a point of the day."""
        self.before += [(request, by, anchor) for request, by in self.now]
        self.now = []

    def left(self) -> tuple[Request, ...]:
        """Questions of ``now`` that no item has answered, not even for others who were asked with them."""
        done = {request.kind for request, item in self.now if item is not None and _together(request)}
        return tuple(r for r, item in self.now if item is None and r.kind not in done)


def _together(request: Request) -> bool:
    """Whether one item answers this question for everybody whom it is put to."""
    return request.kind in ("knife", "sign_up", "withdraw") or request.kind.endswith("ballot")


def why_unasked(game: Game, item: Item, asked: Asked, others: Sequence[Request]) -> Sentence:
    """Why ``item`` answers nothing; ``others`` are questions that are open now."""
    word, phase = item.word.id, item.phase
    named = _named(item)
    mine = [(request, by) for request, by in asked.now if _answers(word, request) and by is not item]
    alone = [request.seat for request, _ in mine] + [r.seat for r in others if _answers(word, r)]
    if alone and named and not set(named) & set(alone) and word != "shoot":
        return (
            _first_out(game, named, phase)
            or unable(game, word, named, phase)
            or say("asked_of", seats=seats(alone))
        )
    for request, by in mine:
        same = by is not None and (by.word is item.word or request.kind != "potion")
        if by is not None and same and (not named or request.seat in named):
            return _answered(item, by)
    if item.phase.is_day and word not in _AFTER_THE_DAY and (over := _day_over(game, phase.day)):
        return over
    if why := unable(game, word, named, phase):
        return why
    for request, by, anchor in asked.before:
        if _answers(word, request) and (not named or request.seat in named):
            return _answered(item, by) if by is not None else say("earlier", anchor=anchor.text)
    if alone and word == "shoot":
        return say("asked_of", seats=seats(alone))
    particular = _GROUNDS.get(word)
    why = particular(game, item) if particular else None
    return why or _first_out(game, named, phase) or say("unasked", phase=phase)


def _answers(word: str, request: Request) -> bool:
    return word in words_for(request) or (request.kind == "peek" and word in ("caught", "noticed"))


def _named(item: Item) -> list[int]:
    """The seats that ``item`` is said of."""
    own = item.word.id in ("say", "keep_card", "peek", "noticed", "caught", "explode")
    return [holder for holder, _ in item.pairs] or list(item.seats) * own


def _first_out(game: Game, named: Sequence[int], phase: Phase) -> Why:
    """Who of ``named`` went out before this could be asked."""
    for seat in named:
        gone = left(game, seat)
        if gone is not None and (gone <= phase if phase.is_day else gone < phase):
            return out(game, seat)
    return None


def _answered(item: Item, by: Item) -> Sentence:
    if by.word.id == "caught" and item.word.id == "kill":
        return say("caught_instead", item=by.text)
    return say("answered", item=by.text)


def _day_over(game: Game, day: int) -> Why:
    """Which act out of turn ended ``day``, if one did (I-1)."""
    now = 0
    for event in game.log:
        if isinstance(event, NightFell):
            now = event.day
        elif now == day and isinstance(event, Exploded):
            return say("day_over_explode", seat=event.seat)
        elif now == day and isinstance(event, Dueled) and event.hit:
            return say("day_over_duel", seat=event.seat)
    return None


# -- by night --------------------------------------------------------------------------------------------


def _first_night(game: Game, item: Item) -> Why:
    return say("first_night", word=item.word) if item.phase.day > 1 else None


def _potion(game: Game, item: Item) -> Why:
    named = _named(item) or holding(game, ("witch",))
    return no_potion(game, named[0], item.word.id, item.phase)


def _muffle(game: Game, item: Item) -> Why:
    judge = game.judge
    return None if judge.rules.guard_muffles and judge.has_piper else say("no_muffle")


def _knife(game: Game, item: Item) -> Why:
    return None if game.judge.pack() else say("no_pack")


def _ally(game: Game, item: Item) -> Why:
    if ALLY not in game.spec.events:
        return say("no_ally_card")
    return say("ally_later") if game.judge.hidden.ally is None else say("ally_named")


# -- the sheriff -----------------------------------------------------------------------------------------


def _sheriff(game: Game, item: Item) -> Why:
    """There is none at this table (D-12)."""
    rules = game.judge.rules
    return None if rules.sheriff and game.spec.seats >= rules.sheriff_from else say("no_sheriff")


def _election(game: Game, item: Item) -> Why:
    """When the election is, and how it ended (D-1, D-2, D-6)."""
    judge = game.judge
    if why := _sheriff(game, item):
        return why
    if judge.rules.election_when == "day2" and item.phase.day < 2:
        return say("election_day2")
    result = next((e for e in reversed(game.log) if isinstance(e, (Elected, NoBadge))), None)
    if result is None:
        return say("election_later") if judge.rules.election_when == "day1_after_discussion" else None
    if isinstance(result, Elected) and result.how == "only":
        return say("only_ran", seat=result.seat)
    if isinstance(result, Elected) and result.how == "last_standing":
        return say("last_standing", seat=result.seat)
    if isinstance(result, NoBadge) and result.why in ("nobody_ran", "all_withdrew", "all_ran"):
        return say(result.why)
    if item.word.id == "badge_pk":
        tied = any(isinstance(e, Tied) and e.stage == "badge_ballot" for e in game.log)
        return say("badge_tie_lost" if tied and judge.rules.badge_tie == "lost" else "no_badge_tie")
    return say("election_over")


def _badge(game: Game, item: Item) -> Why:
    facts = game.judge.facts
    if why := _sheriff(game, item):
        return why
    if not facts.sheriff:
        return say("nobody_sheriff")
    return say("sheriff_lives", seat=facts.sheriff) if facts.sheriff in facts.living else None


def _side(game: Game, item: Item) -> Why:
    rule = game.judge.rules.speech_order
    if why := _sheriff(game, item):
        return why
    if not game.judge.facts.sheriff:
        return say("nobody_sheriff")
    return {"alternate": say("side_alternates"), "fixed": say("side_fixed")}.get(rule)


# -- the day ---------------------------------------------------------------------------------------------


def _pk(game: Game, item: Item) -> Why:
    """What the tie led to, if there was one (V-3, V-4)."""
    tie = _tie(game, item.phase.day)
    if tie is None:
        return say("no_tie")
    if any(isinstance(event, Scapegoated) for event in game.log[tie:]):
        return say("tie_goat")
    rule = game.judge.rules.tie
    return say("nobody_left") if rule == "pk" else say("tie_rule", rule=rule)


def _drawn(game: Game, item: Item) -> Why:
    if item.phase.is_day and _tie(game, item.phase.day) is not None:
        return say("no_lot_rule", rule=game.judge.rules.tie)
    return say("no_lot")


def _tie(game: Game, day: int) -> int | None:
    """Where in the log the exile ballot of ``day`` was tied."""
    now = 0
    for place, event in enumerate(game.log):
        if isinstance(event, NightFell):
            now = event.day
        elif now == day and isinstance(event, Tied) and event.stage == "ballot":
            return place
    return None


def _keeps(game: Game, item: Item) -> Why:
    exiled = game.judge.facts.exiles.get(item.phase.day) == item.seat
    return (
        say("flips")
        if exiled and game.judge.rules.idiot_flip == "automatic"
        else say("not_exiled", seat=item.seat)
    )


def _vote(game: Game, item: Item) -> Why:
    stated = dict(game.spec.outs).get(item.phase.day)
    return say("out_stated", item=f"出 {stated}") if stated else say("vote_later")


def _shot(game: Game, item: Item) -> Why:
    return no_shot(game, item.pairs[0][0]) if item.pairs else None


def _cut_in(game: Game, item: Item) -> Why:
    seat = item.pairs[0][0] if item.pairs else item.seat
    return no_right(game, item.word.id, seat)


def _words(game: Game, item: Item) -> Why:
    """Somebody who is out says something: he has no last words, or they are over (rules.md §6)."""
    gone = game.judge.facts.gone.get(item.seat)
    if gone is None:
        return say("does_not_speak", seat=item.seat)
    if any(isinstance(e, Spoke) and e.stage == "last_words" and e.seat == item.seat for e in game.log):
        return say("words_over", seat=item.seat)
    if (gone[1], gone[0] == NIGHT) == (item.phase.day, True) or Phase(gone[1], True) == item.phase:
        return say("no_last_words", seat=item.seat, rule=f"last_words = {game.judge.rules.last_words}")
    return None


_GROUNDS: Final[Mapping[str, Callable[[Game, Item], Why]]] = {
    **dict.fromkeys(("link", "model", "thief"), _first_night),
    **dict.fromkeys(("save", "poison"), _potion),
    **dict.fromkeys(_ELECTION, _election),
    **dict.fromkeys(("explode", "duel"), _cut_in),
    "muffle": _muffle,
    "kill": _knife,
    "caught": lambda game, item: say("caught_and_kill"),
    "widow": lambda game, item: say("widow"),
    "ally": _ally,
    "badge": _badge,
    "order": _side,
    "vote": _vote,
    "pk_vote": _pk,
    "drawn": _drawn,
    "voters": lambda game, item: say("no_goat_tie"),
    "keep_card": _keeps,
    "out": lambda game, item: say("not_out", seat=item.seat),
    "shoot": _shot,
    "say": _words,
}
