"""What a section of a report is, and the words and numbers that all of them write alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Final

from llmwolf.arena.plots import Picture, written
from llmwolf.arena.stats import Interval
from llmwolf.players.words import Pair, pick
from llmwolf.roles import registry

_WORDS: Final[Mapping[str, Pair]] = {
    "good": ("好人", "good"),
    "wolves": ("狼人", "wolves"),
    "lovers": ("情侣", "lovers"),
    "piper": ("吹笛者", "piper"),
    "draw": ("平局", "draw"),
    "balanced": ("按身份均衡", "role-balanced"),
    "early": ("前置位", "early"),
    "middle": ("中置位", "middle"),
    "late": ("后置位", "late"),
}
_SMALLEST: Final = 0.001
"""Below that a p is not told more exactly."""


@dataclass(slots=True)
class Section:
    """A table with its title, what is to be said below it and seen beside it; ``cautions`` go before all."""

    title: str
    headings: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()
    notes: Sequence[str] = ()
    pictures: Sequence[Picture] = ()
    cautions: Sequence[str] = ()


def alike(section: Section) -> Section:
    """``section`` with its board in the title where all rows have the same one: tables are narrow then."""
    boards = {row[0] for row in section.rows}
    if len(boards) != 1:
        return section
    title = f"{section.title} · {boards.pop()}"
    return replace(
        section, title=title, headings=section.headings[1:], rows=[row[1:] for row in section.rows]
    )


def name_of(word: str, lang: str) -> str:
    """A role, a side or a place in ``lang``."""
    if word in _WORDS:
        return pick(_WORDS[word], lang)
    card = registry().get(word)
    return (card.en if lang == "en" else card.zh) if card else word


def headings_in(zh: tuple[str, ...], en: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """The headings in ``lang``."""
    return en if lang == "en" else zh


def span(interval: Interval, form: str) -> str:
    """Both ends of an interval."""
    if not isfinite(interval.low):
        return "—"
    return f"{written(interval.low, form)} … {written(interval.high, form)}"


def chance(p: float) -> str:
    """A p as it is written."""
    return f"{p:.3f}" if p >= _SMALLEST else f"< {_SMALLEST}"
