"""``llmwolf compare``: how unlike players play and talk, from games that are already there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from llmwolf.cli.common import FORCE, JSON, LANG, check_free, explained, interruptible, language

if TYPE_CHECKING:
    from llmwolf.analysis.style.figures import Comparison
    from llmwolf.analysis.style.measure import LeftOut, Played
    from llmwolf.analysis.style.typical import Manner
    from llmwolf.arena.sections import Section

_WIDE: Final = 160
"""Columns of a report that goes to no terminal."""
_DRAWN: Final = 16
"""Features of a picture in a terminal: it is no higher than that."""


@click.command()
@click.argument("sources", nargs=-1)
@click.option("--by-role", is_flag=True, help="List every feature by card, distinguishable or not.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Also write a page to this file.",
)
@FORCE
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes that measure."
)
@JSON
@LANG
@click.pass_context
def compare(
    context: click.Context,
    /,
    sources: tuple[str, ...],
    by_role: bool,
    html: Path | None,
    force: bool,
    jobs: int,
    as_json: bool,
    lang: str | None,
) -> None:
    """Compare players of recorded games: A B …, each a file, folder or pattern, with @AGENT if wanted.

    Nothing is played or paid for again. Every feature (docs/style.md) has its n, its interval and a test that
    is corrected for the number of features.
    """
    lang = language(context, lang)
    with explained(lang), interruptible():
        from llmwolf.analysis.style.comparison import compare as reckon
        from llmwolf.analysis.style.groups import groups_of, seats_of
        from llmwolf.analysis.style.measure import LeftOut
        from llmwolf.analysis.style.page import page
        from llmwolf.analysis.style.typical import typical
        from llmwolf.export.forms import save

        check_free(force, html)
        groups = groups_of(sources)
        files = list(dict.fromkeys(file for group in groups for file in group.files))
        games = dict(zip(map(str, files), _measured(files, jobs, lang), strict=True))
        seats = seats_of(groups, games)
        comparison = reckon(seats)
        comparison.left_out = [game for game in games.values() if isinstance(game, LeftOut)]
        manners = typical(seats)
        if html is not None:
            save(html, page(comparison, manners, lang), force)
        if as_json:
            from llmwolf.arena.figures import plain

            told = {"comparison": plain(comparison), "typical": plain(manners)}
            click.echo(json.dumps(told, ensure_ascii=False, default=str))
            return
        _print(comparison, manners, by_role, lang)
    if html is not None:
        click.echo(str(html))


def _measured(files: Sequence[Path], jobs: int, lang: str) -> list[Played | LeftOut]:
    """The games of ``files``, with a bar on the error output."""
    from llmwolf.analysis.style.measure import measured

    with _bar(len(files), lang) as step:
        found: list[Played | LeftOut] = []
        if jobs == 1:
            for file in files:
                found.append(measured(file))
                step()
            return found
        from llmwolf.workers import pool

        with pool(jobs) as processes:
            for game in processes.map(measured, files, chunksize=4):
                found.append(game)
                step()
    return found


@contextmanager
def _bar(total: int, lang: str) -> Iterator[Callable[[], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    progress = Progress(
        TextColumn("measuring" if lang == "en" else "量特征"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    with progress:
        task = progress.add_task("", total=total)
        yield lambda: progress.advance(task)


def _print(comparison: Comparison, manners: dict[str, Manner], by_role: bool, lang: str) -> None:
    from llmwolf.analysis.style.show import fingerprints, sections, speeches
    from llmwolf.arena.terminal import drawn

    told = sections(comparison, lang, by_role)
    for _ in range(2):
        _section(next(told), lang)
    for picture in fingerprints(comparison, lang, _DRAWN):
        click.echo(picture.title)
        click.echo(f"{drawn(picture)}\n")
    for section in told:
        _section(section, lang)
    _section(speeches(manners, comparison, lang, whole=False), lang, side_by_side=True)


def _section(section: Section, lang: str, side_by_side: bool = False) -> None:
    from rich.console import Console
    from rich.table import Table

    from llmwolf.analysis.style.show import fitting
    from llmwolf.arena.terminal import fits, tabled
    from llmwolf.rules.words import clean

    width = None if sys.stdout.isatty() else _WIDE
    console = Console(highlight=False, markup=False, width=width)
    console.print(clean(section.title), style="bold")
    if section.headings:
        fitted = section if side_by_side else fitting(section, console.width, lang)
        if not side_by_side and not fits(fitted.headings, fitted.rows, console.width):
            console.print(tabled(section.headings, section.rows, console.width))
            fitted = replace(section, headings=())
        section = fitted
    if section.headings:
        table = Table(box=None, pad_edge=False)
        for place, heading in enumerate(section.headings):
            figures = not any(letter.isalpha() for row in section.rows for letter in row[place])
            ratio = 1 if side_by_side else None
            table.add_column(clean(heading), overflow="fold", no_wrap=figures, ratio=ratio)
        for row in section.rows:
            table.add_row(*map(clean, row), end_section=side_by_side)
        console.print(table)
    for note in section.notes:
        console.print(clean(note), style="dim")
    console.print()
