"""What reading a game takes, at the table and in the replay: boards, marks, finding, folding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.events import Resize

from llmwolf.tui.model.cells import notice
from llmwolf.tui.model.glossary import terms_in
from llmwolf.tui.model.lines import Line
from llmwolf.tui.model.marks import Marks
from llmwolf.tui.model.seeking import beside, speeches
from llmwolf.tui.model.situationwords import Boards
from llmwolf.tui.screens.marking import MarkScreen
from llmwolf.tui.screens.roomy import RoomyScreen
from llmwolf.tui.screens.seeking import SeekScreen
from llmwolf.tui.screens.situation import SituationScreen
from llmwolf.tui.widgets.log import LogView
from llmwolf.tui.widgets.situation import SideBoard
from llmwolf.tui.words import t

_VAST: Final = 150
"""Columns from which on the boards have a place of their own."""


class ReadingScreen(RoomyScreen):
    """Base of the screens that show a log; what it is the log of, subclasses say.

    The letters are keys only while nothing is typed; the others always are.
    """

    in_sight = 0.0
    """When it was drawn first, by the clock of events: earlier keys were meant for something else."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "board('claims')", show=False, priority=True),
        Binding("f10", "board('votes')", show=False, priority=True),
        Binding("s,S", "board('claims')", show=False),
        Binding("v,V", "board('votes')", show=False),
        Binding("f12", "marks", show=False, priority=True),
        Binding("m,M", "marks", show=False),
        Binding("ctrl+f", "seek", show=False, priority=True),
        Binding("slash", "seek", show=False),
        Binding("w,W", "app.glossary", show=False),
        Binding("z", "fold(False)", show=False),
        Binding("Z", "fold(True)", show=False),
    ]

    # -- what is read --------------------------------------------------------------------------

    @property
    def log_view(self) -> LogView:
        """The log."""
        return self.query_one("#log", LogView)

    def boards(self) -> Boards:
        """The boards as they are now."""
        raise NotImplementedError

    def marking(self) -> tuple[Marks, Mapping[int, str], Sequence[str]]:
        """The reader's marks, the names by seat, the cards in play."""
        raise NotImplementedError

    def marked(self) -> None:
        """Draw the seats with their marks."""
        raise NotImplementedError

    def tell_marks(self) -> None:
        """Say once why marks that there were could not be read."""
        marks, _, _ = self.marking()
        if marks.problem is not None:
            self.notify(notice(marks.problem.told(self.lang)), severity="warning", markup=False)
            marks.problem = None

    # -- boards --------------------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        """The boards stand at the side where there is room."""
        super().on_resize(event)
        self.show_boards()

    def room(self, width: int) -> dict[str, bool]:
        return {**super().room(width), "-vast": width >= _VAST}

    def show_boards(self) -> None:
        """Draw the boards wherever they are in sight."""
        sides = self.query(SideBoard) if self.has_class("-vast") else ()
        over = [screen for screen in self.app.screen_stack if isinstance(screen, SituationScreen)]
        if sides or over:
            boards = self.boards()
            for side in sides:
                side.show(boards)
            for screen in over:
                screen.show(boards)

    def action_board(self, name: str) -> None:
        """Show a board, or go to it where it is in sight."""
        if self.has_class("-vast"):
            panel = self.query_one(f"#side-{name}", SideBoard)
            self.set_focus(self.log_view if panel.has_focus else panel)
        else:
            self.app.push_screen(SituationScreen(name, self.boards(), self.lang))

    # -- marks ---------------------------------------------------------------------------------

    def action_marks(self) -> None:
        """Open the marks."""
        marks, names, cards = self.marking()
        self.app.push_screen(MarkScreen(marks, names, cards, min(names), self.marked, self.lang))

    # -- the log -------------------------------------------------------------------------------

    def action_seek(self) -> None:
        """Find something in the log."""
        self.app.push_screen(SeekScreen(self.log_view, self.lang))

    def action_fold(self, every: bool) -> None:
        """Fold or open the night or day in the first row, or (``every``) all that are over."""
        if every:
            self.log_view.fold_all()
            return
        log = self.log_view
        place = log.fold()
        if place is None:
            words = t("fold_none", self.lang)
        else:
            name = "fold_done" if place in log.folded else "fold_undone"
            words = t(name, self.lang, text=log.lines[place].text)
        self.notify(words, timeout=2, markup=False)

    def go_to_speech(self, by: int, seat: int = 0) -> bool:
        """To the next (1) or the last (-1) speech of ``seat`` (0: of anybody); whether there is one."""
        log = self.log_view
        place = beside(speeches(log.lines, seat), log.top, by)
        if place is not None:
            log.reveal(place)
        return place is not None

    def line_in_sight(self) -> Line | None:
        """The line that the reader is at: what was found or stands in the first row; else the latest speech.

        What stands in the first row without a word of the game gives way to the next speech.
        """
        log = self.log_view
        if log.following:
            found = speeches(log.lines, 0)
            return log.live or (log.lines[found[-1]] if found else None)
        lines = log.lines[log.top :]
        if lines and terms_in(lines[0].text):
            return lines[0]
        return next((line for line in lines if line.kind == "speech"), log.live)

    def keys_of_reading(self) -> list[tuple[str, str, str]]:
        """The keys of all this, for the key bar."""
        lang = self.lang
        return [
            ("F5", t("key_claims", lang), "screen.board('claims')"),
            ("F10", t("key_votes", lang), "screen.board('votes')"),
            ("F12", t("key_marks", lang), "screen.marks"),
            ("W", t("key_words", lang), "app.glossary"),
            ("/", t("key_seek", lang), "screen.seek"),
        ]
