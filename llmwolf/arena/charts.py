"""Pictures of a report as SVG: drawn by pygal, without its scripts, links and colours.

How they look is the page's style sheet, so that they follow it into the night and onto paper.
"""

from __future__ import annotations

from math import isfinite
from typing import Any, Final
from xml.etree import ElementTree

from markupsafe import Markup
from rich.cells import cell_len

from llmwolf.arena.plots import Cloud, Picture, Whiskers, decimals, ticks, written
from llmwolf.arena.stats import Interval
from llmwolf.rules.words import clean

WIDE, NARROW = 900, 400
"""Widths of a picture: on a screen or paper, and on a phone, where a wide one would be too small to read."""
_ROW: Final = 26
_AROUND: Final = 70
_CLOUD: Final = 380
_TICKS, _FEW = 6, 4
"""At most so many marks on a scale, on a screen and on a phone."""
_WIDER: Final = 7.0
"""Pixels by which a Chinese character is wider than pygal reckons."""
_LETTER: Final = 6.5
_PLOT: Final = 220
"""Pixels that a letter of a label takes, and that are left at least for what is drawn beside labels."""
_DOT, _SMALL = 5, 3
_NOT_DRAWN: Final = ("style", "script", "title", "desc")


def both(picture: Picture) -> Markup:
    """``picture`` as an SVG element for each of the two widths; the style sheet shows one."""
    widths = ((WIDE, "wide"), (NARROW, "narrow"))
    return Markup("").join(Markup(svg(picture, width, kind)) for width, kind in widths)


def svg(picture: Picture, width: int = WIDE, kind: str = "wide") -> str:
    """``picture`` as an SVG element of a class ``kind``, of that ``width``; every text in it is escaped."""
    root = _whiskers(picture, width) if isinstance(picture, Whiskers) else _cloud(picture, width)
    _strip(root)
    root.attrib.pop("id", None)  # drawn by chance: the same report is to be the same page
    root.set("role", "img")
    root.set("class", kind)
    root.set("aria-label", clean(picture.title))
    return ElementTree.tostring(root, "unicode")


def _chart(width: int, height: int, left: float, **more: Any) -> Any:
    import pygal

    return pygal.XY(
        js=[],
        show_legend=False,
        truncate_label=-1,
        width=width,
        height=height,
        margin_top=12,
        margin_right=30,
        margin_bottom=24,
        margin_left=round(left),
        **more,
    )


def _whiskers(picture: Whiskers, width: int) -> ElementTree.Element:
    rows = picture.rows
    longest = max(cell_len(clean(row.label)) for row in rows)
    marks, dot = (_TICKS, _DOT) if width >= WIDE else (_FEW, _SMALL)
    width = max(width, round(longest * _LETTER) + _PLOT)
    left = 12 + max(cell_len(clean(row.label)) - len(clean(row.label)) for row in rows) * _WIDER
    chart = _chart(
        width,
        len(rows) * _ROW + _AROUND,
        left,
        show_y_guides=True,
        xrange=(picture.low, picture.high),
        range=(0.5, len(rows) + 0.5),
        x_value_formatter=picture.told,
    )
    chart.x_labels = list(picture.ticks(marks))
    heights = [len(rows) - place for place in range(len(rows))]
    chart.y_labels = [
        {"label": clean(row.label), "value": height} for row, height in zip(rows, heights, strict=True)
    ]
    if picture.low < 0:
        chart.add("", [_spot(0, 0.5), _spot(0, len(rows) + 0.5)])
    for row, height in zip(rows, heights, strict=True):
        interval = row.interval
        low, high = _within(interval, picture)
        chart.add("", [_spot(low, height), _spot(interval.value, height, dot), _spot(high, height)])
        if row.mark is not None:
            chart.add("", [_spot(row.mark.value, height - 0.36), _spot(row.mark.value, height + 0.36)])
            chart.add("", [_spot(end, height - 0.36) for end in _within(row.mark, picture)])
    root: ElementTree.Element = chart.render_tree()
    kinds = ["zero"] * (picture.low < 0)
    for row in rows:
        kinds += [f"hue{row.colour % 8}", *(["mark"] * 2 * (row.mark is not None))]
    _name_series(root, kinds)
    return root


def _within(interval: Interval, picture: Whiskers) -> tuple[float, float]:
    """The ends of ``interval``, or where they leave the picture."""
    low, high = (min(max(end, picture.low), picture.high) for end in (interval.low, interval.high))
    return low, high


def _cloud(picture: Cloud, width: int) -> ElementTree.Element:
    places = ticks(0, picture.reach, _TICKS if width >= WIDE else _FEW)
    exact = decimals(places)
    chart = _chart(
        width,
        _CLOUD,
        16,
        x_title=picture.across,
        y_title=picture.up,
        print_labels=True,
        xrange=(0, picture.reach),
        range=picture.heights,
        x_value_formatter=lambda value: f"{value:,.{exact}f}",
        value_formatter=lambda value: written(value, "+.0f"),
    )
    chart.x_labels = list(places)
    chart.y_labels = list(ticks(*picture.heights, _TICKS))
    for letter, point in picture.letters:
        up, across = point.interval, point.cost
        spots = [{**_spot(across.value, up.value, _DOT), "label": letter}]
        if isfinite(up.low):
            spots = [_spot(across.value, up.low), *spots, _spot(across.value, up.high)]
        chart.add("", spots)
        if isfinite(across.low):
            chart.add("", [_spot(across.low, up.value), _spot(across.high, up.value)])
    root: ElementTree.Element = chart.render_tree()
    kinds = []
    for point in picture.points:
        kinds += [f"hue{point.colour % 8}"] * (1 + isfinite(point.cost.low))
    _name_series(root, kinds)
    return root


def _spot(across: float, up: float, size: int = 0) -> dict[str, Any]:
    return {"value": (across, up), "node": {"r": size}}


def _name_series(root: ElementTree.Element, kinds: list[str]) -> None:
    """Give each series the class that the style sheet knows it by."""
    for element in root.iter():
        words = str(element.get("class", "")).split()
        number = next((word[6:] for word in words if word.startswith("serie-")), "")
        if number.isdecimal():
            element.set("class", " ".join((words[0], kinds[int(number)])))


def _strip(root: ElementTree.Element) -> None:
    """Take out what draws nothing, and pygal's own colours."""
    for parent in root.iter():
        for child in list(parent):
            tag: object = child.tag  # a comment's is a function
            name = tag.rpartition("}")[2] if isinstance(tag, str) else ""
            if not name or name in _NOT_DRAWN or "tooltip" in str(child.get("class", "")).split():
                parent.remove(child)
