"""Answers to an ask that is not complete, kept safe beside the record.

The record holds the answers of one ask in seat order, whoever answered first, so an answer has to wait for
the others, and a person's speech until the table has heard it; until then it is here, in
``<record>.pending``. The journal is emptied once the record has them.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from llmwolf.record.codec import Decoder, Encoder
from llmwolf.record.errors import BadLine, RecordError
from llmwolf.record.shapes import load
from llmwolf.record.sink import AppendFile
from llmwolf.rules.asks import Decision


def journal_path(record: Path) -> Path:
    """Where the journal of ``record`` is."""
    return record.with_name(record.name + ".pending")


class Journal:
    """The journal of the record at ``record``; its file is made when the first answer comes."""

    def __init__(self, record: Path, sync: bool) -> None:
        self._path = journal_path(record)
        self._sync = sync
        self._file: AppendFile | None = None
        self._empty = not self._path.exists() or not self._path.stat().st_size

    def add(self, after: int, decisions: Iterable[Decision]) -> None:
        """Keep answers to the ask that is open after so many moves. Raises :class:`RecordError`."""
        if self._file is None:
            self._file = self._open()
        begin = b'{"after":%d,' % after
        self._file.append(b"".join(begin + Encoder().move(decision)[1:] for decision in decisions))
        self._empty = False

    def clear(self) -> None:
        """The record has the answers now."""
        if self._empty:
            return
        if self._file is None:
            self._file = self._open()
        self._file.clear()
        self._empty = True

    def close(self) -> None:
        """Close the journal, and remove it if nothing is in it."""
        if self._file is not None:
            self._file.close()
        if self._empty:
            with suppress(OSError):  # an empty journal that stays says nothing
                self._path.unlink()

    def _open(self) -> AppendFile:
        if not self._path.exists():
            return AppendFile.create(self._path, self._sync)
        whole = self._path.read_bytes().rpartition(b"\n")
        return AppendFile.reopen(self._path, len(whole[0]) + len(whole[1]), self._sync)


def read_journal(record: Path) -> list[tuple[int, Decision]]:
    """The answers kept beside ``record``, each with the number of moves before its ask.

    A torn last line is left out: its writing never came to an end, so nobody was told that it had. Raises
    :class:`RecordError` on any other damage.
    """
    path = journal_path(record)
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RecordError(f"the file cannot be read ({error.strerror})", where=str(path)) from None
    answers: list[tuple[int, Decision]] = []
    for number, raw in enumerate(lines, 1):
        try:
            line = load(raw)
            after = line.pop("after", None)
            decision = Decoder().move(line)
            if type(after) is not int or not isinstance(decision, Decision):
                raise BadLine("an answer with its 'after' is wanted here")
        except BadLine as error:
            raise RecordError(str(error), number, str(path)) from None
        answers.append((after, decision))
    return answers
