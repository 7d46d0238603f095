"""Commands for typed records: ``judge``, ``notation``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.cli.common import JSON, LANG, explained, language

if TYPE_CHECKING:
    from llmwolf.record.notation.errors import NotationError

FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@FILE
@JSON
@click.option(
    "--transcript",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Write the game as a transcript to this new file.",
)
@LANG
@click.pass_context
def judge(
    context: click.Context, file: Path, as_json: bool, transcript: Path | None, lang: str | None
) -> None:
    """Adjudicate a record that was typed by hand.

    Exit 1 if it does not end as it expects, 2 if it is malformed or illegal.
    """
    from llmwolf.cli.verdicts import report
    from llmwolf.players.phrases import say_event
    from llmwolf.record.notation.files import write_transcript
    from llmwolf.record.notation.judging import judge as adjudicate

    spoken = language(context, lang)
    english = spoken == "en"
    with explained(spoken):
        verdict = adjudicate(file, lambda event: say_event(event, spoken))
        if transcript is not None and verdict.as_expected and verdict.game is not None:
            write_transcript(verdict, transcript)
    if verdict.error is not None:
        as_expected = f"{'illegal, as expected: ' if english else '如期不合法：'}{verdict.error.told(spoken)}"
        click.echo(_json({"error": _parts(verdict.error)}) if as_json else as_expected)
        return
    click.echo(_json(verdict.found) if as_json else report(verdict, spoken))
    if not verdict.as_expected:
        for difference in verdict.differences:
            click.echo(f"{file}: {difference.of(spoken)}", err=True)
        if transcript is not None:
            click.echo("no transcript was written" if english else "没有写对局记录", err=True)
        raise click.exceptions.Exit(1)


@click.command()
@FILE
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the record to this new file."
)
@LANG
@click.pass_context
def notation(context: click.Context, file: Path, out: Path | None, lang: str | None) -> None:
    """Write a transcript as a record that a person can read and `llmwolf judge` adjudicates."""
    from llmwolf.record.notation.files import from_transcript, write_new

    with explained(language(context, lang)):
        text = from_transcript(file)
        if out is not None:
            write_new(out, text.encode())
            return
    click.echo(text, nl=False)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parts(error: NotationError) -> dict[str, object]:
    return {"line": error.line, "item": error.item, "why": error.sentence, "legal": list(error.options)}
