"""A story as Markdown, in which no text from a stranger is markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from llmwolf.export.story import Chapter, Count, Part, Said, Stage, Stated, Story
from llmwolf.rules.words import clean

_MARKS: Final = re.compile(r"[\\`*_\[\]<>&|~#@$!]")
_LINKS: Final = re.compile(r"(?i)(?<=www)\.|:(?=//)|(?<=mailto):|(?<=xmpp):")
"""What the dialect of some readers makes a link of without any brackets."""
_STARTS: Final = re.compile(r"^\s*(?:[-+=]|\d{1,9}[.)])")
"""What makes a line a list, a heading or a rule; the last character is the one to be taken for itself."""


def markdown(story: Story) -> str:
    """``story`` as CommonMark with tables."""
    lines = [f"# {inline(story.title)}", ""]
    lines += [f"- **{inline(name)}** {inline(value)}" for name, value in story.fields]
    lines += ["", *_table(story.columns, [row.cells for row in story.seats])]
    for chapter in story.chapters:
        lines += ["", f"## {inline(chapter.title)}", *_chapter(chapter)]
    return "\n".join([*lines, ""])


def inline(text: str) -> str:
    """``text`` as one line that shows as it is."""
    return _line(" ".join(clean(text).split()))


def _line(text: str) -> str:
    text = _LINKS.sub(lambda found: "\\" + found[0], _MARKS.sub(lambda found: "\\" + found[0], text))
    return _STARTS.sub(lambda found: found[0].lstrip()[:-1] + "\\" + found[0][-1], text)


def _chapter(chapter: Chapter) -> Iterator[str]:
    """The parts, each after an empty line: otherwise a quotation would swallow what follows it."""
    for part in chapter.parts:
        yield ""
        yield from _part(part)


def _part(part: Part) -> Iterator[str]:
    match part:
        case Said():
            yield f"> **{inline(part.who)}**  "
            quoted = [_line(row.strip()) for row in clean(part.text).split("\n")]
            style = "*" if part.kind == "thought" else ""
            # Two blanks at the end keep the line break, in all readers.
            yield from (f"> {style}{row}{style}  " if row else ">" for row in quoted)
        case Stated(kind="public"):
            yield inline(part.text)
        case Stated():
            yield f"*{inline(part.text)}*"
        case Stage():
            yield f"### {inline(part.text)}"
        case Count():
            yield f"**{inline(part.title)}**"
            yield ""
            yield from _table(part.columns, part.rows)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in (columns, ["---"] * len(columns), *rows):
        cells = row if row[0] == "---" else [inline(cell) for cell in row]
        yield f"| {' | '.join(cells)} |"
