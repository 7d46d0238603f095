"""Notes and tags on the events of a record, in a TOML file beside it that diffs well: ``GAME.notes.toml``.

One entry an event, in the order of the events, tags in order of the alphabet: two coaches who say the same
write the same bytes. The marks made at a table (whom I take for a wolf) are another thing.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from llmwolf.players.told import ToldError
from llmwolf.record.notation.toml import toml
from llmwolf.rules.words import clean

SUFFIX: Final = ".notes.toml"
LONGEST_TAG: Final = 24
_KEYS: Final = ("event", "tags", "text")


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a coach says of one event (numbers count from 1): ``tags``, sorted, and a ``text``."""

    event: int
    tags: tuple[str, ...] = ()
    text: str = ""


Annotations = Mapping[int, Annotation]
"""By event, in order."""


def beside(record: Path, coach: str = "") -> Path:
    """Where the notes on the record in the file ``record`` are kept; ``coach``: those of somebody by name."""
    stem = record.name.removesuffix(".jsonl")
    return record.with_name(f"{stem}{f'.{coach}' if coach else ''}{SUFFIX}")


def beside_as(record: Path, coach: str) -> Path:
    """As :func:`beside`; raises :class:`ToldError` where ``coach`` is no plain word."""
    if not coach.replace("-", "").replace("_", "").isalnum() and coach:
        raise ToldError(("--as 只能是字母、数字、- 和 _", "--as takes letters, digits, - and _ only"))
    return beside(record, coach)


def tag_of(text: str) -> str:
    """``text`` as a tag; raises :class:`ToldError` where it cannot be one."""
    tag = clean(text).strip()
    if not tag or len(tag) > LONGEST_TAG or any(mark in tag for mark in ",，\n\t"):
        raise ToldError(
            (
                f"标签是不超过 {LONGEST_TAG} 个字、没有逗号的短语，“{tag[:40]}”不行",
                f"a tag is a phrase of at most {LONGEST_TAG} characters without commas, unlike {tag[:40]!r}",
            )
        )
    return tag


def read(path: Path) -> dict[int, Annotation]:
    """The notes in the file ``path``, none where there is no file; raises :class:`ToldError`."""
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise _fault(path, f"读不出（{error.strerror}）", f"it cannot be read ({error.strerror})") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise _fault(path, f"不是 TOML（{error}）", f"this is no TOML ({error})") from None
    rows = data.get("note", [])
    if set(data) - {"note"} or not isinstance(rows, list):
        raise _fault(path, "只能有 [[note]]", "there is nothing but [[note]] in it")
    notes = [_annotation(path, place, row) for place, row in enumerate(rows, 1)]
    if len({note.event for note in notes}) < len(notes):
        raise _fault(path, "同一个事件写了两次", "an event stands there twice")
    return {note.event: note for note in sorted(notes, key=lambda note: note.event)}


def write(path: Path, notes: Iterable[Annotation]) -> None:
    """Put exactly ``notes`` into the file ``path``; the old one stays whole until the new one is.

    Without any the file goes. Raises :class:`OSError`.
    """
    blocks = [_block(note) for note in sorted(notes, key=lambda note: note.event)]
    if not blocks:
        path.unlink(missing_ok=True)
        return
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.write_text("\n".join(blocks), encoding="utf-8", newline="\n")
    fresh.replace(path)


def added(notes: Annotations, event: int, tags: Iterable[str], text: str) -> dict[int, Annotation]:
    """``notes`` with ``tags`` and, where it is not empty, another ``text`` on ``event``."""
    old = notes.get(event, Annotation(event))
    both = tuple(sorted({*old.tags, *map(tag_of, tags)}))
    return {**notes, event: Annotation(event, both, clean(text).strip() or old.text)}


def put(notes: Annotations, event: int, tags: Iterable[str], text: str) -> dict[int, Annotation]:
    """``notes`` with exactly ``tags`` and ``text`` on ``event``, with nothing on it where both are empty."""
    note = Annotation(event, tuple(sorted(set(map(tag_of, tags)))), clean(text).strip())
    rest = {number: other for number, other in notes.items() if number != event}
    return {**rest, event: note} if note.tags or note.text else rest


def removed(notes: Annotations, event: int, tags: Iterable[str] = ()) -> dict[int, Annotation]:
    """``notes`` without ``tags`` on ``event``, or without everything on it where there are no ``tags``.

    Raises :class:`ToldError` where there is no such thing.
    """
    gone = {tag_of(tag) for tag in tags}
    old = notes.get(event)
    if old is None or not gone <= set(old.tags):
        raise ToldError((f"事件 #{event} 上没有这个批注", f"there is no such note on event #{event}"))
    left = Annotation(event, tuple(tag for tag in old.tags if tag not in gone), old.text)
    rest = {number: note for number, note in notes.items() if number != event}
    return {**rest, event: left} if gone and (left.tags or left.text) else rest


def _block(note: Annotation) -> str:
    rows = ["[[note]]", f"event = {note.event}"]
    if note.tags:
        rows.append(f"tags = {toml(note.tags)}")
    if note.text:
        rows.append(f"text = {toml(note.text)}")
    return "\n".join([*rows, ""])


def _annotation(path: Path, place: int, row: Any) -> Annotation:
    if not isinstance(row, dict) or set(row) - set(_KEYS):
        known = ", ".join(_KEYS)
        raise _fault(path, f"第{place}条只能有 {known}", f"note {place} may have {known} only")
    event, tags, text = row.get("event"), row.get("tags", []), row.get("text", "")
    fits = isinstance(tags, list) and isinstance(text, str) and all(isinstance(tag, str) for tag in tags)
    if not isinstance(event, int) or isinstance(event, bool) or event < 1 or not fits:
        raise _fault(
            path,
            f"第{place}条：event 是事件号，tags 是文字的列表，text 是文字",
            f"note {place}: event is the number of an event, tags a list of texts, text a text",
        )
    return Annotation(event, tuple(sorted({tag_of(tag) for tag in tags})), clean(text).strip())


def _fault(path: Path, zh: str, en: str) -> ToldError:
    return ToldError((f"{path}：{zh}", f"{path}: {en}"))
