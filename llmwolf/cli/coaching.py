"""``llmwolf coach``: the report on a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import FORCE, LANG, SEED, check_free, explained, interruptible, language

if TYPE_CHECKING:
    from llmwolf.coach.claims.entries import Finding
    from llmwolf.coach.report.source import Chances
    from llmwolf.coach.room import Study
    from llmwolf.export.recorded import Recorded


@click.command("coach")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--seat", type=click.IntRange(1), default=None, help="As this seat knew it, about its speeches."
)
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), default=None, help="Write one web page here."
)
@FORCE
@click.option("--no-odds", is_flag=True, help="Without odds; it is done at once.")
@click.option("--true", "truth", is_flag=True, help="After the game also the odds with the cards.")
@click.option(
    "--moments", type=click.IntRange(1, 20), default=3, show_default=True, help="Key moments listed."
)
@click.option("--all", "every", is_flag=True, help="Roll out every decision, not only the key moments.")
@click.option("--as", "coach", default="", metavar="NAME", help="With the notes of this coach.")
@click.option(
    "--phrase", "phraser", default=None, metavar="MODEL", help="Let this model phrase findings; it adds none."
)
@click.option("--base-url", envvar="OPENAI_BASE_URL", default=None, help="Where that model is.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Same seed, same odds.")
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=None, help="Processes at once; default: one a processor."
)
@LANG
@click.pass_context
def coach_(
    context: click.Context,
    file: Path,
    seat: int | None,
    html: Path | None,
    force: bool,
    no_odds: bool,
    truth: bool,
    moments: int,
    every: bool,
    coach: str,
    phraser: str | None,
    base_url: str | None,
    seed: int,
    jobs: int | None,
    lang: str | None,
) -> None:
    """A report: odds, key moments, votes, claims, findings, speeches, notes; then what the cards add.

    In the terminal, or with --html as one page that loads nothing. Every figure names the event it rests on.
    """
    from llmwolf.coach.annotations import beside_as, read
    from llmwolf.coach.known import knowable
    from llmwolf.coach.odds.reference import PUBLIC, TRUE
    from llmwolf.coach.report.build import report
    from llmwolf.coach.report.source import Source
    from llmwolf.coach.room import study
    from llmwolf.export.forms import save
    from llmwolf.export.recorded import open_record
    from llmwolf.players.told import ToldError

    lang = language(context, lang)
    with explained(lang), interruptible():
        check_free(force, html)
        game = open_record(file)
        _may_look(game, seat, truth)
        noted = beside_as(file, coach)
        if coach and not noted.exists():
            raise ToldError((f"没有 {coach} 的批注：{noted}", f"there are no notes of {coach}: {noted}"))
        notes = read(noted)
        observer = PUBLIC if seat is None else seat
        chances = None if no_odds else _chances(file, observer, seed, moments, every, jobs)
        true = _chances(file, TRUE, seed, moments, every, jobs) if truth and not no_odds else None
        found = study(game.game, observer)
        known = knowable(game.game, observer)
        phrases = _phrased(phraser, base_url or "", found, lang) if phraser else {}
        source = Source(
            game.head, game.game, found, lang, observer, chances, true, known, notes, file.name, phrases
        )
        made = report(source)
        if html is not None:
            from llmwolf.coach.report.page import page

            save(html, page(made, source), force)
            click.echo(html)
            return
        from rich.console import Console

        from llmwolf.coach.report.terminal import show

        show(made, Console(highlight=False, markup=False, emoji=False))


def _phrased(model: str, base_url: str, found: Study, lang: str) -> dict[Finding, str]:
    """The model's words for the findings; where it fails, that is told and the report goes without them."""
    import asyncio

    from llmwolf.coach.phrasing import phrases
    from llmwolf.llm.config import load_config
    from llmwolf.llm.failure import ModelFailure

    spec = load_config(os.environ).model(model, base_url)
    findings = [*found.findings, *(found.after.findings if found.after else ())]

    def tick(done: int, of: int) -> None:
        click.echo(f"\r… {spec.name} {done}/{of} ", err=True, nl=done == of)

    try:
        return asyncio.run(phrases(spec, findings, lang, tick))
    except ModelFailure as failure:
        why = spec.endpoint.mask(str(failure))
        zh, en = (
            f"{spec.name} 没有作答（{why}），报告里不用它的话",
            f"{spec.name} gave no answer ({why}); left out",
        )
        click.echo(en if lang == "en" else zh, err=True)
        return {}


def _may_look(game: Recorded, seat: int | None, truth: bool) -> None:
    """No report on a game that somebody may still be playing; no cards of an unfinished one."""
    from llmwolf.players.told import ToldError

    if seat is not None and seat > game.game.spec.seats:
        seats = game.game.spec.seats
        raise ToldError(
            (f"没有 {seat} 号；座位是 1 到 {seats}", f"there is no seat {seat}; seats are 1 to {seats}")
        )
    if game.finished:
        return
    if game.me:
        raise ToldError(
            (
                "这一局还没打完；打完（llmwolf resume）再看复盘",
                "this game is unfinished; finish it (llmwolf resume) before it is reported on",
            )
        )
    if seat is not None or truth:
        raise ToldError(
            (
                "这一局还没打完，只能看公开信息：去掉 --seat 和 --true",
                "this game is unfinished: only the public's view; leave out --seat and --true",
            )
        )


def _chances(file: Path, observer: int, seed: int, moments: int, every: bool, jobs: int | None) -> Chances:
    """The odds, from the cache beside the record as far as they are there; progress goes to stderr."""
    from llmwolf.coach.odds.rollout import Setting
    from llmwolf.coach.odds.study import Study
    from llmwolf.coach.report.source import Chances
    from llmwolf.coach.turning import turning_points

    odds = Study(file, Setting(observer, seed), jobs or os.cpu_count() or 1)

    def tick(done: int, of: int) -> None:
        click.echo(f"\r… {done}/{of} ", err=True, nl=done == of)

    plies, swings = turning_points(odds, moments, every, tick)
    return Chances(odds, plies, swings)
