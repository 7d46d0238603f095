"""The seat panel: who sits where, and what has become of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from llmwolf.tui.model.cells import clip, cut, pad
from llmwolf.tui.model.seats import SPEAKS, SeatRow, Tag
from llmwolf.tui.words import t

_FIXED = 6
"""Cells of a row before the name: marker, number, glyph and the blanks between them."""
_LEAST_NAME = 6
_NAME_START = 2
"""Cells of a name that shares its cell with a word."""
_LEAST_WORD = 4
_PAIRED = 5
"""The same where two seats share a row: marker, number, glyph, one blank."""
_SHARE = 0.75
"""How much of its column's height the panel may take, as in the theme."""
_TONES = ("state", "self", "wolf", "good", "office", "plain", "idle")


class SeatPanel(Widget):
    """Draws :class:`SeatRow` rows; a click on a row selects the seat.

    Where there are too many for the height, two seats share a row, and a seat with anything to tell has
    the beginning of its name before the word, or its number alone where there is no room for both.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"seats--{tone}" for tone in _TONES), "seats--speaking", "seats--mine", "seats--in", "seats--gone",
    }  # fmt: skip

    class Picked(Message):
        """A seat's row was clicked."""

        def __init__(self, seat: int) -> None:
            self.seat = seat
            super().__init__()

    def __init__(self, lang: str, dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._lang = lang
        self._rows: Sequence[SeatRow] = ()
        self._paired = False

    def show(self, rows: Sequence[SeatRow]) -> None:
        """Draw ``rows``."""
        if rows == self._rows:
            return
        grew = len(rows) != len(self._rows)
        self._rows = rows
        alive = sum(row.alive for row in rows)
        title = t("seats", self._lang, alive=alive, all=len(rows))
        signs = {tag.sign for row in rows for tag in row.tags if tag.sign} if self._paired else ()
        runs = "".join(t("seats_runs", self._lang, sign=sign) for sign in signs)
        self.border_title = Content(title + runs)
        self.refresh(layout=grew)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row for each seat, or for two."""
        frame = self.gutter.height  # ``container`` is what is left inside it
        self._paired = len(self._rows) + frame > (container.height + frame) * _SHARE
        return self._half if self._paired else len(self._rows)

    @property
    def _half(self) -> int:
        return -(-len(self._rows) // 2)

    def render(self) -> Text:
        """All rows."""
        if not self._paired:
            return Text("\n").join(self._row(row) for row in self._rows)
        left, right = self._rows[: self._half], self._rows[self._half :]
        width = self.content_size.width // 2
        rows = [self._cell(row, width) for row in left]
        for text, row in zip(rows, right, strict=False):
            text.append_text(self._cell(row, width))
        return Text("\n").join(rows)

    def on_click(self, event: Click) -> None:
        """Select the clicked seat."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        index = offset.y
        if self._paired and offset.x >= self.content_size.width // 2:
            index += self._half
        if index < len(self._rows):
            self.post_message(self.Picked(self._rows[index].seat))

    def _row(self, row: SeatRow) -> Text:
        room = self.content_size.width - _FIXED
        tags = _fitting(row.tags, room - _LEAST_NAME - 1)
        taken = sum(cell_len(tag.word) + 1 for tag in tags)
        name = self._style("mine" if row.mine else "in" if row.alive else "gone")
        text = Text(no_wrap=True, end="")
        text.append(SPEAKS if row.speaking else " ", self._style("speaking"))
        text.append(f"{row.seat:>2} {_glyph(row, row.tags[len(tags) :])} ", name)
        text.append(pad(row.name, room - taken), name)
        for tag in tags:
            text.append(" ")
            text.append(tag.word, self._style(tag.tone))
        return text

    def _cell(self, row: SeatRow, width: int) -> Text:
        """A seat that shares its row: the start of its name and its most important word, or its whole name.

        The reader's own seat is called 你 in place of its name.
        """
        room = width - _PAIRED - 1
        name = self._style("mine" if row.mine else "in" if row.alive else "gone")
        you = t("tag_you", self._lang)
        tags = [tag for tag in row.tags if tag.tone != "idle" and tag.word != you]
        called = you if row.mine and tags else row.name
        start = cut(called, cell_len(you) if row.mine else _NAME_START)
        shared = room - cell_len(start) - 1
        left = shared if shared >= _LEAST_WORD else room
        fitting = _fitting(tags, left + 1)
        glyph = _glyph(row, tags[len(fitting) :])
        text = Text(no_wrap=True, end="")
        text.append(SPEAKS if row.speaking else " ", self._style("speaking"))
        text.append(f"{row.seat:>2}{glyph} ", name)
        if not tags:
            text.append(clip(called, room), name)
        elif left == shared:
            text.append(f"{start} ", name)
        for tag in fitting:
            text.append(cut(tag.word, left), self._style(tag.tone))
            text.append(" ")
        text.append(" " * max(0, width - text.cell_len))
        return text

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"seats--{name}", partial=True)


def _glyph(row: SeatRow, unfit: Sequence[Tag]) -> str:
    """The seat's glyph, or in its place the sign of a word that has no room."""
    return next((tag.sign for tag in unfit if tag.sign), row.glyph)


def _fitting(tags: Sequence[Tag], room: int) -> list[Tag]:
    """As many of ``tags``, from the first, as fit into ``room`` cells."""
    fitting: list[Tag] = []
    for tag in tags:
        room -= cell_len(tag.word) + 1
        if room < -1 and fitting:
            break
        fitting.append(tag)
    return fitting
