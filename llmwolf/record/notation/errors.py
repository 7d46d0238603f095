"""What can be wrong with a typed record."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from llmwolf.record.errors import RecordError


class NotationError(RecordError):
    """A typed record cannot be read or is against the rules.

    ``line`` is the line of the file, ``item`` what was typed there, ``sentence`` says why it cannot stand,
    and ``options`` lists what could stand instead, in the notation's own words.
    """

    def __init__(self, sentence: str, line: int = 0, item: str = "", options: Sequence[str] = ()) -> None:
        self.item = item
        self.options = tuple(options)
        super().__init__(sentence, line)

    def at(self, where: str) -> NotationError:
        """The same, with the name of the file."""
        self.where = where
        return self

    def __str__(self) -> str:
        place = [part for part in (self.where, f"line {self.line}" if self.line else "", self.item) if part]
        legal = f"; legal here: {' | '.join(self.options)}" if self.options else ""
        return f"{', '.join(place)}: {self.sentence}{legal}" if place else f"{self.sentence}{legal}"


class Malformed(NotationError):
    """The record is not written as records are."""


class Illegal(NotationError):
    """The record is well written, but the rules forbid what it says."""


def nearest(word: str, known: Sequence[str]) -> str:
    """A hint for ``word``, which is none of ``known``: the nearest of them, or all in its script."""
    near = get_close_matches(word, known, 1, cutoff=0.5)
    if near:
        return f"did you mean {near[0]!r}?"
    alike = [name for name in known if name.isascii() == word.isascii()]
    return f"known are {', '.join(alike or known)}"
