"""Commands for games: ``watch``, ``resume``, ``verify``."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from llmwolf.cli.common import (
    BOARD,
    CALL_OPTIONS,
    CARDS,
    JSON,
    LANG,
    MODEL_OPTIONS,
    SEED,
    explained,
    interruptible,
    language,
    with_cards,
)
from llmwolf.cli.importing import REMARKS

if TYPE_CHECKING:
    from llmwolf.record.verify import Report


@click.command()
@BOARD
@CARDS
@click.option("--seed", type=SEED, default=None, help="Same seed, same game; drawn and shown if left out.")
@click.option(
    "--level", type=click.Choice(["novice", "normal", "expert"]), default="normal", show_default=True
)
@click.option("--view", type=int, default=0, help="Print what this seat knows; 0: the public, -1: the judge.")
@click.option("--speed", type=click.Choice(["instant", "fast", "reading", "slow"]), default=None)
@click.option(
    "--plain", is_flag=True, help="No pauses, no colour (the default where the output is no terminal)."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the record to this new file."
)
@click.option(
    "--games", type=click.IntRange(1), default=1, help="A series of so many games, each on the next seed."
)
@click.option(
    "--persona", "personas", multiple=True, metavar="SEAT=ID", help="Who sits where; see `llmwolf personas`."
)
@MODEL_OPTIONS
@click.option("--json", "as_json", is_flag=True, help="Print nothing but one line of JSON a game.")
@LANG
@click.pass_context
def watch(
    context: click.Context,
    /,
    board: str = "official-12",
    cards: str | None = None,
    seed: int | None = None,
    level: str = "normal",
    view: int = 0,
    speed: str | None = None,
    plain: bool = False,
    out: Path | None = None,
    games: int = 1,
    personas: tuple[str, ...] = (),
    as_json: bool = False,
    lang: str | None = None,
    **chosen: Any,
) -> None:
    """Bots and models play a game, printed line by line; the last line is the winner.

    Models sit where --model, --models or --seat say so; which there are is told by `llmwolf models`.
    """
    lang = language(context, lang)
    if out is not None and not out.name:
        wanted = "a file's name is wanted" if lang == "en" else "这里要一个文件名"
        raise click.BadParameter(wanted, param_hint="--out")
    with explained(lang):
        from llmwolf.boards import find_board
        from llmwolf.cli.modelseats import ModelChoice, by_seat
        from llmwolf.players.words import pick
        from llmwolf.table.seating import Plan, SeatPlan
        from llmwolf.table.show import drawn_seed, show_games

        pace = speed or ("instant" if plain or not sys.stdout.isatty() else "fast")
        found = find_board(with_cards(board, cards))
        voices = by_seat("--persona", personas, found.seats)
        choice = ModelChoice.of(found.seats, **chosen)
        seats = {s: SeatPlan(level=level, persona=name) for s, name in voices.items()} | choice.plans(
            level, voices
        )
        if far := choice.unseated(found.seats):
            click.echo(pick(far, lang), err=True)
        plan = Plan(found, drawn_seed() if seed is None else seed, level=level, lang=lang, seats=seats)
        models = choice.crew if choice.names else None
        beside = choice.failing(view, lang, partial(click.echo, err=True)).beside if models else None
        with interruptible(out, choice.resumed(out, lang) if out else "", lang):
            try:
                click.echo(show_games(plan, view, pace, out, click.echo, games, models, as_json, beside))
            except KeyboardInterrupt:
                if models and out is None:
                    zh, en = (
                        "这一局没有存盘，不能继续；存盘用 --out",
                        "nothing was saved to go on with; --out saves",
                    )
                    click.echo(en if lang == "en" else zh, err=True)
                raise


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--speed", type=click.Choice(["instant", "fast", "reading", "slow", "step"]), default=None)
@CALL_OPTIONS
@LANG
@click.pass_context
def resume(
    context: click.Context,
    /,
    file: Path,
    speed: str | None,
    lang: str | None,
    base_url: str | None,
    model: str | None,
    **terms: Any,
) -> None:
    """Go on with a game that broke off, at its last decision, in the terminal app.

    Each of its model seats has the recorded model again; --model is another one for all of them. Limits
    count from here on.
    """
    lang = language(context, lang)
    with explained(lang):
        from llmwolf.cli.modelseats import refuse_both
        from llmwolf.tui.app import run_on
        from llmwolf.tui.modelseats import Terms

        refuse_both(terms["record"], terms["replay"])
        run_on(file, lang, base_url, model, pace=speed, terms=Terms(**terms))


def _verified(report: Report, lang: str) -> str:
    """What came of a check, for people; a record that holds, wholly in their language."""
    from llmwolf.players.phrases.names import side_name

    if lang == "en" or not report.ok or report.warnings:
        return str(report)
    counts = f"{report.where}: 没有问题，重放了 {report.moves} 步、{report.events} 个事件"
    if report.awaiting:
        verdict = f"{counts}；还没打完，正等 {'、'.join(str(seat) for seat, _ in report.awaiting)} 号"
    else:
        verdict = f"{counts}；结果：{side_name(report.winner, lang)}"
    return "\n".join((verdict, *_of_import(report)))


def _of_import(report: Report) -> tuple[str, ...]:
    """What an imported record says of itself, in Chinese."""
    if report.imported is None:
        return ()
    told = [
        f"{REMARKS[r.kind][0]}：{f'第{r.line}行，' if r.line else ''}{r.zh}" for r in report.imported.remarks
    ]
    return (f"由 {report.imported.format} 导入；规则不能担保的：{'' if told else '没有'}", *told)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@JSON
@click.pass_context
def verify(context: click.Context, file: Path, as_json: bool) -> None:
    """Play a record again and demand the same events. Exit 1 if it does not hold."""
    from llmwolf.record.verify import verify as check

    lang = language(context, None)
    with explained(lang):
        report = check(file)
    facts = {"ok": report.ok, "report": str(report)}
    click.echo(json.dumps(facts, ensure_ascii=False) if as_json else _verified(report, lang))
    if not report.ok:
        raise click.exceptions.Exit(1)
