"""The database beside the records: filled once, and again with what is new or has changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import orjson

from llmwolf.analysis.corpus import transcripts
from llmwolf.analysis.errors import AnalysisError
from llmwolf.analysis.tables.catalogue import tables
from llmwolf.analysis.tables.rows import Row, Rows, rows_of
from llmwolf.boards.shares import engine_digest
from llmwolf.record.errors import RecordError
from llmwolf.record.reader import read

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LOADED: Final = "loaded"
UNFINISHED: Final = "unfinished"
DAMAGED: Final = "damaged"
_BATCH: Final = 200
_KEPT: Final = 20
_LOCKED: Final = {"enable_external_access": "false", "lock_configuration": "true"}
"""With these whoever writes the query reaches no file, and cannot change that."""


@dataclass(slots=True)
class Stock:
    """What the database holds: so many games loaded, unfinished ones left out, and files that are damaged."""

    loaded: int = 0
    unfinished: int = 0
    damaged: dict[str, str] = field(default_factory=dict)


def duckdb() -> Any:
    """The database's module; raises :class:`AnalysisError` where it is not installed."""
    try:
        return import_module("duckdb")
    except ModuleNotFoundError:
        raise AnalysisError(
            (
                "查询要用 duckdb，还没装：pip install 'llmwolf[analysis]'",
                "queries need duckdb, which is not installed: pip install 'llmwolf[analysis]'",
            )
        ) from None


def cache_folder() -> Path:
    """Where databases are kept; any of them can be deleted at any time."""
    from platformdirs import user_cache_path

    return user_cache_path("llmwolf", appauthor=False) / "query"


