"""``llmwolf bench arena``: how near games side by side come to what their calls alone take."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import JSON, explained, interruptible

if TYPE_CHECKING:
    from llmwolf.arena.speed import Side


@click.command()
@click.option(
    "--at-once", type=click.IntRange(1, 1024), multiple=True, default=(1, 32, 128), show_default=True,
    help="Games side by side.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(2), default=None, help="Of each; default: as many as at once, 2 at least."
)
@click.option(
    "--latency", type=click.FloatRange(0.001), default=0.2, show_default=True, help="Seconds a call."
)
@click.option("--errors", type=click.FloatRange(0, 0.5), default=0.0, help="Share of calls that fail.")
@click.option(
    "--stragglers", type=click.FloatRange(0, 0.5), default=0.0, help="Share of calls of two seconds."
)
@click.option(
    "--level", type=click.Choice(["random", "novice", "normal", "expert"]), default="random",
    show_default=True, help="Of the bots in the other seats.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=None,
    help="Processes at most; default: as many as games need and there are processors.",
)  # fmt: skip
@JSON
def arena(
    at_once: tuple[int, ...],
    games: int | None,
    latency: float,
    errors: float,
    stragglers: float,
    level: str,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Games with one model seat each, side by side, against a local server: share of the ideal, memory."""
    from llmwolf.arena.speed import Side, measure
    from llmwolf.bench.client import serving

    with explained(), interruptible():
        found: list[Side] = []
        with serving() as server:
            measure(Side(2, 2), *server, level)  # what is loaded once is not measured
        for lanes in at_once:
            played = games or max(2, lanes)
            click.echo(f"… {played} games, {lanes} at once", err=True)
            found.append(Side(played + played % 2, lanes, latency, errors, stragglers))
            options = f"--latency={latency}", f"--errors={errors}", f"--stragglers={stragglers}"
            with serving(*options) as server:
                measure(found[-1], *server, level, jobs)
    if as_json:
        click.echo(json.dumps([side.as_json() for side in found], indent=2))
    else:
        _print(found, click.echo)


def _print(found: list[Side], write: Callable[[str], None]) -> None:
    from llmwolf.arena.speed import MEMORY_GOAL, more

    for side in found:
        goal = f" (goal {side.goal:.2f})" if side.goal else ""
        write(
            f"{side.games} games, {side.at_once} at once: {side.calls} calls of {side.latency:g} s,"
            f" {side.retries} retries, {side.stood_in} stand-ins, {side.lost} games lost;"
            f" {side.seconds:.1f} s, ideal {side.ideal:.1f} s: {side.share:.3f} of the ideal{goal}"
        )
        calls = max(1, side.calls)
        write(
            f"  {side.processes} processes; processor time a call: {side.players_cpu / calls * 1000:.2f} ms,"
            f" the server {side.server_cpu / calls * 1000:.2f} ms; load before {side.busy:.1f},"
            f" waited for a processor {side.waited:.2f} s"
        )
        held = " ".join(f"{mib:.0f}" for mib in side.resident)
        write(f"  MiB held before the games and after each tenth of them: {held}")
    if (further := more(found)) is not None:
        write(f"{further:.2f} MiB for each further game at once (goal: {MEMORY_GOAL})")
