"""The line at the top of the table and the line of keys at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.widget import Widget

from llmwolf.tui.model.cells import clip
from llmwolf.tui.model.status import Status


class StatusBar(Widget):
    """Board, phase, whose turn, and the clock or the pace."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"status--phase", "status--turn", "status--mine", "status--side"}

    def __init__(self, title: str, dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._title = title
        self._status = Status("", "")
        self._side = ""

    def show(self, status: Status, side: str) -> None:
        """Draw ``status``, and ``side`` at the right."""
        if (status, side) != (self._status, self._side):
            self._status, self._side = status, side
            self.refresh()

    def render(self) -> Text:
        """One line; where room is scarce the title is cut first, then the turn."""
        width = self.content_size.width - cell_len(self._side) - 1
        status = self._status
        words = [status.phase, clip(status.turn, max(0, width - cell_len(status.phase) - 3))]
        title = clip(self._title, max(0, width - sum(cell_len(word) + 2 for word in words) - 2))
        styles = ("side", "phase", "mine" if status.mine else "turn")
        text = Text(no_wrap=True, end="")
        for word, style in zip((title, *words), styles, strict=True):
            if word:
                text.append(word, self.get_component_rich_style(f"status--{style}", partial=True))
                text.append("  ")
        text.append(" " * max(0, width - text.cell_len + 1))
        text.append(self._side, self.get_component_rich_style("status--side", partial=True))
        return text


class KeyBar(Widget):
    """The keys that do something now: (key, word, action) each; a click runs the action."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key", "keys--word"}

    def __init__(self, keys: Sequence[tuple[str, str, str]] = (), dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._keys = tuple(keys)

    def show(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Draw ``keys``."""
        if tuple(keys) != self._keys:
            self._keys = tuple(keys)
            self.refresh()

    def _fitting(self) -> list[tuple[str, str, str]]:
        """The keys that there is room for, the first ones before the others."""
        room = self.content_size.width
        fitting: list[tuple[str, str, str]] = []
        for key in self._keys:
            if (width := _width(key)) <= room:
                fitting.append(key)
                room -= width
        return fitting

    def render(self) -> Text:
        """As many keys as fit."""
        text = Text(no_wrap=True, end="")
        for key, word, _ in self._fitting():
            text.append(f" {key} ", self.get_component_rich_style("keys--key", partial=True))
            text.append(f"{word} ", self.get_component_rich_style("keys--word", partial=True))
        return text

    async def on_click(self, event: Click) -> None:
        """Run the action of the clicked key."""
        end = 0
        for key in self._fitting():
            end += _width(key)
            if event.x < end:
                await self.run_action(key[2])
                return


def _width(key: tuple[str, str, str]) -> int:
    """The cells of a key and its word, with the blanks around them."""
    return cell_len(key[0]) + cell_len(key[1]) + 3
