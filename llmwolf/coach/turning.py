"""Turning points: changes of the odds between moments that are known well, and bigger than chance."""

from __future__ import annotations

from collections.abc import Sequence

from llmwolf.coach.odds.point import Point
from llmwolf.coach.odds.study import ENOUGH, FIRST, Study, Tick, key_moments
from llmwolf.coach.odds.swings import Swing


def known_well(point: Point | None) -> bool:
    """Whether a moment was rolled out in full; the others were looked at to find out where to look."""
    return point is not None and point.n > 0 and (point.n >= FIRST or point.widest() <= ENOUGH)


def settled(study: Study, plies: Sequence[int]) -> list[Swing]:
    """The changes between neighbours of ``plies``, both known well, that are bigger than their interval.

    The biggest first; the result of the game is known well.
    """
    return [
        swing
        for swing in study.swings(list(plies), len(plies))
        if abs(swing.change) > swing.half
        and all(known_well(study.points.get(ply)) for ply in (swing.start, swing.end) if ply is not None)
    ]


def turning_points(
    study: Study, count: int, every: bool, tick: Tick = lambda done, of: None
) -> tuple[list[int], list[Swing]]:
    """The moments looked at (all asks if ``every``), and at most ``count`` turning points.

    These come with the best alternatives.
    """
    with study.working():
        key_moments(study, count, every, tick)
        plies = study.every() if every else study.turns()
        return plies, study.weigh(settled(study, plies)[:count], tick)
