"""The reader's card and what this seat alone knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from llmwolf.players.phrases import role_name, seat_list, seat_name, side_name
from llmwolf.roles import registry
from llmwolf.rules.facts import Hand
from llmwolf.tui.model.sight import Sight
from llmwolf.tui.words import t


@dataclass(frozen=True, slots=True)
class Note:
    """One line of the panel; ``tone`` is card, about, good, wolf, plain or gone."""

    text: str
    tone: str = "plain"


def card_title(sight: Sight, lang: str) -> str:
    """The card's name, or that this is somebody who only watches."""
    role = sight.view.hand.role
    return role_name(role, lang) if role else t("watching", lang)


def hand_notes(sight: Sight, god: bool, lang: str) -> list[Note]:
    """What the reader knows beyond what everybody knows, the newest first."""
    view = sight.view
    if not view.seat:
        return [Note(t("hand_god" if god else "hand_public", lang), "about")]
    hand = view.hand
    notes: list[Note] = []
    if view.seat in view.facts.gone:
        notes.append(Note(t("hand_out", lang), "gone"))
    if mates := [seat for seat in hand.pack if seat != view.seat]:
        notes.append(Note(t("hand_pack", lang, seats=seat_list(mates, lang)), "wolf"))
    notes += _bag(hand, lang)
    notes += _shown(hand, view.facts.day, lang)
    notes += [
        Note(t("hand_guard", lang, night=night, seat=seat_name(seat, lang)))
        for night, seat in reversed(hand.uses.get("guard", []))
    ]
    about = registry()[hand.role]
    notes.append(Note(about.about_en if lang == "en" else about.about_zh, "about"))
    return notes


def _bag(hand: Hand, lang: str) -> Iterator[Note]:
    """The witch's potions, left or used."""
    if hand.role != "witch":
        return
    for verb, left in (("save", "hand_antidote"), ("poison", "hand_poison")):
        done = hand.uses.get(verb)
        if done:
            night, target = done[-1]
            yield Note(t(f"{left}_used", lang, night=night, seat=seat_name(target, lang)))
        else:
            yield Note(t(left, lang), "good")


def _shown(hand: Hand, day: int, lang: str) -> Iterator[Note]:
    """What the judge showed this seat, the newest first; what only matters tonight is shown tonight."""
    for night, fact, target, value in reversed(hand.told):
        seat = seat_name(target, lang)
        match fact:
            case "check":
                words = t("hand_check", lang, night=night, seat=seat, answer=side_name(value, lang))
                yield Note(words, value)
            case "victim" if target:
                yield Note(t("hand_victim", lang, night=night, seat=seat))
            case "victim" if night == day:
                yield Note(t("hand_no_victim", lang, night=night))
            case "knife":
                key = "hand_knife" if target else "hand_no_knife"
                yield Note(t(key, lang, night=night, seat=seat))
            case "gun" if night == day:
                key = "hand_gun" if value == "yes" else "hand_no_gun"
                yield Note(t(key, lang, night=night))
