"""The reader's card and private knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from llmwolf.tui.model.hand import Note
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import t


class Notes(Prose):
    """The notes of a hand."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "hand--about", "hand--good", "hand--wolf", "hand--plain", "hand--gone",
    }  # fmt: skip


class HandPanel(VerticalScroll):
    """Draws the notes of one hand; scrolls where there are many."""

    def __init__(self, lang: str, dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._lang = lang

    def compose(self) -> ComposeResult:
        """The notes."""
        yield Notes()

    def show(self, title: str, notes: Sequence[Note], whose: str | None = None) -> None:
        """Draw ``notes`` under the card's name and ``whose`` card it is: the reader's, if that is not said;
        empty: under ``title`` alone."""
        own = t("your_card", self._lang) if whose is None else whose
        self.border_title = Content(f"{own} {title}".strip())
        self.query_one(Notes).show([(note.text, f"hand--{note.tone}") for note in notes])
