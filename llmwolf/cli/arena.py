"""``llmwolf arena``: tournaments of bots and models, and what their games say."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from llmwolf.cli.arenareport import report
from llmwolf.cli.common import BOARD, INTERRUPTED, JSON, LANG, explained, interruptible, language
from llmwolf.cli.toymodel import toy_model

if TYPE_CHECKING:
    from llmwolf.arena.cast import Cast
    from llmwolf.arena.folder import Folder
    from llmwolf.arena.plan import Limits, Plan
    from llmwolf.arena.run import State
    from llmwolf.arena.schedule import Fixture
    from llmwolf.boards import Board
    from llmwolf.llm.budget import Budget

_TOLD = 10
"""So many times it is told how far a run is, where no bar can be drawn."""
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

        _check_place(backend, scheduler, lang)
        read = read_plan(plan)
        boards = boards_of(read, plan.parent)
        cast = _cast(read)
        purse = _purse(read.limits, max_tokens, max_cost)
        _foretell(read, cast, boards, schedule(read, boards), jobs, purse, yes, lang, bool(scheduler), {})
        folder = Folder.create(out or Path("arena") / plan.stem, plan)
        _play(folder, cast, jobs, purse, False, lang, scheduler)


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

        _check_place(backend, scheduler, lang)
        found = Folder(folder)
        cast = _cast(found.plan)
        done = found.lines()
        left = [fixture for fixture in found.fixtures if fixture.key not in done]
        purse = _purse(found.limits(), max_tokens, max_cost)
        spent = found.spent({name: spec.price for name, spec in cast.specs.items()})
        _foretell(found.plan, cast, found.boards, left, jobs, purse, yes, lang, bool(scheduler), spent)
        _play(found, cast, jobs, purse, mixed, lang, scheduler)


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


# -- what they share -----------------------------------------------------------------------------------


def _check_place(backend: str, scheduler: str, lang: str) -> None:
    """Raise a usage error where the two do not go together."""
    if (backend == "dask") == bool(scheduler):
        return
    if scheduler:
        told = "--scheduler 要和 --backend dask 一起用", "--scheduler goes with --backend dask"
    else:
        told = (
            "--backend dask 还要 --scheduler tcp://主机:8786（`dask scheduler` 打印的地址）",
            "--backend dask wants --scheduler tcp://HOST:8786, the address that `dask scheduler` prints",
        )
    raise click.UsageError(told[lang == "en"])


def _cast(plan: Plan) -> Cast:
    from llmwolf.arena.cast import cast_of

    return cast_of(plan.agents)


def _purse(limits: Limits, max_tokens: int | None, max_cost: float | None) -> Budget:
    """What may be spent: as the command says, else as ``limits`` do."""
    from llmwolf.llm.budget import Budget

    return Budget(
        limits.max_tokens if max_tokens is None else max_tokens,
        limits.max_cost if max_cost is None else max_cost,
    )


def _foretell(
    plan: Plan,
    cast: Cast,
    boards: Mapping[str, Board],
    fixtures: Sequence[Fixture],
    jobs: int | None,
    purse: Budget,
    yes: bool,
    lang: str,
    elsewhere: bool,
    spent: Mapping[str, float],
) -> None:
    """Tell what is ahead, and ask whether to begin where that is paid for.

    ``elsewhere``: the games are played on other machines, which have addresses of their own. So much of
    ``purse`` was ``spent`` before.
    """
    from llmwolf.arena.ahead import concurrency_line, forecast_line, limit_line
    from llmwolf.arena.forecast import forecast
    from llmwolf.arena.live import Tables
    from llmwolf.arena.table import sit_down

    asking = next((f for f in fixtures if cast.specs.keys() & set(f.agents)), None)
    if asking is not None:
        if not elsewhere:
            _refuse_silent(cast, fixtures, lang)
        Tables(cast, purse, None).check(sit_down(plan, cast, boards[asking.board], asking))
    found = forecast(plan, cast, boards, fixtures, jobs or 1)
    click.echo(forecast_line(found, lang), err=True)
    for line in (concurrency_line(found, lang), limit_line(found, purse, spent, lang)):
        if line:
            click.echo(line, err=True)
    if not found.model_games or yes:
        return
    if not sys.stdin.isatty():
        raise click.UsageError(
            "calls to models may cost money: add --yes"
            if lang == "en"
            else "要调用模型，可能要付钱：确认就加 --yes"
        )
    click.confirm("begin?" if lang == "en" else "开始吗？", abort=True, err=True)


def _refuse_silent(cast: Cast, fixtures: Sequence[Fixture], lang: str) -> None:
    """Raise a usage error where a local service that the plan asks does not run: stand-ins would play all."""
    from llmwolf.llm.reach import silent

    asked = {agent for fixture in fixtures for agent in fixture.agents}
    if addresses := silent(spec.endpoint for agent, spec in cast.specs.items() if agent in asked):
        where = ", ".join(addresses)
        raise click.UsageError(
            f"nobody answers at {where}: start the server, or mend base_url in the plan or llmwolf.toml"
            if lang == "en"
            else f"{where} 没有人应答：先把服务开起来，或者改计划（或 llmwolf.toml）里的 base_url"
        )


def _play(
    folder: Folder,
    cast: Cast,
    jobs: int | None,
    purse: Budget,
    mixed: bool,
    lang: str,
    scheduler: str,
) -> None:
    """Play what is left, with a bar; exit code 1 where the budget ended it before its end."""
    from llmwolf.arena.run import run as play

    en = lang == "en"
    try:
        with _bar(len(folder.fixtures), lang) as changed:
            state = play(folder, cast, purse, jobs, changed, mixed, scheduler)
    except KeyboardInterrupt:
        again = f"llmwolf arena resume {folder.path}"
        click.echo(f"{'to go on' if en else '接着打'}: {again}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    told = f"{state.done} / {state.total}"
    click.echo(f"{'games done' if en else '打完'} {told}: {folder.path}")
    if state.failed:
        click.echo(f"{state.failed} {'failed' if en else '局失败'}")
    if not state.complete:
        why = (
            "the budget is used up (0: no limit); to go on with more"
            if en
            else "预算用完，停在这里；加大（0：不限）后接着打"
        )
        click.echo(f"{why}: llmwolf arena resume {folder.path} --max-cost … / --max-tokens …")
        raise click.exceptions.Exit(1)


@contextmanager
def _bar(total: int, lang: str) -> Iterator[Callable[[State], None]]:
    """A bar on the error output: what is running, done and failed, spent, and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    words = ("running", "failed", "left") if lang == "en" else ("在打", "失败", "还要")
    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{words[0]} {{task.fields[running]}}  {words[1]} {{task.fields[failed]}}"),
        TextColumn("{task.fields[spent]}"),
        TextColumn(words[2]),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    with progress:
        task = progress.add_task("", total=total, running=0, failed=0, spent="")

        told = 0

        def changed(state: State) -> None:
            nonlocal told
            price = f" ${state.cost:.4f}" if state.cost else ""  # 0 is mostly a price that nobody knows
            spent = f"{state.tokens:,} tokens{price}" if state.tokens else ""
            ended = state.done + state.failed
            if progress.disable and ended * _TOLD // max(1, total) > told:
                told = ended * _TOLD // max(1, total)
                click.echo(f"… {ended} / {total}  {spent}".rstrip(), err=True)
            progress.update(
                task,
                completed=state.done + state.failed,
                running=len(state.running),
                failed=state.failed,
                spent=spent,
            )

        yield changed
