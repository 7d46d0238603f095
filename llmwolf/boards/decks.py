"""Event cards (N-19): decks as data; what a card does is in the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from llmwolf.boards.fields import Fields, named

_DECKS = Path(__file__).parent / "decks"


@dataclass(frozen=True, slots=True)
class EventCard:
    """One event card: its names and what it says, and the deck it belongs to."""

    id: str
    deck: str
    zh: str
    en: str
    about_zh: str
    about_en: str


@cache
def event_cards() -> dict[str, EventCard]:
    """Every event card by id."""
    found: dict[str, EventCard] = {}
    for path in sorted(_DECKS.glob("*.toml")):
        fields = Fields(path, ("id", "zh", "en", "cards"))
        deck = fields.text("id", path.stem)
        for name, given in fields.table("cards").items():
            found[name] = _card(fields, deck, name, given)
    return found


def events(names: Iterable[str]) -> tuple[str, ...]:
    """``names`` as they are; raises :class:`SetupError` for a card that no deck holds."""
    return tuple(named("event card", name, event_cards()).id for name in names)


def _card(fields: Fields, deck: str, name: str, given: object) -> EventCard:
    texts = given if isinstance(given, Mapping) else {}
    wanted = ("zh", "en", "about_zh", "about_en")
    if set(texts) != set(wanted) or not all(isinstance(text, str) and text for text in texts.values()):
        raise fields.slip(f"the event card {name!r} wants the texts {', '.join(wanted)}")
    return EventCard(name, deck, *(texts[key] for key in wanted))
