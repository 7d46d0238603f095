"""What the reader thinks of each seat: a guess and a note, kept in a file beside the record.

They are the reader's own words: nothing that the game knows is ever put in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from llmwolf.players.phrases import role_name
from llmwolf.players.told import ToldError
from llmwolf.roles import registry
from llmwolf.tui.model.beside import put_aside, read_json, write_json
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.model.seats import Tag
from llmwolf.tui.words import t

SIDES: Final = ("good", "wolf")
NOTE_LIMIT: Final = 200
"""Characters of a note."""
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Mark:
    """``guess`` is good, wolf, the id of a card, or empty; ``note`` is one line."""

    guess: str = ""
    note: str = ""


def marks_path(record: Path) -> Path:
    """Where the marks of ``record`` are."""
    return record.with_name(record.name + ".marks.json")


class Marks:
    """The marks of one game; without a record they are not kept."""

    def __init__(self, record: Path | None) -> None:
        """``problem`` says afterwards why marks that are there could not be read; they are put aside."""
        self._path = marks_path(record) if record else None
        self._marks: dict[int, Mark] = {}
        self.problem: ToldError | None = None
        if self._path is not None:
            self._load(self._path)

    def of(self, seat: int) -> Mark:
        """The mark of ``seat``."""
        return self._marks.get(seat, Mark())

    def put(self, seat: int, guess: str, note: str) -> None:
        """Mark ``seat`` and save; raises :class:`ToldError` if it cannot be saved (it holds on)."""
        mark = Mark(guess, one_line(note)[:NOTE_LIMIT])
        if mark == self.of(seat):
            return
        self._marks[seat] = mark
        if self._path is not None:
            _save(self._path, self._marks)

    def tags(self, lang: str) -> dict[int, Tag]:
        """Every mark as the seat panel has it."""
        tags = {seat: mark_tag(mark, lang) for seat, mark in self._marks.items()}
        return {seat: tag for seat, tag in tags.items() if tag is not None}

    def _load(self, path: Path) -> None:
        try:
            self._marks = _parse(read_json(path))
        except FileNotFoundError:
            return
        except OSError as error:
            why = error.strerror or str(error)
            self.problem = _unread(path, why)
        except ValueError:
            self.problem = _unread(path, put_aside(path).name)


def _unread(path: Path, why: str) -> ToldError:
    name = one_line(path.name)
    return ToldError((f"读不出标记 {name}：{why}", f"the marks in {name} cannot be read: {why}"))


def _parse(data: Any) -> dict[int, Mark]:
    """The marks in ``data``; raises :class:`ValueError` if there is anything else in it."""
    if not isinstance(data, dict) or data.get("schema_version") != _VERSION:
        raise ValueError("no marks")
    found = data.get("marks")
    if not isinstance(found, dict):
        raise ValueError("no marks")
    marks: dict[int, Mark] = {}
    for seat, mark in found.items():
        guess, note = (mark.get("guess"), mark.get("note")) if isinstance(mark, dict) else (None, None)
        if not (isinstance(note, str) and isinstance(guess, str)):
            raise ValueError(f"no mark: {seat}")
        if guess not in ("", *SIDES, *registry()):
            raise ValueError(f"no guess: {seat}")
        marks[int(seat)] = Mark(guess, one_line(note)[:NOTE_LIMIT])
    return marks


def _save(path: Path, marks: dict[int, Mark]) -> None:
    """Write all of it, or nothing."""
    kept = {str(seat): {"guess": m.guess, "note": m.note} for seat, m in sorted(marks.items()) if m != Mark()}
    try:
        write_json(path, {"schema_version": _VERSION, "marks": kept})
    except OSError as error:
        why = error.strerror or str(error)
        raise ToldError((f"标记没有存上：{why}", f"the mark is not saved: {why}")) from error


def guesses(cards: Sequence[str]) -> list[str]:
    """What may be guessed where ``cards`` are in play, nothing first."""
    return ["", *SIDES, *dict.fromkeys(cards)]


def guess_word(guess: str, lang: str) -> str:
    """A guess in one word; empty for none."""
    if not guess:
        return ""
    return t(f"mark_{guess}", lang) if guess in SIDES else role_name(guess, lang)


def mark_tag(mark: Mark, lang: str) -> Tag | None:
    """A mark in the seat panel: a question mark says that it is a guess, an asterisk that there is a note."""
    if mark == Mark():
        return None
    word = f"?{guess_word(mark.guess, lang)}" if mark.guess else t("mark_noted", lang)
    tone = mark.guess if mark.guess in SIDES else "plain"
    return Tag(word + ("*" if mark.note and mark.guess else ""), tone)
