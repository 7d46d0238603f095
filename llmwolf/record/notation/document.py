"""A record's file, read but not yet played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from llmwolf.record.notation.errors import Malformed, nearest
from llmwolf.record.notation.grammar import parse
from llmwolf.record.notation.items import Item, Line
from llmwolf.record.notation.sentences import say, shortened
from llmwolf.record.notation.source import Source

HEAD: Final = (
    "board", "profile", "cards", "deal", "spare", "names", "seed", "minute", "after_end", "events", "number",
    "safe", "rules", "expect", "game",
)  # fmt: skip
"""The keys of a record, tables included."""


@dataclass(frozen=True, slots=True)
class Document:
    """The parts of a record: its ``source``, the ``head`` as TOML has it, what it expects, and its lines."""

    source: Source
    head: Mapping[str, Any]
    expect: Mapping[str, Any]
    lines: tuple[Line, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """Every item in its order."""
        return tuple(item for line in self.lines for item in line.items)


def read(path: Path) -> Source:
    """The TOML of the file at ``path``; raises :class:`Malformed`."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise Malformed(say("no_file")) from None
    except OSError as error:
        raise Malformed(say("unreadable", why=error.strerror)) from None
    except UnicodeDecodeError:
        raise Malformed(say("encoding")) from None
    return Source(text)


def document(source: Source) -> Document:
    """The parts of ``source``; raises :class:`Malformed` at the first thing that is not known."""
    data = source.data
    for key in data:
        if key not in HEAD:
            why = say("unknown_key", key=shortened(key), hint=nearest(key, HEAD))
            raise Malformed(why, source.line_of(key), key)
    game = table(source, "game")
    for key in game:
        if key != "lines":
            raise Malformed(say("game_key", key=shortened(key)), source.line_of(key), key)
    text = game.get("lines")
    if not isinstance(text, str):
        line = source.line_of("lines") or source.line_of("game")
        raise Malformed(say("no_lines"), line, "[game]")
    head = {key: value for key, value in data.items() if key not in ("expect", "game")}
    return Document(source, head, table(source, "expect"), parse(source.numbered(text)))


def table(source: Source, key: str) -> Mapping[str, Any]:
    """The table ``key`` of a record, empty where there is none; raises :class:`Malformed`."""
    value = source.data.get(key, {})
    if not isinstance(value, dict):
        raise Malformed(say("table", key=key), source.line_of(key), key)
    return value
