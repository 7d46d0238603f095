"""Pictures of a report as lines of text."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

from llmwolf.arena.plots import Cloud, Picture, Whiskers, ticks
from llmwolf.arena.stats import Interval
from llmwolf.rules.words import clean

_AROUND: Final = 3
"""Lines of a frame and its scale."""
_CLOUD: Final = 14


def drawn(picture: Picture) -> str:
    """``picture`` as text without colours, as wide as the terminal allows."""
    from plotext import figure

    figure.clear()
    figure.theme("colorless")
    if isinstance(picture, Whiskers):
        _whiskers(figure, picture)
        return str(figure.build().string(True)).rstrip()
    _cloud(figure, picture)
    return f"{str(figure.build().string(True)).rstrip()}\n{_legend(picture)}"


def _whiskers(figure: Any, picture: Whiskers) -> None:
    rows = picture.rows
    figure.plot_size(None, len(rows) + _AROUND)
    heights = [len(rows) - place for place in range(len(rows))]
    if picture.low < 0:
        figure.line(0, "v")
    for row, height in zip(rows, heights, strict=True):
        low, high = (
            min(max(end, picture.low), picture.high) for end in (row.interval.low, row.interval.high)
        )
        figure.draw(figure.segment([low, high], [height, height], marker="─"))
        if row.mark is not None:
            figure.draw(figure.signal([row.mark.value], [height], marker="|"))
        figure.draw(figure.signal([row.interval.value], [height], marker="●"))
    figure.ruler("x", "lower").lim(picture.low, picture.high)
    figure.ruler("x", "lower").ticks(list(picture.ticks), [picture.told(tick) for tick in picture.ticks])
    figure.ruler("y", "left").lim(0.5, len(rows) + 0.5)
    figure.ruler("y", "left").ticks(heights, [clean(row.label) for row in rows])


def _cloud(figure: Any, picture: Cloud) -> None:
    figure.plot_size(None, _CLOUD)
    heights = [end for point in picture.points for end in _ends(point.interval)]
    for point in picture.points:
        up, across = point.interval, point.cost
        if isfinite(up.low):
            figure.draw(figure.segment([across.value] * 2, [up.low, up.high], marker="│"))
        if isfinite(across.low) and across.high > across.low:
            figure.draw(figure.segment([across.low, across.high], [up.value] * 2, marker="─"))
    for letter, point in picture.letters:
        figure.draw(figure.signal([point.cost.value], [point.interval.value], marker=letter))
    across_ticks = ticks(0, picture.reach)
    figure.ruler("x", "lower").lim(0, picture.reach)
    figure.ruler("x", "lower").ticks(list(across_ticks), [f"{tick:{picture.form}}" for tick in across_ticks])
    low, high = min(heights), max(heights)
    levels = list(ticks(low, high)) if high > low else [low]
    figure.ruler("y", "left").ticks(levels, [f"{level:+.0f}" for level in levels])
    figure.label(picture.across, "x", "lower")
    figure.label(picture.up, "y", "left")


def _legend(picture: Cloud) -> str:
    return "\n".join(f"{letter}: {clean(point.label)}" for letter, point in picture.letters)


def _ends(interval: Interval) -> tuple[float, ...]:
    return (interval.low, interval.high) if isfinite(interval.low) else (interval.value,)
