"""``llmwolf arena report``: what a tournament's games say, on the terminal, as a page and as data."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import FORCE, JSON, LANG, check_free, explained, interruptible, language

if TYPE_CHECKING:
    from llmwolf.arena.figures import Report
    from llmwolf.arena.sections import Section

_WIDE = 160
"""Columns of a report that goes to no terminal."""
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@JSON
@click.option("--html", "html_file", type=_FILE, help="Also write the report as a web page.")
@click.option("--csv", "csv_file", type=_FILE, help="Also write every figure to this file.")
@click.option("--parquet", "parquet_file", type=_FILE, help="The same as Parquet (extra analysis: duckdb).")
@FORCE
@LANG
@click.pass_context
def report(
    context: click.Context,
    /,
    folder: Path,
    as_json: bool,
    html_file: Path | None,
    csv_file: Path | None,
    parquet_file: Path | None,
    force: bool,
    lang: str | None,
) -> None:
    """What the games in FOLDER say so far: rates, comparisons and ratings, each with n and an interval."""
    lang = language(context, lang)
    with explained(lang), interruptible():
        from llmwolf.arena.cast import prices_of
        from llmwolf.arena.figures import as_data
        from llmwolf.arena.folder import Folder
        from llmwolf.arena.report import report as reckon
        from llmwolf.arena.show import sections
        from llmwolf.export.forms import save

        check_free(force, html_file, csv_file, parquet_file)
        found = Folder(folder)
        begun = found.begun(prices_of(found.plan.agents))
        told = reckon(found.plan, found.boards, found.fixtures, found.lines(), begun)
        if html_file is not None:
            from llmwolf.arena.page import page

            save(html_file, page(told, found.plan, lang), force)
        if csv_file is not None:
            save(csv_file, _csv(told), force)
        if parquet_file is not None:
            from llmwolf.arena.rows import write_parquet

            write_parquet(parquet_file, told)
        if as_json:
            click.echo(json.dumps(as_data(told), ensure_ascii=False))
        else:
            _print(sections(told, lang))


def _print(found: Iterator[Section]) -> None:
    from rich.console import Console

    from llmwolf.arena.terminal import drawn, tabled
    from llmwolf.rules.words import clean

    width = None if sys.stdout.isatty() else _WIDE
    console = Console(highlight=False, markup=False, soft_wrap=True, width=width)
    for section in found:
        console.print(clean(section.title), style="bold")
        for caution in section.cautions:
            console.print(clean(caution), style="bold yellow")
        for picture in section.pictures:
            console.print(clean(picture.title))
            console.print(drawn(picture))
        if section.headings:
            console.print(tabled(section.headings, section.rows, console.width))
        for note in section.notes:
            console.print(clean(note), style="dim")
        console.print()


def _csv(told: Report) -> str:
    import csv
    from io import StringIO

    from llmwolf.arena.rows import COLUMNS, rows_of

    file = StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    writer.writerows(rows_of(told))
    return file.getvalue()
