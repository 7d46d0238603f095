"""Headings, and terms with their meaning, wrapped to the width that there is."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from llmwolf.tui.model.cells import hang, wrap
from llmwolf.tui.model.helping import Entry

_INDENT = 4
"""Cells before the lines that go on with an entry."""


class Entries(Widget):
    """What does not fit into a line goes on indented."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        super().__init__()
        self._entries = entries

    def show(self, entries: Sequence[Entry]) -> None:
        """Show ``entries``."""
        if entries != self._entries:
            self._entries = entries
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the wrapped entries take."""
        return sum(len(lines) for _, lines in self._rows(width))

    def row_of(self, entry: int) -> int:
        """The row in which ``entry`` begins, by its number."""
        return sum(len(lines) for _, lines in self._rows(self.content_size.width)[:entry])

    def _rows(self, width: int) -> list[tuple[Entry, list[str]]]:
        rows: list[tuple[Entry, list[str]]] = []
        for entry in self._entries:
            if entry.meaning:
                rows.append((entry, hang(f"  {entry.term}  ", entry.meaning, width, _INDENT)))
            else:
                rows.append((entry, [*([""] if rows else []), *wrap(entry.term, width)]))
        return rows

    def render(self) -> Text:
        """All entries."""
        text = Text(no_wrap=True)
        for entry, lines in self._rows(self.content_size.width):
            text.append("\n" if text else "")
            body = "\n".join(lines)
            head = len(entry.term) + 2 if entry.meaning else 0
            text.append(body[:head], "bold")
            text.append(body[head:], "" if entry.meaning else "bold underline")
        return text
