"""A beginner's hint: what is asked of a seat, what people usually do, and why; from the seat's own view."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from llmwolf.roles import registry
from llmwolf.rules.asks import Request
from llmwolf.rules.view import View
from llmwolf.tui.model.helping import Entry
from llmwolf.tui.model.situation import Situation
from llmwolf.tui.words import t

PATH: Final = Path(__file__).parents[1] / "texts" / "hints.toml"
_WOLF: Final = "wolf"
_FIRST: Final = ("knife", "check", "guard")
"""Acts of which the one of the first night is another matter."""
_OF_THE_BADGE: Final = ("sign_up", "badge_ballot", "badge_pk_ballot")


@dataclass(frozen=True, slots=True)
class Hint:
    """The three sentences."""

    asked: str
    usual: str
    why: str

    def entries(self, lang: str) -> list[Entry]:
        """As lines of a panel."""
        return [Entry(t(f"hint_{name}", lang), getattr(self, name)) for name in ("asked", "usual", "why")]


@cache
def hints() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Name → language → the sentences; a name is a kind of ask, or one with a case."""
    return {name: texts for name, texts in _data().items() if name != "notes"}


@cache
def notes() -> Mapping[str, Mapping[str, str]]:
    """Name → language → what there is to say of a house rule."""
    found: dict[str, dict[str, str]] = _data()["notes"]
    return found


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(PATH.read_text("utf-8"))


def hint_for(view: View, situation: Situation, lang: str) -> Hint | None:
    """What to tell the seat of ``view`` about its request; ``None`` where nothing is asked of it.

    ``situation`` is what was said and voted in public.
    """
    request = view.request
    if request is None:
        return None
    name = next(name for name in _names(view, request, situation) if name in hints())
    texts = hints()[name][lang]
    gap = "" if lang == "zh" else " "
    told = (
        notes()[note][lang].format(weight=f"{view.rules.badge_weight:g}") for note in _notes(view, request)
    )
    return Hint(texts["asked"], texts["usual"], gap.join((texts["why"], *told)))


def _names(view: View, request: Request, situation: Situation) -> Iterator[str]:
    """The names of the hints that fit, the most special one first."""
    kind, card, wolf = request.kind, view.hand.role, _is_wolf(view.hand.role)
    if kind == "speak":
        kind = f"speak.{view.facts.stage}"
        if view.facts.stage == "speech" and not wolf and _accused(view, situation):
            yield f"{kind}.accused"
    elif kind == "potion":
        yield from _potion(view, request)
    elif kind in _FIRST and view.facts.day == 1:
        yield f"{kind}.first"
    yield f"{kind}.{card}"
    if wolf:
        yield f"{kind}.{_WOLF}"
    yield kind
    yield request.kind


def _potion(view: View, request: Request) -> Iterator[str]:
    if request.hint == view.seat:
        yield "potion.self"
    if any(choice.verb == "save" for choice in request.choices):
        yield "potion.first" if view.facts.day == 1 else "potion.save"


def _is_wolf(card: str) -> bool:
    return card in registry() and registry()[card].camp == "W"


def _accused(view: View, situation: Situation) -> bool:
    """Whether somebody who is still in reports the seat of ``view`` as a wolf."""
    said = situation.said_of().get(view.seat, ())
    return any(what == "wolf" and by in view.facts.living for what, by in said)


def _notes(view: View, request: Request) -> Iterator[str]:
    """The house rules that matter to this answer."""
    rules, cards, kind = view.rules, view.facts.cards, request.kind
    both = "guard" in cards and "witch" in cards
    if both and (kind == "guard" or any(choice.verb == "save" for choice in request.choices)):
        yield f"milk.{rules.guard_and_antidote}"
    if kind == "guard" and rules.guard_repeat == "not_running":
        yield "again"
    if kind == "potion" and "hunter" in cards and "poison" in rules.hunter_blocked_by:
        yield "blocked"
    if kind in _OF_THE_BADGE and rules.badge_weight != 1:
        yield "weight"
    if kind == "knife":
        yield f"wolves.{rules.wolves_win}"
