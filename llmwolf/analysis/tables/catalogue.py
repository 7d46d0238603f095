"""What the tables are called, and what every column of them holds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from llmwolf.players.words import Pair, pick

PUBLIC: Final = "public"
AFTER: Final = "after"
PRIVATE: Final = "private"
SIGHTS: Final[dict[str, Pair]] = {
    PUBLIC: ("全桌可见", "the table saw it"),
    AFTER: ("打完才能看", "after the game"),
    PRIVATE: ("私下想法", "private thoughts"),
}
MARK: Final = "private_"
"""What the name of every column of private thoughts begins with."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: ``type`` is the database's, ``unit`` may be empty, ``sight`` is of :data:`SIGHTS`."""

    name: str
    type: str
    unit: str
    sight: str
    about: Pair
    example: str


@dataclass(frozen=True, slots=True)
class Table:
    """One table; ``about`` says what a row is."""

    name: str
    about: Pair
    columns: tuple[Column, ...]

    def ddl(self) -> str:
        """The statement that makes it."""
        return f"CREATE TABLE {self.name} ({', '.join(f'{c.name} {c.type}' for c in self.columns)})"


@cache
def tables() -> dict[str, Table]:
    """Every table by its name."""
    data = tomllib.loads(Path(__file__).with_name("tables.toml").read_text("utf-8"))
    return {
        name: Table(
            name,
            (told["zh"], told["en"]),
            tuple(
                Column(column, type_, unit, sight, (zh, en), example)
                for column, type_, unit, sight, zh, en, example in told["columns"]
            ),
        )
        for name, told in data.items()
    }


def markdown(lang: str = "en") -> Iterator[str]:
    """The lines of a page on all tables."""
    for table in tables().values():
        yield f"### {table.name}"
        yield ""
        yield f"{pick(table.about, lang)[:1].upper()}{pick(table.about, lang)[1:]}."
        yield ""
        yield "| column | type | unit | sight | what | example |"
        yield "|---|---|---|---|---|---|"
        for column in table.columns:
            cells = (column.type.lower(), column.unit, column.sight, pick(column.about, lang))
            yield f"| `{column.name}` | {' | '.join(cells)} | `{column.example}` |"
        yield ""
