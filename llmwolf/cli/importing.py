"""``llmwolf import``: another program's or a person's record becomes a transcript."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from llmwolf.cli.common import LANG, explained, language

_FORMATS: Final = ("aiwolf", "session", "chat", "notation")
REMARKS: Final = {
    "assumed": ("推定", "assumed"),
    "stated": ("照录", "stated"),
    "left_out": ("略去", "left out"),
    "differs": ("不符", "differs"),
}
"""What an import says of a place of its file."""


@click.command("import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default=None,
    help="Found out if left out (docs/imports.md).",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The transcript to write; it must not exist.",
)
@click.option(
    "--lenient",
    is_flag=True,
    help="Leave out what the rules forbid, and say so in the record, instead of stopping.",
)
@LANG
@click.pass_context
def import_(
    context: click.Context, file: Path, form: str | None, out: Path, lenient: bool, lang: str | None
) -> None:
    """Turn somebody else's record of a game into a transcript.

    AIWolf logs, nine-seat sessions (JSON), chat logs and typed records. The rules adjudicate what the file
    tells; what they forbid is an error that names its line.
    """
    from llmwolf.imports.formats import load
    from llmwolf.record.notation.files import write_new

    spoken = language(context, lang)
    english = spoken == "en"
    with explained(spoken):
        found = load(file, form or "", lenient)
        write_new(out, found.data)
    facts = found.game.judge.facts
    seats, days = found.game.spec.seats, facts.day
    over = "" if found.game.over else ("，还没打完" if not english else ", unfinished")
    told = f"{out}：{found.format}，{seats}人，{days}天{over}"
    click.echo(f"{out}: {found.format}, {seats} seats, {days} days{over}" if english else told)
    for remark in found.remarks:
        kind = REMARKS[remark.kind][english]
        place = (f"line {remark.line}: " if english else f"第{remark.line}行：") if remark.line else ""
        click.echo(f"  {kind}{': ' if english else '：'}{place}{remark.en if english else remark.zh}")
