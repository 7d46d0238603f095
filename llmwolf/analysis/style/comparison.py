"""Groups compared: each feature's difference, tested, and what it comes to in all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import inf
from statistics import fmean
from typing import Final

from llmwolf.analysis.errors import AnalysisError
from llmwolf.analysis.style.figures import Comparison, Finding, Member
from llmwolf.analysis.style.groups import Seated
from llmwolf.analysis.style.measure import CALLS, STYLE
from llmwolf.analysis.style.pairing import NOTHING, Pair, Trial
from llmwolf.arena.stats import Interval, holm

_LEAST: Final = 999
_EACH: Final = 40
"""Shuffles for each of the tests that are corrected together, so that a single finding can be sure."""


def compare(seats: Mapping[str, Sequence[Seated]], seed: int = 0) -> Comparison:
    """The groups in ``seats`` against each other.

    Raises :class:`AnalysisError` where no two of them have seats alike.
    """
    comparison = Comparison([_member(name, found) for name, found in seats.items()])
    kinds = [{one.sat.kind for one in found} for found in seats.values()]
    shared = {kind for one, other in combinations(kinds, 2) for kind in one & other}
    if not shared:
        raise AnalysisError(
            (
                "没有可比的：两边没有同棋盘、同规则、同语言、同身份的座位",
                "nothing can be compared: no seats with the same board, rules, language and card",
            )
        )
    comparison.alone = {
        name: sum(one.sat.kind not in shared for one in found) for name, found in seats.items()
    }
    pairs = [Pair((a, b), seats[a], seats[b], seed) for a, b in combinations(seats, 2)]
    roles = sorted({kind.role for kind in shared})
    comparison.findings = _tested([t for pair in pairs for t in pair.trials(STYLE, ("",))])
    comparison.calls = _tested([t for pair in pairs for t in pair.trials(tuple(CALLS), ("",))])
    if len(roles) > 1:
        comparison.by_role = _tested([t for pair in pairs for t in pair.trials(STYLE, roles)])
    distances = [distance for pair in pairs if (distance := pair.distance())]
    adjusted = holm([one.p for one in distances])
    comparison.distances = [replace(one, adjusted=p) for one, p in zip(distances, adjusted, strict=True)]
    return comparison


def _member(name: str, seats: Sequence[Seated]) -> Member:
    games = {one.game.file: one.game for one in seats}
    return Member(
        name,
        len(games),
        len({game.deal for game in games.values()}),
        len(seats),
        tuple(sorted({game.engine for game in games.values()})),
    )


def _tested(trials: Sequence[Trial]) -> list[Finding]:
    """The findings of ``trials``, corrected for the number of those that are tested."""
    most = max(_LEAST, _EACH * sum(trial.contrast.enough for trial in trials))
    chances = [trial.pair.chance(trial.contrast, most) for trial in trials]
    corrected = iter(holm([chance for chance in chances if chance is not None]))
    found = []
    for trial, chance in zip(trials, chances, strict=True):
        contrast, difference = trial.contrast, trial.contrast.interval()
        spread = contrast.spread()
        scale = 1 / spread if spread > NOTHING else 0.0
        ones = [one for one, _ in contrast.sides if one is not None]
        others = [other for _, other in contrast.sides if other is not None]
        found.append(
            Finding(
                trial.pair.names,
                trial.role,
                trial.feature,
                trial.level + fmean(ones),
                trial.level + fmean(others),
                len(ones),
                len(others),
                difference,
                _scaled(difference, scale),
                chance,
                None if chance is None else next(corrected),
            )
        )
    return found


def _scaled(interval: Interval, scale: float) -> Interval:
    if not scale:
        return Interval(0.0, -inf, inf, interval.units)
    return Interval(interval.value * scale, interval.low * scale, interval.high * scale, interval.units)
