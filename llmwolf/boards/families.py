"""Families of boards: one kind of table for every number of seats, made from a few lines of data.

``millers-14`` is such a board with the special cards that its size suggests; ``millers-14:witch,hunter``
(or ``millers-14:女巫,猎人``) names them instead, and ``millers-14:none`` has none of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from llmwolf.boards.decks import events
from llmwolf.boards.fields import Fields
from llmwolf.roles import registry, role_id
from llmwolf.rules.errors import SetupError
from llmwolf.rules.spec import SPARES

_FAMILIES = Path(__file__).parent / "families"
_NAME: Final = re.compile(r"(?P<family>[a-z][a-z-]*)-(?P<seats>[0-9]{1,3})(?P<own>[:：].*)?")
_BETWEEN: Final = re.compile(r"[,，、+ ]+")
NONE: Final = ("none", "无")
_KEYS: Final = ("id", "zh", "en", "profile", "seats", "wolves", "villagers", "always", "events", "options")


@dataclass(frozen=True, slots=True)
class Family:
    """One kind of table.

    ``options`` are the special cards that may take a villager's place, each with the number of seats from
    which on it does so by default (0: never); ``wolves`` says from how many seats on there are how many;
    ``villagers`` bounds their number: fewer is refused, more become wolves.
    """

    id: str
    zh: str
    en: str
    profile: str
    seats: range
    wolves: Mapping[int, int]
    villagers: tuple[int, int]
    always: tuple[str, ...]
    options: Mapping[str, int]
    events: tuple[str, ...]

    def defaults(self, seats: int) -> tuple[str, ...]:
        """The special cards of a table of ``seats`` where nobody names others."""
        return tuple(card for card, least in self.options.items() if 0 < least <= seats)

    def cards(self, seats: int, special: tuple[str, ...]) -> tuple[str, ...]:
        """The cards of a table of ``seats`` with the ``special`` ones; raises :class:`SetupError`."""
        least, most = self.villagers
        wolves = max(count for start, count in self.wolves.items() if start <= seats)
        rest = seats - len(self.always) - len(special)
        wolves = max(wolves, rest - most)
        villagers = rest - wolves
        if villagers < least:
            room = seats - len(self.always) - wolves - least
            raise SetupError(
                f"{self.id}-{seats} has room for {room} of its special cards, not for {len(special)}"
            )
        if "thief" in special:
            villagers += SPARES
        return ("werewolf",) * wolves + self.always + special + ("villager",) * villagers


@cache
def families() -> dict[str, Family]:
    """Every family by id."""
    found = [_read(path) for path in sorted(_FAMILIES.glob("*.toml"))]
    return {family.id: family for family in found}


def parse(name: str) -> tuple[Family, int, tuple[str, ...]] | None:
    """The family, number of seats and special cards that ``name`` means; ``None`` if it names no family.

    Raises :class:`SetupError` where it names one with seats or cards that it does not have.
    """
    match = _NAME.fullmatch(name)
    family = families().get(match["family"]) if match else None
    if match is None or (family is None and match["own"] is None):
        return None
    if family is None:
        known = ", ".join(f"{name}-{kind.seats[0]}" for name, kind in families().items())
        raise SetupError(f"the cards of {name!r} cannot be chosen here, only those of boards such as {known}")
    seats = int(match["seats"])
    if seats not in family.seats:
        raise SetupError(f"{family.id} has {family.seats[0]} to {family.seats[-1]} seats, not {seats}")
    if match["own"] is None:
        return family, seats, family.defaults(seats)
    return family, seats, _special(family, match["own"][1:])


def _special(family: Family, listed: str) -> tuple[str, ...]:
    words = [word for word in _BETWEEN.split(listed) if word]
    if len(words) == 1 and words[0] in NONE:
        return ()
    chosen = [role_id(word) for word in words]
    roles = registry()
    known = ", ".join(f"{roles[card].zh} ({card})" for card in family.options)
    if not chosen:
        raise SetupError(f"{family.id}: which special cards? known are {known}; none is {NONE[0]!r}")
    for card in chosen:
        if card not in family.options:
            raise SetupError(f"{family.id} has no special card {card!r}; known are {known}")
        if chosen.count(card) > 1:
            raise SetupError(f"{family.id} has one {roles[card].zh} ({card}), not {chosen.count(card)}")
    return tuple(card for card in family.options if card in chosen)


def _read(path: Path) -> Family:
    fields = Fields(path, _KEYS)
    first, last = fields.span("seats", (0, 0))
    return Family(
        id=fields.text("id", path.stem),
        zh=fields.text("zh", path.stem),
        en=fields.text("en", path.stem),
        profile=fields.text("profile", path.stem),
        seats=range(first, last + 1),
        wolves={int(start): count for start, count in fields.numbers("wolves").items()},
        villagers=fields.span("villagers", (0, last)),
        always=tuple(fields.card(card) for card in fields.words("always")),
        options={fields.card(card): least for card, least in fields.numbers("options").items()},
        events=events(fields.words("events")),
    )
