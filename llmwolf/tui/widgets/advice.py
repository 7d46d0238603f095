"""The panel of hints and lessons: above the question, never with the focus unless it is asked for by Tab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from llmwolf.tui.model.helping import Entry
from llmwolf.tui.widgets.entries import Entries
from llmwolf.tui.widgets.log import LogView
from llmwolf.tui.words import t

_LEAST: Final = 5
"""Rows that there always are, the title among them."""
_MOST: Final = 10
"""More rows would take the log's room for what was read before."""
_LEFT: Final = 7
"""Rows that are left to the log."""


class AdvicePanel(VerticalScroll):
    """Shows entries, one of them in the first row; there is more than fits where the title says so.

    It takes what room its neighbours leave, so that the question below is never cut.
    """

    def __init__(self, title: str, lang: str, dom_id: str | None = None) -> None:
        """``title`` is the name of its text, which has a ``…_long`` beside it."""
        super().__init__(id=dom_id)
        self._title = title
        self._lang = lang
        self._shown: tuple[tuple[Entry, ...], int] = ((), 0)
        self._room = 0
        self.display = False

    def on_mount(self) -> None:
        """Its neighbours change their height."""
        self.screen.screen_layout_refresh_signal.subscribe(self, lambda _: self._fit())

    def _fit(self) -> None:
        if self.display and isinstance(column := self.parent, Widget):
            below = (w for w in self.siblings if w.display and not isinstance(w, LogView))
            others = sum(widget.outer_size.height for widget in below)
            room = min(max(_LEAST, column.size.height - others - _LEFT), _MOST)
            if self._room != room:
                self._room = room
                self.styles.max_height = room

    def compose(self) -> ComposeResult:
        """The entries."""
        yield Entries()

    def show(self, entries: Sequence[Entry], first: int) -> None:
        """Show ``entries`` from number ``first`` on; without any the panel goes away.

        What is shown already stays where it was scrolled to.
        """
        shown = (tuple(entries), first)
        if shown == self._shown:
            return
        self._shown = shown
        self.display = bool(entries)
        self.query_one(Entries).show(shown[0])
        self.call_after_refresh(self._settle)

    def on_resize(self) -> None:
        """Another width breaks the lines elsewhere."""
        self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        self.scroll_to(y=self.query_one(Entries).row_of(self._shown[1]), animate=False, immediate=True)
        more = self.max_scroll_y > 0
        self.border_title = Content(t(f"{self._title}_long" if more else self._title, self._lang))
