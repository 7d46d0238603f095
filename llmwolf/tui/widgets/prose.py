"""Text wrapped by cells, as Chinese wants it: no line begins with a closing mark."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from llmwolf.tui.model.cells import wrap


class Prose(Widget):
    """Shows paragraphs, each a (text, component class) pair; an empty class is the widget's own style."""

    def __init__(self, text: str = "", dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._paragraphs: tuple[tuple[str, str], ...] = ((text, ""),)

    def tell(self, text: str) -> None:
        """Show one text."""
        self.show([(text, "")])

    def show(self, paragraphs: Sequence[tuple[str, str]]) -> None:
        """Show ``paragraphs``."""
        if tuple(paragraphs) != self._paragraphs:
            self._paragraphs = tuple(paragraphs)
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the wrapped text takes; none for no text at all."""
        if not any(text for text, _ in self._paragraphs):
            return 0
        return sum(len(wrap(text, width)) for text, _ in self._paragraphs)

    def render(self) -> Text:
        """All paragraphs."""
        width = self.content_size.width
        rows = Text()
        for number, (text, style) in enumerate(self._paragraphs):
            look = self.get_component_rich_style(style, partial=True) if style else ""
            rows.append("\n" if number else "")
            rows.append("\n".join(wrap(text, width)), look)
        return rows
