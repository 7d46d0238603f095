"""What can be wrong with a tournament."""

from __future__ import annotations

import re
from typing import Any, Final

from llmwolf.players.told import ToldError
from llmwolf.players.words import Pair
from llmwolf.record.errors import RecordError
from llmwolf.rules.errors import SetupError


class ArenaError(ToldError):
    """A plan, a folder of games or a cluster cannot be used: what is wrong and what to do, in one line."""

    def __reduce__(self) -> tuple[Any, ...]:
        """It comes back from another machine in both languages."""
        return type(self), (self.words,)


class AgentError(ArenaError):
    """What an agent of a plan names is not there, or cannot be used.

    ``plain`` says so without the place, which is the ``key`` of the ``agent``.
    """

    def __init__(self, agent: str, key: str, plain: Pair) -> None:
        self.agent, self.key, self.plain = agent, key, plain
        zh, en = in_words_of(plain, {"--base-url": "base_url", "--model": "model"})
        super().__init__((f"agents.{agent}.{key}：{zh}", f"agents.{agent}.{key}: {en}"))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.agent, self.key, self.plain)


def in_words_of(words: Pair, options: dict[str, str]) -> Pair:
    """``words`` with what stands here for each option of another command, but for whole commands in them."""

    def said(text: str) -> str:
        parts = _COMMAND.split(text)
        for place, part in enumerate(parts):
            if not part.startswith("`"):
                for option, other in options.items():
                    part = part.replace(option, other)  # noqa: PLW2901
                parts[place] = part
        return "".join(parts)

    return said(words[0]), said(words[1])


_COMMAND: Final = re.compile("(`[^`]*`)")


class Elsewhere(Exception):
    """A game came to no end on another machine; the text is what was told of it there."""


def reason_of(fault: BaseException) -> str:
    """Why a game came to no end, in one line."""
    return str(fault) if isinstance(fault, Elsewhere) else f"{type(fault).__name__}: {fault}"


def ends_all(fault: BaseException) -> bool:
    """Whether it is the disk or the plan, and would be so in every game, rather than one damaged record."""
    if isinstance(fault, RecordError):
        return not fault.line
    return isinstance(fault, OSError | SetupError)
