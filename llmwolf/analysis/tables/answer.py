"""A query put to the database, and its answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from llmwolf.analysis.errors import AnalysisError
from llmwolf.analysis.tables.store import Store, duckdb, insert_file
from llmwolf.rules.words import clean


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of a query under ``columns``, whose ``types`` are the database's."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def objects(self) -> Iterator[dict[str, Any]]:
        """The rows as JSON objects; of columns of one name the later ones are numbered.

        JSON has no number that is infinite or none at all: null stands for those.
        """
        names = _unlike(self.columns)
        for row in self.rows:
            yield dict(zip(names, map(_plain, row), strict=True))

    def cells(self, digits: int | None = None) -> Iterator[list[str]]:
        """The rows as texts, without control characters; nothing is an empty one, a list is JSON, a number
        that is not finite ``inf``, ``-inf`` or ``nan``.

        Fractions are rounded to so many ``digits``, if that is wanted.
        """
        for row in self.rows:
            yield [_cell(value if digits is None else _rounded(value, digits)) for value in row]


def ask(store: Store, sql: str) -> Answer:
    """The answer of ``store`` to ``sql``; raises :class:`AnalysisError` where it is none that can be put."""
    module = duckdb()
    with store.connect() as connection:
        try:
            if len(connection.extract_statements(sql)) > 1:
                raise AnalysisError(("一次只问一条 SQL", "one SQL statement at a time"))
            connection.execute(sql)
            described = connection.description
            rows = connection.fetchall() if described else []
        except module.Error as error:
            raise _refused(str(error)) from None
    if not described:
        raise AnalysisError(
            (
                "这条 SQL 没有结果可列，要一条 SELECT；有哪些表：llmwolf query --tables",
                "this SQL has no rows to show, a SELECT is wanted; for tables: llmwolf query --tables",
            )
        )
    names, types = [], []
    for column in described:
        names.append(clean(str(column[0])))
        types.append(str(column[1]))
    return Answer(tuple(names), tuple(types), rows)


def write_parquet(answer: Answer, path: Path) -> None:
    """Write ``answer`` to a Parquet file; raises :class:`AnalysisError` where it cannot be written.

    The file is made by a database of its own: the one that ran the query reaches no file.
    """
    module = duckdb()
    columns = dict(zip(_unlike(answer.columns), answer.types, strict=True))
    with TemporaryDirectory() as folder, module.connect(":memory:") as connection:
        source = Path(folder) / "rows.json"
        with source.open("w", encoding="utf-8") as file:
            for row in answer.rows:
                told = dict(zip(columns, (_plain(value, str) for value in row), strict=True))
                file.write(f"{json.dumps(told, ensure_ascii=False)}\n")
        named = ", ".join(f'"{name.replace(chr(34), chr(34) * 2)}" {kind}' for name, kind in columns.items())
        try:
            connection.execute(f"CREATE TABLE answer ({named})")
            insert_file(connection, "answer", source, columns)
            target = str(path).replace("'", "''")
            connection.execute(f"COPY answer TO '{target}' (FORMAT parquet)")
        except module.Error as error:
            first = _first(str(error))
            raise AnalysisError((f"写不出 {path}：{first}", f"{path} cannot be written: {first}")) from None


def _refused(error: str) -> AnalysisError:
    first = _first(error)
    return AnalysisError(
        (
            f"这个查询不行：{first}；有哪些表和列：llmwolf query --tables",
            f"this query cannot be put: {first}; for tables and columns: llmwolf query --tables",
        )
    )


def _first(error: str) -> str:
    """What a database's error says, in one line and without the picture of the place."""
    lines = error.partition("\n\nLINE ")[0].splitlines()
    return clean(" ".join(line.strip() for line in lines if line.strip()))


def _unlike(names: tuple[str, ...]) -> list[str]:
    """``names``, each once."""
    found: list[str] = []
    for name in names:
        again, number = name, 2
        while again in found:
            again, number = f"{name}_{number}", number + 1
        found.append(again)
    return found


def _plain(value: Any, endless: Callable[[float], str | None] = lambda value: None) -> Any:
    """``value`` as JSON has it; ``endless`` says what stands for a number that is not finite."""
    if isinstance(value, float):
        return value if isfinite(value) else endless(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, (date, datetime, time, timedelta, UUID)):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, (list, tuple)):
        return [_plain(one, endless) for one in value]
    if isinstance(value, dict):
        return {str(name): _plain(one, endless) for name, one in value.items()}
    return value


def _rounded(value: Any, digits: int) -> Any:
    return round(value, digits) if isinstance(value, (float, Decimal)) and isfinite(value) else value


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    plain = _plain(value, str)
    return clean(json.dumps(plain, ensure_ascii=False) if isinstance(plain, (list, dict)) else str(plain))
