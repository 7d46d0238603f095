"""Pictures and tables of a report as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Final

from rich.cells import cell_len, set_cell_size

from llmwolf.arena.plots import Cloud, Picture, Whiskers, decimals, ticks, written
from llmwolf.rules.words import clean

_AROUND: Final = 3
"""Lines of a frame and its scale."""
_CLOUD: Final = 14
_TICKS: Final = 6
_GAP: Final = 2


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


def fits(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> bool:
    """Whether a table is no wider than ``width``."""
    columns = zip(headings, *rows, strict=True)
    widths = [max(cell_len(clean(cell)) for cell in column) for column in columns]
    return sum(widths) + _GAP * (len(widths) - 1) <= width


def tabled(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    """A table as text; where it is wider than ``width``, each row with its headings over several lines."""
    cells = [[clean(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    if fits(headings, rows, width):
        return "\n".join(
            (" " * _GAP).join(set_cell_size(*one) for one in zip(row, widths, strict=True)).rstrip()
            for row in cells
        )
    lines = []
    for row in cells[1:]:
        lines.append(row[0])
        for heading, cell in zip(cells[0][1:], row[1:], strict=True):
            part = f"{heading} {cell}"
            if cell_len(lines[-1]) + 2 * _GAP + cell_len(part) > width:
                lines.append(" " * _GAP + part)
            else:
                lines[-1] += " " * 2 * _GAP + part
    return "\n".join(lines)


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
    places = picture.ticks(_TICKS)
    figure.ruler("x", "lower").ticks(list(places), [picture.told(place) for place in places])
    figure.ruler("y", "left").lim(0.5, len(rows) + 0.5)
    figure.ruler("y", "left").ticks(heights, [clean(row.label) for row in rows])


def _cloud(figure: Any, picture: Cloud) -> None:
    figure.plot_size(None, _CLOUD)
    for point in picture.points:
        up, across = point.interval, point.cost
        if isfinite(up.low):
            figure.draw(figure.segment([across.value] * 2, [up.low, up.high], marker="│"))
        if isfinite(across.low) and across.high > across.low:
            figure.draw(figure.segment([across.low, across.high], [up.value] * 2, marker="─"))
    for letter, point in picture.letters:
        figure.draw(figure.signal([point.cost.value], [point.interval.value], marker=letter))
    places = ticks(0, picture.reach, _TICKS)
    figure.ruler("x", "lower").lim(0, picture.reach)
    figure.ruler("x", "lower").ticks(list(places), [f"{place:,.{decimals(places)}f}" for place in places])
    levels = ticks(*picture.heights, _TICKS)
    figure.ruler("y", "left").lim(*picture.heights)
    figure.ruler("y", "left").ticks(list(levels), [written(level, "+.0f") for level in levels])
    figure.label(picture.across, "x", "lower")
    figure.label(picture.up, "y", "left")


def _legend(picture: Cloud) -> str:
    return "\n".join(f"{letter}: {clean(point.label)}" for letter, point in picture.letters)
