"""Strength on one scale: a Bradley–Terry model of teams, with a term for each board's own balance.

A team is as strong as its members are on the average, so that eight against four is no advantage by
itself; what the board gives to a side is a term of its own and not taken for skill. Ratings that are brought
up to date game by game (Elo, OpenSkill) sum up a team and depend on the order of the games; here the
likelihood of all games together decides, with a weak prior that keeps who won everything on the scale.

An agent that always sat opposite to all others, with no game that shows the board's balance without it, is as
strong as one likes: what it gains the board loses. Only what the games themselves tell apart has a figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import exp, log
from typing import Final

from llmwolf.arena.estimable import Design
from llmwolf.arena.stats import Interval, bootstrap

POINTS: Final = 400 / log(10)
"""Rating points of one unit of log-odds: 400 points more mean ten to one."""
_SPREADS: Final = (1.0, 3.0)
"""Standard deviations of the prior: of a strength, and of a board's balance."""
_SWEEPS: Final = 500
_CLOSE: Final = 1e-7
_DRAWS: Final = 200

Parameter = tuple[bool, Hashable]
"""(whether it is a board's, its name)."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game between good seats and wolves: by agent how many of each, and whether the good ones won."""

    board: str
    good: tuple[tuple[str, int], ...]
    wolves: tuple[tuple[str, int], ...]
    won: bool


@dataclass(frozen=True, slots=True)
class Strengths:
    """Points by agent, their mean 0, each with its interval; ``balance`` by board is the good side's.

    ``apart`` are the agents, and ``unknown`` the boards, that have no figure: the games tell their sum only.
    """

    points: dict[str, Interval]
    balance: dict[str, Interval]
    apart: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


Row = tuple[tuple[tuple[Parameter, float], ...], bool]


def rate_agents(clusters: Sequence[Sequence[Match]], seed: int = 0) -> Strengths | None:
    """The strengths of all agents in the games of ``clusters``; ``None`` where none met another."""
    rows = [[_row(game) for game in games] for games in clusters]
    if not any(not place[0] for games in rows for parts, _ in games for place, _ in parts):
        return None
    agents, apart, boards, unknown = _told_apart([game for games in clusters for game in games])
    whole = fit(row for games in rows for row in games)
    fits = _Fits(rows, whole)

    def points(sample: Sequence[int], agent: str) -> float:
        strengths = fits.of(sample)
        mean = sum(strengths.get((False, name), 0.0) for name in agents) / len(agents)
        return POINTS * (strengths.get((False, agent), 0.0) - mean)

    def given(sample: Sequence[int], board: str) -> float | None:
        value = fits.of(sample).get((True, board))
        return None if value is None else POINTS * value

    def interval(figure: Callable[[Sequence[int]], float | None]) -> Interval:
        found = bootstrap(range(len(rows)), figure, seed, draws=_DRAWS)
        assert found is not None
        return found

    return Strengths(
        {agent: interval(partial(points, agent=agent)) for agent in agents},
        {board: interval(partial(given, board=board)) for board in boards},
        apart,
        unknown,
    )


def _told_apart(games: Sequence[Match]) -> tuple[list[str], tuple[str, ...], list[str], tuple[str, ...]]:
    """The agents that can be compared and those that cannot; the boards whose balance is known, and not."""
    agents = sorted({name for game in games for name, _ in (*game.good, *game.wolves)})
    boards = list(dict.fromkeys(game.board for game in games))
    parameters: list[Parameter] = [*((False, name) for name in agents), *((True, name) for name in boards)]
    rows = (_parts(game) for game in {(g.board, g.good, g.wolves): g for g in games}.values())
    design = Design(parameters, rows, len(parameters) - 1)  # strengths have no zero of their own
    groups = [[str(name) for _, name in group] for group in design.alike(parameters[: len(agents)])]
    compared = max(groups, key=len)
    if len(compared) == 1:
        compared = []
    known = [board for board in boards if design.holds({(True, board): Fraction(1)})]
    return (
        compared,
        tuple(name for name in agents if name not in compared),
        known,
        tuple(board for board in boards if board not in known),
    )


class _Fits:
    """The fit of each sample, made once for all agents."""

    def __init__(self, rows: Sequence[Sequence[Row]], start: dict[Parameter, float]) -> None:
        self._rows = rows
        self._start = start
        self._known: dict[tuple[int, ...], dict[Parameter, float]] = {}

    def of(self, sample: Sequence[int]) -> dict[Parameter, float]:
        key = tuple(sorted(sample))
        if key not in self._known:
            self._known[key] = fit((row for place in sample for row in self._rows[place]), self._start)
        return self._known[key]


def _row(game: Match) -> Row:
    return tuple((place, float(value)) for place, value in _parts(game).items() if value), game.won


def _parts(game: Match) -> dict[Parameter, Fraction]:
    """What counts for the good side in a game, and how much."""
    parts: dict[Parameter, Fraction] = {(True, game.board): Fraction(1)}
    for sign, team in ((1, game.good), (-1, game.wolves)):
        size = sum(count for _, count in team)
        for name, count in team:
            place = (False, name)
            parts[place] = parts.get(place, Fraction(0)) + Fraction(sign * count, size)
    return parts


def fit(rows: Iterable[Row], start: dict[Parameter, float] | None = None) -> dict[Parameter, float]:
    """The most likely parameters: each in turn by Newton's step, until none moves."""
    counted = Counter(rows)
    columns: dict[Parameter, list[tuple[int, float]]] = {}
    wins: list[int] = []
    games: list[int] = []
    at: dict[tuple[tuple[Parameter, float], ...], int] = {}
    for (parts, won), count in sorted(counted.items(), key=repr):
        place = at.setdefault(parts, len(at))
        if place == len(games):
            games.append(0)
            wins.append(0)
            for parameter, value in parts:
                columns.setdefault(parameter, []).append((place, value))
        games[place] += count
        wins[place] += count * won
    found = {parameter: (start or {}).get(parameter, 0.0) for parameter in columns}
    odds = [sum(value * found[parameter] for parameter, value in parts) for parts in at]
    for _ in range(_SWEEPS):
        moved = 0.0
        for parameter, column in columns.items():
            prior = _SPREADS[parameter[0]] ** -2
            slope, bend = -prior * found[parameter], prior
            for place, value in column:
                chance = 1 / (1 + exp(-odds[place]))
                slope += value * (wins[place] - games[place] * chance)
                bend += value * value * games[place] * chance * (1 - chance)
            step = max(-1.0, min(1.0, slope / bend))
            found[parameter] += step
            for place, value in column:
                odds[place] += value * step
            moved = max(moved, abs(step))
        if moved < _CLOSE:
            break
    return found
