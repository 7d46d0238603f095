"""Seats of finished games, and how often those with some cards won: deals as units, roles in balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from llmwolf.arena.figures import SIDES
from llmwolf.arena.outcome import Line
from llmwolf.arena.stats import Interval, bootstrap, rate
from llmwolf.boards import Board
from llmwolf.boards.shares import shares_of, wilson
from llmwolf.roles import registry


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a finished game."""

    agent: str
    role: str
    won: bool

    @property
    def side(self) -> str:
        """Whose card it was dealt."""
        return registry()[self.role].side


Units = Sequence[Sequence[Seat]]
"""The seats of each deal."""


def seats_of(line: Line) -> list[Seat]:
    """The seats of the finished game of ``line``, the first one first."""
    winners = set(line["winners"])
    return [
        Seat(told["agent"], told["role"], place in winners) for place, told in enumerate(line["seats"], 1)
    ]


def plain_rate(units: Units, fits: Sequence[str], seed: int) -> Interval | None:
    """The rate of the seats with the cards ``fits``; ``None``: there were none."""
    parts = []
    for unit in units:
        won = [seat.won for seat in unit if seat.role in fits]
        parts.append((float(sum(won)), float(len(won))))
    return rate(parts, seed)


def balanced_rate(units: Units, weights: Mapping[str, int], seed: int) -> Interval | None:
    """The rate of the seats with the cards of ``weights``, each card weighing so much; ``None``: no seats."""
    there = [unit for unit in units if any(seat.role in weights for seat in unit)]
    found = bootstrap(there, lambda sample: _balanced(sample, weights), seed)
    if found is None or found.value in (0.0, 1.0):
        return plain_rate(units, list(weights), seed)
    return Interval(found.value, max(0.0, found.low), min(1.0, found.high), found.units)


def _balanced(units: Units, weights: Mapping[str, int]) -> float | None:
    wins: Counter[str] = Counter()
    tries: Counter[str] = Counter()
    for unit in units:
        for seat in unit:
            tries[seat.role] += 1
            wins[seat.role] += seat.won
    there = {role: weight for role, weight in weights.items() if tries[role]}
    if not there:
        return None
    return sum(w * wins[role] / tries[role] for role, w in there.items()) / sum(there.values())


class Baselines:
    """How often cards of a board win where all seats are the same agent.

    From the tournament's own games of that kind, where there are any with those cards; otherwise from what is
    known of the bots on this board, if it still holds.
    """

    def __init__(self, board: Board, games: Iterable[Line], seed: int) -> None:
        same = [line for line in games if len(set(line["agents"])) == 1]
        units: dict[str, list[Seat]] = {}
        for line in same:
            units.setdefault(line["cluster"], []).extend(seats_of(line))
        self._units = list(units.values())
        self._games = len(same)
        self._seen = {seat.role for unit in self._units for seat in unit}
        self._shares = shares_of(board)
        self._seed = seed
        self._known: dict[tuple[str, ...], tuple[Interval | None, int]] = {}

    def of(self, weights: Mapping[str, int]) -> tuple[Interval | None, int]:
        """The rate of the cards in ``weights``, and the games it rests on; ``None``: it is not known."""
        cards = tuple(weights)
        if cards not in self._known:
            self._known[cards] = self._reckon(weights)
        return self._known[cards]

    def _reckon(self, weights: Mapping[str, int]) -> tuple[Interval | None, int]:
        if weights and self._seen.issuperset(weights):
            return balanced_rate(self._units, weights, self._seed), self._games
        sides = {role: registry()[role].side for role in weights}
        known = self._shares
        if known is None or not known.current or not sides or not set(SIDES).issuperset(sides.values()):
            return None, 0
        wins = sum(weight * known.wins.get(sides[role], 0) for role, weight in weights.items())
        # A mean of shares varies less than a share of that size does: the interval is on the safe side.
        share = wilson(round(wins / sum(weights.values())), known.games)
        return Interval(share.share, share.low, share.high, known.games), known.games
