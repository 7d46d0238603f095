"""The command line. Nothing heavy is imported here: every command imports what it needs.

Exit codes: 0 done, 1 the thing looked at is not in order (a record that does not verify), 2 a mistake in
what was asked for, 130 interrupted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from llmwolf import __version__

if TYPE_CHECKING:
    from llmwolf.bench.engine import EngineFigures

LANG = click.option(
    "--lang", type=click.Choice(["zh", "en"]), default=None, help="Language of what is shown (default: zh)."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
SEED = click.IntRange(-(2**63), 2**63 - 1)
BOARD = click.option(
    "--board", default="official-12", show_default=True, help="A board's id, or a board file."
)


@contextmanager
def explained() -> Iterator[None]:
    """Turn a foreseeable mistake into one line and exit code 2."""
    from llmwolf.record.errors import RecordError
    from llmwolf.rules.errors import SetupError

    try:
        yield
    except (SetupError, RecordError) as error:
        raise click.ClickException(str(error)) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise click.ClickException(f"the output cannot be written: {error.strerror or error}") from None


def language(context: click.Context, lang: str | None) -> str:
    """The language of a command: its own ``--lang``, or the one given before the command's name."""
    return lang or context.find_root().params.get("lang") or "zh"


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@LANG
@click.option("--board", default=None, help="Start with this board chosen.")
@click.option("--seed", type=SEED, default=None, help="Start with this seed.")
@click.option(
    "--base-url", envvar="OPENAI_BASE_URL", default=None, help="OpenAI-compatible endpoint for models."
)
@click.option("--model", default=None, help="Model for model seats.")
@click.pass_context
def main(
    context: click.Context,
    lang: str,
    board: str | None,
    seed: int | None,
    base_url: str | None,
    model: str | None,
) -> None:
    """狼人杀 (Werewolf) in the terminal: play against bots and language models.

    Without a command: the terminal app; where there is no terminal, a game of bots is printed.
    """
    click.ClickException.exit_code = 2
    given = {"--board": board, "--seed": seed, "--model": model}
    if context.invoked_subcommand is not None:
        stray = [name for name, value in given.items() if value is not None]
        if stray:
            where = f"`llmwolf {context.invoked_subcommand} {stray[0]} …`"
            raise click.UsageError(f"{stray[0]} before a command belongs to the terminal app; write {where}")
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        if model is not None:
            click.echo("no terminal: bots play, and --model is not used", err=True)
        context.invoke(watch, board=board or "official-12", seed=seed, plain=True, lang=lang)
        return
    with explained():
        from llmwolf.tui.app import run

        run(lang=lang or "zh", board=board, seed=seed, base_url=base_url, model=model)


@main.command()
@BOARD
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
@LANG
@click.pass_context
def watch(
    context: click.Context,
    board: str = "official-12",
    seed: int | None = None,
    level: str = "normal",
    view: int = 0,
    speed: str | None = None,
    plain: bool = False,
    out: Path | None = None,
    lang: str | None = None,
) -> None:
    """Bots play a game, printed line by line; the last line is the winner."""
    from llmwolf.table.show import show_bots

    if out is not None and not out.name:
        raise click.BadParameter("a file's name is wanted", param_hint="--out")
    with explained(), interruptible():
        pace = speed or ("instant" if plain or not sys.stdout.isatty() else "fast")
        click.echo(show_bots(board, seed, level, view, pace, out, language(context, lang), click.echo))


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@LANG
@click.option("--base-url", envvar="OPENAI_BASE_URL", default=None, help="Endpoint for its model seats.")
@click.option("--model", default=None, help="Model for its model seats (default: the recorded one).")
@click.pass_context
def resume(
    context: click.Context, file: Path, lang: str | None, base_url: str | None, model: str | None
) -> None:
    """Go on with a game that broke off, at its last decision, in the terminal app."""
    with explained():
        from llmwolf.tui.app import run_on

        run_on(file, language(context, lang), base_url, model)


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@JSON
def verify(file: Path, as_json: bool) -> None:
    """Play a record again and demand the same events. Exit 1 if it does not hold."""
    from llmwolf.record.verify import verify as check

    with explained():
        report = check(file)
    facts = {"ok": report.ok, "report": str(report)}
    click.echo(json.dumps(facts, ensure_ascii=False) if as_json else str(report))
    if not report.ok:
        raise click.exceptions.Exit(1)


@main.command()
@JSON
@LANG
@click.pass_context
def boards(context: click.Context, as_json: bool, lang: str | None) -> None:
    """The boards that can be played."""
    lang = language(context, lang)
    from llmwolf.boards import boards as shipped
    from llmwolf.players.phrases import card_list

    rows = [
        {"id": b.id, "name": b.en if lang == "en" else b.zh, "seats": b.seats, "profile": b.profile.id,
         "cards": {card: b.cards.count(card) for card in dict.fromkeys(b.cards)},
         "sheriff": b.rules.sheriff}
        for b in shipped().values()
    ]  # fmt: skip
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for board in shipped().values():
        name = board.en if lang == "en" else board.zh
        click.echo(f"{board.id:<16} {board.seats:>2}  {name}  {card_list(board.cards, lang)}")


@main.command()
@click.option("--profile", default="official", show_default=True)
@JSON
def rules(profile: str, as_json: bool) -> None:
    """The house-rule switches of a profile: value, choices, why, and the rule each comes from."""
    from llmwolf.boards import profile as find_profile
    from llmwolf.rules.ruleset import switches

    with explained():
        values = find_profile(profile).rules
    rows: list[dict[str, Any]] = [
        {"switch": s.name, "zh": s.zh, "value": getattr(values, s.name), "choices": s.choices, "why": s.why,
         "rule": s.seed}
        for s in switches()
    ]  # fmt: skip
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for row in rows:
        click.echo(f"{row['switch']} = {_shown(row['value'])}   {row['zh']}  [{row['rule']}]")
        allowed = " | ".join(_shown(choice) for choice in row["choices"]) or "a whole number"
        click.echo(f"    {row['why']}\n    allowed: {allowed}")


@main.group()
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


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl+C ends a command without a traceback, with the exit code that shells expect."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.exceptions.Exit(130) from None


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


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


if __name__ == "__main__":
    main()
