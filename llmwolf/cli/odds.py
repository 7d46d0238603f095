"""``llmwolf odds``: who was how likely to win, what changed it, what was better; ``bench odds``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from llmwolf.cli.common import BOARD, JSON, LANG, SEED, explained, interruptible, language
from llmwolf.workers import processors

if TYPE_CHECKING:
    from llmwolf.coach.known import Knowable
    from llmwolf.coach.odds.reliability import Reliability
    from llmwolf.coach.odds.study import Study
    from llmwolf.coach.odds.swings import Swing

_JOBS = click.option(
    "--jobs", type=click.IntRange(1, 64), default=None, help="Processes at once; default: one a processor."
)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seat", type=click.IntRange(1), default=None, help="By what this seat knew.")
@click.option(
    "--public", "whose", flag_value="public", default=True, help="By what everybody knew (default)."
)
@click.option("--true", "whose", flag_value="true", help="With the cards.")
@click.option(
    "--moments", type=click.IntRange(1, 20), default=3, show_default=True, help="Biggest swings listed."
)
@click.option("--all", "every", is_flag=True, help="Roll out every decision, not only the key moments.")
@click.option(
    "--known", is_flag=True, help="What seats could have known at their votes and skills; no roll-outs."
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Same seed, same odds.")
@click.option(
    "--level", type=click.Choice(["novice", "normal", "expert"]), default="normal", show_default=True
)
@_JOBS
@JSON
@LANG
@click.pass_context
def odds(
    context: click.Context,
    file: Path,
    seat: int | None,
    whose: str,
    moments: int,
    every: bool,
    known: bool,
    seed: int,
    level: str,
    jobs: int | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """How likely each side was to win, by bots who play on from every moment again and again.

    What was rolled out is kept beside FILE (FILE.odds.json); after Ctrl+C the same command goes on.
    """
    lang = language(context, lang)
    if seat is not None and whose == "true":
        raise click.UsageError(
            "--seat and --true are two different things to know; choose one"
            if lang == "en"
            else "--seat 和 --true 是两种不同的视角，只能选一个"
        )
    with explained(lang), interruptible():
        if known:
            _known(file, seat or 0, as_json, lang)
            return
        from llmwolf.coach.odds.reference import PUBLIC, TRUE
        from llmwolf.coach.odds.rollout import Setting
        from llmwolf.coach.odds.study import Study
        from llmwolf.coach.odds.work import reference
        from llmwolf.coach.turning import turning_points

        observer = seat if seat is not None else TRUE if whose == "true" else PUBLIC
        _seated(observer, reference(file).seats, lang)
        study = Study(file, Setting(observer, seed, level), jobs or processors())

        def tick(done: int, of: int) -> None:
            click.echo(f"\r… {done}/{of} ", err=True, nl=done == of)

        plies, swings = turning_points(study, moments, every, tick)
    if as_json:
        click.echo(json.dumps(_as_json(study, plies, swings), ensure_ascii=False))
        return
    for line in (
        _curve(study, plies, lang),
        *_rows(study, plies, lang),
        *_swings(study, swings, moments, lang),
    ):
        click.echo(line)


def _seated(seat: int, seats: int, lang: str) -> None:
    """Refuse a seat that is not at the table."""
    if seat > seats:
        raise click.UsageError(
            f"there is no seat {seat}; seats are 1 to {seats}"
            if lang == "en"
            else f"没有 {seat}号；座位是 1 到 {seats}"
        )


def _as_json(study: Study, plies: list[int], swings: list[Swing]) -> dict[str, Any]:
    from dataclasses import asdict

    from llmwolf.boards.shares import SIDES

    def point(ply: int) -> dict[str, Any]:
        mark, found = study.ref.marks[ply], study.points[ply]
        shares = {side: share for side in SIDES if found.wins.get(side) and (share := found.share(side))}
        sides = {side: [share.share, share.low, share.high] for side, share in shares.items()}
        return {
            "ply": ply, "event": mark.event, "day": mark.day, "stage": mark.stage, "kind": mark.kind,
            "seats": list(mark.seats), "n": found.n, "tried": found.tried, "odds": sides,
        }  # fmt: skip

    return {
        "observer": study.setting.observer,
        "seed": study.setting.seed,
        "level": study.setting.level,
        "winner": study.ref.winner,
        "points": [point(ply) for ply in plies if ply in study.points],
        "swings": [asdict(swing) | {"change": swing.change} for swing in swings],
    }


def _curve(study: Study, plies: list[int], lang: str) -> str:
    """The good side's odds as blocks."""
    from llmwolf.coach.oddswords import blocks

    shares = ((study.ref.marks[ply].day, study.points[ply].share("good")) for ply in plies)
    label = "good side's odds by day" if lang == "en" else "好人胜率（按天）"
    return f"{label} {blocks((day, share.share if share else None) for day, share in shares)}"


