"""``llmwolf bench bots``: what the built-in players are worth, in tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import BOARD, JSON, explained, interruptible

if TYPE_CHECKING:
    from llmwolf.bench.bots import Counted, Match
    from llmwolf.boards.shares import Share

_GAMES = click.option(
    "--games", type=click.IntRange(1), default=2000, show_default=True, help="For a figure."
)
_JOBS = click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes at once."
)
_SILENT = click.option("--silent", is_flag=True, help="Speeches are claims without words: quicker.")
_LEVEL = click.option(
    "--level", type=click.Choice(["novice", "normal", "expert"]), default="expert", show_default=True
)


@click.group()
def bots() -> None:
    """How strong the bots are, how they behave, how they talk; games as units, intervals of 95 %."""


@bots.command()
@BOARD
@_GAMES
@_JOBS
@_SILENT
@JSON
def ladder(board: str, games: int, jobs: int, silent: bool, as_json: bool) -> None:
    """Every level on either side against the best one."""
    from llmwolf.bench import bots as bench
    from llmwolf.boards import find_board

    with explained(), interruptible():
        _print_matches(bench.ladder(find_board(board), not silent), games, jobs, as_json)


@bots.command()
@click.argument("ids", nargs=-1, metavar="[ID]…")
@click.option("--seats", type=click.IntRange(6, 18), default=12, show_default=True, help="Boards so large.")
@_LEVEL
@_GAMES
@_JOBS
@_SILENT
@JSON
def balance(
    ids: tuple[str, ...], seats: int, level: str, games: int, jobs: int, silent: bool, as_json: bool
) -> None:
    """One level against itself on every board of a size, or on the boards named."""
    from llmwolf.bench.bots import Match
    from llmwolf.boards import boards, find_board

    with explained(), interruptible():
        chosen = [find_board(one) for one in ids] or [b for b in boards().values() if b.seats == seats]
        _print_matches([Match(b, level, level, words=not silent) for b in chosen], games, jobs, as_json)


@bots.command()
@BOARD
@_LEVEL
@_GAMES
@_JOBS
@click.option("--lang", type=click.Choice(["zh", "en"]), default="zh", show_default=True)
@JSON
def conduct(board: str, level: str, games: int, jobs: int, lang: str, as_json: bool) -> None:
    """How they vote, claim, act and talk, beside what is known of people."""
    from llmwolf.bench import bots as bench
    from llmwolf.boards import find_board

    with explained(), interruptible():
        match = bench.Match(find_board(board), level, level, lang)
        ((_, counted),) = _counted([match], games, jobs)
        found = list(bench.conduct(counted))
    if as_json:
        click.echo(json.dumps(dict(found), ensure_ascii=False))
        return
    _table(("what", "bots", "known or wanted"), [(what, *row) for what, row in found])


@bots.command()
@BOARD
@_LEVEL
@click.option("--games", type=click.IntRange(10), default=200, show_default=True)
@JSON
def speed(board: str, level: str, games: int, as_json: bool) -> None:
    """Milliseconds of a game in one process, with speeches in words and with claims alone."""
    from llmwolf.bench import bots as bench
    from llmwolf.boards import find_board

    with explained(), interruptible():
        found = find_board(board)
        costs = {
            what: bench.count(bench.Match(found, level, level, words=words), range(games)).play.median_ms()
            for what, words in (("in words", True), ("claims alone", False))
        }
    if as_json:
        click.echo(json.dumps(costs))
        return
    for what, cost in costs.items():
        click.echo(f"{what}: median {cost:.1f} ms a game")


@bots.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def listening(file: Path) -> None:
    """How well free speech is understood, over the speeches labelled by hand in FILE (a TOML file)."""
    from llmwolf.bench.listening import cases, lines, score

    with explained():
        try:
            found = cases(file)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise click.UsageError(
                f"{file} holds no labelled speeches; tests/players/data/sentences.toml shows how they look"
            ) from None
    for line in lines(score(found)):
        click.echo(line)


def _print_matches(matches: list[Match], games: int, jobs: int, as_json: bool) -> None:
    rows = [(match, counted.wolves(), counted) for match, counted in _counted(matches, games, jobs)]
    if as_json:
        for match, share, counted in rows:
            wins = dict(counted.play.wins)
            line = {"board": match.board.id, "good": match.good, "wolves": match.wolves, "games": games}
            click.echo(json.dumps({**line, "wins": wins, "low": share.low, "high": share.high}))
        return
    _table(
        ("board", "good", "wolves", "wolves win", "others", f"n = {games}"),
        [
            (m.board.id, m.good, m.wolves, f"{share.share:.1%}", _others(counted), _interval(share))
            for m, share, counted in rows
        ],
    )


def _others(counted: Counted) -> str:
    """The wins of the third sides, and draws."""
    rest = {side: n for side, n in sorted(counted.play.wins.items()) if side not in ("good", "wolves")}
    return ", ".join(f"{side} {n / counted.play.games:.1%}" for side, n in rest.items())


def _interval(share: Share) -> str:
    return f"{share.low:.1%}–{share.high:.1%}"


def _counted(matches: list[Match], games: int, jobs: int) -> Iterable[tuple[Match, Counted]]:
    """The matches with what was counted, and a bar while they are played."""
    from llmwolf.bench.bots import count_all

    bar = click.progressbar(length=len(matches) * games, label="games", file=sys.stderr, show_pos=True)
    with bar:
        return list(count_all(matches, games, jobs, bar.update))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*head, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, markup=False, soft_wrap=True).print(table)
