"""Benchmarks: ``bench engine``, ``bench interrupt``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import BOARD, JSON, explained, interruptible

if TYPE_CHECKING:
    from llmwolf.bench.engine import EngineFigures
    from llmwolf.boards.shares import Shares


@click.group()
def bench() -> None:
    """Benchmarks."""


@bench.command()
@BOARD
@click.option("--games", type=click.IntRange(25), default=500, show_default=True)
@JSON
def engine(board: str, games: int, as_json: bool) -> None:
    """Complete games a second on one core, with scripted seats."""
    from llmwolf.bench.engine import measure
    from llmwolf.boards import find_board

    def tick(what: str) -> None:
        click.echo(f"… {what}", err=True)

    with explained():
        figures = measure(find_board(board), games, tick)
    if as_json:
        click.echo(json.dumps(figures.as_json(), indent=2))
    else:
        _print_figures(figures, click.echo)


@bench.command(name="boards")
@click.argument("ids", nargs=-1, metavar="[ID]…")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="Games a board.")
@click.option(
    "--level", type=click.Choice(["novice", "normal", "expert"]), default="normal", show_default=True
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes at once.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Default: the file that `boards show` reads.",
)
def shares(ids: tuple[str, ...], games: int, level: str, jobs: int, out: Path | None) -> None:
    """How often each side wins and each card is used when bots play boards (default: every shipped one).

    Exit code 1 if there is something on a board that a card can do and none ever did in 500 games or more.
    Boards that the file holds already, with so many games of the same engine and bots, are not played
    again: the command may be stopped and started anew.
    """
    from llmwolf.bench.shares import ENOUGH, measure_boards
    from llmwolf.boards import boards, find_board
    from llmwolf.boards.shares import FILE, shares_of, write

    with explained(), interruptible():
        file = out or FILE
        chosen = [find_board(name) for name in ids] if ids else list(boards().values())
        left, inert = [], False
        for board in chosen:
            known = shares_of(board, file)
            if known is None or not known.current or (known.games, known.level) != (games, level):
                left.append(board)
            elif games >= ENOUGH and known.inert():
                click.echo(f"{board.id}: never used: {', '.join(known.inert())}")
                inert = True
        for board, found in measure_boards(left, games, level, jobs):
            write(board, found, file)
            inert = inert or bool(found.inert())
            _print_shares(board.id, found, click.echo)
    if inert and games >= ENOUGH:
        raise SystemExit(1)


@bench.command()
@click.option("--trials", type=click.IntRange(3), default=15, show_default=True)
@JSON
def interrupt(trials: int, as_json: bool) -> None:
    """From a key press to the stream stopped, in the terminal app at 200 pieces a second."""
    from dataclasses import asdict

    from llmwolf.tui.probe import measure

    f = measure(trials, tick=lambda what: click.echo(f"… {what}", err=True))
    if as_json:
        click.echo(json.dumps(asdict(f), indent=2))
        return
    click.echo(f"{f.trials} trials, {f.pieces_per_second} pieces a second")
    click.echo(
        f"confirming key to silence: median {f.median_ms:.1f} ms, worst {f.worst_ms:.1f} ms (goal 100)"
    )


def _print_shares(name: str, found: Shares, write: Callable[[str], None]) -> None:
    listed = ", ".join(f"{side} {share.share:.1%}" for side, share in found.by_side().items())
    write(f"{name}: {listed}")
    for card, counts in found.uses.items():
        write(f"  {card}: {', '.join(f'{ability} {n}' for ability, n in counts.items())}")
    if found.inert():
        write(f"  never used: {', '.join(found.inert())}")


def _print_figures(f: EngineFigures, write: Callable[[str], None]) -> None:
    write(f"{f.board}: {f.games} games, {f.moves:.0f} decisions and {f.events:.0f} events a game")
    for what, best, mean in (
        ("rules alone", f.rules_ms, f.rules_mean_ms),
        ("with all views", f.views_ms, f.views_mean_ms),
        ("with views, record and hash", f.record_ms, f.record_mean_ms),
    ):
        write(f"{what:<28} {1000 / best:7.0f} games/s   {best:.2f} ms/game (best runs; mean {mean:.2f} ms)")
    if f.hand_ms is not None and f.all_over_hand is not None:
        write(
            f"one pokerkit hand: {f.hand_ms:.1f} ms; all three ÷ hand = {f.all_over_hand:.2f} (at most 0.30)"
        )
    else:
        write("pokerkit is not installed (extra 'bench'): no comparison with a hand")
    write(f"re-folding ÷ playing: {f.refold_over_play:.2f} (at most 1)")
    write(f"transcript: {f.transcript_bytes / 1000:.0f} kB")
    write(f"a process that played 100 games held at most {f.memory_mib:.0f} MiB (at most 60)")
    write("most time of their own:")
    for row in f.profile:
        write(f"  {row}")
