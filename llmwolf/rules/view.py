"""What one seat may know (X-2)."""

from __future__ import annotations

from typing import NamedTuple

from llmwolf.rules.asks import Choice, Request
from llmwolf.rules.audience import Event
from llmwolf.rules.facts import Facts, Hand, Hidden
from llmwolf.rules.ruleset import Ruleset


class View(NamedTuple):
    """The game as ``seat`` knows it (0: as the public knows it).

    ``log`` holds the events this seat heard; its own numbering is their index, so that no gap tells
    of a hidden one. ``request`` is what is asked of the seat now, ``rights`` what it may do out of
    turn, ``asked`` who is publicly being asked. ``facts``, ``hand`` and ``log`` are the live ones:
    read them, never change them, and read them again after the next answer.
    """

    seat: int
    facts: Facts
    hand: Hand
    log: list[Event]
    rules: Ruleset
    request: Request | None
    rights: tuple[Choice, ...]
    asked: tuple[int, ...]


def fold(seat: int, seats: int, log: list[Event]) -> tuple[Facts, Hand]:
    """The facts and the hand that the events ``seat`` heard add up to; equal to those of its view."""
    facts = Facts()
    hands = [Hand(s) for s in range(seats + 1)]
    hidden = Hidden()
    for event in log:
        event.fold(facts, hands, hidden)
    return facts, hands[seat]
