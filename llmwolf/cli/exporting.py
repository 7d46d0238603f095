"""``llmwolf export``: a recorded game as something to read."""

from __future__ import annotations

from pathlib import Path

import click

from llmwolf.cli.common import LANG, explained, language

FORMATS = ("md", "html", "text", "notation")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default=None,
    help="Form of the export (default: by the name of --out, else md).",
)
@click.option("--seat", type=int, default=None, help="As this seat saw it.")
@click.option("--public", is_flag=True, help="As the public saw it.")
@click.option("--judge", "god", is_flag=True, help="With every card and night (default of a finished game).")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), default=None, help="Write to this new file."
)
@click.option("--force", is_flag=True, help="Overwrite the file of --out.")
@LANG
@click.pass_context
def export(
    context: click.Context,
    /,
    file: Path,
    form: str | None,
    seat: int | None,
    public: bool,
    god: bool,
    out: Path | None,
    force: bool,
    lang: str | None,
) -> None:
    """Write a recorded game as Markdown, a web page, plain text or a typed record.

    An unfinished game is told as the person at the table knows it, or the public; its cards stay hidden.
    """
    lang = language(context, lang)
    with explained(lang):
        from llmwolf.export.forms import export as told_as
        from llmwolf.export.forms import form_of, save, usual_eyes
        from llmwolf.export.recorded import JUDGE, PUBLIC, open_record
        from llmwolf.players.told import ToldError

        if (seat is not None) + public + god > 1:
            raise ToldError(
                ("--seat、--public、--judge 只能用一个", "use only one of --seat, --public and --judge")
            )
        if force and out is None:
            raise ToldError(
                ("--force 要和 --out 一起用", "--force goes with --out: without it nothing is overwritten")
            )
        if seat is not None and seat < 1:
            raise ToldError((f"座位从1起，没有 {seat} 号", f"seats begin at 1; there is no seat {seat}"))
        game = open_record(file)
        eyes = JUDGE if god else PUBLIC if public else usual_eyes(game) if seat is None else seat
        text = told_as(game, form or form_of(out or Path()), eyes, lang)
        if out is not None:
            save(out, text, force)
            return
    click.echo(text, nl=False)
