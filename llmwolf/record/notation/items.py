"""A record's lines as data."""

from __future__ import annotations

from typing import NamedTuple

from llmwolf.record.notation.words import Word


class Phase(NamedTuple):
    """A night or a day, such as ``N1`` or ``D1``; they compare in the order in which they are played."""

    day: int
    is_day: bool

    def __str__(self) -> str:
        return f"{'D' if self.is_day else 'N'}{self.day}"


class Item(NamedTuple):
    """One item of a line.

    ``line`` is the line of the file and ``text`` what was typed there; ``seats`` are its plain numbers,
    ``pairs`` its ``holder>target`` (target 0: nobody), ``nobody`` a plain ``-``. ``cut`` means that the
    last of the seats was cut off (``9~``), ``side`` is left or right, ``words`` what was said.
    """

    word: Word
    phase: Phase
    line: int
    text: str
    seats: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    nobody: bool = False
    cut: bool = False
    side: str = ""
    words: str = ""

    @property
    def seat(self) -> int:
        """The first of its plain numbers, 0 where there is none."""
        return self.seats[0] if self.seats else 0

    def numbers(self) -> tuple[int, ...]:
        """Every seat that it names."""
        return (*self.seats, *(seat for pair in self.pairs for seat in pair if seat))


class Line(NamedTuple):
    """A line with its label; an empty one says that the phase was played."""

    phase: Phase
    line: int
    items: tuple[Item, ...]
