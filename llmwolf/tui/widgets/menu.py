"""A list of one-line rows with a cursor: more than fits may be scrolled, headings are skipped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from llmwolf.tui.model.cells import pad

_MARKER = "► "
_ARROWS = 2
"""Cells at either end of a value that a click turns."""


@dataclass(frozen=True, slots=True)
class MenuRow:
    """One row: its ``text``, then ``value`` between arrows, then a ``note``.

    ``key`` names the row; a row without a key is a heading. ``marked`` rows look different and must say so
    in their words as well.
    """

    key: str
    text: str
    value: str = ""
    note: str = ""
    marked: bool = False


class Menu(ScrollView, can_focus=True):
    """Draws :class:`MenuRow` rows under one cursor."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "menu--heading", "menu--row", "menu--marked", "menu--cursor", "menu--note",
    }  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("tab", "section(1)", show=False),
        Binding("shift+tab", "section(-1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Moved(Message):
        """The cursor stands on another row."""

    class Turned(Message):
        """The value under the cursor is to be changed."""

        def __init__(self, by: int) -> None:
            self.by = by
            super().__init__()

    class Chosen(Message):
        """The row under the cursor was chosen."""

    def __init__(self, columns: Callable[[int], tuple[int, int]], dom_id: str | None = None) -> None:
        """``columns``: from the width in cells to those of the text and of the value with its arrows."""
        super().__init__(id=dom_id)
        self._widths = columns
        self._rows: Sequence[MenuRow] = ()
        self._at = 0

    # -- rows and cursor -----------------------------------------------------------------------

    @property
    def _columns(self) -> tuple[int, int]:
        return self._widths(self._width - len(_MARKER))

    @property
    def _width(self) -> int:
        """Cells of a row, the scroll bar not among them."""
        return self.scrollable_content_region.width

    @property
    def key(self) -> str:
        """The key of the row under the cursor; empty where there is no row."""
        return self._rows[self._at].key if self._at < len(self._rows) else ""

    def show(self, rows: Sequence[MenuRow], key: str = "") -> None:
        """Draw ``rows``, the cursor on ``key`` or where it was, or on the first row."""
        wanted = key or self.key
        self._rows = rows
        keys = [row.key for row in rows]
        self._at = (
            keys.index(wanted) if wanted and wanted in keys else next((i for i, k in enumerate(keys) if k), 0)
        )
        self.virtual_size = Size(self._width, len(rows))
        self._reveal()
        self.refresh()

    def _reveal(self) -> None:
        """Bring the cursor into sight, and the heading above it with it."""
        top = self._at - 1 if self._at and not self._rows[self._at - 1].key else self._at
        height = self.size.height
        if top < self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, immediate=True)
        elif height and self._at >= self.scroll_offset.y + height:
            self.scroll_to(y=self._at - height + 1, animate=False, immediate=True)

    def on_resize(self, event: Resize) -> None:
        """The cursor stays in sight."""
        self.virtual_size = Size(self._width, len(self._rows))
        self._reveal()

    def _go(self, index: int) -> None:
        if index != self._at:
            self._at = index
            self._reveal()
            self.refresh()
            self.post_message(self.Moved())

    def action_move(self, by: int) -> None:
        """The next or the previous row; headings are skipped, the ends are ends."""
        index = self._at + by
        while 0 <= index < len(self._rows) and not self._rows[index].key:
            index += by
        if 0 <= index < len(self._rows):
            self._go(index)

    def action_page(self, by: int) -> None:
        """A windowful up or down."""
        for _ in range(max(1, self.size.height - 1)):
            self.action_move(by)

    def action_section(self, by: int) -> None:
        """The first row under the next heading or the one before, round and round."""
        firsts = [i for i, row in enumerate(self._rows) if row.key and (i == 0 or not self._rows[i - 1].key)]
        if not firsts:
            return
        here = max((place for place, first in enumerate(firsts) if first <= self._at), default=0)
        self._go(firsts[(here + by) % len(firsts)])

    def action_jump(self, end: int) -> None:
        """The first (0) or the last (-1) row."""
        found = [index for index, row in enumerate(self._rows) if row.key]
        if found:
            self._go(found[end])

    def action_turn(self, by: int) -> None:
        """Change the value under the cursor."""
        if self.key and self._rows[self._at].value:
            self.post_message(self.Turned(by))

    def action_choose(self) -> None:
        """Choose the row under the cursor."""
        if self.key:
            self.post_message(self.Chosen())

    def on_click(self, event: Click) -> None:
        """A click goes to a row; one on an arrow turns its value; one on the cursor's row chooses it."""
        index = event.y + self.scroll_offset.y
        if index >= len(self._rows) or not self._rows[index].key:
            return
        was, row = self._at, self._rows[index]
        self._go(index)
        x = event.x + self.scroll_offset.x - len(_MARKER) - self._columns[0]
        if row.value and 0 <= x < _ARROWS:
            self.action_turn(-1)
        elif row.value and self._columns[1] - _ARROWS <= x < self._columns[1]:
            self.action_turn(1)
        elif was == index:
            self.action_choose()

    # -- drawing -------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Row ``y`` of the window."""
        index = y + self.scroll_offset.y
        width, base = self._width, self.rich_style
        if index >= len(self._rows):
            return Strip.blank(width, base)
        strip = Strip(self._segments(self._rows[index], index == self._at, width))
        return strip.crop_extend(0, width, base).apply_style(base)

    def _segments(self, row: MenuRow, here: bool, width: int) -> list[Segment]:
        if not row.key:
            return [Segment(pad(row.text, width), self._style("heading"))]
        name, value = self._columns
        look = self._style("cursor" if here else "marked" if row.marked else "row")
        marker = _MARKER if here else " " * len(_MARKER)
        turned = f"◂ {pad(row.value, value - 2 * _ARROWS)} ▸"
        text = pad(row.text, max(0, name - 1)) + " " + turned if row.value else pad(row.text, name + value)
        note = f" {row.note}" if row.note else ""
        return [Segment(marker + text, look), Segment(note, self._style("note"))]

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"menu--{name}", partial=True)
