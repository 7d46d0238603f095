"""The screen that chooses a board: a list to search, and what is worth knowing of the board in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from llmwolf.boards import Board
from llmwolf.rules.ruleset import Ruleset
from llmwolf.tui.model.boardinfo import board_items
from llmwolf.tui.model.catalog import Kind, kind_of, kinds, profile_name, search
from llmwolf.tui.screens.roomy import RoomyScreen
from llmwolf.tui.widgets.bars import KeyBar
from llmwolf.tui.widgets.info import Info
from llmwolf.tui.widgets.menu import Menu, MenuRow
from llmwolf.tui.words import t

_SIZES = 10
"""Cells for a number of seats between its arrows."""
_RANGE = 9
"""Cells for the numbers of seats that there are."""


class BoardScreen(RoomyScreen):
    """Typing searches, the arrows go through what was found; Enter takes it, Esc leaves all as it was."""

    AUTO_FOCUS = "#search"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("pageup", "read(-1)", show=False, priority=True),
        Binding("pagedown", "read(1)", show=False, priority=True),
        Binding("tab", "section(1)", show=False, priority=True),
        Binding("shift+tab", "section(-1)", show=False, priority=True),
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right", "turn(1)", show=False, priority=True),
        Binding("enter,f2", "choose", show=False, priority=True),
        Binding("escape", "dismiss", show=False, priority=True),
    ]

    def __init__(
        self,
        known: Sequence[Board],
        chosen: Board,
        rules: Callable[[Board], Ruleset],
        then: Callable[[Board], None],
        lang: str,
    ) -> None:
        """``rules`` are those that a board would be played under; ``then`` hears which board was taken."""
        super().__init__(lang)
        self._kinds = {kind.id: kind for kind in kinds(known)}
        self._chosen = chosen
        self._rules = rules
        self._then = then
        self._seats: dict[str, int] = {}
        self._found = search(self._kinds.values(), "")

    def compose(self) -> ComposeResult:
        """The search above the list, the board beside or below it."""
        lang = self.lang
        keys = [
            ("↑↓", t("key_choose", lang), "screen.move(1)"),
            ("←→", t("key_seats", lang), "screen.turn(1)"),
            ("Enter", t("key_take", lang), "screen.choose"),
            ("Tab", t("key_section", lang), "screen.section(1)"),
            ("PgDn", t("key_read", lang), "screen.read(1)"),
            ("Esc", t("key_back", lang), "screen.dismiss"),
            ("F1", t("key_help", lang), "app.help"),
        ]
        yield Static(Content(t("boards_title", lang)), id="title")
        yield Input(placeholder=t("boards_search", lang), compact=True, id="search")
        with Container(id="choosing"):
            yield Menu(lambda width: (width - _SIZES - _RANGE, _SIZES), dom_id="list")
            with VerticalScroll(id="about", can_focus=False):
                yield Info()
        yield KeyBar(keys, "keys")
        yield self.cover()

    def on_mount(self) -> None:
        """The board that was chosen before is under the cursor."""
        home = kind_of(list(self._kinds.values()), self._chosen.id)
        self._seats[home.id] = self._chosen.seats
        self._list(home.id)

    @property
    def board(self) -> Board | None:
        """The board under the cursor, if any was found."""
        kind = self._kinds.get(self._menu.key)
        return self._board(kind) if kind else None

    @property
    def playing(self) -> Board:
        """The board under the cursor with the rules that it would be played under."""
        board = self.board or self._chosen
        return replace(board, rules=self._rules(board))

    def _board(self, kind: Kind) -> Board:
        """The kind's board for the seats that were chosen last, among those that were found."""
        board = kind.of(self._seats.get(kind.id, self._chosen.seats))
        found = self._found[kind.id]
        return board if board in found else found[0]

    # -- drawing -------------------------------------------------------------------------------

    def _list(self, key: str = "") -> None:
        rows: list[MenuRow] = []
        profile = ""
        for kind in (self._kinds[name] for name in self._found):
            if kind.profile.id != profile:
                profile = kind.profile.id
                rows.append(MenuRow("", f"{profile_name(kind.profile, self.lang)} ({profile})"))
            rows.append(self._row(kind))
        self._menu.show(rows, key)
        self._tell()

    def _row(self, kind: Kind) -> MenuRow:
        seats, name = self._board(kind).seats, kind.name(self.lang)
        if len(self._found[kind.id]) > 1:
            sizes = [board.seats for board in self._found[kind.id]]
            return MenuRow(
                kind.id, name, f"{seats:>2}", t("seats_from_to", self.lang, a=sizes[0], b=sizes[-1])
            )
        return MenuRow(kind.id, name, note=t("seats_no", self.lang, n=seats))

    def _tell(self) -> None:
        board, info = self.board, self.query_one(Info)
        if board is None:
            info.tell(t("boards_none", self.lang))
        else:
            name = board.en if self.lang == "en" else board.zh
            info.tell_of(f"{name} ({board.id})", board_items(self.playing, self.lang))
        self.query_one("#about", VerticalScroll).scroll_home(animate=False)

    # -- keys ----------------------------------------------------------------------------------

    # The keys are meant for the list, though the search has the focus.

    @property
    def _menu(self) -> Menu:
        return self.query_one("#list", Menu)

    def action_move(self, by: int) -> None:
        """The next or the previous board."""
        self._menu.action_move(by)

    def action_section(self, by: int) -> None:
        """The boards of the next or the previous profile."""
        self._menu.action_section(by)

    def action_read(self, by: int) -> None:
        """Read on, or back, in what there is to know of the board."""
        about = self.query_one("#about", VerticalScroll)
        about.scroll_relative(y=by * max(1, about.size.height - 1), animate=False)

    def action_turn(self, by: int) -> None:
        """Another number of seats."""
        self._menu.action_turn(by)

    def action_choose(self) -> None:
        """Take the board under the cursor."""
        self._menu.action_choose()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._found = search(self._kinds.values(), event.value)
        self._list()

    @on(Menu.Moved)
    def _moved(self) -> None:
        self._tell()

    @on(Menu.Turned)
    def _turned(self, message: Menu.Turned) -> None:
        kind = self._kinds[self._menu.key]
        sizes = [board.seats for board in self._found[kind.id]]
        index = sizes.index(self._board(kind).seats) + message.by
        self._seats[kind.id] = sizes[index % len(sizes)]
        self._list()

    @on(Menu.Chosen)
    def _took(self) -> None:
        if (board := self.board) is not None:
            self.dismiss()
            self._then(board)
