"""Finding the weights of readings: a conditional logit over those of many moments, by Newton's method."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from operator import mul
from typing import Final

from llmwolf.coach.odds.readings import Reading, Readings
from llmwolf.coach.odds.reference import PUBLIC, Reference
from llmwolf.coach.odds.weights import HINTS, PLAIN, Weights
from llmwolf.players.bots.weights import WEIGHTS
from llmwolf.roles import registry

NAMES: Final = (*WEIGHTS, *HINTS)
SPREAD: Final = 1.0
"""How far the logarithm of a weight is expected to lie from the bots' own: what games must overcome."""
_NUDGE: Final = 0.05
"""By so much the logarithm of a weight is moved to see what it does."""
_SWEEPS: Final = 25
_CLOSE: Final = 0.01
_FLAT: Final = 1e-6

Row = Sequence[float]


@dataclass(frozen=True, slots=True)
class Case:
    """The readings of one moment: their logarithms by some weights, what each weight adds, which is true."""

    base: Row
    columns: Mapping[int, Row]
    truth: int


@dataclass(frozen=True, slots=True)
class Fit:
    """``weights`` with the errors of their logarithms; the mean surprise at the truth (nats) with them, with
    those that the fit began with, and if all readings were alike."""

    weights: Weights
    errors: dict[str, float]
    cases: int
    after: float
    before: float
    blind: float

    def toml(self) -> str:
        """The weights as they stand in their file, with what they were learned from."""
        told = (
            f"# {self.cases} moments; surprise at the true reading {self.after:.3f} nats, "
            f"all readings alike {self.blind:.3f}"
        )
        return f"{told}\n\n{self.weights.toml()}"


def case(ref: Reference, ply: int, weights: Weights) -> Case | None:
    """What the public could read at ``ply``; ``None`` where the truth is not among its readings."""
    readings = Readings(ref, PUBLIC, ply)
    camps = registry()
    wolves = tuple(s for s, card in enumerate(ref.dealt[: ref.seats], 1) if camps[card].camp == "W")
    every = readings.every(len(wolves))
    claims = {reading.seer for reading in every}
    seers = [s for s in claims if s and ref.dealt[s - 1] == "seer"]
    truth = Reading(seers[0] if seers else 0, wolves)
    if truth not in every:
        return None
    base = readings.logs(every, weights)
    columns = {}
    for place, name in enumerate(NAMES):
        moved = readings.logs(every, _moved(weights, {name: _NUDGE}))
        column = array("f", ((b - a) / _NUDGE for a, b in zip(base, moved, strict=True)))
        if max(column) - min(column) > _FLAT:
            columns[place] = column
    return Case(array("f", base), columns, every.index(truth))


def _moved(weights: Weights, by: dict[str, float]) -> Weights:
    """``weights`` with some logarithms moved."""
    return Weights(
        {name: value * exp(by.get(name, 0.0)) for name, value in weights.evidence.items()},
        {name: value + by.get(name, 0.0) for name, value in weights.hindsight.items()},
    )


def fit(cases: Sequence[Case], weights: Weights) -> Fit:
    """The likeliest weights, not far from the bots' own; ``cases`` were made with ``weights``.

    Most weights add their logarithm; the few that do not need a second fit, of cases made with the first.
    """
    size = len(NAMES)
    start = [_log(weights, name) - _log(PLAIN, name) for name in NAMES]

    def cost(move: Row) -> float:
        held = sum((a + b) ** 2 for a, b in zip(start, move, strict=True)) / (2 * SPREAD**2)
        return surprise(cases, move) * len(cases) + held

    move = [0.0] * size
    now = cost(move)
    for _ in range(_SWEEPS):
        slope = [(a + b) / SPREAD**2 for a, b in zip(start, move, strict=True)]
        bend = [[(i == j) / SPREAD**2 for j in range(size)] for i in range(size)]
        for one in cases:
            _add(one, move, slope, bend)
        step = _solved(bend, slope)
        length = 1.0
        while (then := cost(further := [a - length * b for a, b in zip(move, step, strict=True)])) > now:
            length /= 2
        gained, move, now = now - then, further, then
        if gained < _CLOSE:
            break
    errors = {
        name: sqrt(_solved(bend, [float(i == place) for i in range(size)])[place])
        for place, name in enumerate(NAMES)
        if any(place in one.columns for one in cases)
    }
    found = _moved(weights, dict(zip(NAMES, move, strict=True)))
    blind = sum(log(len(one.base)) for one in cases) / len(cases)
    before = surprise(cases, [0.0] * size)
    return Fit(found, errors, len(cases), surprise(cases, move), before, blind)


def surprise(cases: Sequence[Case], move: Row) -> float:
    """The mean of -log of the chance that is given to the truth, with weights moved by ``move``."""
    total = 0.0
    for one in cases:
        sums = _sums(one, move)
        top = max(sums)
        total += top + log(sum(exp(x - top) for x in sums)) - sums[one.truth]
    return total / len(cases)


def _log(weights: Weights, name: str) -> float:
    return log(weights.evidence[name]) if name in weights.evidence else weights.hindsight[name]


def _sums(one: Case, move: Row) -> list[float]:
    """The logarithms of the readings' weights."""
    sums = list(one.base)
    for place, column in one.columns.items():
        if by := move[place]:
            sums = [a + by * b for a, b in zip(sums, column, strict=True)]
    return sums


def _chances(one: Case, move: Row) -> list[float]:
    sums = _sums(one, move)
    top = max(sums)
    weights = [exp(x - top) for x in sums]
    whole = sum(weights)
    return [x / whole for x in weights]


def _add(one: Case, move: Row, slope: list[float], bend: list[list[float]]) -> None:
    """Add what ``one`` says to the first and second derivatives."""
    chances = _chances(one, move)
    rows = [(place, column, list(map(mul, chances, column))) for place, column in one.columns.items()]
    means = [sum(row) for _, _, row in rows]
    for i, (place, column, row) in enumerate(rows):
        slope[place] += means[i] - column[one.truth]
        for j in range(i + 1):
            other, beside, _ = rows[j]
            both = sum(map(mul, row, beside)) - means[i] * means[j]
            bend[place][other] += both
            if i != j:
                bend[other][place] += both


def _solved(matrix: list[list[float]], right: Row) -> list[float]:
    """The solution of a symmetric positive definite system, by elimination."""
    rows = [[*row, x] for row, x in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for k in range(i + 1, size):
            if by := rows[k][i] / rows[i][i]:
                rows[k] = [a - by * b for a, b in zip(rows[k], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found
