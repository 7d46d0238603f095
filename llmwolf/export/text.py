"""A story as plain text, for terminals, mails and diffs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from llmwolf.export.story import Count, Part, Said, Stage, Stated, Story
from llmwolf.export.words import w
from llmwolf.rules.words import clean

_RULE = 60


def text(story: Story) -> str:
    """``story`` in lines; nothing in it moves a cursor."""
    colon = w("colon", story.lang)
    lines = [_flat(story.title), "=" * _RULE]
    lines += [f"{_flat(name)}{colon}{_flat(value)}" for name, value in story.fields]
    lines += ["", *_table([story.columns, *(row.cells for row in story.seats)])]
    for chapter in story.chapters:
        lines += ["", f"━━ {_flat(chapter.title)} ".ljust(_RULE // 2, "━"), ""]
        for part in chapter.parts:
            lines += _part(part, colon)
    return "\n".join([*lines, ""])


def _part(part: Part, colon: str) -> Iterator[str]:
    match part:
        case Said():
            first, *rest = clean(part.text).split("\n")
            yield f"{_flat(part.who)}{colon}{first}"
            yield from (f"    {row}" for row in rest)
        case Stated():
            mark = {"private": "· ", "secret": "* "}.get(part.kind, "")
            yield f"{mark}{_flat(part.text)}"
        case Stage():
            yield f"── {_flat(part.text)} ──"
        case Count():
            yield f"[{_flat(part.title)}]"
            yield from _table([part.columns, *part.rows])


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns that line up where Chinese is drawn two cells wide."""
    cells = [[_flat(cell) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        yield ("  " + "  ".join(padded)).rstrip()


def _flat(line: str) -> str:
    return " ".join(clean(line).split())


def _width(line: str) -> int:
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line
    )
