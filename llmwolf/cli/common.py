"""What the commands share: options, the language, and how a foreseeable mistake ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from llmwolf.cli.mistakes import Mistake, spoken

F = TypeVar("F", bound=Callable[..., Any])

LANG = click.option(
    "--lang", type=click.Choice(["zh", "en"]), default=None, help="Language of what is shown (default: zh)."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
FORCE = click.option("--force", is_flag=True, help="Write over a file that is there already.")
SEED = click.IntRange(-(2**63), 2**63 - 1)
BOARD = click.option(
    "--board", default="official-12", show_default=True, help="A board's id, or a board file."
)
CARDS = click.option(
    "--cards",
    default=None,
    help="Special cards of a board made by size, such as millers-14: '女巫,猎人'; none: 'none'.",
)


_LANGUAGE = "llmwolf.lang"
INTERRUPTED = 130
"""The exit code of a command that Ctrl+C ended."""

_CALL_OPTIONS = (
    click.option(
        "--model", default=None, help="Model: a name of llmwolf.toml, preset:model, or its own name."
    ),
    click.option("--base-url", envvar="OPENAI_BASE_URL", default=None, help="OpenAI-compatible endpoint."),
    click.option("--prompt", default=None, metavar="SET", help="Prompt set (docs/prompts.md)."),
    click.option(
        "--max-cost",
        type=click.FloatRange(min=0),
        default=None,
        help="US dollars that a game may cost (0: no limit).",
    ),
    click.option(
        "--max-tokens",
        type=click.IntRange(min=0),
        default=None,
        help="Tokens that a game may cost (0: no limit).",
    ),
    click.option(
        "--record",
        type=click.Path(file_okay=False, path_type=Path),
        help="Keep the raw replies in this new folder.",
    ),
    click.option(
        "--replay",
        type=click.Path(file_okay=False, path_type=Path),
        help="Answer from such a folder, offline.",
    ),
)
_SEAT_OPTIONS = (
    click.option("--models", default=None, metavar="SEATS", help="Seats of models: all, a number, or 1,3,5."),
    click.option("--seat", "seats", multiple=True, metavar="SEAT=MODEL", help="The model of one seat."),
)


def CALL_OPTIONS(command: F) -> F:  # noqa: N802  (a constant like the others, made of several)
    """The options that say which model is called, and under what limits."""
    for option in reversed(_CALL_OPTIONS):
        command = option(command)
    return command


def MODEL_OPTIONS(command: F) -> F:  # noqa: N802
    """The options of a command whose game has model seats: the same, and which seats those are."""
    for option in reversed(_SEAT_OPTIONS):
        command = option(command)
    return CALL_OPTIONS(command)


@contextmanager
def explained(lang: str = "en") -> Iterator[None]:
    """Turn a foreseeable mistake into one line, in ``lang`` where it can be said in both, and exit code 2."""
    from llmwolf.record.errors import RecordError, RecordExists
    from llmwolf.rules.errors import SetupError
    from llmwolf.rules.words import clean

    try:
        yield
    except RecordExists as error:
        text = f"{error.where}：已有同名文件，不会覆盖；请换个名字"
        raise click.ClickException(str(error) if lang == "en" else text) from None
    except (SetupError, RecordError) as error:
        told = getattr(error, "told", None)  # not all can be said in both languages
        raise click.ClickException(clean(told(lang) if told else str(error))) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        text = "the output cannot be written" if lang == "en" else "写不出结果"
        raise click.ClickException(f"{text}: {error.strerror or error}") from None


def check_free(force: bool, *paths: Path | None) -> None:
    """Raise :class:`~llmwolf.players.told.ToldError` where one of the ``paths`` may not be written.

    Before the work, which may be long; ``None`` is written nowhere.
    """
    from llmwolf.export.forms import may_write
    from llmwolf.players.told import ToldError

    given = [path.absolute() for path in paths if path is not None]
    if twice := next((path for path in given if given.count(path) > 1), None):
        told = (
            f"{twice} 写了两次，后写的会盖掉先写的；换个名字",
            f"{twice} is given twice; choose another name",
        )
        raise ToldError(told)
    for path in paths:
        if path is not None:
            may_write(path, force)


@contextmanager
def interruptible(record: Path | None = None, command: str = "", lang: str = "en") -> Iterator[None]:
    """Ctrl+C ends a command without a traceback, with the exit code that shells expect.

    Where a game was being recorded, the ``command`` that goes on with it is told.
    """
    try:
        yield
    except KeyboardInterrupt:
        if record is not None and record.exists():
            click.echo(f"{'to go on: ' if lang == 'en' else '接着打这一局：'}{command}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


class Commands(click.Group):
    """A group of commands each of which ends without a traceback where Ctrl+C meets it, however early."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """As the base does; a mistake is told in the language that ``args`` ask for."""
        lang = spoken(args)
        with interruptible(), _told(lang, parent is None):
            context = super().make_context(info_name, args, parent, **extra)
        if parent is None:
            context.meta[_LANGUAGE] = lang
        return context

    def invoke(self, ctx: click.Context) -> Any:
        """As the base does, with mistakes in the language that was asked for."""
        with interruptible(), _told(ctx.meta.get(_LANGUAGE, "zh"), ctx.parent is None):
            return super().invoke(ctx)


@contextmanager
def _told(lang: str, outermost: bool) -> Iterator[None]:
    try:
        yield
    except click.ClickException as error:
        if not outermost or isinstance(error, click.exceptions.NoArgsIsHelpError):
            raise
        raise Mistake(error, lang) from None


def language(context: click.Context, lang: str | None) -> str:
    """The language of a command: its own ``--lang``, or the one given before the command's name."""
    return lang or context.find_root().params.get("lang") or "zh"


def with_cards(name: str, cards: str | None) -> str:
    """The name of the board ``name`` with other special ``cards``."""
    return name if cards is None else f"{name}:{cards}"
