"""``llmwolf notes``: notes and tags on the events of a record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from llmwolf.cli.common import JSON, LANG, explained, language

if TYPE_CHECKING:
    from llmwolf.coach.agreement import Agreement, Compared
    from llmwolf.coach.annotations import Annotation
    from llmwolf.export.recorded import Recorded

F = TypeVar("F", bound=Callable[..., Any])
_FILE = click.Path(dir_okay=False, path_type=Path)


class _Listing(click.Group):
    """Lists where no command is given; options stand behind the command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As the base does."""
        if args and not args[0].startswith("-") and all(word.startswith("-") for word in args[1:2]):
            args = [args[0], "list", *args[1:]]
        return super().parse_args(ctx, args)


def _own(command: F) -> F:
    """Whose notes these are."""
    coach = click.option("--as", "coach", default="", metavar="NAME", help="Those in FILE.NAME.notes.toml.")
    return coach(LANG(command))


@click.group(cls=_Listing)
@click.argument("file", type=_FILE)
@click.pass_context
def notes(context: click.Context, file: Path) -> None:
    """Notes and tags on any event of a record, kept beside it in FILE.notes.toml.

    Without a command they are listed. Events are numbered as in reports and the replay.
    """
    context.obj = file


@notes.command()
@click.argument("event", type=click.IntRange(1))
@click.option("--tag", "tags", multiple=True, help="A tag; may be given several times.")
@click.option("--text", default="", help="A note; it replaces the one that is there.")
@_own
@click.pass_context
def add(
    context: click.Context, event: int, tags: tuple[str, ...], text: str, coach: str, lang: str | None
) -> None:
    """Put tags or a note on an event."""
    from llmwolf.coach.annotations import added, beside_as, read, write
    from llmwolf.export.recorded import open_record
    from llmwolf.players.told import ToldError

    spoken = language(context, lang)
    with explained(spoken):
        if not (tags or text.strip()):
            raise ToldError(("请给 --tag 或 --text", "give --tag or --text"))
        game = open_record(context.obj)
        _see(game, event)
        path = beside_as(context.obj, coach)
        kept = added(read(path), event, tags, text)
        write(path, kept.values())
    click.echo(_line(game, kept[event], spoken))


@notes.command()
@click.argument("event", type=click.IntRange(1))
@click.option("--tag", "tags", multiple=True, help="Only this tag; may be given several times.")
@_own
@click.pass_context
def remove(context: click.Context, event: int, tags: tuple[str, ...], coach: str, lang: str | None) -> None:
    """Take tags, or everything, off an event."""
    from llmwolf.coach.annotations import beside_as, read, removed, write

    with explained(language(context, lang)):
        path = beside_as(context.obj, coach)
        write(path, removed(read(path), event, tags).values())


@notes.command("list")
@click.option("--tag", default="", help="Only events with this tag.")
@_own
@click.pass_context
def list_(context: click.Context, tag: str, coach: str, lang: str | None) -> None:
    """List the notes."""
    from llmwolf.coach.annotations import beside_as, read
    from llmwolf.export.recorded import open_record

    spoken = language(context, lang)
    with explained(spoken):
        game = open_record(context.obj)
        path = beside_as(context.obj, coach)
        kept = [note for note in read(path).values() if not tag or tag in note.tags]
    for note in kept:
        click.echo(_line(game, note, spoken))
    if not kept:
        click.echo("no notes" if spoken == "en" else "没有批注")


@notes.command()
@click.argument("one", type=_FILE)
@click.argument("other", type=_FILE)
@JSON
@LANG
@click.pass_context
def agree(context: click.Context, one: Path, other: Path, as_json: bool, lang: str | None) -> None:
    """Compare the tags of two files of notes: percent and Cohen's kappa.

    Over all speeches with words, and whatever else either coach tagged.
    """
    from llmwolf.coach.agreement import compare
    from llmwolf.coach.annotations import read
    from llmwolf.export.recorded import open_record
    from llmwolf.players.told import ToldError

    spoken = language(context, lang)
    with explained(spoken):
        for path in (one, other):
            if not path.exists():
                raise ToldError((f"没有文件 {path}", f"there is no file {path}"))
        both = compare(open_record(context.obj).log, read(one), read(other))
    if as_json:
        click.echo(json.dumps(_facts(both), ensure_ascii=False))
        return
    click.echo(_agreed("all tags" if spoken == "en" else "全部标签", both.whole, spoken))
    for tag, found in both.tags.items():
        click.echo(_agreed(tag, found, spoken))
    for event, first, second in both.apart:
        click.echo(f"#{event}: {', '.join(first) or '—'} | {', '.join(second) or '—'}")


def _see(game: Recorded, event: int) -> None:
    """Only what may be seen can be annotated."""
    from llmwolf.players.told import ToldError

    if not _seen(game, event):
        raise ToldError((f"没有可以批注的事件 #{event}", f"there is no event #{event} to annotate"))


def _seen(game: Recorded, event: int) -> bool:
    """Whether there is such an event, and it may be looked at: in an unfinished game not all may."""
    from llmwolf.export.recorded import JUDGE, heard

    eyes = JUDGE if game.finished else game.me
    return event <= len(game.log) and heard(game.log[event - 1], eyes)


def _line(game: Recorded, note: Annotation, lang: str) -> str:
    """``#31 [好归票] a note — what happened``."""
    from llmwolf.players.phrases import say_event
    from llmwolf.rules.words import clean

    tags = f" [{', '.join(note.tags)}]" if note.tags else ""
    what = "?"
    if _seen(game, note.event):
        what = clean(say_event(game.log[note.event - 1], lang)).replace("\n", " ")[:80]
    text = f" {note.text}" if note.text else ""
    return f"#{note.event}{tags}{text} — {what}"


def _agreed(name: str, found: Agreement, lang: str) -> str:
    kappa = "—" if found.kappa is None else f"{found.kappa:.2f}"
    return (
        f"{name}: {found.same}/{found.n} {found.share:.0%}, kappa {kappa}"
        if lang == "en"
        else f"{name}：一致 {found.same}/{found.n}（{found.share:.0%}），kappa {kappa}"
    )


def _facts(both: Compared) -> dict[str, object]:
    def facts(found: Agreement) -> dict[str, object]:
        return {"n": found.n, "same": found.same, "kappa": found.kappa}

    return {
        "all": facts(both.whole),
        "tags": {tag: facts(found) for tag, found in both.tags.items()},
        "apart": [{"event": e, "one": list(a), "other": list(b)} for e, a, b in both.apart],
    }
