"""``llmwolf query``: SQL over the records of many games."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from llmwolf.cli.common import FORCE, JSON, LANG, check_free, explained, interruptible, language

if TYPE_CHECKING:
    from llmwolf.analysis.tables.answer import Answer
    from llmwolf.analysis.tables.store import Stock

_SHOWN: Final = 200
"""Rows of a table for people."""
_DIGITS: Final = 4
_NAMED: Final = 20
"""Damaged files that are named one by one."""
_WIDE: Final = 160
"""Columns of a table that goes to no terminal."""


@click.command()
@click.argument("sql", required=False)
@click.argument("sources", nargs=-1)
@click.option("--tables", "describe", is_flag=True, help="Print what tables and columns there are.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@JSON
@click.option(
    "--parquet",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Write the rows to this Parquet file.",
)
@FORCE
@click.option("--unfinished", is_flag=True, help="Also games that are going on, hidden cards and all.")
@LANG
@click.pass_context
def query(
    context: click.Context,
    /,
    sql: str | None,
    sources: tuple[str, ...],
    describe: bool,
    as_csv: bool,
    as_json: bool,
    parquet: Path | None,
    force: bool,
    unfinished: bool,
    lang: str | None,
) -> None:
    """Put SQL to all records in SOURCES: files, folders or patterns (default: where games are saved).

    Tables: games, seats, events, speeches, claims, ballots, decisions, calls, files (docs/query.md). The
    records are loaded once; later queries load only what is new. The query can change nothing and reaches
    no file.
    """
    lang = language(context, lang)
    if describe:
        _describe(lang)
        return
    if sql is None or not sql.strip():
        told = "要有一条 SQL；有哪些表：llmwolf query --tables"
        raise click.UsageError("SQL is wanted; for tables: llmwolf query --tables" if lang == "en" else told)
    if as_csv + as_json + (parquet is not None) > 1:
        told = "--csv、--json、--parquet 只能要一个"
        raise click.UsageError("--csv, --json and --parquet: one of them" if lang == "en" else told)
    with explained(lang), interruptible():
        from llmwolf.analysis.tables.answer import ask, write_parquet
        from llmwolf.analysis.tables.store import Store
        from llmwolf.record.places import games_folder

        check_free(force, parquet)
        store = Store(sources or (str(games_folder()),), unfinished)
        with _bar(lang) as tick:
            stock = store.refresh(tick)
        _tell(stock, lang)
        answer = ask(store, sql)
        if parquet is not None:
            write_parquet(answer, parquet)
            click.echo(f"{parquet}: {len(answer.rows)} {'rows' if lang == 'en' else '行'}")
        else:
            _print(answer, as_csv, as_json, lang)


@contextmanager
def _bar(lang: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the error output, once there is something to load."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    progress = Progress(
        TextColumn("loading" if lang == "en" else "读入"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    with progress:
        task = progress.add_task("", total=None, visible=False)
        yield lambda done, total: progress.update(task, completed=done, total=total, visible=True)


def _tell(stock: Stock, lang: str) -> None:
    """What was left out, on the error output."""
    en = lang == "en"
    if stock.unfinished:
        zh = f"{stock.unfinished} 局还没打完，没有读入（要读：--unfinished）"
        told = f"{stock.unfinished} unfinished games were left out (--unfinished loads them)"
        click.echo(told if en else zh, err=True)
    if not stock.damaged:
        return
    count = len(stock.damaged)
    click.echo(f"{count} damaged files were left out:" if en else f"{count} 个文件坏了，没有读入：", err=True)
    for file, error in list(stock.damaged.items())[:_NAMED]:
        click.echo(f"  {file}: {error}", err=True)
    if count > _NAMED:
        all_of_them = "SELECT file, error FROM files WHERE state = 'damaged'"
        click.echo(f'  … {"all" if en else "全部"}: llmwolf query "{all_of_them}"', err=True)


def _print(answer: Answer, as_csv: bool, as_json: bool, lang: str) -> None:
    if as_json:
        click.echo(json.dumps(list(answer.objects()), ensure_ascii=False))
    elif as_csv:
        writer = csv.writer(sys.stdout)
        writer.writerow(answer.columns)
        writer.writerows(answer.cells())
    else:
        _table(answer, lang)


def _table(answer: Answer, lang: str) -> None:
    from itertools import islice

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    numeric = [kind.split("(")[0] in _NUMBERS for kind in answer.types]
    table = Table(box=None, pad_edge=False)
    for name, right in zip(answer.columns, numeric, strict=True):
        table.add_column(Text(name), justify="right" if right else "left", overflow="fold")
    for row in islice(answer.cells(_DIGITS), _SHOWN):
        table.add_row(*map(Text, row))
    width = None if sys.stdout.isatty() else _WIDE
    Console(highlight=False, markup=False, width=width).print(table)
    count = len(answer.rows)
    if count > _SHOWN:
        told = f"{_SHOWN} of {count} rows; all: --csv, --json, --parquet FILE"
        click.echo(
            told
            if lang == "en"
            else f"共 {count} 行，只显示 {_SHOWN} 行；全部：--csv、--json、--parquet 文件"
        )
    else:
        click.echo(f"{count} rows" if lang == "en" else f"{count} 行")


_NUMBERS: Final = frozenset(
    ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UBIGINT", "FLOAT", "DOUBLE", "DECIMAL")
)


def _describe(lang: str) -> None:
    """Print every table and column."""
    from rich.console import Console
    from rich.table import Table

    from llmwolf.analysis.tables.catalogue import SIGHTS, tables
    from llmwolf.players.words import pick

    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else _WIDE)
    headings = ("column", "type", "unit", "sight", "what", "example")
    for table in tables().values():
        console.print(f"{table.name} — {pick(table.about, lang)}", style="bold")
        shown = Table(
            *(headings if lang == "en" else ("列", "类型", "单位", "谁看得到", "是什么", "例")),
            box=None,
            pad_edge=False,
        )
        for column in table.columns:
            sight = pick(SIGHTS[column.sight], lang)
            shown.add_row(
                column.name, column.type.lower(), column.unit, sight, pick(column.about, lang), column.example
            )
        console.print(shown)
        console.print()
