"""局势板 or 票型 over the screen; the game below goes on, and the board with it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import ContentSwitcher

from llmwolf.tui.model.situationwords import Boards
from llmwolf.tui.widgets.situation import BOARDS, BoardPanel
from llmwolf.tui.words import t


class SituationScreen(ModalScreen[None]):
    """One board at a time; the key of the other turns to it, its own key closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,s,S", "turn('claims')", show=False),
        Binding("f10,v,V", "turn('votes')", show=False),
        Binding("tab,left,right", "other", show=False),
        Binding("escape,q", "dismiss", show=False),
    ]

    def __init__(self, board: str, boards: Boards, lang: str) -> None:
        """``board`` is the one that is shown first."""
        super().__init__()
        self._board = board
        self._boards = boards
        self._lang = lang

    def compose(self) -> ComposeResult:
        """Both, of which one is to be seen."""
        with Vertical(), ContentSwitcher(initial=self._board):
            for name in BOARDS:
                panel = BoardPanel(name, self._lang, dom_id=name)
                panel.border_subtitle = Content(t("board_keys", self._lang))
                yield panel

    def on_mount(self) -> None:
        """What is known so far."""
        self.show(self._boards)
        self._focus()

    def show(self, boards: Boards) -> None:
        """Draw ``boards``."""
        for panel in self.query(BoardPanel):
            panel.show(boards)

    def action_turn(self, board: str) -> None:
        """Turn to ``board``, or close where it is shown already."""
        if board == self._board:
            self.dismiss()
            return
        self._board = board
        self.query_one(ContentSwitcher).current = board
        self._focus()

    def action_other(self) -> None:
        """The other board."""
        self.action_turn(next(name for name in BOARDS if name != self._board))

    def _focus(self) -> None:
        self.set_focus(self.query_one(f"#{self._board}", BoardPanel))