class Store:
    """The database of the records that ``sources`` name, kept in ``folder``.

    With ``unfinished`` games that are still going on are in it, hidden cards and all.
    """

    def __init__(self, sources: Sequence[str], unfinished: bool = False, folder: Path | None = None) -> None:
        """Raises :class:`AnalysisError` where a source is not there, or the database's module is not."""
        self._module = duckdb()
        self._files = transcripts(sources)
        self._unfinished = unfinished
        told = (_version(), str(unfinished), *sorted(str(Path(source).absolute()) for source in sources))
        name = blake2b("\n".join(told).encode(), digest_size=12).hexdigest()
        self.path = (folder or cache_folder()) / f"{name}.duckdb"

    def refresh(self, tick: Callable[[int, int], None] = lambda done, total: None) -> Stock:
        """Load what is new or changed and forget what is gone; ``tick`` is told (files done, files to do).

        Broken off at any moment, it goes on the next time.
        """
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _tidy(self.path)
        there = {str(path): stat for path in self._files if (stat := _stat(path))}
        if self.path.exists():
            with self.connect() as connection:
                if self._keys(connection) == there:
                    return self._stock(connection)  # several processes may ask at once
        with self._opened() as connection:
            if self._keys(connection) is None:
                connection.begin()
                for table in tables().values():
                    connection.execute(table.ddl())
                connection.commit()
            known = self._keys(connection) or {}
            gone = [name for name, key in known.items() if there.get(name) != key]
            new = [name for name, key in there.items() if known.get(name) != key]
            if gone:
                self._forget(connection, gone)
            self._load(connection, new, there, tick)
            return self._stock(connection)

    def connect(self) -> DuckDBPyConnection:
        """A connection for somebody else's query: it can change nothing and reaches no file."""
        return self._opened(read_only=True, config=_LOCKED)

    def _opened(self, **terms: Any) -> DuckDBPyConnection:
        try:
            opened: DuckDBPyConnection = self._module.connect(str(self.path), **terms)
        except self._module.Error:
            raise AnalysisError(
                (
                    f"{self.path} 打不开；若另一个 llmwolf 正在读入，等它结束，否则删掉这个文件再查",
                    f"{self.path} cannot be opened; wait if another llmwolf is loading, or delete it",
                )
            ) from None
        return opened

    @staticmethod
    def _keys(connection: DuckDBPyConnection) -> dict[str, tuple[int, int]] | None:
        """Size and time of change of the files that were read; ``None``: the tables are not there yet."""
        if not connection.execute("FROM duckdb_tables() WHERE table_name = 'files'").fetchone():
            return None
        found = connection.execute("SELECT file, size, mtime FROM files").fetchall()
        return {name: (size, mtime) for name, size, mtime in found}

    @staticmethod
    def _forget(connection: DuckDBPyConnection, names: list[str]) -> None:
        connection.begin()
        connection.execute(
            "CREATE OR REPLACE TEMP TABLE gone AS SELECT unnest(?::VARCHAR[]) AS file", [names]
        )
        for table in tables():
            which = "file IN (FROM gone)"
            if table not in ("games", "files"):
                which = f"game IN (SELECT game FROM games WHERE {which})"
            if table != "games":  # the others are found by it
                connection.execute(f"DELETE FROM {table} WHERE {which}")
        connection.execute("DELETE FROM games WHERE file IN (FROM gone)")
        connection.commit()

    def _load(
        self,
        connection: DuckDBPyConnection,
        names: list[str],
        there: dict[str, tuple[int, int]],
        tick: Callable[[int, int], None],
    ) -> None:
        (last,) = connection.execute("SELECT coalesce(max(game), 0) FROM games").fetchone() or (0,)
        for start in range(0, len(names), _BATCH):
            rows: Rows = defaultdict(list)
            for place, name in enumerate(names[start : start + _BATCH], start + 1):
                last += 1
                file, found = self._read(name, last)
                size, mtime = there[name]
                rows["files"].append({"file": name, "size": size, "mtime": mtime, **file})
                for table, more in found.items():
                    rows[table] += more
                tick(place, len(names))
            _insert(connection, rows)

    def _read(self, name: str, game: int) -> tuple[Row, Rows]:
        """What became of a file, and its rows."""
        try:
            transcript = read(Path(name))
        except RecordError as error:
            place = f"line {error.line}: " if error.line else ""
            return {"state": DAMAGED, "error": f"{place}{error.sentence}"}, {}
        if not (transcript.finished or self._unfinished):
            return {"state": UNFINISHED}, {}
        return {"state": LOADED}, rows_of(transcript, Path(name), game)

    @staticmethod
    def _stock(connection: DuckDBPyConnection) -> Stock:
        stock = Stock()
        for name, state, error in connection.execute("SELECT file, state, error FROM files").fetchall():
            stock.loaded += state == LOADED
            stock.unfinished += state == UNFINISHED
            if state == DAMAGED:
                stock.damaged[name] = error
        return stock


def _insert(connection: DuckDBPyConnection, rows: Rows) -> None:
    """Add ``rows``, all or none; by way of files, which is a hundred times quicker than one by one."""
    with TemporaryDirectory() as folder:
        connection.begin()
        for name, found in rows.items():
            if found:
                path = Path(folder) / f"{name}.json"
                path.write_bytes(
                    b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in found)
                )
                insert_file(connection, name, path, {c.name: c.type for c in tables()[name].columns})
        connection.commit()


def insert_file(connection: DuckDBPyConnection, table: str, path: Path, columns: dict[str, str]) -> None:
    """Add the objects in the file at ``path``, one a line, to ``table`` with ``columns`` (name → type)."""
    connection.execute(
        f'INSERT INTO "{table}" BY NAME SELECT * FROM '
        "read_json(?, format = 'newline_delimited', maximum_object_size = 67108864, columns = ?)",
        [str(path), columns],
    )


def _tidy(used: Path) -> None:
    """Delete the databases that have not been used for the longest time, but for some."""
    if used.exists():
        used.touch()
    others = sorted(used.parent.glob("*.duckdb"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[_KEPT:]:
        path.unlink(missing_ok=True)


def _stat(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _version() -> str:
    """A word that changes with the tables, and with how speeches are understood."""
    state = blake2b(engine_digest().encode(), digest_size=8)
    for path in sorted(Path(__file__).parent.iterdir()):
        if path.is_file():
            state.update(path.read_bytes())
    return state.hexdigest()
