"""The fact sheet: what the engine knows to have happened in public, however long ago it was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from llmwolf.llm.prompt.shortly import claim_words, numbers, round_name, standing_claims, vote_words
from llmwolf.llm.prompt.variables import Round, Said
from llmwolf.players.phrases import role_name, seat_name, stage_name
from llmwolf.players.words import Pair, pick
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from llmwolf.rules.facts import NIGHT, Facts
from llmwolf.rules.view import View

_HOW: Final[dict[str, Pair]] = {
    "exile": ("放逐", "exiled"),
    "shot": ("中枪", "shot"),
    "explode": ("自爆", "blew up"),
    "duel": ("决斗", "duel"),
}
_OUT: Final[Pair] = ("出局", "out")


def fact_values(view: View, lang: str, days: int | None = None) -> dict[str, Any]:
    """The variables of the file ``facts``; ballots of the last ``days`` alone where that is given."""
    facts = view.facts
    first = 0 if days is None else facts.day - days + 1
    rounds = _ballots(view.log, lang)
    return {
        "day": facts.day,
        "night": facts.phase == NIGHT,
        "stage": stage_name(facts.stage, lang),
        "living": numbers(facts.living, lang),
        "alive": len(facts.living),
        "gone": [_gone(seat, *fate, lang) for seat, fate in facts.gone.items()],
        "sheriffs": view.rules.sheriff,
        "sheriff": facts.sheriff,
        "badge": _badge(facts, lang),
        "shown": [_shown(seat, role, lang) for seat, role in facts.shown.items()],
        "claims": _claims(view.log, lang),
        "ballots": [told for day, told in rounds if day >= first],
        "earlier": any(day < first for day, _ in rounds),
    }


def _gone(seat: int, phase: str, day: int, how: str, lang: str) -> str:
    words = pick(_HOW.get(how, _OUT), lang)
    night = (f"{seat}号第{day}夜", f"{seat} night {day}")
    by_day = (f"{seat}号第{day}天{words}", f"{seat} day {day} {words}")
    return pick(night if phase == NIGHT else by_day, lang)


def _badge(facts: Facts, lang: str) -> list[str]:
    """The holders of the badge in their order; where it was torn, it ends with nobody."""
    return [str(seat) if seat else pick(("无", "nobody"), lang) for _, seat, _ in facts.badge]


def _shown(seat: int, role: str, lang: str) -> str:
    return seat_name(seat, lang) + pick(("", " "), lang) + role_name(role, lang)


def _claims(log: Sequence[Event], lang: str) -> list[Said]:
    """Who claimed what card and what act, those who claim the same together; nothing is forgotten (D42)."""
    said: dict[int, list[Claim]] = {}
    for event in log:
        if isinstance(event, ev.Spoke) and event.claims:
            said.setdefault(event.seat, []).extend(event.claims)
    alike: dict[str, list[int]] = {}
    for seat, claims in said.items():
        if words := claim_words(standing_claims(claims), lang):
            alike.setdefault(words, []).append(seat)
    return [Said(numbers(seats, lang), words) for words, seats in alike.items()]


def _ballots(log: Sequence[Event], lang: str) -> list[tuple[int, Round]]:
    """Every ballot with its day."""
    day, found = 0, []
    for event in log:
        if isinstance(event, ev.DayBroke):
            day = event.day
        elif isinstance(event, ev.Ballots):
            name = round_name(event.stage, lang)
            when = pick((f"{day}天{name}", f"day {day} {name}"), lang)
            found.append((day, Round(when, vote_words(event, lang))))
    return found
