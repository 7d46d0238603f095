"""局势板 and 票型 as panels that scroll, for an overlay or for the side of a wide screen."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from llmwolf.tui.model.situationwords import Boards
from llmwolf.tui.widgets.entries import Entries
from llmwolf.tui.words import t

BOARDS: Final = ("claims", "votes")
"""The boards by name."""


class BoardPanel(VerticalScroll):
    """One of them."""

    def __init__(self, name: str, lang: str, dom_id: str | None = None) -> None:
        """``name`` is one of :data:`BOARDS`."""
        super().__init__(id=dom_id)
        self.board = name
        self.border_title = Content(t(f"board_{name}", lang))

    def compose(self) -> ComposeResult:
        """Headings and rows."""
        yield Entries()

    def show(self, boards: Boards) -> None:
        """Draw this one of ``boards``."""
        self.query_one(Entries).show(boards.claims if self.board == "claims" else boards.votes)


class SideBoard(BoardPanel):
    """A board with a place of its own, on screens that have the room."""

    def __init__(self, name: str, lang: str) -> None:
        """``name`` is one of :data:`BOARDS`."""
        super().__init__(name, lang, dom_id=f"side-{name}")
