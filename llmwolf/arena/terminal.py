"""Pictures of a report as lines of text."""

from __future__ import annotations

from typing import Any, Final

from llmwolf.arena.plots import Cloud, Picture, Whiskers
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
    else:
        _cloud(figure, picture)
    return str(figure.build().string(True)).rstrip()


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
            figure.draw(figure.signal([row.mark], [height], marker="|"))
        figure.draw(figure.signal([row.interval.value], [height], marker="●"))
    figure.ruler("x", "lower").lim(picture.low, picture.high)
    figure.ruler("x", "lower").ticks(list(picture.ticks), [picture.told(tick) for tick in picture.ticks])
    figure.ruler("y", "left").lim(0.5, len(rows) + 0.5)
    figure.ruler("y", "left").ticks(heights, [clean(row.label) for row in rows])


def _cloud(figure: Any, picture: Cloud) -> None:
    figure.plot_size(None, _CLOUD)
    for point in picture.points:
        interval, at = point.interval, point.cost
        if interval.units > 1:
            figure.draw(figure.segment([at, at], [interval.low, interval.high], marker="│"))
        figure.draw(figure.signal([at], [interval.value], marker="●"))
        beside = at + picture.reach / 50
        figure.draw(figure.text(beside, interval.value, clean(point.label), alignment="left"))
    figure.ruler("x", "lower").lim(0, picture.reach)
    figure.label(picture.across, "x", "lower")
    figure.label(picture.up, "y", "left")