def _place(study: Study, ply: int, lang: str) -> str:
    from llmwolf.coach.oddswords import place

    mark = study.ref.marks[ply]
    return f"#{mark.event} {place(mark, lang, study.setting.observer)}"


def _rows(study: Study, plies: list[int], lang: str) -> list[str]:
    """The moments that are known well; the others are on the curve only."""
    from llmwolf.coach.turning import known_well

    rows, sketched = [], 0
    for ply in plies:
        point = study.points[ply]
        share = point.share("good")
        if share is None:
            rows.append(
                f"{_place(study, ply, lang)}: {'no world fits' if lang == 'en' else '没有相符的牌面'}"
            )
        elif known_well(point):
            span = f"{share.share:.0%} ({share.low:.0%}–{share.high:.0%}, n={point.n})"
            rows.append(f"{_place(study, ply, lang)}: {span}")
        else:
            sketched += 1
    if sketched:
        more = "more moments were sketched" if sketched > 1 else "more moment was sketched"
        rows.append(
            f"{sketched} {more}: on the curve only, --all reckons every moment"
            if lang == "en"
            else f"另有 {sketched} 个时刻只粗看过，只画在曲线上；--all 全部算细"
        )
    return rows


def _swings(study: Study, swings: list[Swing], wanted: int, lang: str) -> list[str]:
    from llmwolf.coach.oddswords import best_of, side_of

    english = lang == "en"
    lines = ["", "Biggest swings" if english else "最大的转折"]
    for number, swing in enumerate(swings, 1):
        side = side_of(swing.side, lang)
        change = f"{swing.before:.0%} → {swing.after:.0%} ({swing.change:+.0%} ±{swing.half:.0%})"
        lines.append(f"{number}. {_place(study, swing.start, lang)}: {side} {change}")
        best = best_of(swing, lang)
        lines.append(f"   {best or ('no other answer to weigh' if english else '没有可以比较的其他选择')}")
    if len(swings) < wanted:
        none = "no other change is bigger than its interval", "别的变化都在误差之内"
        lines.append(f"   {none[0 if english else 1]}")
    return lines


def _known(file: Path, seat: int, as_json: bool, lang: str) -> None:
    from dataclasses import asdict

    from llmwolf.coach.known import knowable
    from llmwolf.record.errors import RecordError
    from llmwolf.record.reader import read
    from llmwolf.record.verify import refold

    game, difference = refold(read(file))
    if difference:
        raise RecordError(f"{file.name} does not hold, see `llmwolf verify`: {difference}")
    _seated(seat, game.spec.seats, lang)
    found = knowable(game, seat)
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False))
        return
    for one in found:
        click.echo(_knowing(one, lang))


