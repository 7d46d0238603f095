"""Commands for typed records: ``judge``, ``notation``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    from llmwolf.players.phrases import say_event
    from llmwolf.record.notation.files import write_transcript
    from llmwolf.record.notation.judging import judge as adjudicate

    spoken = language(context, lang)
    with explained():
        verdict = adjudicate(file, lambda event: say_event(event, spoken))
        if transcript is not None and verdict.as_expected and verdict.game is not None:
            write_transcript(verdict, transcript)
    if verdict.error is not None:
        click.echo(
            _json({"error": _parts(verdict.error)}) if as_json else f"illegal, as expected: {verdict.error}"
        )
        return
    click.echo(_json(verdict.found) if as_json else _report(verdict.found, verdict.names))
    if not verdict.as_expected:
        for difference in verdict.differences:
            click.echo(f"{file}: {difference}", err=True)
        raise click.exceptions.Exit(1)


@click.command()
@FILE
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the record to this new file."
)
def notation(file: Path, out: Path | None) -> None:
    """Write a transcript as a record that a person can read and `llmwolf judge` adjudicates."""
    from llmwolf.record.notation.files import from_transcript, write_new

    with explained():
        text = from_transcript(file)
        if out is not None:
            write_new(out, text.encode())
            return
    click.echo(text, nl=False)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parts(error: NotationError) -> dict[str, object]:
    return {"line": error.line, "item": error.item, "why": error.sentence, "legal": list(error.options)}


def _report(found: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """The announcements, then the outcome, one thing a line."""
    lines = [f"{seat} {name}" for seat, name in enumerate(names, 1)]
    lines += [*found["public"], ""]
    winners = f": {_seats(found['winners'])}" if found["winners"] else ""
    reason = f" ({found['reason']})" if found["reason"] else ""
    lines.append(f"winner     {found['winner']}{reason}{winners}")
    lines += [f"dead {phase:<5} {_seats(seats)}" for phase, seats in found["dead"].items()]
    if found["causes"]:
        lines.append(f"causes     {', '.join(f'{seat} {cause}' for seat, cause in found['causes'].items())}")
    lines.append(f"sheriff    {found['sheriff'] or 'nobody'}")
    if found["unfinished_at"]:
        phase, *awaited = found["unfinished_at"]
        lines.append(f"unfinished {phase}: {', '.join(awaited)} awaited")
    return "\n".join(lines)


def _seats(seats: list[int]) -> str:
    return " ".join(map(str, seats))
