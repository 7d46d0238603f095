"""The files of a prompt set and the variables of each, with a value of the kind that it has in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Card(NamedTuple):
    """A card of the board as ``rules`` tells it."""

    name: str
    about: str


class Said(NamedTuple):
    """What seats have claimed so far."""

    seats: str
    claims: str


class Round(NamedTuple):
    """One ballot: when, and who voted for whom."""

    when: str
    votes: str


FILES: Final[Mapping[str, Mapping[str, Any]]] = {
    "rules": {
        "seats": 12,
        "cards": "狼人×4",
        "roles": [Card("狼人", "…")],
        "switches": ["…"],
        "thought": True,
        "plan": True,
        "claims": True,
        "orders": ["explode"],
    },
    "log": {"condensed": True, "dropped": True},
    "seat": {
        "seat": 1,
        "role": "狼人",
        "mates": "2、3号",
        "known": ["…"],
        "persona": "…",
        "memory": ["…"],
    },
    "facts": {
        "day": 1,
        "night": False,
        "stage": "白天发言",
        "living": "1、2号",
        "alive": 2,
        "gone": ["3号第1夜"],
        "sheriffs": True,
        "sheriff": 1,
        "badge": ["1", "2"],
        "shown": ["…"],
        "claims": [Said("1", "…")],
        "ballots": [Round("…", "…")],
        "earlier": True,
    },
    "request": {"title": "…", "options": "- …", "seat": 1},
    "poll": {"moment": "ballot", "options": "- …", "seat": 1},
    "repair": {"why": "…", "options": "- …", "form": "{}", "seat": 1},
}
"""File → variable → a sample. A file of a set is tried out on its samples when the set is loaded."""
