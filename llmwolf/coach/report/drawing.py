"""A curve as points of a picture; who draws it knows nothing of shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from llmwolf.coach.report.pieces import Curve, Spot
from llmwolf.players.words import pick

WIDTH: Final = 880
HEIGHT: Final = 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 34


_LABEL: Final = 52
"""Room for the name of a day."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A moment: its place, what it says, and how it looks: key, dot, or sketch."""

    x: float
    y: float
    event: int
    says: str
    look: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of moments without a gap, as SVG points; ``sketch``: few games stand behind it."""

    line: str
    band: str
    sketch: bool


@dataclass(frozen=True, slots=True)
class Day:
    """Where a day begins, and where its name stands (``end``: to the left of there; empty: no room)."""

    x: float
    name: str
    end: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """The parts of a picture of ``width`` by ``height``."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    stretches: tuple[Stretch, ...]
    dots: tuple[Dot, ...]
    days: tuple[Day, ...]
    levels: tuple[tuple[float, str], ...]


def draw(curve: Curve, lang: str = "zh") -> Drawing:
    """``curve`` from left to right, a step for each moment, shares from 0 below to 1 above."""
    spots = curve.spots
    bottom, right = HEIGHT - _BOTTOM, WIDTH - _RIGHT
    step = (right - _LEFT) / max(len(spots) - 1, 1)

    def x(place: int) -> float:
        return round(_LEFT + place * step, 1)

    def y(share: float) -> float:
        return round(bottom - share * (bottom - _TOP), 1)

    dots: list[Dot] = []
    stretches: list[Stretch] = []
    for sketch, run in _stretches(spots):
        known = [(x(place), spot, spot.share or 0.0) for place, spot in run]
        line = " ".join(f"{at},{y(share)}" for at, _, share in known)
        upper = [f"{at},{y(spot.high)}" for at, spot, _ in known]
        lower = [f"{at},{y(spot.low)}" for at, spot, _ in reversed(known)]
        stretches.append(Stretch(line, " ".join(upper + lower), sketch))
    for place, spot in enumerate(spots):
        if spot.share is not None:
            look = "key" if spot.key else "sketch" if spot.sketch else "dot"
            dots.append(Dot(x(place), y(spot.share), spot.event, _says(spot, spot.share), look))
    starts = [(x(p), s.day) for p, s in enumerate(spots) if not p or s.day != spots[p - 1].day]
    levels = tuple((y(level), f"{level:.0%}") for level in (0.0, 0.25, 0.5, 0.75, 1.0))
    return Drawing(
        WIDTH, HEIGHT, _LEFT, right, _TOP, bottom, tuple(stretches), tuple(dots),
        _days(starts, right, lang), levels,
    )  # fmt: skip


def _days(starts: list[tuple[float, int]], right: int, lang: str) -> tuple[Day, ...]:
    """The days with their names, as far as there is room for them."""
    found: list[Day] = []
    free = 0.0
    for at, day in starts:
        end = at + _LABEL > right
        fits = at - _LABEL * end >= free
        name = pick((f"第{day}天", f"day {day}"), lang) if fits else ""
        free = at + _LABEL * (not end) if fits else free
        found.append(Day(at, name, end))
    return tuple(found)


def _stretches(spots: tuple[Spot, ...]) -> list[tuple[bool, list[tuple[int, Spot]]]]:
    """Runs of spots with their places, cut where nothing is known and where sketches begin or end.

    A step belongs to the sketches where one of its ends does; runs that touch have an end in common.
    """
    found: list[tuple[bool, list[tuple[int, Spot]]]] = []
    for place, spot in enumerate(spots):
        last = spots[place - 1] if place else None
        if spot.share is None:
            continue
        if last is None or last.share is None:
            found.append((spot.sketch, [(place, spot)]))
            continue
        sketch = spot.sketch or last.sketch
        if found[-1][0] == sketch or len(found[-1][1]) == 1:
            found[-1] = (sketch, [*found[-1][1], (place, spot)])
        else:
            found.append((sketch, [(place - 1, last), (place, spot)]))
    return found


def _says(spot: Spot, share: float) -> str:
    if not spot.n:
        return f"#{spot.event} {spot.label}: {share:.0%}"
    return f"#{spot.event} {spot.label}: {share:.0%} ({spot.low:.0%}–{spot.high:.0%}, n={spot.n})"
