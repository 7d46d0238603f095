"""The report as rows for a file."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Final

from llmwolf.arena.errors import ArenaError
from llmwolf.arena.figures import Report
from llmwolf.arena.stats import Interval

COLUMNS: Final = (
    "edition", "board", "kind", "agent", "name", "games", "units", "value", "low", "high", "baseline",
    "baseline_low", "baseline_high", "baseline_games", "p", "p_corrected", "tests", "better", "veto",
    "more_games",
)  # fmt: skip


def rows_of(found: Report) -> Iterator[tuple[object, ...]]:
    """Every figure as a row under :data:`COLUMNS`; empty cells are empty.

    What is of no edition stands first: how many games there are, and what all calls came to (``spent``) and
    those of games without a result (``unfinished``). ``better`` is who is, ``veto`` why nobody is said to be.
    """
    counts = {"planned": found.planned, "done": found.done, "failed": found.failed.total()}
    for name, count in counts.items():
        yield _filled(("", "", "games", "", name, "", "", count))
    for kind, bill in (("spent", found.spent), ("unfinished", found.unfinished)):
        for name, count in sorted(bill.items()):
            yield _filled(("", "", kind, "", name, "", "", count))
    for edition in found.editions:
        for figure in edition.figures:
            which = (figure.board, figure.kind, figure.agent, figure.name, figure.games)
            base = figure.baseline
            ends = () if base is None else (base.value, base.low, base.high, figure.baseline_games)
            yield _row(edition.id, which, figure.rate, *ends)
        for contrast in edition.contrasts:
            difference = contrast.difference
            more = "" if contrast.more_games is None else contrast.more_games
            pair = (contrast.board, "difference", contrast.one, contrast.other, "")
            tested = (difference.p, difference.adjusted, difference.tests, contrast.better, difference.veto)
            yield _row(edition.id, pair, difference.interval, *[""] * 4, *tested, more)
        if edition.strengths is not None:
            for agent, interval in edition.strengths.points.items():
                yield _row(edition.id, ("", "rating", agent, "", ""), interval)
            for board, interval in edition.strengths.balance.items():
                yield _row(edition.id, (board, "balance", "", "good", ""), interval)
        for bias in edition.biases:
            yield _row(edition.id, (bias.board, bias.kind, "", bias.name, ""), bias.lift)
        for spent in edition.spending:
            yield _row(edition.id, ("", "a game", spent.agent, spent.unit, spent.games), spent.a_game)
        for agent, counts in sorted(edition.counts.items()):
            for name, count in sorted(counts.items()):
                yield _filled((edition.id, "", "count", agent, name, edition.seated[agent], "", count))


def _row(edition: str, which: tuple[object, ...], interval: Interval, *more: object) -> tuple[object, ...]:
    return _filled((edition, *which, interval.units, interval.value, interval.low, interval.high, *more))


def _filled(cells: tuple[object, ...]) -> tuple[object, ...]:
    return (*cells, *[""] * (len(COLUMNS) - len(cells)))


_WORDS: Final = ("edition", "board", "kind", "agent", "name", "better", "veto")
"""The columns of text; the others are numbers."""


def write_parquet(path: Path, found: Report) -> None:
    """The rows as a Parquet file; an empty cell, and an end that is not known, is null.

    Raises :class:`ArenaError` where duckdb is not installed.
    """
    try:
        import duckdb
    except ImportError:
        raise ArenaError(
            (
                "--parquet 要先装 duckdb：pip install 'llmwolf[analysis]'；或用 --csv",
                "--parquet wants duckdb: pip install 'llmwolf[analysis]'; or use --csv",
            )
        ) from None
    columns = ", ".join(f'"{name}" {"VARCHAR" if name in _WORDS else "DOUBLE"}' for name in COLUMNS)
    rows = [tuple(_known(cell) for cell in row) for row in rows_of(found)]
    with duckdb.connect() as memory:
        memory.execute(f"CREATE TABLE figures ({columns})")
        if rows:
            memory.executemany(f"INSERT INTO figures VALUES ({', '.join('?' * len(COLUMNS))})", rows)
        memory.table("figures").write_parquet(str(path))


def _known(cell: object) -> object:
    return None if cell == "" or (isinstance(cell, float) and not isfinite(cell)) else cell
