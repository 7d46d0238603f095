"""Games with one false statement each, from ``data/planted.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from llmwolf.record.notation.document import document
from llmwolf.record.notation.head import opening
from llmwolf.record.notation.play import play
from llmwolf.record.notation.source import Source
from llmwolf.rules.game import Game

PLACES = ("E1", "D1", "D2", "D3")
DATA: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("data").joinpath("planted.toml").read_text("utf-8")
)


class Case(NamedTuple):
    """One planted statement: of ``kind``, in the last of the speeches ``says``, at odds with an ``event``."""

    group: str
    kind: str
    game: str
    says: list[tuple[str, int, str]]
    quote: str
    event: str


def cases() -> Iterator[Case]:
    """Every case of the file."""
    for group, kinds in DATA.items():
        if group != "games":
            for kind, entries in kinds.items():
                for entry in entries:
                    yield Case(group, kind, **entry)


def played(game: str, says: list[tuple[str, int, str]]) -> Game:
    """The typed record ``game`` with the speeches ``says``."""
    text = DATA["games"][game]
    for place in PLACES:
        spoken = "".join(f'说 {seat}: "{words}"; ' for at, seat, words in says if at == place)
        text = text.replace(f"{{{place}}}", spoken)
    record = document(Source(text))
    return play(opening(record), record.lines)
