"""What a review of a speech holds: lists of points, each with what was found in the words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from llmwolf.coach.claims.entries import Quote
from llmwolf.players.words import Pair

PRESENT: Final = "present"
WEAK: Final = "weak"
MISSING: Final = "missing"
NO_DATA: Final = "no_data"
STATES: Final[dict[str, Pair]] = {
    PRESENT: ("有", "present"),
    WEAK: ("有，但", "present, but"),
    MISSING: ("没有", "missing"),
    NO_DATA: ("不适用", "does not apply"),
}
"""What became of a point; none of them is a mark."""


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a checklist: ``name`` what is looked for, ``state`` one of :data:`STATES`.

    ``note`` says what was counted (``3 of 5 earlier speakers``), or what is weak; ``quotes`` are the words.
    ``events`` are numbers of other events that it rests on.
    """

    id: str
    name: Pair
    state: str
    note: Pair = ("", "")
    quotes: tuple[Quote, ...] = ()
    events: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Checklist:
    """The points of one part: ``part`` is seer, witch, hunter, guard, idiot, town, sheriff, pk or last_words.

    After the game also wolf_seer (悍跳) and wolf (倒钩, 深水).
    """

    part: str
    name: Pair
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Manner:
    """A breach of table manners (rule S-3): ``rule`` in zh and en."""

    rule: Pair
    quote: Quote


@dataclass(frozen=True, slots=True)
class Review:
    """One speech: its lists by what the speaker has claimed (``card``; empty: nothing), and its manners."""

    number: int
    seat: int
    day: int
    stage: str
    card: str
    lists: tuple[Checklist, ...]
    manners: tuple[Manner, ...] = ()
