"""Benchmarks: ``bench client``, ``bench engine``, ``bench interrupt``, ``bench screen``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.cli.arenabench import arena
from llmwolf.cli.botbench import bots
from llmwolf.cli.common import BOARD, JSON, explained, interruptible
from llmwolf.cli.ledgerbench import ledger
from llmwolf.cli.odds import bench_odds

if TYPE_CHECKING:
    from llmwolf.bench.client import ClientFigures
    from llmwolf.bench.engine import EngineFigures
    from llmwolf.boards.shares import Shares
    from llmwolf.tui.probes.latency import ScreenFigures
    from llmwolf.tui.probes.memory import Kept


@click.group()
def bench() -> None:
    """Benchmarks."""


bench.add_command(arena)
bench.add_command(bots)
bench.add_command(bench_odds)
bench.add_command(ledger)


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
@click.option("--calls", type=click.IntRange(1), default=3200, show_default=True, help="Calls for a figure.")
@click.option(
    "--games", "counts", type=click.IntRange(1, 512), multiple=True, help="Games at once; may be repeated."
)
@JSON
def client(calls: int, counts: tuple[int, ...], as_json: bool) -> None:
    """What a call to a model costs this process, beside the bare SDK, with a server that answers at once."""
    from llmwolf.bench.client import TOGETHER, measure

    with explained(), interruptible():
        figures = measure(counts or TOGETHER, calls, lambda what: click.echo(f"… {what}", err=True))
    if as_json:
        click.echo(json.dumps(figures.as_json(), indent=2))
    else:
        _print_client(figures, click.echo)


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
    for what, middle, worst, goal in (
        ("confirming key to silence", f.median_ms, f.worst_ms, 100),
        ("the same, a model's stream", f.model_median_ms, f.model_worst_ms, 100),
        ("its server sees the request closed", f.closed_median_ms, f.closed_worst_ms, 1000),
    ):
        click.echo(f"{what}: median {middle:.1f} ms, worst {worst:.1f} ms (goal {goal})")


@bench.command()
@click.option(
    "--presses", type=click.IntRange(10), default=60, show_default=True, help="Of each kind of key."
)
@click.option("--lines", type=click.IntRange(0), default=2000, show_default=True, help="Entries of the log.")
@click.option("--memory/--no-memory", default=True, help="A game of thirty days as well, some minutes.")
@JSON
def screen(presses: int, lines: int, memory: bool, as_json: bool) -> None:
    """From a key press to the terminal showing it, while a speech streams at 200 pieces a second.

    Then what the screen keeps in memory over a game of thirty days.
    """
    import asyncio
    from dataclasses import asdict

    from llmwolf.tui.probes.latency import measure_keys
    from llmwolf.tui.probes.memory import measure_memory

    with interruptible():
        click.echo("… keys", err=True)
        figures = asyncio.run(measure_keys(presses, lines=lines))
        if memory:
            click.echo("… thirty days", err=True)
        kept = asyncio.run(measure_memory()) if memory else None
    if as_json:
        click.echo(json.dumps(asdict(figures) | {"memory": asdict(kept) if kept else None}, indent=2))
    else:
        _print_screen(figures, kept, click.echo)


def _print_screen(f: ScreenFigures, kept: Kept | None, write: Callable[[str], None]) -> None:
    from llmwolf.tui.probes.latency import MEDIAN_GOAL, P95_GOAL
    from llmwolf.tui.probes.memory import DAYS, GOAL_MB

    write(f"{f.lines} lines, {f.pieces_per_second:.0f} pieces and {f.frames_per_second:.0f} frames a second")
    write(f"goal: median {MEDIAN_GOAL} ms, p95 {P95_GOAL} ms")
    for keys in f.keys:
        figures = f"median {keys.median_ms:5.1f} ms, p95 {keys.p95_ms:5.1f} ms, worst {keys.worst_ms:5.1f} ms"
        write(f"{keys.what:<10} {keys.presses:>4} keys: {figures}")
    if kept is not None:
        write(f"memory at the beginning of days {', '.join(map(str, DAYS))}, in MB of Python objects:")
        for what, row in (("the app", kept.app), ("without a screen", kept.alone)):
            write(f"{what:<20}" + "".join(f"{megabytes:8.2f}" for megabytes in row))
        grown = f"{kept.grown:.2f} MB between the last two (goal: {GOAL_MB})"
        write(f"kept by the screen, with {kept.lines} lines at the end: {grown}")


def _print_shares(name: str, found: Shares, write: Callable[[str], None]) -> None:
    listed = ", ".join(f"{side} {share.share:.1%}" for side, share in found.by_side().items())
    write(f"{name}: {listed}")
    for card, counts in found.uses.items():
        write(f"  {card}: {', '.join(f'{ability} {n}' for ability, n in counts.items())}")
    if found.inert():
        write(f"  never used: {', '.join(found.inert())}")


def _print_client(f: ClientFigures, write: Callable[[str], None]) -> None:
    write(" ".join(f"{name} {number}" for name, number in f.versions.items()))
    write(f"prompts of {f.prompt_bytes} bytes, replies in {f.pieces} events; ms of processor time a call:")
    write(f"{'games at once':<34}" + "".join(f"{count:>8}" for count in f.games))
    for what, row in (
        ("the SDK alone, on its own pool", f.sdk),
        ("our client, prompt ready", f.wire),
        ("a seat, from view to answer", f.whole),
    ):
        write(f"{what:<34}" + "".join(f"{cost:8.2f}" for cost in row))
    for what, row in (("our client ÷ SDK", f.wire), ("a seat ÷ SDK", f.whole)):
        write(f"{what:<34}" + "".join(f"{cost / sdk:8.2f}" for cost, sdk in zip(row, f.sdk, strict=True)))
    write("goal: a seat in 2 ms at 32 games, and at most 0.5 ms more than the SDK alone")


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


@bench.command()
@BOARD
@click.option(
    "--seed", type=int, help="The game; default: of 0 to 59 the one that asks nearest to 136 times."
)
@click.option("--games", type=click.IntRange(1), default=1, help="So many games, each on the next seed.")
@click.option("--lang", type=click.Choice(["zh", "en"]), default="zh", show_default=True)
@click.option(
    "--prompt", "name", default="standard", show_default=True, metavar="SET", help="See docs/prompts.md."
)
@JSON
def prompts(board: str, seed: int | None, games: int, lang: str, name: str, as_json: bool) -> None:
    """Tokens of every prompt of a game with speeches of 120 characters (en: 330), and how many are new."""
    from llmwolf.bench.prompts import PARTS, measure, usual_seed
    from llmwolf.boards import find_board
    from llmwolf.llm.settings import Settings

    def tick(what: str) -> None:
        click.echo(f"… {what}", err=True)

    with explained():
        found = find_board(board)
        first = usual_seed(found, lang) if seed is None else seed
        measured = [
            (number, measure(found, number, Settings(lang, name, seed=number), tick))
            for number in range(first, first + games)
        ]
    if as_json:
        click.echo(json.dumps([{"seed": number, **figures.as_json()} for number, figures in measured]))
        return
    for number, figures in measured:
        counted = "o200k" if figures.exact else "estimated"
        click.echo(
            f"{found.id} seed {number}: {figures.calls} calls in {figures.days} days ({counted} tokens)"
        )
        click.echo(f"  {'part':<9}{'all':>9}{'new':>8}")
        for part in PARTS:
            click.echo(f"  {part:<9}{figures.tokens[part]:>9,}{figures.new[part]:>8,}")
        click.echo(f"  {'sum':<9}{figures.tokens.total():>9,}{figures.new.total():>8,}")
        click.echo(f"  {figures.shared:.3f} of the characters are the beginning of an earlier prompt")
        click.echo(f"  longest prompt {figures.longest:,} tokens")
        click.echo(
            f"  {figures.chain} calls in a row, {figures.chained:.3f} of all; all others go out beside them"
        )
