"""A curve as points of a picture; who draws it knows nothing of shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from llmwolf.coach.report.pieces import Curve, Spot

WIDTH: Final = 880
HEIGHT: Final = 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 34


@dataclass(frozen=True, slots=True)
class Dot:
    """A moment: its place, what it says, and whether it is a key one."""

    x: float
    y: float
    event: int
    says: str
    key: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines and bands as SVG points, one for each stretch without a gap; ``days`` are (x, day)."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    lines: tuple[str, ...]
    bands: tuple[str, ...]
    dots: tuple[Dot, ...]
    days: tuple[tuple[float, int], ...]
    levels: tuple[tuple[float, str], ...]


def draw(curve: Curve) -> Drawing:
    """``curve`` from left to right, a step for each moment, shares from 0 below to 1 above."""
    spots = curve.spots
    bottom, right = HEIGHT - _BOTTOM, WIDTH - _RIGHT
    step = (right - _LEFT) / max(len(spots) - 1, 1)

    def x(place: int) -> float:
        return round(_LEFT + place * step, 1)

    def y(share: float) -> float:
        return round(bottom - share * (bottom - _TOP), 1)

    dots: list[Dot] = []
    lines: list[str] = []
    bands: list[str] = []
    for stretch in _stretches(spots):
        known = [(x(place), spot, spot.share or 0.0) for place, spot in stretch]
        lines.append(" ".join(f"{at},{y(share)}" for at, _, share in known))
        upper = [f"{at},{y(spot.high)}" for at, spot, _ in known]
        lower = [f"{at},{y(spot.low)}" for at, spot, _ in reversed(known)]
        bands.append(" ".join(upper + lower))
        dots += [Dot(at, y(share), spot.event, _says(spot, share), spot.key) for at, spot, share in known]
    days = [(x(p), s.day) for p, s in enumerate(spots) if not p or s.day != spots[p - 1].day]
    levels = tuple((y(level), f"{level:.0%}") for level in (0.0, 0.25, 0.5, 0.75, 1.0))
    return Drawing(
        WIDTH,
        HEIGHT,
        _LEFT,
        right,
        _TOP,
        bottom,
        tuple(lines),
        tuple(bands),
        tuple(dots),
        tuple(days),
        levels,
    )


def _stretches(spots: tuple[Spot, ...]) -> list[list[tuple[int, Spot]]]:
    """The spots with their places, cut where nothing is known."""
    found: list[list[tuple[int, Spot]]] = []
    gap = True
    for place, spot in enumerate(spots):
        if spot.share is None:
            gap = True
            continue
        if gap:
            found.append([])
            gap = False
        found[-1].append((place, spot))
    return found


def _says(spot: Spot, share: float) -> str:
    return f"#{spot.event} {spot.label}: {share:.0%} ({spot.low:.0%}–{spot.high:.0%})"
