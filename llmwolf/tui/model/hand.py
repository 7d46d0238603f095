"""The reader's card and what this seat alone knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from llmwolf.players.phrases import answer_name, role_name, seat_list, seat_name, side_name
from llmwolf.roles import declared, registry
from llmwolf.rules.facts import Hand
from llmwolf.tui.model.rights import may
from llmwolf.tui.model.sight import Sight
from llmwolf.tui.words import t
from llmwolf.tui.words.terms import plain

_BAG: Final = (("save", "hand_antidote"), ("poison", "hand_poison"))
_DONE: Final = ("guard", "muffle", "charm", "silence", "pipe", "widow")
"""Verbs of the night whose targets the seat may look up."""
_WOLFISH: Final = ("wolf", "not_village")


@dataclass(frozen=True, slots=True)
class Note:
    """One line of the panel; ``tone`` is card, about, good, wolf, plain or gone."""

    text: str
    tone: str = "plain"


def card_title(sight: Sight, lang: str) -> str:
    """The card's name and what it has become, or that this is somebody who only watches."""
    hand = sight.view.hand
    if not hand.role:
        return t("watching", lang)
    return turned_name(hand, lang)


def turned_name(hand: Hand, lang: str) -> str:
    """``野孩子→狼人``: the card that is held, and what its holder is now where that is another."""
    held, now = role_name(hand.card, lang), role_name(hand.role, lang)
    return now if hand.card == hand.role else f"{held}→{now}"


def tone_of(answer: str) -> str:
    """Whether what a check told is a wolf's or a good player's."""
    role = registry().get(answer)
    return "wolf" if answer in _WOLFISH or (role is not None and role.camp == "W") else "good"


def spare_cards(hand: Hand) -> tuple[str, ...]:
    """The two cards in the middle, as the thief was shown them."""
    return tuple(card for _, fact, _, card in hand.told if fact == "spare")


def hand_notes(sight: Sight, god: bool, lang: str) -> list[Note]:
    """What the reader knows beyond what everybody knows, the newest first."""
    view = sight.view
    if not view.seat:
        return [Note(t("hand_god" if god else "hand_public", lang), "about")]
    hand = view.hand
    notes: list[Note] = []
    if view.seat in view.facts.gone:
        notes.append(Note(t("hand_out", lang), "gone"))
    notes += _standing(hand, lang)
    notes += _bag(hand, lang)
    notes += _shown(hand, view.facts.day, lang)
    notes += _done(hand, lang)
    if may(hand.role, "explode") and view.seat not in view.facts.gone:
        known = "hand_may_explode" if view.rules.explode_phases else "hand_no_explode"
        notes.append(Note(t(known, lang), "about"))
    about = registry()[hand.role]
    notes.append(Note(plain(about.about_en) if lang == "en" else about.about_zh, "about"))
    return notes


def _standing(hand: Hand, lang: str) -> Iterator[Note]:
    """With whom the reader stands: pack, lover, model, those whom the pipe has charmed."""
    told = {fact: seat for _, fact, seat, _ in hand.told}
    if "powers" in told:
        yield Note(t("hand_powerless", lang), "gone")
    if mates := [seat for seat in hand.pack if seat != hand.seat]:
        yield Note(t("hand_pack", lang, seats=seat_list(mates, lang)), "wolf")
    if wolves := _told_of(hand, "ally_wolf"):
        yield Note(t("hand_ally", lang, seats=seat_list(wolves, lang)), "wolf")
    if hand.lover:
        card = next((role_name(c, lang) for _, fact, _, c in hand.told if fact == "lover_card"), "")
        yield Note(t("hand_lover", lang, seat=seat_name(hand.lover, lang), card=card).rstrip())
    if linked := hand.uses.get("link"):
        yield Note(t("hand_link", lang, seats=seat_list([seat for _, seat in linked], lang)))
    if chosen := hand.uses.get("model"):
        key = "hand_model_gone" if "model_gone" in told else "hand_model"
        yield Note(t(key, lang, seat=seat_name(chosen[-1][1], lang)))
    if charmed := _told_of(hand, "charmed"):
        yield Note(t("hand_charmed", lang, seats=seat_list(charmed, lang)))
    if spares := spare_cards(hand):
        cards = ("、" if lang == "zh" else ", ").join(role_name(card, lang) for card in spares)
        yield Note(t("hand_spares", lang, cards=cards))
    if hand.used("duel"):
        yield Note(t("hand_duel", lang, seat=seat_name(hand.uses["duel"][-1][1], lang)))


def _told_of(hand: Hand, fact: str) -> list[int]:
    """Every seat that the judge named under ``fact``, ascending."""
    return sorted({seat for _, known, seat, _ in hand.told if known == fact})


def _bag(hand: Hand, lang: str) -> Iterator[Note]:
    """The witch's potions, left or used."""
    if hand.role != "witch":
        return
    for verb, left in _BAG:
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
                words = t("hand_check", lang, night=night, seat=seat, answer=answer_name(value, lang))
                yield Note(words, tone_of(value))
            case "grave":
                words = t("hand_grave", lang, day=night - 1, seat=seat, answer=side_name(value, lang))
                yield Note(words, tone_of(value))
            case "seen":
                yield Note(t("hand_seen", lang, night=night, seat=seat), "wolf")
            case "caught":
                yield Note(t("hand_caught", lang, night=night, seat=seat))
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


def _done(hand: Hand, lang: str) -> Iterator[Note]:
    """What the seat did by night, the newest first."""
    for verb in (*_DONE, *declared()):
        nights: dict[int, list[int]] = {}
        for night, target in hand.uses.get(verb, ()):
            if target:
                nights.setdefault(night, []).append(target)
        for night, seats in reversed(nights.items()):
            listed = seat_name(seats[0], lang) if len(seats) == 1 else seat_list(seats, lang)
            own = declared().get(verb)
            if own is None:
                yield Note(t(f"hand_{verb}", lang, night=night, seat=listed))
            else:
                yield Note(
                    t("hand_did", lang, night=night, act=own.en if lang == "en" else own.zh, seat=listed)
                )
