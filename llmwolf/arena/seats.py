"""Seats of finished games, and how often those with some cards won: deals as units, roles in balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from llmwolf.arena.figures import SIDES
from llmwolf.arena.outcome import Line
from llmwolf.arena.stats import Interval, rate, share
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


def plain_rate(units: Units, fits: Sequence[str]) -> Interval | None:
    """The rate of the seats with the cards ``fits``; ``None``: there were none."""
    parts = []
    for unit in units:
        won = [seat.won for seat in unit if seat.role in fits]
        parts.append((float(sum(won)), float(len(won))))
    return rate(parts)


def balanced_rate(units: Units, weights: Mapping[str, int]) -> Interval | None:
    """The rate of the seats with the cards of ``weights``, each card weighing so much; ``None``: no seats.

    How much it varies between deals is found by leaving out each in turn (jackknife).
    """
    parts = [_tally(unit, weights) for unit in units]
    parts = [part for part in parts if part[1]]
    wins, tries = _summed(part[0] for part in parts), _summed(part[1] for part in parts)
    value = _balanced(wins, tries, weights)
    if value is None:
        return None
    without = [_balanced(wins - won, tries - tried, weights) for won, tried in parts]
    known = [one for one in without if one is not None]
    variance = sum((one - fmean(known)) ** 2 for one in known) * (1 - 1 / len(parts)) ** 2
    return share(value, variance, tries.total(), len(parts))


def lift(units: Sequence[Sequence[tuple[bool, float]]], alpha: float) -> Interval:
    """How far seats did better than their cards do: won or not, and how often such a card wins, deal by deal.

    The interval is that of the share that they won.
    """
    tries = sum(map(len, units))
    won = sum(has for unit in units for has, _ in unit) / tries
    usual = sum(expected for unit in units for _, expected in unit) / tries
    rests = (sum(has - expected - won + usual for has, expected in unit) for unit in units)
    found = share(won, sum(rest * rest for rest in rests) / tries**2, tries, len(units), alpha)
    return Interval(won - usual, found.low - usual, found.high - usual, found.units)


def _tally(unit: Sequence[Seat], weights: Mapping[str, int]) -> tuple[Counter[str], Counter[str]]:
    """By card, the wins and the tries of those seats of a deal that count."""
    seats = [seat for seat in unit if seat.role in weights]
    return Counter(seat.role for seat in seats if seat.won), Counter(seat.role for seat in seats)


def _summed(counts: Iterable[Counter[str]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for one in counts:
        found.update(one)
    return found


def _balanced(wins: Counter[str], tries: Counter[str], weights: Mapping[str, int]) -> float | None:
    there = {role: weight for role, weight in weights.items() if tries[role]}
    if not there:
        return None
    return sum(w * wins[role] / tries[role] for role, w in there.items()) / sum(there.values())


class Baselines:
    """How often cards of a board win where all seats are the same agent.

    From the tournament's own games of that kind, where there are any with those cards; otherwise from what is
    known of the bots on this board, if it still holds.
    """

    def __init__(self, board: Board, games: Iterable[Line]) -> None:
        same = [line for line in games if len(set(line["agents"])) == 1]
        units: dict[str, list[Seat]] = {}
        for line in same:
            units.setdefault(line["cluster"], []).extend(seats_of(line))
        self._units = list(units.values())
        self._games = len(same)
        self._seen = {seat.role for unit in self._units for seat in unit}
        self._shares = shares_of(board)
        self._known: dict[tuple[str, ...], tuple[Interval | None, int]] = {}

    def of(self, weights: Mapping[str, int]) -> tuple[Interval | None, int]:
        """The rate of the cards in ``weights``, and the games it rests on; ``None``: it is not known."""
        cards = tuple(weights)
        if cards not in self._known:
            self._known[cards] = self._reckon(weights)
        return self._known[cards]

    def _reckon(self, weights: Mapping[str, int]) -> tuple[Interval | None, int]:
        if weights and self._seen.issuperset(weights):
            return balanced_rate(self._units, weights), self._games
        sides = {role: registry()[role].side for role in weights}
        known = self._shares
        if known is None or not known.current or not sides or not set(SIDES).issuperset(sides.values()):
            return None, 0
        wins = sum(weight * known.wins.get(sides[role], 0) for role, weight in weights.items())
        # A mean of shares varies less than a share of that size does: the interval is on the safe side.
        found = wilson(round(wins / sum(weights.values())), known.games)
        return Interval(found.share, found.low, found.high, known.games), known.games
