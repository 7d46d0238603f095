"""Being out: what the reader may know of how it came, and from when on the whole table may be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from llmwolf.players.phrases import say_event, seat_list, seat_name
from llmwolf.players.words import CAUSES
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.chapters.card import ALLY
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.view import View
from llmwolf.tui.model.sight import Sight
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.words import t

_AFTER: Final = ("speech", "ballot", "pk")
"""Rounds that begin when nothing is wanted any more of those whom the night took."""
_BY_NIGHT: Final = {"witch": "poison", "cupid": "lover", "wolf_beauty": "charm"}
"""Card on the board → what it may do to somebody by night, beside the knife."""


def released(view: View, deck: Sequence[str] = ()) -> bool:
    """Whether the seat of ``view`` is out and will not be asked for anything any more.

    Its last words, its shot and its badge are over once the night has fallen, or once the day goes on after
    a death by night. Where the event card of the wolves' ally is in the ``deck``, the first who went out is
    asked once more (N-19).
    """
    facts = view.facts
    if view.seat not in facts.gone:
        return False
    phase, day, _ = facts.gone[view.seat]
    if facts.winner:
        return True
    if ALLY in deck and next(iter(facts.gone)) == view.seat and _may_name_ally(view, day):
        return False
    return facts.day > day or (phase == NIGHT and facts.stage in _AFTER)


def _may_name_ally(view: View, out: int) -> bool:
    """Whether no night has passed yet since the card was turned and the seat went out, on day ``out``."""
    turned = today = 0
    for event in view.log:
        match event:
            case ev.DayBroke():
                today = event.day
            case ev.EventDrawn() if event.card == ALLY:
                turned = today
    return not turned or today <= max(turned, out)


def why_out(sight: Sight, situation: Situation, lang: str) -> list[str]:
    """How the reader went out, line by line: what everybody saw, and what the reader alone can add to it."""
    view, seat = sight.view, sight.view.seat
    phase, day, how = view.facts.gone[seat]
    seen = [event for event in view.log if event.to is None and _concerns(event, seat)]
    lines = [say_event(event, lang) for event in seen]
    if how == "exile":
        lines += _ballots(situation, seat, day, lang)
    if how == "night" and phase == NIGHT:
        lines.append(t("out_secret", lang, causes=_possible(view, lang)))
    lines += _own(view, day, how, lang)
    if sight.hidden is not None and seat in sight.hidden.causes:
        cause = CAUSES.get(sight.hidden.causes[seat], ("", ""))[lang == "en"]
        lines.append(t("out_cause", lang, cause=cause))
    return lines


def _concerns(event: Event, seat: int) -> bool:
    """Whether a public event tells how ``seat`` went out."""
    match event:
        case ev.Announced():
            return seat in event.seats
        case ev.Shot() | ev.Dueled() | ev.Exploded():
            return event.target == seat or (not isinstance(event, ev.Shot) and event.seat == seat)
        case ev.Died():
            return event.seat == seat
    return False


def _ballots(situation: Situation, seat: int, day: int, lang: str) -> Iterator[str]:
    """Who voted for ``seat`` in the ballot that exiled it."""
    rounds = [one for one in situation.rounds if one.day == day and one.ballots.stage in ev.EXILE]
    if rounds:
        voters = [voter for voter, target in rounds[-1].ballots.ballots if target == seat]
        yield t("out_votes", lang, seats=seat_list(voters, lang))


def _possible(view: View, lang: str) -> str:
    """What may be behind a death by night on this board."""
    causes = ["knife", *(cause for card, cause in _BY_NIGHT.items() if card in view.facts.cards)]
    return t("comma", lang).join(CAUSES[cause][lang == "en"] for cause in causes)


def _own(view: View, day: int, how: str, lang: str) -> Iterator[str]:
    """What the hand of the reader says about that night."""
    hand, facts = view.hand, view.facts
    if how == "night":
        told = {(fact, value) for night, fact, seat, value in hand.told if (night, seat) == (day, view.seat)}
        if ("victim", "") in told:
            yield t("out_victim", lang)
        if ("knife", "") in told:
            yield t("out_own_knife", lang)
        if ("gun", "no") in told:
            yield t("out_no_gun", lang)
    if hand.lover in facts.gone and facts.gone[hand.lover][1] == day:
        yield t("out_lover", lang, seat=seat_name(hand.lover, lang))
