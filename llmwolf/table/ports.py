"""What the table tells others: those who watch, and the one who writes it down."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from llmwolf.rules.asks import Decision
from llmwolf.rules.game import Game


@dataclass(frozen=True, slots=True)
class Source:
    """Where a decision came from.

    ``by`` is bot, human, model, repair (a model's answer when it was asked a second time), order or poll (a
    model's act out of turn), stand-in, time-out or default; ``reason`` says in a short word why it was not
    the seat's own player, ``detail`` in a sentence; ``thought`` is private, and no spectator gets it.
    """

    ply: int
    seat: int
    by: str
    reason: str = ""
    detail: str = ""
    thought: str = ""


@dataclass(slots=True)
class Tally:
    """How many decisions came from where, and why players failed."""

    by: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)

    def count(self, source: Source) -> None:
        """Add one decision."""
        self.by[source.by] += 1
        if source.reason:
            self.failures[source.reason] += 1


class Spectator(Protocol):
    """Watches a table. Called on the event loop; must return soon."""

    def changed(self) -> None:
        """The log grew, or another ask is open."""

    def spoken(self, seat: int, piece: str) -> None:
        """A piece of a running speech, as it arrives."""

    def noticed(self, source: Source) -> None:
        """A decision was taken, and from where; of hidden asks too, so that not all of it may be shown."""


class Recorder(Protocol):
    """Writes the game down. Its errors end the table: nothing is played that is not saved."""

    def take(self, game: Game) -> None:
        """Write the moves and events that are new."""

    def pending(self, *decisions: Decision) -> None:
        """Keep answers of an ask that is not complete yet."""

    def decided(self, ply: int, seat: int, source: str, thought: str = "", reason: str = "") -> None:
        """Note where a decision came from."""
