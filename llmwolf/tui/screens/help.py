"""The help screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widget import Widget

from llmwolf.boards import Board
from llmwolf.tui.model.cells import hang, wrap
from llmwolf.tui.model.helping import Entry, help_entries
from llmwolf.tui.words import t

_INDENT = 4
"""Cells before the lines that go on with an entry."""


class Entries(Widget):
    """Headings, and terms with their meaning; what does not fit into a line goes on indented."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__()
        self._entries = entries

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the wrapped entries take."""
        return sum(len(lines) for _, lines in self._rows(width))

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


class HelpScreen(ModalScreen[None]):
    """Keys, words, and the rules of ``board``; the game below goes on."""

    AUTO_FOCUS = "#help"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "dismiss", show=False)]

    def __init__(self, board: Board, lang: str) -> None:
        super().__init__()
        self._board = board
        self._lang = lang

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll(id="help") as box:
            box.border_title = Content(t("key_help", self._lang))
            box.border_subtitle = Content(f"Esc {t('key_close', self._lang)}")
            yield Entries(help_entries(self._board, self._lang))
