"""The help screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from llmwolf.boards import Board
from llmwolf.tui.model.helping import help_entries
from llmwolf.tui.widgets.entries import Entries
from llmwolf.tui.words import t


class HelpScreen(ModalScreen[None]):
    """Keys, words, and the rules of ``board``; the game below goes on."""

    AUTO_FOCUS = "#help"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "dismiss", show=False)]

    def __init__(self, board: Board, lang: str, screen: str = "table") -> None:
        """The keys of ``screen`` come first."""
        super().__init__()
        self._screen = screen
        self._board = board
        self._lang = lang

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll(id="help") as box:
            box.border_title = Content(t("key_help", self._lang))
            box.border_subtitle = Content(f"Esc {t('key_close', self._lang)}")
            yield Entries(help_entries(self._board, self._lang, self._screen))
