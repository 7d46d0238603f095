"""A speech act: what is said, before it has words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from llmwolf.rules.claims import Claim


@dataclass(frozen=True, slots=True)
class Act:
    """One thing to say.

    ``kind`` names its sentences in the phrase tables, ``slots`` what they are filled with (a seat as a
    number, several as a tuple, anything else as text), ``claims`` what it states in the record, and
    ``must`` whether it is said even where the speech grows long.
    """

    kind: str
    slots: tuple[tuple[str, object], ...] = ()
    claims: tuple[Claim, ...] = ()
    must: bool = False


def act(kind: str, claims: Iterable[Claim] = (), must: bool = False, **slots: object) -> Act:
    """An act with its slots by name."""
    return filled(kind, slots, claims, must)


def filled(kind: str, slots: Mapping[str, object], claims: Iterable[Claim] = (), must: bool = False) -> Act:
    """An act with its slots as a mapping."""
    return Act(kind, tuple(slots.items()), tuple(claims), must)


def suspect(*seats: int) -> tuple[Claim, ...]:
    """The claim that ``seats`` are wolves."""
    return (Claim("suspect", seats),)


def trust(*seats: int) -> tuple[Claim, ...]:
    """The claim that ``seats`` are good."""
    return (Claim("trust", seats),)


def side(seat: int) -> tuple[Claim, ...]:
    """The claim that ``seat`` is the seer."""
    return (Claim("side", (seat,)),)


def vote(seat: int) -> tuple[Claim, ...]:
    """The call for the exile of ``seat``."""
    return (Claim("vote", (seat,)),)
