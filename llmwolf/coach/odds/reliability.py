"""Whether odds are what they say: over bot games, how often the side won to which they gave so much."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import exp, log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

from llmwolf.boards import Board
from llmwolf.boards.shares import Share, wilson
from llmwolf.coach.odds.point import Point
from llmwolf.coach.odds.rollout import Moment, Setting, roll
from llmwolf.coach.odds.sampling import drawn, over, played
from llmwolf.rules.chance import number

BANDS: Final = 10
"""Into so many equal bands the odds are sorted."""
_REFUSALS: Final = 12
"""So many worlds are tried for each roll-out at most."""
_Z: Final = NormalDist().inv_cdf(0.975)
_SWEEPS: Final = 25
_RIDGE: Final = 1e-9
_STEEP: Final = 20.0
"""A slope beyond this has no end: few games are told apart without an error."""


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


class Estimate(NamedTuple):
    """A figure with its interval (95 %, a game a unit)."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """The table, and squared errors (Brier): of the odds, of the constant share; the fair margin.

    A fair score leaves out what the number of roll-outs adds (Ferro 2014): it is that of the odds themselves.
    ``margin`` is what the fair score is better by than the constant. ``slope`` is that of a logistic line
    through the odds' logarithms (Cox): 1 where they are as sure as they may be, below where too sure.
    ``lean`` is how much oftener the good side won than was said.
    """

    bands: list[Band]
    brier: float
    fair: float
    constant: float
    margin: Estimate
    slope: Estimate
    lean: Estimate
    error: float
    """The expected calibration error: how far bands lie from what came, by their weight."""
    games: int


def forecasts(
    board: Board, setting: Setting, seeds: range, runs: int, jobs: int, tick: Callable[[int], object]
) -> Iterator[Forecast]:
    """The odds at one drawn ask of the bot game of each of ``seeds``, by ``runs`` roll-outs each.

    Same settings, same forecasts, whatever ``jobs`` is. ``tick`` hears how many games are done.
    """
    return over(seeds, partial(_forecast, board, setting, runs), jobs, tick)


def _forecast(board: Board, setting: Setting, runs: int, seed: int) -> list[Forecast]:
    """At most one forecast: none where too few worlds fit what was heard.

    Every game has luck of its own: with the same one for all, its error would be that of all forecasts.
    """
    ref = played(board, setting, seed)
    ply = drawn(ref, setting, seed)
    own = replace(setting, seed=number(setting.seed, "odds/forecast", seed))
    moment, point = Moment(ref, own, ply), Point()
    while point.n < runs and point.tried < _REFUSALS * runs:
        upto = point.tried + runs - point.n
        point = Point(point.outcomes + roll(moment, range(point.tried, upto)))
    if point.n < 2:
        return []
    return [Forecast(seed, ply, point.wins.get("good", 0) / point.n, point.n, ref.winner == "good")]


def reliability(found: Sequence[Forecast]) -> Reliability:
    """The figures of ``found``; raises :class:`ValueError` for fewer than two forecasts."""
    if len(found) < 2:
        raise ValueError("a reliability table needs at least two games in which a world fits what was heard")
    base = fmean(f.won for f in found)
    own = [f.fair for f in found]
    flat = [(base - f.won) ** 2 for f in found]
    bands = []
    for i in range(BANDS):
        inside = [f for f in found if min(int(f.good * BANDS), BANDS - 1) == i]
        if inside:
            came = wilson(sum(f.won for f in inside), len(inside))
            said = fmean(f.good for f in inside)
            bands.append(Band(i / BANDS, (i + 1) / BANDS, len(inside), said, came))
    error = sum(b.n * abs(b.said - b.came.share) for b in bands) / len(found)
    return Reliability(
        bands, fmean(f.error for f in found), fmean(own), fmean(flat),
        _mean([b - a for a, b in zip(own, flat, strict=True)]), _slope(found),
        _mean([f.won - f.good for f in found]), error, len(found),
    )  # fmt: skip


def _mean(values: Sequence[float]) -> Estimate:
    return _around(fmean(values), stdev(values) / sqrt(len(values)))


def _around(value: float, error: float) -> Estimate:
    return Estimate(value, value - _Z * error, value + _Z * error)


def _slope(found: Sequence[Forecast]) -> Estimate:
    """The slope of a logistic regression of who won on the logarithms of the odds, by Newton's method."""
    points = [(log((f.good * f.n + 0.5) / ((1 - f.good) * f.n + 0.5)), f.won) for f in found]
    start, slope = 0.0, 1.0
    for _ in range(_SWEEPS):
        ga, gb, aa, ab, bb = 0.0, 0.0, _RIDGE, 0.0, _RIDGE
        for x, won in points:
            p = 1 / (1 + exp(-(start + slope * x)))
            weight = p * (1 - p)
            ga, gb = ga + won - p, gb + (won - p) * x
            aa, ab, bb = aa + weight, ab + weight * x, bb + weight * x * x
        size = aa * bb - ab * ab
        start, slope = start + (bb * ga - ab * gb) / size, slope + (aa * gb - ab * ga) / size
        if abs(slope) > _STEEP:
            return Estimate(slope, float("-inf"), float("inf"))
    return _around(slope, sqrt(aa / size))
