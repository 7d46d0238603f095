"""A game as a line: where its nights and days begin, and which moment is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from llmwolf.tui.model.replaying import Mark

BEHIND, AHEAD, HERE, BEGINS = "━", "─", "►", "┬"


class ScrubBar(Widget):
    """Names above, the line below; a click goes to a moment."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"scrub--label", "scrub--behind", "scrub--ahead", "scrub--here"}

    class Sought(Message):
        """The moment after so many events was clicked."""

        def __init__(self, place: int) -> None:
            self.place = place
            super().__init__()

    def __init__(self, dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._marks: Sequence[Mark] = ()
        self._place = self._places = 1

    def show(self, marks: Sequence[Mark], place: int, places: int) -> None:
        """Draw the moment ``place`` of ``places``, and where the ``marks`` are."""
        self._marks, self._place, self._places = marks, place, max(1, places)
        self.refresh()

    def _cell(self, place: int) -> int:
        """The cell that stands for a moment."""
        width = self.content_size.width
        return round((place - 1) / max(1, self._places - 1) * (width - 1))

    def render(self) -> Text:
        """Both rows; a name that would run into the next one is left out."""
        width = self.content_size.width
        names = Text(no_wrap=True, end="")
        for mark in self._marks:
            start = self._cell(mark.place)
            if names.cell_len <= start and start + cell_len(mark.label) <= width:
                names.append(" " * (start - names.cell_len))
                names.append(mark.label + " ", self.get_component_rich_style("scrub--label", partial=True))
        names.truncate(width)
        here, starts = self._cell(self._place), {self._cell(mark.place) for mark in self._marks}
        line = Text("\n", no_wrap=True, end="")
        for cell in range(width):
            style = "here" if cell == here else "behind" if cell < here else "ahead"
            sign = HERE if cell == here else BEGINS if cell in starts else BEHIND if cell < here else AHEAD
            line.append(sign, self.get_component_rich_style(f"scrub--{style}", partial=True))
        return names + line

    def on_click(self, event: Click) -> None:
        """Go to what was clicked."""
        offset = event.get_content_offset(self)
        if offset is not None:
            share = offset.x / max(1, self.content_size.width - 1)
            self.post_message(self.Sought(1 + round(share * (self._places - 1))))
