"""``llmwolf arena``: tournaments of bots and models, and what their games say."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from llmwolf.cli.arenaplay import cast_for, check_place, finish, foretell, play, purse_of, tell_lost
from llmwolf.cli.arenareport import report
from llmwolf.cli.common import BOARD, JSON, LANG, explained, interruptible, language
from llmwolf.cli.toymodel import toy_model

_JOBS = click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes for games of bots."
)
_PROCESSES = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=None,
    help="Processes for games of bots, 1 by default; those with models take what they need, at most that"
    " or the number of processors.",
)
_YES = click.option("--yes", is_flag=True, help="Do not ask before calls are paid for.")
_LIMITS = (
    click.option(
        "--max-cost",
        type=click.FloatRange(min=0),
        default=None,
        help="US dollars for all; else as before, or the plan's.",
    ),
    click.option(
        "--max-tokens",
        type=click.IntRange(min=0),
        default=None,
        help="Tokens for all; else as before, or the plan's.",
    ),
)
_PLACE = (
    click.option(
        "--backend",
        type=click.Choice(["local", "dask"]),
        default="local",
        show_default=True,
        help="Who plays: this machine, or the workers of a dask cluster (docs/cluster.md).",
    ),
    click.option("--scheduler", metavar="ADDRESS", default="", help="Of the cluster: tcp://HOST:8786."),
)
_FOLDER = click.argument("folder", type=click.Path(file_okay=False, path_type=Path))


def _playing(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that plays."""
    for option in reversed((_PROCESSES, *_PLACE, _YES, *_LIMITS)):
        command = option(command)
    return command


@click.group()
def arena() -> None:
    """Agents against each other over many games: which is better, and how sure that is."""


arena.add_command(report)
arena.add_command(toy_model)


@arena.command()
@click.argument("plan", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="A new folder for the games (default: arena/ and the plan's name).",
)
@_playing
@LANG
@click.pass_context
def run(
    context: click.Context,
    /,
    plan: Path,
    out: Path | None,
    jobs: int | None,
    backend: str,
    scheduler: str,
    yes: bool,
    max_cost: float | None,
    max_tokens: int | None,
    lang: str | None,
) -> None:
    """Play the tournament of the plan in the file PLAN (docs/arena.md).

    First it is told what it will come to. Whatever breaks it off, `llmwolf arena resume` goes on with it.
    """
    lang = language(context, lang)
    with explained(lang):
        from llmwolf.arena.folder import Folder
        from llmwolf.arena.plan import boards_of, read_plan
        from llmwolf.arena.schedule import schedule

        check_place(backend, scheduler, lang)
        read = read_plan(plan)
        boards = boards_of(read, plan.parent)
        cast = cast_for(read)
        purse = purse_of(read.limits, max_tokens, max_cost)
        foretell(read, cast, boards, schedule(read, boards), jobs, purse, yes, lang, bool(scheduler), {})
        folder = Folder.create(out or Path("arena") / plan.stem, plan)
        play(folder, cast, jobs, purse, False, lang, scheduler)


@arena.command()
@_FOLDER
@_playing
@click.option(
    "--mixed",
    is_flag=True,
    help="Go on though the engine, a board or an agent has changed; the report shows them apart.",
)
@LANG
@click.pass_context
def resume(
    context: click.Context,
    /,
    folder: Path,
    jobs: int | None,
    backend: str,
    scheduler: str,
    yes: bool,
    max_cost: float | None,
    max_tokens: int | None,
    mixed: bool,
    lang: str | None,
) -> None:
    """Go on with the tournament in FOLDER: the games that are not played, and those that broke off."""
    lang = language(context, lang)
    with explained(lang):
        from llmwolf.arena.folder import Folder

        check_place(backend, scheduler, lang)
        found = Folder(folder)
        done = found.kept()
        left = [fixture for fixture in found.fixtures if fixture.key not in done]
        if not left:
            finish(found, lang)
            return
        tell_lost(found, lang)
        cast = cast_for(found.plan)
        purse = purse_of(found.limits(), max_tokens, max_cost)
        spent = found.spent({name: spec.price for name, spec in cast.specs.items()})
        foretell(found.plan, cast, found.boards, left, jobs, purse, yes, lang, bool(scheduler), spent)
        play(found, cast, jobs, purse, mixed, lang, scheduler)


@arena.command()
@BOARD
@click.option(
    "--level", type=click.Choice(["novice", "normal", "expert"]), default="normal", show_default=True
)
@click.option("--swap", type=click.Choice(["seat", "good", "wolves"]), default="good", show_default=True)
@click.option("--games", type=click.IntRange(2), default=60, show_default=True, help="Of a comparison.")
@click.option("--repeats", type=click.IntRange(1), default=50, show_default=True, help="Comparisons.")
@_JOBS
@JSON
@LANG
@click.pass_context
def calibrate(
    context: click.Context,
    /,
    board: str,
    level: str,
    swap: str,
    games: int,
    repeats: int,
    jobs: int,
    as_json: bool,
    lang: str | None,
) -> None:
    """Compare a bot with itself, many times over: how often is it found better than itself?"""
    lang = language(context, lang)
    with explained(lang), interruptible():
        from llmwolf.arena.calibrate import calibrate as repeat
        from llmwolf.boards import find_board
        from llmwolf.boards.shares import wilson

        if games % 2:
            even = ("对局成对地打，要偶数", "an even number is wanted: games come in pairs")
            raise click.BadParameter(even[lang == "en"], param_hint="--games")
        with click.progressbar(length=repeats, label="A/A", file=sys.stderr, show_pos=True) as bar:
            found = repeat(find_board(board), level, swap, games, repeats, jobs, lambda one: bar.update(1))
    alarms = sum(one.difference.decided for one in found)
    share = wilson(alarms, repeats)
    if as_json:
        ps = [one.difference.p for one in found]
        told = {"repeats": repeats, "games": games, "alarms": alarms, "low": share.low, "high": share.high}
        click.echo(json.dumps({**told, "p": ps}))
        return
    zh = (
        f"{repeats} 次同一电脑自比（每次 {games} 局）：误报 {alarms} 次，{share.share:.1%}"
        f"（95% 区间 {share.low:.1%}–{share.high:.1%}；名义 5%）"
    )
    en = (
        f"{repeats} comparisons of a bot with itself, {games} games each: {alarms} false alarms,"
        f" {share.share:.1%} (95 %: {share.low:.1%}–{share.high:.1%}; nominal 5 %)"
    )
    click.echo(en if lang == "en" else zh)
