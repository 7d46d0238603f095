"""Titles with what there is to say of each: a description that wraps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from llmwolf.tui.model.boardinfo import Item
from llmwolf.tui.widgets.prose import Prose


class Info(Prose):
    """Draws a heading and :class:`Item` paragraphs, the title of each above its text."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"info--heading", "info--title", "info--text"}

    def tell_of(self, heading: str, items: Sequence[Item]) -> None:
        """Show ``items`` under ``heading`` (empty: none)."""
        paragraphs = [(heading, "info--heading")] if heading else []
        for item in items:
            paragraphs += [(item.title, "info--title"), (item.text, "info--text")]
        self.show(paragraphs)
