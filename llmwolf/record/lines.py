"""The lines of a record that are neither moves nor events.

``head``, ``dec``, ``ev``, ``note`` and ``end`` are the content of a record: for the same seed, decisions
and notes they are the same bytes. ``time``, ``llm`` and ``blob`` lines stand beside it: they tell of clocks
and of who answered how, in the order in which it became known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from llmwolf.record.shapes import Shape
from llmwolf.rules.game import Game

BESIDE: Final = frozenset(("time", "llm", "blob"))
"""The kinds of line that the digest of a record leaves out."""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on the moment after so many moves; 0: on the game as a whole."""

    text: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Time:
    """``what`` happened at ``at`` (ISO 8601, UTC); no other line knows a clock."""

    what: str
    at: str


@dataclass(frozen=True, slots=True)
class Blob:
    """A long text that several lines name by ``id``, the digest of its content."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class End:
    """The result. ``digest`` is that of all content lines before this one."""

    winner: str
    winners: tuple[int, ...]
    reason: str
    moves: int
    events: int
    digest: str


NOTE: Final = Shape(Note, {"kind": "note"}, ("text",))
TIME: Final = Shape(Time, {"kind": "time"}, ("what", "at"))
BLOB: Final = Shape(Blob, {"kind": "blob"}, ("id", "text"))
END: Final = Shape(End, {"kind": "end"}, ("winner", "moves", "events", "digest"))


def end_of(game: Game, digest: str) -> End:
    """The end line of a game that is over; ``digest`` is that of the content lines before it."""
    facts = game.judge.facts
    return End(facts.winner, facts.winners, facts.reason, len(game.moves), len(game.log), digest)
