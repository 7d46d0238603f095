"""What can be wrong with a record."""

from __future__ import annotations


class RecordError(Exception):
    """A record cannot be read, written or played again.

    ``sentence`` says to a person what is wrong and, where there is something to do, what; ``line`` is the
    line of the file that it is about (0: none), ``where`` the file.
    """

    def __init__(self, sentence: str, line: int = 0, where: str = "") -> None:
        self.sentence = sentence
        self.line = line
        self.where = where
        place = ", ".join(part for part in (where, f"line {line}" if line else "") if part)
        super().__init__(f"{place}: {sentence}" if place else sentence)


class RecordExists(RecordError):
    """There is such a file already; a record is never overwritten."""


class NotWritten(RecordError):
    """The disk does not take a record, or no more of it.

    ``cause`` is full, forbidden, missing (its folder) or other; ``system`` is what the system says.
    """

    def __init__(self, sentence: str, cause: str, system: str, where: str) -> None:
        self.cause = cause
        self.system = system
        super().__init__(sentence, where=where)


class BadLine(ValueError):
    """One line is not what it should be; the reader adds which line it was."""
