"""Whether odds are what they say: over bot games, how often the side won to which they gave so much."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Final, NamedTuple

from llmwolf.boards import Board, spec_for
from llmwolf.boards.shares import Share, wilson
from llmwolf.coach.odds.reference import Reference
from llmwolf.coach.odds.rollout import Moment, Point, Setting, extend, table
from llmwolf.roles import registry
from llmwolf.rules.chance import number
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

BANDS: Final = 10
"""Into so many equal bands the odds are sorted."""


class Forecast(NamedTuple):
    """The odds of the good side at one ask of a game by ``n`` roll-outs, and whether it won."""

    seed: int
    ply: int
    good: float
    n: int
    won: bool

    @property
    def error(self) -> float:
        """The squared error."""
        return (self.good - self.won) ** 2

    @property
    def fair(self) -> float:
        """The squared error without what so few roll-outs add to it on average."""
        return self.error - self.good * (1 - self.good) / (self.n - 1)


class Band(NamedTuple):
    """The forecasts between two numbers: their mean, and how often the good side won."""

    low: float
    high: float
    n: int
    said: float
    came: Share


@dataclass(frozen=True, slots=True)
class Reliability:
    """The table, and squared errors (Brier): of the odds, of the constant share; the fair margin.

    A fair score leaves out what the number of roll-outs adds (Ferro 2014): it is that of the odds themselves.
    ``margin`` is what the fair score is better by than the constant, with its interval (95 %, a game a unit).
    """

    bands: list[Band]
    brier: float
    fair: float
    constant: float
    margin: float
    low: float
    high: float
    error: float
    """The expected calibration error: how far bands lie from what came, by their weight."""
    games: int


def forecasts(board: Board, setting: Setting, games: int, runs: int, jobs: int, tick: Callable[[int], object]
) -> Iterator[Forecast]:  # fmt: skip
    """The odds at one ask, drawn evenly, of each of ``games`` bot games, by ``runs`` roll-outs each.

    Same settings, same forecasts, whatever ``jobs`` is. ``tick`` hears how many games are done.
    """
    one = partial(_forecast, board, setting, runs)
    if jobs == 1:
        for done, seed in enumerate(range(games), 1):
            yield from one(seed)
            tick(done)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for done, found in enumerate(pool.map(one, range(games), chunksize=4), 1):
            yield from found
            tick(done)


def _forecast(board: Board, setting: Setting, runs: int, seed: int) -> list[Forecast]:
    """At most one forecast: none where too few worlds fit what was heard."""
    game = Game(spec_for(board, seed), registry())
    play(game, table(setting, board.seats, number(seed, "odds/played")))
    ref = Reference(game)
    ply = ref.same(setting.observer, number(setting.seed, "odds/ply", seed) % len(ref.marks))
    point = extend(Moment(ref, setting, ply), Point(), goal=0.0, most=runs)
    if point.n < 2:
        return []
    return [Forecast(seed, ply, point.wins.get("good", 0) / point.n, point.n, ref.winner == "good")]


def reliability(found: Sequence[Forecast]) -> Reliability:
    """The figures of ``found``; raises :class:`ValueError` for fewer than two forecasts."""
    if len(found) < 2:
        raise ValueError("a reliability table needs at least two games")
    base = fmean(f.won for f in found)
    own = [f.fair for f in found]
    flat = [(base - f.won) ** 2 for f in found]
    better = [b - a for a, b in zip(own, flat, strict=True)]
    half = 1.96 * stdev(better) / sqrt(len(better))
    bands = []
    for i in range(BANDS):
        inside = [f for f in found if min(int(f.good * BANDS), BANDS - 1) == i]
        if inside:
            came = wilson(sum(f.won for f in inside), len(inside))
            said = fmean(f.good for f in inside)
            bands.append(Band(i / BANDS, (i + 1) / BANDS, len(inside), said, came))
    error = sum(b.n * abs(b.said - b.came.share) for b in bands) / len(found)
    margin = fmean(better)
    brier = fmean(f.error for f in found)
    return Reliability(
        bands, brier, fmean(own), fmean(flat), margin, margin - half, margin + half, error, len(found)
    )
