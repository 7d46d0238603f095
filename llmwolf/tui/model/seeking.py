"""Finding in the log: a word, or with a seat's number its speeches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from llmwolf.tui.model.lines import Line

_SEAT: Final = re.compile(r"#?(\d{1,2})号?|seat (\d{1,2})", re.IGNORECASE)


def found_in(lines: Sequence[Line], query: str) -> list[int]:
    """Where in ``lines`` the entries are that ``query`` means; none for an empty one.

    A number alone (``5``, ``5号``, ``seat 5``) means the speeches of that seat, anything else the entries
    that hold these letters, large or small.
    """
    wanted = query.strip().casefold()
    if not wanted:
        return []
    if seat := _SEAT.fullmatch(wanted):
        return speeches(lines, int(seat[1] or seat[2]))
    return [n for n, line in enumerate(lines) if wanted in f"{line.head}{line.text}".casefold()]


def speeches(lines: Sequence[Line], seat: int) -> list[int]:
    """Where the speeches of ``seat`` (0: of anybody) are."""
    return [n for n, line in enumerate(lines) if line.kind == "speech" and seat in (0, line.seat)]


def beside(places: Sequence[int], at: int, by: int) -> int | None:
    """The next (1) or the last (-1) of ``places`` from ``at``; ``None`` where there is none."""
    if by > 0:
        return next((place for place in places if place > at), None)
    return next((place for place in reversed(places) if place < at), None)
