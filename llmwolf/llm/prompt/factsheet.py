"""The fact sheet: what the engine knows to have happened in public, however long ago it was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

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


class Depth(NamedTuple):
    """How far back the fact sheet goes: days of ballots, and acts that a seat claims beside its card."""

    days: int | None = None
    acts: int | None = None


WHOLE: Final = Depth()


def fact_values(view: View, lang: str, depth: Depth = WHOLE) -> dict[str, Any]:
    """The variables of the file ``facts``; what is left out of it by ``depth`` is said to be."""
    facts = view.facts
    first = 0 if depth.days is None else facts.day - depth.days + 1
    rounds = _ballots(view.log, lang)
    claims, fewer = _claims(view.log, lang, depth.acts)
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
        "claims": claims,
        "ballots": [told for day, told in rounds if day >= first],
        "earlier": fewer or any(day < first for day, _ in rounds),
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


def _claims(log: Sequence[Event], lang: str, acts: int | None) -> tuple[list[Said], bool]:
    """Who claimed what card and what act, those who claim the same together; whether some are left out.

    Nothing is forgotten (D42) but where ``acts`` says how many of a seat's acts there is room for.
    """
    said: dict[int, list[Claim]] = {}
    for event in log:
        if isinstance(event, ev.Spoke) and event.claims:
            said.setdefault(event.seat, []).extend(event.claims)
    alike: dict[str, list[int]] = {}
    fewer = False
    for seat, claims in said.items():
        standing = standing_claims(claims)
        kept = standing if acts is None else _newest(standing, acts)
        fewer = fewer or len(kept) < len(standing)
        if words := claim_words(kept, lang):
            alike.setdefault(words, []).append(seat)
    return [Said(numbers(seats, lang), words) for words, seats in alike.items()], fewer


def _newest(claims: Sequence[Claim], acts: int) -> list[Claim]:
    """Every claim of a card, and the last ``acts`` of the others."""
    others = [claim for claim in claims if claim.act not in ("role", "retract")]
    kept = others[max(0, len(others) - acts) :]
    return [claim for claim in claims if claim in kept or claim not in others]


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
