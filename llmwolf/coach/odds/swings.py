"""Swings: the biggest changes of the odds between two moments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from llmwolf.boards.shares import SIDES
from llmwolf.coach.odds.alternatives import Alternative
from llmwolf.coach.odds.point import Point, change


@dataclass(frozen=True, slots=True)
class Swing:
    """A change of the odds of ``side`` between the asks ``start`` and ``end`` (``None``: the game's end).

    ``half`` is half of its interval (95 %). ``alternatives`` are the best other answers at ``start``.
    """

    start: int
    end: int | None
    side: str
    before: float
    after: float
    half: float
    alternatives: tuple[Alternative, ...] = ()

    @property
    def change(self) -> float:
        """By how much the odds rose."""
        return self.after - self.before


def swings(plies: Sequence[int], points: Mapping[int, Point], winner: str) -> list[Swing]:
    """The changes between neighbours of ``plies``, and to the result (if there is a ``winner``), the biggest
    first. Moments without odds are passed over."""
    asked = [ply for ply in plies if ply in points and points[ply].n]
    found = [
        swing(a, b, points, winner) for a, b in zip(asked, [*asked[1:], None], strict=True) if b or winner
    ]
    return biggest(found)


def swing(start: int, end: int | None, points: Mapping[int, Point], winner: str) -> Swing:
    """The change for the side whose odds changed most, the good one's where that is as much."""
    found = [_swing(start, end, side, points, winner) for side in SIDES]
    return max(found, key=lambda one: round(abs(one.change), 9))


def _swing(start: int, end: int | None, side: str, points: Mapping[int, Point], winner: str) -> Swing:
    share = points[start].share(side)
    assert share is not None
    if end is None:
        return Swing(start, end, side, share.share, float(side == winner), points[start].half(side))
    by, half = change(points[start], points[end], side)
    return Swing(start, end, side, share.share, share.share + by, half)


def biggest(found: Iterable[Swing]) -> list[Swing]:
    """The swings, the biggest first."""
    return sorted(found, key=lambda one: (-abs(one.change), one.start))


def ends(found: Iterable[Swing]) -> list[int]:
    """The asks at either end of swings."""
    return sorted({ply for one in found for ply in (one.start, one.end) if ply is not None})
