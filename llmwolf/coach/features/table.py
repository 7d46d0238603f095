"""What a feature is, and what a value of one looks like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from llmwolf.players.words import Pair

if TYPE_CHECKING:
    from llmwolf.coach.material import Material

PUBLIC: Final = "P"
AFTER: Final = "G"


@dataclass(frozen=True, slots=True)
class Value:
    """A feature of one seat in one game: ``value`` over ``n`` cases, resting on the events ``events``.

    Where a seat has no case there is no value at all, not a 0.
    """

    value: float
    n: int
    events: tuple[int, ...] = ()


Values = dict[int, Value]
"""By seat; a seat without data is left out."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One measure. ``sight`` is P (public events only) or G (needs the cards: after the game only).

    ``unit`` says what ``value`` is in; ``caveat`` where the number would mislead.
    """

    id: str
    name: Pair
    unit: Pair
    sight: str
    caveat: Pair
    count: Callable[[Material], Values]
