"""What the arena's playing commands share: the forecast, the bar, and how a run ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import INTERRUPTED

if TYPE_CHECKING:
    from llmwolf.arena.cast import Cast
    from llmwolf.arena.folder import Folder
    from llmwolf.arena.plan import Limits, Plan
    from llmwolf.arena.run import State
    from llmwolf.arena.schedule import Fixture
    from llmwolf.boards import Board
    from llmwolf.llm.budget import Budget

UNASKED = 3
"""The exit code of a run that stopped because a model could not be asked."""
_TOLD = 10
"""So many times it is told how far a run is, where no bar can be drawn."""


def check_place(backend: str, scheduler: str, lang: str) -> None:
    """Raise a usage error where the two do not go together, and where nobody would play there.

    That is looked at before anything is told or written.
    """
    if (backend == "dask") == bool(scheduler):
        if scheduler:
            from llmwolf.arena.cluster import reach

            reach(scheduler)
        return
    if scheduler:
        told = "--scheduler 要和 --backend dask 一起用", "--scheduler goes with --backend dask"
    else:
        told = (
            "--backend dask 还要 --scheduler tcp://主机:8786（`dask scheduler` 打印的地址）",
            "--backend dask wants --scheduler tcp://HOST:8786, the address that `dask scheduler` prints",
        )
    raise click.UsageError(told[lang == "en"])


def cast_for(plan: Plan) -> Cast:
    from llmwolf.arena.cast import cast_of

    return cast_of(plan.agents)


def purse_of(limits: Limits, max_tokens: int | None, max_cost: float | None) -> Budget:
    """What may be spent: as the command says, else as ``limits`` do."""
    from llmwolf.llm.budget import Budget

    return Budget(
        limits.max_tokens if max_tokens is None else max_tokens,
        limits.max_cost if max_cost is None else max_cost,
    )


def foretell(
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
    from llmwolf.arena.cast import check_windows
    from llmwolf.arena.forecast import forecast
    from llmwolf.arena.live import Tables
    from llmwolf.arena.table import sit_down

    check_windows(cast, boards.values(), plan.lang)
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
    try:
        code = 0 if click.confirm("begin?" if lang == "en" else "开始吗？", err=True) else 1
    except click.Abort:  # Ctrl+C
        code = INTERRUPTED
    if code:
        click.echo("nothing was begun" if lang == "en" else "没有开始", err=True)
        raise click.exceptions.Exit(code)


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


def play(
    folder: Folder,
    cast: Cast,
    jobs: int | None,
    purse: Budget,
    mixed: bool,
    lang: str,
    scheduler: str,
) -> None:
    """Play what is left, with a bar.

    Exit code 1 where the budget ended it before its end, or stand-ins alone played for an agent, and
    :data:`UNASKED` where a model could not be asked.
    """
    from llmwolf.arena.run import run
    from llmwolf.arena.unasked import Unasked, stop_line

    en = lang == "en"
    try:
        with _bar(len(folder.fixtures), lang) as changed:
            state = run(folder, cast, purse, jobs, changed, mixed, scheduler)
    except KeyboardInterrupt:
        again = f"llmwolf arena resume {folder.path}"
        click.echo(f"{'to go on' if en else '接着打'}: {again}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except Unasked as stop:
        refusal = stop.refusal
        spec = cast.specs[refusal.agent]
        click.echo(stop_line(refusal, spec, folder.path, lang, bool(scheduler)), err=True)
        raise click.exceptions.Exit(UNASKED) from None
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
    _tell_silent(folder, lang)
    if state.complete:
        click.echo(f"{'the results' if en else '看结果'}: llmwolf arena report {folder.path}", err=True)
    else:
        raise click.exceptions.Exit(1)


def finish(folder: Folder, lang: str) -> None:
    """Tell that nothing is left to be played, and where the results are."""
    count, path = len(folder.fixtures), folder.path
    lost = sum("failed" in line for line in folder.lines().values())
    zh, en = (f"（其中 {lost} 局失败）", f" ({lost} of them failed)") if lost else ("", "")
    click.echo(
        f"all {count} games are played{en}; the results: llmwolf arena report {path}"
        if lang == "en"
        else f"{count} 局都打完了{zh}；看结果：llmwolf arena report {path}"
    )
    _tell_silent(folder, lang)


def tell_lost(folder: Folder, lang: str) -> None:
    """Tell which finished games are played again because their records are gone."""
    if lost := folder.lost():
        count, first = len(lost), lost[0]
        click.echo(
            f"{count} finished games have no record any more (such as {folder.path}/games/{first}.jsonl):"
            " they are played again"
            if lang == "en"
            else f"{count} 局打完了而记录不见了（例如 {folder.path}/games/{first}.jsonl）：重新打",
            err=True,
        )


def _tell_silent(folder: Folder, lang: str) -> None:
    """Tell of agents that bots stood in for; exit code 1 where they have made every decision of one."""
    from llmwolf.arena.unasked import stand_in_lines

    models = [agent.id for agent in folder.plan.agents if agent.kind == "model"]
    told, warned = stand_in_lines(models, folder.lines(), lang)
    for line in (*told, *warned):
        click.echo(line, err=True)
    if told:
        raise click.exceptions.Exit(1)


def _waiting(address: str, lang: str) -> str:
    """That a service is waited for."""
    from llmwolf.arena.unasked import LONG

    minutes = LONG / 60
    if lang == "en":
        return f"… waiting for {address}, which does not answer any more: {minutes:g} minutes at most"
    return f"… 等 {address}：刚才还能用，现在不应答；最多等 {minutes:g} 分钟"


@contextmanager
def _bar(total: int, lang: str) -> Iterator[Callable[[State], None]]:
    """A bar on the error output: what is running, done and failed, spent, and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from llmwolf.arena.cautions import MANY

    words = ("running", "failed", "left", "stand-ins") if lang == "en" else ("在打", "失败", "还要", "替补")
    unit = "tokens" if lang == "en" else "词元"
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
        waited: set[str] = set()

        def changed(state: State) -> None:
            nonlocal told
            for address in sorted({*state.waiting} - waited):
                progress.console.print(_waiting(address, lang), markup=False, highlight=False)
            waited.clear()
            waited.update(state.waiting)
            price = f" ${state.cost:.4f}" if state.cost else ""  # 0 is mostly a price that nobody knows
            spent = f"{state.tokens:,} {unit}{price}" if state.tokens else ""
            share = state.stood_in / max(1, state.decisions)
            if share >= MANY:
                spent = f"{spent}  {words[3]} {share:.0%}".lstrip()
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
