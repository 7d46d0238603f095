"""The formats that can be read, and which of them a file is in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from llmwolf.imports import aiwolf, chat, session
from llmwolf.imports.play import record
from llmwolf.imports.tale import Tale, unreadable
from llmwolf.record.head import Remark
from llmwolf.record.notation import files
from llmwolf.record.notation.document import read as read_source
from llmwolf.record.notation.errors import Illegal, NotationError
from llmwolf.record.notation.judging import adjudicate
from llmwolf.record.notation.source import Source
from llmwolf.rules.game import Game

READERS: Final[Mapping[str, Callable[[str], Tale]]] = {
    aiwolf.FORMAT: aiwolf.read,
    session.FORMAT: session.read,
    chat.FORMAT: chat.read,
}
NOTATION: Final = "notation"
FORMATS: Final = (*READERS, NOTATION)
"""Every format by its name."""
_AIWOLF: Final = re.compile(r"\s*\d+,[A-Za-z]+,")
_TOML: Final = re.compile(r"^\s*(?:\[game\]|lines\s*=)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Import:
    """What a file became: the record's bytes, its game, and what is not as sure as the rest."""

    format: str
    data: bytes
    game: Game
    remarks: tuple[Remark, ...] = ()


def load(path: Path, form: str = "", lenient: bool = False) -> Import:
    """The game in the file ``path`` as a record; ``form`` is one of :data:`FORMATS`, or empty: found out.

    ``lenient``: what the rules forbid is left out, and the record says so. Raises
    :class:`~llmwolf.record.notation.errors.NotationError` with the file's name and line.
    """
    try:
        source = read_text(path)
        form = form or recognised(source)
        if form == NOTATION:
            return _typed(source)
        tale = READERS[form](source)
        head, data, game = record(tale, lenient)
    except NotationError as error:
        raise error.at(str(path)) from None
    assert head.imported is not None
    return Import(form, data, game, head.imported.remarks)


def read_text(path: Path) -> str:
    """The text of a file in UTF-8; raises :class:`NotationError` as the notation does."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        read_source(path)  # the same fault, in its words
        raise


def recognised(text: str) -> str:
    """The format of ``text``; raises :class:`~llmwolf.record.notation.errors.Malformed` where it is none."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    if re.match(r"\s*\{\s*\"kind\"", first):
        raise unreadable(
            "这已经是 llmwolf 的对局记录，不用导入",
            "this is a llmwolf transcript already: nothing to import",
            1,
        )
    if first.lstrip().startswith("{"):
        return session.FORMAT
    if _AIWOLF.match(first):
        return aiwolf.FORMAT
    if _TOML.search(text):
        return NOTATION
    if chat.looks_like(text):
        return chat.FORMAT
    raise unreadable(
        f"看不出是什么格式；用 --format 指定：{'、'.join(FORMATS)}（docs/imports.md）",
        f"this is none of the formats known; name one with --format: {', '.join(FORMATS)} (docs/imports.md)",
        1,
    )


def _typed(text: str) -> Import:
    """A record in the typed notation is the judge's business; it must come out as it expects."""
    verdict = adjudicate(Source(text), str)
    if verdict.error is not None or verdict.game is None:
        raise verdict.error or unreadable("没有对局", "there is no game", 1)
    if verdict.differences:
        raise Illegal(verdict.differences[0])
    return Import(NOTATION, files.transcript(verdict), verdict.game)
