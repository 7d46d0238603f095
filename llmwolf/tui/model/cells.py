"""Text measured in terminal cells: clipped, padded and wrapped so that columns and borders stay straight."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, split_graphemes

from llmwolf.rules.words import clean

_JOINERS: Final = dict.fromkeys(map(ord, "\u200c\u200d\ufe0e\ufe0f"))
_NOTICE: Final = 32
"""Cells of a line of a notice, as the theme has it."""
_NOT_FIRST: Final = frozenset("，。！？、；：”’）》」』】〕…—,.!?;:)]}％%")
"""Marks that never begin a line."""
_NOT_LAST: Final = frozenset("（“‘「『【《〔([{×")
"""Marks that never end a line."""


def tame(text: str) -> str:
    """``text`` without joiners and variation selectors: terminals disagree on how wide what they join is."""
    return text if text.isascii() else text.translate(_JOINERS)


def one_line(text: str) -> str:
    """Text from a stranger as one safe line: no control characters, no line breaks, no joiners."""
    return tame(" ".join(clean(text).split()))


def clip(text: str, width: int) -> str:
    """``text`` in at most ``width`` cells, ending in ``…`` where something was cut off."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    used, kept = 0, 0
    for _, end, cells in split_graphemes(text)[0]:
        if used + cells > width - 1:
            break
        used, kept = used + cells, end
    return text[:kept] + "…"


def cut(text: str, width: int) -> str:
    """As much of ``text`` as ``width`` cells hold, without a sign that there was more."""
    kept = 0
    for _, end, cells in split_graphemes(text)[0]:
        if cells > width:
            break
        width, kept = width - cells, end
    return text[:kept]


def pad(text: str, width: int) -> str:
    """``text`` in exactly ``width`` cells."""
    short = clip(text, width)
    return short + " " * (width - cell_len(short))


def wrap(text: str, width: int, first: int = 0) -> list[str]:
    """``text`` in lines of at most ``width`` cells; ``first`` cells of the first line are taken already.

    A break falls between words where there are words, anywhere between Chinese characters, but not inside
    a seat number (12号) nor before a closing mark. Line breaks of the text are kept.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines += _wrap_paragraph(paragraph, width, first if not lines else 0)
    return lines


def hang(head: str, text: str, width: int, indent: int) -> list[str]:
    """``text`` after ``head`` in lines of at most ``width`` cells, all but the first ``indent`` cells in."""
    first, *rest = wrap(text, width - indent, cell_len(head) - indent)
    return [head + first, *(" " * indent + line for line in rest)]


def _wrap_paragraph(text: str, width: int, first: int) -> list[str]:
    if first + cell_len(text) <= width:
        return [text]
    lines: list[str] = []
    line: list[tuple[str, int]] = []
    used = first
    for start, end, cells in split_graphemes(text)[0]:
        piece = text[start:end]
        if used + cells > width and (line or used):
            keep = _break_at(line, piece)
            lines.append("".join(p for p, _ in line[:keep]).rstrip(" "))
            line = line[keep:]
            while line and line[0][0] == " ":
                line.pop(0)
            used = sum(c for _, c in line)
            if piece == " " and not line:
                continue
        line.append((piece, cells))
        used += cells
    lines.append("".join(p for p, _ in line))
    return lines


def _break_at(line: list[tuple[str, int]], coming: str) -> int:
    """How many pieces of a full ``line`` stay on it when ``coming`` does not fit any more."""
    for keep in range(len(line), 0, -1):
        if not _glued(line[keep - 1][0], line[keep][0] if keep < len(line) else coming):
            return keep
    return len(line)


def _glued(left: str, right: str) -> bool:
    """Whether no line may end between these two."""
    if right in _NOT_FIRST or left in _NOT_LAST:
        return True
    if right == "号":
        return left.isdigit()
    return _in_word(left) and _in_word(right)


def _in_word(piece: str) -> bool:
    return piece.isascii() and piece != " "


def notice(text: str) -> str:
    """``text`` in the lines of a notice, which breaks them at blanks alone: Chinese has none."""
    return "\n".join(wrap(text, _NOTICE))
