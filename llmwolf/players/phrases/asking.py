"""Asks, choices and claims."""

from __future__ import annotations

from llmwolf.players.phrases.names import answer_name, role_name, seat_list, seat_name
from llmwolf.players.words import (
    ASK_TITLES,
    CHECK_WORDS,
    CLAIM_WORDS,
    MUST_TITLES,
    PASS_LABELS,
    VERB_LABELS,
    pick,
)
from llmwolf.roles import declared
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.rules.claims import Claim


def ask_title(request: Request, lang: str = "zh") -> str:
    """The question of ``request`` in one line; the witch's names the victim she is shown."""
    must = None if request.may_pass else MUST_TITLES.get(request.kind)
    title = pick(must or ASK_TITLES.get(request.kind) or _own_title(request.kind), lang)
    if request.hint:
        victim = seat_name(request.hint, lang)
        title = pick((f"今夜刀口是{victim}。{title}", f"The victim tonight is {victim}. {title}"), lang)
    return title


def choice_label(choice: Choice | str, lang: str = "zh", kind: str = "") -> str:
    """The button text of a choice or a verb; that of a pass depends on the request's ``kind``."""
    verb = choice.verb if isinstance(choice, Choice) else choice
    own = declared().get(kind if verb == PASS else verb)
    if verb == PASS:
        passing = (f"不{own.zh}", f"Do not {own.en}") if own else ("跳过", "Pass")
        return pick(PASS_LABELS.get(kind, passing), lang)
    return pick(VERB_LABELS.get(verb) or ((own.zh, own.en.capitalize()) if own else (verb, verb)), lang)


def _own_title(kind: str) -> tuple[str, str]:
    """The question of an act whose words the card brings along."""
    own = declared().get(kind)
    return (f"今晚{own.zh}谁？", f"Whom do you {own.en} tonight?") if own else (kind, kind)


def say_claim(claim: Claim, lang: str = "zh") -> str:
    """One structured claim as a clause without a subject: ``报5号查杀（第1夜）``."""
    seats = seat_list(claim.targets, lang)
    zh, en = CLAIM_WORDS.get(claim.act, ("{seats}", "{seats}"))
    checked = claim.act == "check"
    value = answer_name(claim.value, lang) if checked else role_name(claim.value, lang)
    if checked and lang == "zh":
        value = CHECK_WORDS.get(claim.value, value)
    night = f"（第{claim.night}夜）" if checked else f"第{claim.night}夜"
    when = pick((night, f"on night {claim.night}"), lang) if claim.night else ""
    return " ".join(pick((zh, en), lang).format(seats=seats, value=value, when=when).split())
