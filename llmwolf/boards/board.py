"""What a profile and a board are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from llmwolf.roles import registry
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.spec import LOVERS, seats_of

STATED, ASSUMED, SILENT = "stated", "assumed", "silent"
BASES: Final = (STATED, ASSUMED, SILENT)
"""On what a profile's value rests: its document, an assumption, or nothing of its own (the default)."""


@dataclass(frozen=True, slots=True)
class Note:
    """Why a switch has its value in a profile, and whether the document says so (``basis``)."""

    basis: str
    zh: str = ""
    en: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of house rules and the order of the night (N-1).

    ``document`` names in Chinese and English what the profile is taken from; ``notes`` says of the switches
    that it settles why they have their value.
    """

    id: str
    zh: str
    en: str
    hours: tuple[tuple[str, ...], ...]
    first_night: tuple[str, ...]
    rules: Ruleset
    document: tuple[str, str] = ("", "")
    order: int = 0
    notes: Mapping[str, Note] = field(default_factory=dict, compare=False, repr=False)

    def note(self, switch: str) -> Note:
        """Why ``switch`` has its value here."""
        return self.notes.get(switch, _SILENT)


_SILENT: Final = Note(SILENT)


@dataclass(frozen=True, slots=True)
class Board:
    """A profile with cards, and perhaps overrides.

    ``cards`` is a multiset of role ids, two more than seats where a thief is among them; ``events`` the
    event cards in play (N-19).
    """

    id: str
    zh: str
    en: str
    profile: Profile
    cards: tuple[str, ...]
    rules: Ruleset
    events: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        """How many players sit down."""
        return seats_of(self.cards)

    @property
    def hours(self) -> tuple[tuple[str, ...], ...]:
        """The night's calls at this table, grouped; cards that are not on the board are not called (N-1)."""
        return _called(self.profile.hours, self.cards)

    @property
    def sheriff(self) -> bool:
        """Whether this table elects a sheriff (D-12)."""
        return self.rules.sheriff and self.seats >= self.rules.sheriff_from


@lru_cache(maxsize=128)
def _called(hours: tuple[tuple[str, ...], ...], cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The calls of ``hours`` that are made at a table with ``cards``."""
    called = set(cards) | ({LOVERS} if "cupid" in cards else set())
    if any(registry()[card].camp == "W" for card in cards):
        called.add("werewolf")  # the whole pack wakes under this call, whatever its cards
    left = (tuple(call for call in hour if call in called) for hour in hours)
    return tuple(hour for hour in left if hour)
