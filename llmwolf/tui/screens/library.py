"""The library: every saved game, to be gone on with, shown again, exported or deleted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from llmwolf.export.forms import usual_eyes
from llmwolf.export.recorded import Recorded, open_record
from llmwolf.players.told import ToldError
from llmwolf.record.errors import RecordBusy, RecordError
from llmwolf.record.journal import journal_path
from llmwolf.record.lock import held, refuse_held
from llmwolf.record.places import saved
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.model.drafts import draft_path
from llmwolf.tui.model.library import ONLY, SORTS, Saved, find, glance, items, row
from llmwolf.tui.model.marks import marks_path
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.exporting import ask_form
from llmwolf.tui.screens.replay import ReplayScreen
from llmwolf.tui.screens.roomy import RoomyScreen
from llmwolf.tui.widgets.bars import KeyBar
from llmwolf.tui.widgets.info import Info
from llmwolf.tui.widgets.menu import Menu, MenuRow
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import said, t

_BATCH: Final = 50
"""So many files are read before the first are shown; then twice as many, and so on."""
_MARGIN: Final = 2
"""Cells before a row of a menu, for its marker."""


class LibraryScreen(RoomyScreen):
    """The arrows go through the games, ``/`` searches; the files are read while the screen is used."""

    AUTO_FOCUS = "#games"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash,ctrl+f", "search", show=False),
        Binding("s,S", "sort", show=False),
        Binding("u,U", "only('unfinished')", show=False),
        Binding("w,W", "only('won')", show=False),
        Binding("l,L", "only('lost')", show=False),
        Binding("r,R", "replay", show=False),
        Binding("x,X", "export", show=False),
        Binding("d,D,delete", "delete", show=False),
        Binding("pageup", "read(-1)", show=False, priority=True),
        Binding("pagedown", "read(1)", show=False, priority=True),
        Binding("down", "to_games", show=False),
        Binding("escape", "back", show=False),
        Binding("q", "dismiss", show=False),
    ]

    class Listed(Message):
        """Some files were looked at, and so many are left."""

        def __init__(self, games: tuple[Saved, ...], left: int) -> None:
            self.games = games
            self.left = left
            super().__init__()

    class Opened(Message):
        """A whole file was read, and it is good; ``then`` is what it was read for."""

        def __init__(self, game: Recorded, then: Callable[[Recorded], object]) -> None:
            self.game = game
            self.then = then
            super().__init__()

    class Failed(Message):
        """A whole file was read, and it is not good."""

        def __init__(self, game: Saved, why: str) -> None:
            self.game = game
            self.why = why
            super().__init__()

    def __init__(self, folder: Path, go_on: Callable[[Path], str], lang: str) -> None:
        """``folder`` holds the records. ``go_on`` opens the table of an unfinished game and closes this
        screen; where that cannot be, it returns why."""
        super().__init__(lang)
        self._folder = folder
        self._go_on = go_on
        self._games: dict[str, Saved] = {}
        self._left = 0
        self._sort = 0
        self._only = "all"

    def compose(self) -> ComposeResult:
        """The search above the list, what there is to know of one game beside or below it."""
        yield Static(id="title", markup=False)
        yield Input(placeholder=t("library_search", self.lang), compact=True, id="search")
        with Container(id="shelf"):
            with Container(id="listed"):
                yield Static(id="columns", markup=False)
                yield Menu(lambda width: (width, 0), dom_id="games")
            with VerticalScroll(id="about", can_focus=False):
                yield Info()
        yield Prose(dom_id="problem")
        yield KeyBar(dom_id="keys")
        yield self.cover()

    def on_mount(self) -> None:
        """Begin to read."""
        self.reread()

    def reread(self) -> None:
        """Read the folder anew."""
        paths = saved(self._folder)
        self._left = len(paths)
        self._draw()
        self.run_worker(lambda: self._read(paths), name="the library", thread=True, exclusive=True)

    def _read(self, paths: list[Path]) -> None:
        """Read the files, beside the screen; the first few are shown at once."""
        worker, batch, full = get_current_worker(), list[Saved](), _BATCH
        for number, path in enumerate(paths, 1):
            if worker.is_cancelled:
                return
            batch.append(glance(path, self.lang))
            if len(batch) == full or number == len(paths):
                self.post_message(self.Listed(tuple(batch), len(paths) - number))
                batch.clear()
                full *= 2

    @on(Listed)
    def _listed(self, message: Listed) -> None:
        self._games |= {game.path.name: game for game in message.games}
        self._left = message.left
        self._draw()

    # -- drawing -------------------------------------------------------------------------------

    @property
    def _menu(self) -> Menu:
        return self.query_one("#games", Menu)

    @property
    def game(self) -> Saved | None:
        """The game under the cursor."""
        return self._games.get(self._menu.key)

    def _draw(self, key: str = "") -> None:
        lang, width = self.lang, max(0, self._menu.scrollable_content_region.width - _MARGIN)
        words = self.query_one("#search", Input).value
        found = find(self._games.values(), words, self._only, SORTS[self._sort], lang)
        heads = [
            t(f"col_{name}", lang) for name in ("day", "board", "seat", "result", "days", "seed", "models")
        ]
        self.query_one("#columns", Static).update(Content(" " * _MARGIN + row(heads, width)))
        rows = [
            MenuRow(game.path.name, row(game.cells(lang), width), marked=game.unfinished) for game in found
        ]
        self._menu.show(rows, key)
        counts = t(
            "library_counts",
            lang,
            shown=len(found),
            all=len(self._games) + self._left,
            only=t(f"only_{self._only}", lang),
            sort=t(f"sort_{SORTS[self._sort]}", lang),
        )
        reading = f" · {t('library_reading', lang, n=self._left)}" if self._left else ""
        title = f"{t('library_title', lang)} · {counts}{reading}"
        self.query_one("#title", Static).update(Content(title))
        self._tell()

    def _tell(self) -> None:
        game, info = self.game, self.query_one(Info)
        if game is not None:
            info.tell_of("", items(game, self.lang))
        elif not self._left:
            none = "library_not_found" if self._games else "library_none"
            info.tell(t(none, self.lang, folder=one_line(str(self._folder))))
        self.query_one("#about", VerticalScroll).scroll_home(animate=False)
        self.query_one("#keys", KeyBar).show(self._keys())

    def _keys(self) -> list[tuple[str, str, str]]:
        lang, game = self.lang, self.game
        keys = []
        if game is not None and not game.problem:
            enter = "key_continue" if game.unfinished else "key_replay"
            keys.append(("Enter", t(enter, lang), "screen.choose"))
            if game.unfinished:
                keys.append(("R", t("key_replay", lang), "screen.replay"))
            keys.append(("X", t("key_export", lang), "screen.export"))
        if game is not None:
            keys.append(("D", t("key_delete", lang), "screen.delete"))
        return [
            *keys,
            ("/", t("key_search", lang), "screen.search"),
            ("Esc", t("key_back", lang), "screen.back"),
            ("S", t("key_sort", lang), "screen.sort"),
            ("U", t("key_unfinished", lang), "screen.only('unfinished')"),
            ("W", t("key_won", lang), "screen.only('won')"),
            ("L", t("key_lost", lang), "screen.only('lost')"),
            ("F1", t("key_help", lang), "app.help"),
        ]

    def problem(self, sentence: str) -> None:
        """Say what is wrong; empty: nothing is."""
        self.query_one("#problem", Prose).tell(one_line(sentence))

    def on_resize(self, event: Resize) -> None:
        """The columns take what room there is."""
        super().on_resize(event)
        self.call_after_refresh(self._draw)

    # -- keys ----------------------------------------------------------------------------------

    @on(Menu.Moved)
    def _moved(self) -> None:
        self.problem("")
        self._tell()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._draw()

    @on(Input.Submitted)
    def action_to_games(self) -> None:
        """From the search to what it found."""
        self._menu.focus()

    def action_search(self) -> None:
        """To the search."""
        self.query_one("#search", Input).focus()

    def action_back(self) -> None:
        """Out of the search, which is emptied, or out of the library."""
        search = self.query_one("#search", Input)
        if search.value or search.has_focus:
            search.value = ""
            self._menu.focus()
        else:
            self.dismiss()

    def action_sort(self) -> None:
        """By the next column."""
        self._sort = (self._sort + 1) % len(SORTS)
        self._draw()

    def action_only(self, which: str) -> None:
        """Show these only, or all again; ``which`` is a name of :data:`ONLY`."""
        self._only = which if which in ONLY and which != self._only else "all"
        self._draw()

    def action_read(self, by: int) -> None:
        """A windowful up or down in the list."""
        self._menu.action_page(by)

    @on(Menu.Chosen)
    def action_choose(self) -> None:
        """Go on with the game under the cursor, or show it again."""
        game = self.game
        if game is None:
            return
        if not game.unfinished:
            self.action_replay()
            return
        try:
            refuse_held(game.path)
        except RecordBusy as error:
            self.problem(said(error, self.lang))
            return
        if why := self._go_on(game.path):
            self._damaged(game, why)

    def action_replay(self) -> None:
        """Show the game under the cursor again."""
        self._open(lambda game: self.app.push_screen(ReplayScreen(game, self.lang)))

    def action_export(self) -> None:
        """Export the game under the cursor."""
        self._open(lambda game: ask_form(self, game, usual_eyes(game), self.lang))

    def _open(self, then: Callable[[Recorded], object]) -> None:
        """Read the game under the cursor, beside the screen, and go on with it; or say why not."""
        found, lang = self.game, self.lang
        if found is None:
            return

        def read() -> None:
            try:
                game = open_record(found.path)
            except (RecordError, ToldError) as error:
                self.post_message(self.Failed(found, said(error, lang)))
            else:
                self.post_message(self.Opened(game, then))

        self.run_worker(read, name="a game", group="open", thread=True, exclusive=True)

    @on(Opened)
    def _opened(self, message: Opened) -> None:
        if self.is_current:
            self.problem("")
            message.then(message.game)

    @on(Failed)
    def _failed(self, message: Failed) -> None:
        self._damaged(message.game, message.why)

    def _damaged(self, game: Saved, why: str) -> None:
        """What was found when the whole file was read is kept in the list."""
        self._games[game.path.name] = replace(game, problem=one_line(why))
        self._draw()
        self.problem(t("cannot_open", self.lang, why=why))

    def action_delete(self) -> None:
        """Delete the game under the cursor, after a question."""
        game, lang = self.game, self.lang
        if game is None:
            return
        body = t("delete_body", lang, path=one_line(str(game.path)))
        buttons = [(choice, t(f"delete_{choice}", lang)) for choice in ("keep", "delete")]

        def chosen(choice: str) -> None:
            if choice == "delete":
                self._delete(game)

        self.app.push_screen(Dialog(t("delete_title", lang), body, buttons, chosen))

    def _delete(self, game: Saved) -> None:
        name = one_line(game.path.name)
        try:
            with held(game.path):
                game.path.unlink(missing_ok=True)
                for beside in (journal_path(game.path), marks_path(game.path), draft_path(game.path)):
                    beside.unlink(missing_ok=True)
        except RecordBusy as error:
            self.problem(said(error, self.lang))
            return
        except OSError as error:
            self.problem(t("delete_failed", self.lang, path=name, why=error.strerror or error))
            return
        del self._games[game.path.name]
        self._draw()
        self.notify(t("deleted", self.lang, path=name), markup=False)
