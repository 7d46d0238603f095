"""What can be wrong with a tournament."""

from __future__ import annotations

from llmwolf.players.told import ToldError
from llmwolf.record.errors import RecordError
from llmwolf.rules.errors import SetupError


class ArenaError(ToldError):
    """A plan, a folder of games or a cluster cannot be used: what is wrong and what to do, in one line."""


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
