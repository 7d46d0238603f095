"""The application: which screen is shown when, and the keys that work everywhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from llmwolf.boards import Board, boards, find_board
from llmwolf.llm.endpoint import EndpointError
from llmwolf.record.errors import NotWritten, RecordError
from llmwolf.record.places import games_folder
from llmwolf.rules.errors import SetupError
from llmwolf.rules.ruleset import as_dict
from llmwolf.tui.continued import Continued
from llmwolf.tui.farewell import farewell, what_is_saved
from llmwolf.tui.hangup import listen
from llmwolf.tui.helpful import HelpfulApp
from llmwolf.tui.localmodel import LocalModel
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.model.form import values_of
from llmwolf.tui.model.houserules import Changes
from llmwolf.tui.modelseats import Terms
from llmwolf.tui.screens.boards import BoardScreen
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.end import EndScreen, end_of
from llmwolf.tui.screens.game import TABLE_KEYS, GameScreen
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.library import LibraryScreen
from llmwolf.tui.screens.practising import Branched, ask_take_back
from llmwolf.tui.screens.replay import ReplayScreen
from llmwolf.tui.screens.rules import RulesScreen
from llmwolf.tui.screens.saving import ask_nowhere
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Session, Setup, once_more, start
from llmwolf.tui.theme import THEMES, next_theme, remember, remembered
from llmwolf.tui.words import said, t


class LlmwolfApp(HelpfulApp):
    """The terminal. ``setup`` fills the form, ``play_now`` skips it; ``open_table`` makes the table."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["theme.tcss", "reading.tcss", "helpful.tcss"]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", show=False, priority=True),
        Binding("question_mark", "help", show=False),
        Binding("f5", "other_language", show=False, priority=True),
        Binding("ctrl+t", "other_look", show=False, priority=True),
        *(Binding(key, f"at_table('{what}')", show=False, priority=True) for key, what in TABLE_KEYS.items()),
        Binding("ctrl+r", "take_back", show=False, priority=True),
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        lang: str = "zh",
        setup: Setup | None = None,
        play_now: bool = False,
        open_table: Callable[[Setup, str], Session] = start,
        known: Sequence[Board] = (),
        local: LocalModel | None = None,
        resumed: Continued | None = None,
    ) -> None:
        """``known`` are boards beside the shipped ones (a board file that was named on the command line).

        ``local`` is what serves a model on this machine; it ends with the application. ``resumed`` is the
        game that ``open_table`` goes on with.
        """
        super().__init__()
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = remembered()
        self.lang = lang
        self.farewell = ""
        """What is to be said on the terminal after all screens."""
        self._setup = self._seated = setup or Setup()
        self._play_now = play_now
        self._open_table = open_table
        self._local = local or LocalModel()
        self._resumed = resumed
        self._opened = 0
        self._boards = [*boards().values(), *known, self._setup.board]
        self.title = t("title", lang)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key that means nothing on this screen is free for other things there."""
        if action == "take_back":
            return isinstance(self.screen, GameScreen)
        if action == "other_language":
            return isinstance(self.screen, SetupScreen)
        return action != "at_table" or self.game_screen is not None

    async def on_mount(self) -> None:
        """The form, or the table at once; a game that is gone on with does not fill in the person's form."""
        await self.push_screen(
            self._form_of(Setup(terms=self._setup.terms) if self._resumed else self._setup)
        )
        if not self.is_headless:
            listen(self._keep, self._quit)
        if self._play_now:
            self._play(self._setup, self._resumed)

    def on_unmount(self) -> None:
        """Nothing runs on."""
        self._keep()

    def _keep(self) -> None:
        if (game := self.game_screen) is not None:
            game.keep()
        self._local.stop()

    def _form(
        self,
        values: Mapping[str, str],
        changes: Changes,
        resumed: Continued | None = None,
        problem: tuple[str, str] = ("", ""),
    ) -> SetupScreen:
        return SetupScreen(
            values, self._boards, changes, self._local, self._setup.terms, self.lang, resumed, problem
        )

    def _form_of(
        self, setup: Setup, resumed: Continued | None = None, problem: tuple[str, str] = ("", "")
    ) -> SetupScreen:
        return self._form(values_of(setup), as_dict(setup.rules) if setup.rules else {}, resumed, problem)

    # -- from screen to screen -----------------------------------------------------------------

    @on(SetupScreen.Chosen)
    def _chosen(self, message: SetupScreen.Chosen) -> None:
        if isinstance(form := self.screen, SetupScreen):  # the first of two keys has opened the table
            self._play(replace(message.setup, terms=self._setup.terms), form.resumed)

    def _play(self, setup: Setup, resumed: Continued | None = None) -> None:
        """Open the table of ``setup``, or of the ``resumed`` game; a form says why it cannot be opened."""
        self._setup = replace(setup, saved=True)  # the next one is to be saved again
        local = self._local.spec_at(setup.base_url, self.lang)
        terms = replace(setup.terms, game=self._opened + 1)
        open_table = resumed.open if resumed else self._open_table
        try:
            session = open_table(replace(setup, local=local, terms=terms), self.lang)
        except NotWritten as error:
            self._refused(said(error, self.lang), "", resumed)
            ask_nowhere(self, error, lambda on: self._play(replace(setup, saved=not on), resumed), self.lang)
        except (SetupError, RecordError) as error:
            # A record tells its models' names and no address.
            unplaced = resumed is not None and not setup.base_url
            field = "" if not isinstance(error, EndpointError) else "url" if unplaced else "model"
            problem = t("cannot_resume" if resumed else "cannot_start", self.lang, why=said(error, self.lang))
            self._refused(problem, field, resumed)
        else:
            self._sit_down(session, setup)

    def _refused(self, problem: str, field: str, resumed: Continued | None) -> None:
        """Show the form of the game that could not be opened, and why that was."""
        form = self.screen
        if resumed is None or (isinstance(form, SetupScreen) and form.resumed is resumed):
            self._to_form(problem, field)
            return
        self._to_form()
        if self._setup.board not in self._boards:
            self._boards.append(self._setup.board)
        self.push_screen(self._form_of(self._setup, resumed, (one_line(problem), field)))

    def _sit_down(self, session: Session, setup: Setup) -> None:
        """To the table of ``session``, which is that of ``setup``."""
        self._opened += 1
        self._seated = setup
        board = setup.board.en if self.lang == "en" else setup.board.zh
        if session.origin is not None:
            board = f"{board} · {t('practice', self.lang)}"
        self.push_screen(GameScreen(session, board, setup.pace, self.lang, setup.level))

    @on(Branched)
    async def _branched(self, message: Branched) -> None:
        """Leave what is played or shown for a practice game."""
        branch, old = message.branch, self.game_screen
        setup = replace(branch.setup(old.pace if old else self._setup.pace), limit=self._setup.limit)
        try:
            session = branch.open(setup, self.lang)
        except RecordError as error:
            why = one_line(said(error, self.lang))
            self.notify(t("branch_failed", self.lang, why=why), severity="error", markup=False)
            return
        if old is not None:
            await old.stop()
        self._to_form()
        if not self._opened or (setup.board, setup.house) != (self._setup.board, self._setup.house):
            self._setup = setup  # nothing like it was set up: the next game is one like this
        self._sit_down(session, setup)

    def action_take_back(self) -> None:
        """Back to before the person's last decision."""
        screen = self.screen
        if isinstance(screen, GameScreen):
            ask_take_back(screen, screen.session, screen.desk.drafted, self.lang)

    def _to_form(self, problem: str = "", field: str = "") -> None:
        """Leave every table, and with no ``problem`` every form but the person's own.

        The form tells the ``problem`` that one ``field`` of it has.
        """
        while len(self.screen_stack) > 2 and not (problem and isinstance(self.screen, SetupScreen)):
            self.pop_screen()
        form = self.screen
        if isinstance(form, SetupScreen):
            form.problem(one_line(problem), field)

    def action_library(self) -> None:
        """Open the library of saved games."""
        if isinstance(self.screen, SetupScreen):
            self.push_screen(LibraryScreen(games_folder(), self._go_on, self.lang))

    def _go_on(self, path: Path) -> str:
        """Go on with the game at ``path``; returns why that cannot be, empty where it can."""
        try:
            game = Continued(path)
        except (SetupError, RecordError) as error:
            return said(error, self.lang)
        self.call_later(self._play, replace(game.setup, terms=self._setup.terms), game)
        return ""

    @property
    def game_screen(self) -> GameScreen | None:
        """The running or finished table, wherever it lies in the stack."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, GameScreen):
                return screen
        return None

    @on(GameScreen.Over)
    def _over(self, message: GameScreen.Over) -> None:
        game = self.game_screen
        if game is None:
            return
        if message.broken:
            self._to_form()
            return
        self.push_screen(end_of(game, self._seated.board, self.lang))

    @on(EndScreen.Next)
    def _next(self, message: EndScreen.Next) -> None:
        match message.choice:
            case "back":
                self.pop_screen()
            case "again":
                game = self.game_screen
                setup = self._setup
                if game is not None:
                    setup = replace(once_more(setup, game.session), pace=game.pace)
                self._to_form()
                self._play(setup)
            case "new":
                self._to_form()
                if isinstance(self.screen, SetupScreen):
                    self.screen.renew()
            case _:
                self._quit()

    # -- keys that work everywhere -------------------------------------------------------------

    def action_help(self) -> None:
        """Open or close the help."""
        if isinstance(self.screen, HelpScreen):
            self.screen.dismiss()
            return
        screen = self.screen
        if isinstance(screen, (SetupScreen, BoardScreen, RulesScreen, ReplayScreen)):
            board = screen.playing
            where = "replay" if isinstance(screen, ReplayScreen) else "form"
        else:
            board = replace(self._seated.board, rules=self._seated.house)
            where = "library" if isinstance(screen, LibraryScreen) else "table"
        self.push_screen(HelpScreen(board, self.lang, where))

    def action_other_language(self) -> None:
        """The other language, where nothing is being played."""
        form = self.screen
        if not isinstance(form, SetupScreen):
            return
        self.lang = "zh" if self.lang == "en" else "en"
        self.title = t("title", self.lang)
        self.switch_screen(self._form(form.values(), form.house.changes, form.resumed))

    def action_other_look(self) -> None:
        """The next theme, here and from now on."""
        self.theme = next_theme(self.theme)
        look = t(f"look_{self.theme}", self.lang)
        try:
            remember(self.theme)
        except OSError as error:
            why = one_line(error.strerror or str(error))
            self.notify(t("look_lost", self.lang, look=look, why=why), severity="warning", markup=False)
        else:
            self.notify(t("look", self.lang, look=look), timeout=2, markup=False)

    def action_at_table(self, what: str) -> None:
        """A key of the running game, wherever it is pressed."""
        if (game := self.game_screen) is not None:
            game.at_table(what)

    async def action_leave(self) -> None:
        """Leave; asked first where something is being played."""
        game = self.game_screen
        if game is None or game.over:
            self._quit()
            return
        if isinstance(self.screen, Dialog) and self.screen.kind == "leave":
            self.screen.choose("quit")
            return
        lang = self.lang
        body = what_is_saved(game.session.path, game.session.unsaved, lang)
        buttons = [(c, t(f"leave_{c}", lang)) for c in ("stay", "setup", "quit")]
        self.push_screen(Dialog(t("leave_title", lang), body, buttons, self._left, kind="leave"))

    def _left(self, choice: str) -> None:
        if choice in ("setup", "quit"):
            self.run_worker(self._end_table(choice), name="leaving")

    async def _end_table(self, choice: str) -> None:
        game = self.game_screen
        if game is not None:
            await game.stop()
        if choice == "quit":
            self._quit()
        else:
            self._to_form()

    def _quit(self) -> None:
        """Close, and leave a line on the terminal that says where the game is."""
        game = self.game_screen
        path = game.session.path if game else None
        if game is not None and path:
            local = self._local.spec_at(self._seated.base_url, self.lang) is not None
            speed = () if game.pace == Setup().pace else ("--speed", game.pace)
            whole = game.over and not game.session.unsaved
            self.farewell = farewell(path, whole, (*game.session.again, *speed), local, self.lang)
        self.exit()


def run(
    lang: str = "zh",
    board: str | None = None,
    seed: int | None = None,
    base_url: str | None = None,
    model: str | None = None,
    terms: Terms | None = None,
    learns: bool = False,
) -> None:
    """Run the terminal with these choices filled in, on these ``terms`` for the model seats.

    Who ``learns`` is in the tutorial game at once. Who names a model, an address that is not the
    environment's, or a cassette to play from wants models at all other seats. ``board`` is a board's id or a
    board file; raises :class:`SetupError` if there is no such board.
    """
    chosen: dict[str, Any] = {"board": find_board(board)} if board is not None else {}
    given = {"seed": seed, "base_url": base_url, "model": model, "terms": terms}
    chosen |= {name: value for name, value in given.items() if value is not None}
    setup = Setup(**chosen)
    address = base_url if base_url != os.environ.get("OPENAI_BASE_URL") else None
    if model or address or setup.terms.replay:
        setup = replace(setup, models=setup.board.seats - 1)
    app = LlmwolfApp(lang, setup)
    app.learns = learns
    _run(app)


def run_on(
    path: Path,
    lang: str,
    base_url: str | None = None,
    model: str | None = None,
    pace: str | None = None,
    terms: Terms | None = None,
) -> None:
    """Go on with the game at ``path``; raises :class:`RecordError` if that cannot be.

    ``base_url`` and ``model`` are for all its model seats (``None``: as recorded), ``pace`` is one of
    :data:`~llmwolf.table.pace.PACES`, ``terms`` those for the model seats from here on.
    """
    game = Continued(path, base_url, model)
    setup = replace(game.setup, pace=pace or game.setup.pace, terms=terms or game.setup.terms)
    _run(LlmwolfApp(lang, setup, play_now=True, open_table=game.open, resumed=game))


def _run(app: LlmwolfApp) -> None:
    """Run ``app``, then say its farewell, never broken into lines: a command in it is there to be pasted."""
    app.run()
    if app.farewell:
        sys.stdout.write(f"{app.farewell}\n")
