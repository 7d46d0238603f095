"""Every text of the terminal that is not a sentence about the game itself, as ``(zh, en)`` pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from llmwolf.players.told import ToldError
from llmwolf.record.errors import NotWritten, RecordError
from llmwolf.tui.words.asking import ASKING
from llmwolf.tui.words.beginner import BEGINNER
from llmwolf.tui.words.coach import COACH
from llmwolf.tui.words.end import END
from llmwolf.tui.words.library import LIBRARY
from llmwolf.tui.words.models import MODELS
from llmwolf.tui.words.practice import PRACTICE
from llmwolf.tui.words.reading import READING
from llmwolf.tui.words.saving import SAVING
from llmwolf.tui.words.setup import SETUP
from llmwolf.tui.words.speech import SPEECH
from llmwolf.tui.words.table import TABLE
from llmwolf.tui.words.watching import WATCHING

Pair = tuple[str, str]

LANGUAGES: Final = ("zh", "en")

TEXTS: Final[dict[str, Pair]] = {
    **TABLE,
    **ASKING,
    **SETUP,
    **MODELS,
    **END,
    **LIBRARY,
    **PRACTICE,
    **READING,
    **SAVING,
    **SPEECH,
    **WATCHING,
    **BEGINNER,
    **COACH,
}

REFUSALS: Final[dict[str, Pair]] = {
    "too_late": (
        "晚了一步：发言已经结束，或别人先打断了",
        "too late: the speech was over",
    ),
    "stale": ("晚了一步，这一问已经结束", "too late: that question is over"),
    "answered": ("你已经回答过了", "you have answered already"),
    "no_right": ("现在没有这个权利", "you have no such right now"),
    "over": ("对局已经结束", "the game is over"),
    "compulsory": ("这里不能跳过", "this may not be passed"),
    "not_yours": ("现在没有问你", "nothing is asked of you now"),
}


def t(name: str, lang: str, /, **values: object) -> str:
    """The text called ``name`` with ``values`` put in; raises :class:`KeyError` if there is none."""
    text = TEXTS[name][lang == "en"]
    return text.format(**values) if values else text


def said(error: Exception, lang: str) -> str:
    """What a foreseeable mistake says, in the reader's language where it can be said in both."""
    match error:
        case NotWritten():
            place = Path(error.where)
            return t(f"unwritten_{error.cause}", lang, path=place, folder=place.parent, why=error.system)
        case ToldError() | RecordError():
            return error.told(lang)
        case _:
            return str(error)


def refusal(code: str, sentence: str, lang: str) -> str:
    """Why an act was refused, in the reader's language where there is a text for ``code``."""
    return REFUSALS.get(code, (sentence, sentence))[lang == "en"]