def _knowing(one: Knowable, lang: str) -> str:
    from llmwolf.coach.oddswords import act

    done = act(one.verb, one.targets, lang)
    evil, good = " ".join(map(str, one.wolves)) or "-", " ".join(map(str, one.good)) or "-"
    if lang == "en":
        rank = f"; choice {one.rank} of {len(one.options)}" if one.rank else ""
        when = f"{'night' if one.night else 'day'} {one.day}"
        return (
            f"#{one.event} {when}, seat {one.seat} {done}: {one.deals:,} deals fit; "
            f"wolves for certain {evil}; no wolves for certain {good}{rank}"
        )
    rank = f"；所选排第{one.rank}/{len(one.options)}" if one.rank else ""
    when = f"第{one.day}{'夜' if one.night else '天'}"
    return (
        f"#{one.event} {when} {one.seat}号 {done}：{one.deals:,} 种牌面相符；必狼 {evil}；必非狼 {good}{rank}"
    )


@click.command(name="odds")
@BOARD
@click.option("--games", type=click.IntRange(2), default=500, show_default=True)
@click.option(
    "--first", type=SEED, default=0, show_default=True, help="Seed of the first game; then the next ones."
)
@click.option("--runs", type=click.IntRange(2), default=60, show_default=True, help="Roll-outs a game.")
@click.option("--true", "with_cards", is_flag=True, help="Measure the odds with the cards.")
@click.option(
    "--fit", "fitting", is_flag=True, help="Learn the weights of public odds from these games; no roll-outs."
)
@click.option(
    "--level", type=click.Choice(["novice", "normal", "expert"]), default="normal", show_default=True
)
@_JOBS
@JSON
def bench_odds(
    board: str,
    games: int,
    first: int,
    runs: int,
    with_cards: bool,
    fitting: bool,
    level: str,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Whether the odds are what they say: one moment of each of so many bot games, against who won.

    With --fit the games teach the weights instead; measure them on other games than those.
    """
    from dataclasses import asdict

    from llmwolf.boards import find_board
    from llmwolf.coach.odds.learning import learned
    from llmwolf.coach.odds.reference import PUBLIC, TRUE
    from llmwolf.coach.odds.reliability import forecasts, reliability
    from llmwolf.coach.odds.rollout import Setting

    if fitting and with_cards:
        raise click.UsageError("--fit and --true exclude each other: odds with the cards have no weights")

    def tick(done: int) -> None:
        if done % 50 == 0:
            click.echo(f"… {done}", err=True)

    setting = Setting(TRUE if with_cards else PUBLIC, level=level)
    seeds, at_once = range(first, first + games), jobs or processors()
    with explained(), interruptible():
        try:
            if fitting:
                fit = learned(find_board(board), setting, seeds, at_once, tick)
            else:
                measured = reliability(
                    list(forecasts(find_board(board), setting, seeds, runs, at_once, tick))
                )
        except ValueError as error:
            raise click.ClickException(str(error)) from None
    if fitting:
        click.echo(json.dumps(asdict(fit)) if as_json else fit.toml())
        return
    if as_json:
        click.echo(json.dumps(asdict(measured)))
    else:
        _print_reliability(measured)


def _print_reliability(r: Reliability) -> None:
    click.echo(f"{r.games} games; the good side's odds at one moment of each")
    click.echo(f"{'odds':<12}{'n':>5}{'said':>8}{'came':>8}   95 %")
    for band in r.bands:
        span = f"{band.came.low:.2f}–{band.came.high:.2f}"
        name = f"{band.low:.1f}–{band.high:.1f}"
        click.echo(f"{name:<12}{band.n:>5}{band.said:>8.2f}{band.came.share:>8.2f}   {span}")
    click.echo(f"Brier {r.brier:.4f}; fair {r.fair:.4f}; constant share {r.constant:.4f}")
    margin, slope, lean = (f"({e.low:+.3f} … {e.high:+.3f})" for e in (r.margin, r.slope, r.lean))
    click.echo(f"fair better by {r.margin.value:.4f} {margin}")
    click.echo(f"slope {r.slope.value:.2f} {slope}; came less said {r.lean.value:+.3f} {lean}")
    click.echo(f"calibration error {r.error:.3f}")
