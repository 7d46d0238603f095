"""What a report is made of, in one language and before anything is drawn.

Every text may be a stranger's; whoever draws it escapes it. A :class:`Bit` with an ``event`` is a link to
that event in the log of the same report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

LOOKS: Final = ("", "dim", "small", "strong", "good", "bad", "quote", "warn")
"""How a bit looks: never the only bearer of its meaning."""


@dataclass(frozen=True, slots=True)
class Bit:
    """Some text, perhaps with a look and with the number of the event that it rests on (0: none)."""

    text: str
    event: int = 0
    look: str = ""


Cell = tuple[Bit, ...]
_SENTENCE: Final = 40
"""Bytes from which on a cell is no longer a name or a number; a Chinese character counts three."""
_MOST_HEADS: Final = 7


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under ``columns`` (none: no heads); ``fold``: shown on demand where that can be done.

    ``numbered``: a row of its own tells the events; where there are no links the cells need not.
    ``tight``: many columns of short numbers.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    fold: bool = False
    numbered: bool = False
    tight: bool = False
    kind: str = "table"

    @property
    def wordy(self) -> bool:
        """Whether cells hold sentences or quotations, which a narrow screen shows below one another."""
        if self.numbered or self.tight or not 0 < len(self.columns) <= _MOST_HEADS:
            return False
        return any(
            sum(len(part.text.encode()) for part in cell) > _SENTENCE or any(p.look == "quote" for p in cell)
            for row in self.rows
            for cell in row
        )


@dataclass(frozen=True, slots=True)
class Spot:
    """One point of a curve: the share and its interval; ``share`` ``None``: nothing is known there.

    ``n`` is how many games it rests on (0: it is what came); of a ``sketch`` they were few.
    """

    event: int
    day: int
    label: str
    share: float | None
    low: float = 0.0
    high: float = 0.0
    key: bool = False
    n: int = 0
    sketch: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A share over the game; ``about`` says whose and how measured, ``legend`` what the marks mean."""

    title: str
    about: str
    spots: tuple[Spot, ...]
    legend: str = ""
    kind: str = "curve"

    @property
    def sketches(self) -> tuple[int, str]:
        """How many moments were only sketched, and on how many games each: ``12–36``."""
        games = sorted(spot.n for spot in self.spots if spot.sketch)
        span = f"{games[0]}–{games[-1]}" if games and games[0] < games[-1] else str(*games[:1])
        return len(games), span


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in the log; ``who`` says ``text``, where somebody does; ``look``: public, own or hidden."""

    event: int
    who: str
    text: str
    look: str = "public"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A night or a day of the log."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """Events with their numbers."""

    title: str
    chapters: tuple[Chapter, ...]
    fold: bool = False
    kind: str = "log"


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    cell: Cell
    kind: str = "prose"


Block = Table | Curve | Log | Prose


@dataclass(slots=True)
class Section:
    """Blocks under a ``title``; ``key`` is a plain word for links, ``note`` what to know before reading.

    ``by_seat``: a fold for each seat, which a report on that seat alone shows open.
    """

    key: str
    title: str
    blocks: list[Block]
    note: str = ""
    by_seat: bool = False


@dataclass(slots=True)
class Report:
    """One report: ``sections`` rest on public events (and the seat's own view), ``after`` on the cards."""

    lang: str
    title: str
    fields: tuple[tuple[str, Cell], ...]
    sections: list[Section]
    after: list[Section] = field(default_factory=list)


def bit(text: object, event: int = 0, look: str = "") -> Cell:
    """A cell of one bit."""
    return (Bit(str(text), event, look),)


def link(event: int) -> Cell:
    """A cell that is nothing but the number of an event."""
    return (Bit(f"#{event}", event),)


def links(report: Report) -> Iterator[int]:
    """The number of every event that a report links to."""
    for _, cell in report.fields:
        yield from _of(cell)
    for section in (*report.sections, *report.after):
        for block in section.blocks:
            match block:
                case Table():
                    for row in block.rows:
                        for cell in row:
                            yield from _of(cell)
                case Curve():
                    yield from (spot.event for spot in block.spots)
                case Prose():
                    yield from _of(block.cell)
                case Log():
                    pass


def _of(cell: Cell) -> Iterator[int]:
    yield from (part.event for part in cell if part.event)
