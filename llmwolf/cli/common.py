"""What the commands share: options, the language, and how a foreseeable mistake ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

LANG = click.option(
    "--lang", type=click.Choice(["zh", "en"]), default=None, help="Language of what is shown (default: zh)."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
SEED = click.IntRange(-(2**63), 2**63 - 1)
BOARD = click.option(
    "--board", default="official-12", show_default=True, help="A board's id, or a board file."
)
CARDS = click.option(
    "--cards",
    default=None,
    help="Special cards of a board made by size, such as millers-14: '女巫,猎人'; none: 'none'.",
)


@contextmanager
def explained(lang: str = "en") -> Iterator[None]:
    """Turn a foreseeable mistake into one line, in ``lang`` where it can be said in both, and exit code 2."""
    from llmwolf.record.errors import RecordError, RecordExists
    from llmwolf.rules.errors import SetupError

    try:
        yield
    except RecordExists as error:
        text = f"{error.where}：已有同名文件，不会覆盖；请换个名字"
        raise click.ClickException(str(error) if lang == "en" else text) from None
    except (SetupError, RecordError) as error:
        told = getattr(error, "told", None)  # of a typed record alone, whose reader is not loaded for others
        raise click.ClickException(told(lang) if told else str(error)) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        text = "the output cannot be written" if lang == "en" else "写不出结果"
        raise click.ClickException(f"{text}: {error.strerror or error}") from None


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl+C ends a command without a traceback, with the exit code that shells expect."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.exceptions.Exit(130) from None


def language(context: click.Context, lang: str | None) -> str:
    """The language of a command: its own ``--lang``, or the one given before the command's name."""
    return lang or context.find_root().params.get("lang") or "zh"


def with_cards(name: str, cards: str | None) -> str:
    """The name of the board ``name`` with other special ``cards``."""
    return name if cards is None else f"{name}:{cards}"
