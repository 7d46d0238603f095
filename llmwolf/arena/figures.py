"""What a report on a tournament holds: every figure with its n and its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from math import isfinite
from typing import Any, Final

from llmwolf.arena.ratings import Strengths
from llmwolf.arena.stats import Difference, Interval

SIDES: Final = ("good", "wolves")
THIRDS: Final = ("early", "middle", "late")
PAID: Final = ("tokens", "cost")
"""What calls come to: tokens, and US dollars."""


@dataclass(frozen=True, slots=True)
class Figure:
    """How often ``agent`` won on ``board`` as ``name``: a role, a faction, or all roles in balance.

    ``games`` is in how many games, ``baseline`` how often whoever holds such a card wins there when all
    seats are the same agent, over so many ``baseline_games`` (``None``: not known).
    """

    board: str
    agent: str
    kind: str
    name: str
    games: int
    rate: Interval
    baseline: Interval | None = None
    baseline_games: int = 0


@dataclass(frozen=True, slots=True)
class Contrast:
    """One agent against another; ``board`` empty: all boards. ``more_games`` would decide (0: decided)."""

    board: str
    one: str
    other: str
    difference: Difference
    more_games: int | None

    @property
    def better(self) -> str:
        """Who is better; empty: the two are not distinguishable."""
        if not self.difference.decided:
            return ""
        return self.one if self.difference.interval.value > 0 else self.other


@dataclass(frozen=True, slots=True)
class Bias:
    """How far those in a seat, or with a place in the first day's order, did better than their cards do.

    The interval is that of all seats, or places, of a board together.
    """

    board: str
    kind: str
    name: str
    lift: Interval


@dataclass(frozen=True, slots=True)
class Spending:
    """What an agent's calls come to in one of the ``games`` it sat in, in ``unit``, one of :data:`PAID`."""

    agent: str
    unit: str
    games: int
    a_game: Interval


@dataclass(slots=True)
class Edition:
    """The games that were played under one version of everything.

    ``unlike`` names what differs from the first edition; ``counts`` are the calls of each agent, and where
    its decisions came from; ``seated`` in how many games it sat; ``versions`` those of the agents.
    """

    id: str
    unlike: list[str]
    games: int = 0
    figures: list[Figure] = field(default_factory=list)
    contrasts: list[Contrast] = field(default_factory=list)
    strengths: Strengths | None = None
    biases: list[Bias] = field(default_factory=list)
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    spending: list[Spending] = field(default_factory=list)
    seated: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    split: int = 0
    versions: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Report:
    """All of a tournament: how many games were planned, done, failed (by reason), and the editions.

    ``spent`` is what all calls came to, ``unfinished`` the part of it that went into games without a result:
    stopped, failed, abandoned.
    """

    planned: int
    done: int
    failed: Counter[str]
    spent: Counter[str]
    editions: list[Edition]
    unfinished: Counter[str] = field(default_factory=Counter)


def as_data(found: Report) -> dict[str, Any]:
    """The report as plain data, for ``--json``; an end of an interval that is not known is null."""
    return {field.name: plain(getattr(found, field.name)) for field in fields(found)}


def plain(thing: Any) -> Any:
    """``thing`` as JSON has it: dataclasses as objects, numbers that are none as null."""
    if is_dataclass(thing):
        return {field.name: plain(getattr(thing, field.name)) for field in fields(thing)}
    if isinstance(thing, Mapping):
        return {str(name): plain(value) for name, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [plain(value) for value in thing]
    if isinstance(thing, float) and not isfinite(thing):
        return None
    return thing
