"""What may be done out of turn: whom it touches, or why not now and when; as far as the reader may know."""

from __future__ import annotations

from typing import Final

from llmwolf.players.phrases import role_name, seat_name, stage_name
from llmwolf.roles import registry
from llmwolf.rules.asks import Choice
from llmwolf.rules.facts import NIGHT
from llmwolf.tui.model.sight import Sight
from llmwolf.tui.model.switchwords import value_words
from llmwolf.tui.words import t

VERBS: Final = ("explode", "duel", "withdraw")
"""自爆, 决斗, 退水."""
_LIKE: Final = {"election_pk": "election", "talk": "speech"}
"""Stages in which the same is allowed as in another."""


def verbs_here(sight: Sight) -> list[str]:
    """The acts out of turn that there are at this table at all, whoever may do them."""
    facts, rules = sight.view.facts, sight.view.rules
    able = {verb: any(may(card, verb) for card in facts.cards) for verb in ("explode", "duel")}
    able["explode"] = able["explode"] and bool(rules.explode_phases)
    able["withdraw"] = rules.sheriff and facts.seats >= rules.sheriff_from
    return [verb for verb in VERBS if able[verb]]


def affected(choice: Choice, sight: Sight, lang: str) -> str:
    """What the act of ``choice`` does, and to whom, line by line."""
    facts, rules, hand, verb = sight.view.facts, sight.view.rules, sight.view.hand, choice.verb
    lines = [t(f"{verb}_body", lang)]
    if verb == "explode":
        if facts.stage.startswith("election"):
            lost = facts.blasts + 1 >= rules.explosions_to_lose_badge
            lines.append(t("explode_badge" if lost else "explode_put_off", lang))
        elif facts.sheriff == sight.view.seat:
            lines.append(t("explode_sheriff", lang))
        lines.append(t("explode_words" if rules.explode_last_words else "explode_no_words", lang))
    if verb != "withdraw" and hand.lover in facts.living:
        lines.append(t(f"{verb}_lover", lang, seat=seat_name(hand.lover, lang)))
    if choice.most:
        lines.append(t(f"{verb}_target", lang))
    return "\n".join(lines)


def why_no_right(verb: str, sight: Sight, speaker: int, lang: str) -> str:
    """Why the reader of ``sight`` may not do ``verb`` (explode, duel, withdraw) now, and when one may.

    ``speaker`` has the floor (0: nobody). What is told comes from the reader's own card, from what is public
    and from the house rules; it is for a moment at which the reader has no such right.
    """
    facts = sight.view.facts
    if not sight.view.seat:
        why = t("why_watching", lang)
    elif facts.winner:
        why = t("why_over", lang)
    elif sight.view.seat not in facts.living:
        why = t("why_out", lang)
    else:
        why = _withdraw(sight, speaker, lang) if verb == "withdraw" else _card(verb, sight, speaker, lang)
    return t(f"cannot_{verb}", lang, why=why)


def _card(verb: str, sight: Sight, speaker: int, lang: str) -> str:
    """The right of a card: 自爆, 决斗."""
    facts, hand, rules = sight.view.facts, sight.view.hand, sight.view.rules
    if not may(hand.role, verb):
        holders = [role_name(card, lang) for card in dict.fromkeys(facts.cards) if may(card, verb)]
        card = role_name(hand.role, lang)
        cards = t("comma", lang).join(holders)
        return t("why_card", lang, card=card, cards=cards) if holders else t("why_no_card", lang)
    if verb == "explode" and not rules.explode_phases:
        return t("why_rules", lang)
    if hand.used(verb):
        return t("why_used", lang)
    if any(fact == "powers" for _, fact, _, _ in hand.told):
        return t("why_powerless", lang)
    phases = rules.explode_phases if verb == "explode" else ("speech",)
    if speaker and _LIKE.get(facts.stage, facts.stage) in phases:
        return t("why_not_yet", lang, card=role_name(hand.role, lang))
    when = t(f"when_{verb}", lang, phases=value_words("explode_phases", phases, lang))
    return f"{_moment(sight, speaker, lang)}{when}"


def may(card: str, verb: str) -> bool:
    """Whether the card ever has the right to ``verb``."""
    law = registry()[card]
    return "rights" in law.hears and (("duel" in law.aims) if verb == "duel" else law.camp == "W")


def _moment(sight: Sight, speaker: int, lang: str) -> str:
    """What of this moment is in the way."""
    facts = sight.view.facts
    if facts.phase == NIGHT and not speaker:
        return t("why_night", lang)
    if not speaker:
        return t("why_silence", lang)
    return t("why_stage", lang, stage=stage_name(facts.stage, lang))


def _withdraw(sight: Sight, speaker: int, lang: str) -> str:
    """退水, the right of a candidate."""
    facts, rules, seat = sight.view.facts, sight.view.rules, sight.view.seat
    if not (rules.sheriff and facts.seats >= rules.sheriff_from):
        return t("why_no_sheriff", lang)
    if not facts.election_open:
        return t("why_no_election", lang)
    if seat in facts.withdrawn:
        return t("why_withdrew", lang)
    if seat in facts.ran and rules.withdraw_when != "any_speech":
        return t("why_called", lang)
    why = _moment(sight, speaker, lang) if seat in facts.ran else t("why_not_running", lang)
    return f"{why}{t('when_withdraw', lang)}"
