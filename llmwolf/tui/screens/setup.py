"""The set-up screen: what to play, as whom, against whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import ScreenResume
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from llmwolf.boards import Board
from llmwolf.llm.endpoint import Endpoint
from llmwolf.record.places import games_folder
from llmwolf.rules.ruleset import Ruleset
from llmwolf.tui.continued import Continued
from llmwolf.tui.localmodel import LocalModel
from llmwolf.tui.model import form
from llmwolf.tui.model.boardinfo import board_items
from llmwolf.tui.model.catalog import board_name, kind_of, kinds
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.model.houserules import Changes, HouseRules
from llmwolf.tui.model.library import broke_off
from llmwolf.tui.model.modelnote import models_note, nameless
from llmwolf.tui.modelseats import Terms
from llmwolf.tui.screens.boards import BoardScreen
from llmwolf.tui.screens.local import LocalScreen
from llmwolf.tui.screens.roomy import RoomyScreen
from llmwolf.tui.screens.rules import RulesScreen
from llmwolf.tui.screens.setupkeys import setup_keys
from llmwolf.tui.session import Setup
from llmwolf.tui.tutorial import SEAT, tutorial
from llmwolf.tui.widgets.bars import KeyBar
from llmwolf.tui.widgets.brief import Brief
from llmwolf.tui.widgets.button import SignedButton
from llmwolf.tui.widgets.info import Info
from llmwolf.tui.widgets.opener import Opener
from llmwolf.tui.widgets.picker import Picker
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import t

_OPEN_ROWS: Final = ("row-pace", "row-limit", "row-url", "row-model")
"""What may be chosen anew for a game that is gone on with."""


class SetupScreen(RoomyScreen):
    """A form of one-line settings; the start button has the focus, so that Enter plays at once."""

    AUTO_FOCUS = "#start"
    BINDINGS: ClassVar[list[BindingType]] = [
        # No priority: F2 has to take its turn behind the keys that chose something just before it.
        Binding("f2,ctrl+s", "start", show=False),
        Binding("f3", "boards", show=False),
        Binding("f4", "rules", show=False),
        Binding("f6", "local", show=False),
        Binding("f7", "app.library", show=False),
        Binding("f8", "app.other_look", show=False),
        Binding("f9", "tutorial", show=False),
        Binding("escape", "back", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    class Chosen(Message):
        """Start this game."""

        def __init__(self, setup: Setup) -> None:
            self.setup = setup
            super().__init__()

    def __init__(
        self,
        values: Mapping[str, str],
        known: Sequence[Board],
        changes: Changes,
        local: LocalModel,
        terms: Terms,
        lang: str,
        resumed: Continued | None = None,
        problem: tuple[str, str] = ("", ""),
    ) -> None:
        """``values`` fill the form, ``known`` are the boards to choose from, ``changes`` the house rules
        that are not the board's; ``local`` serves a model of this machine, ``terms`` hold for all models.
        ``resumed`` is the game to go on with: what it was set up with cannot be changed. ``problem`` is what
        is told at first, and the field that it is about."""
        super().__init__(lang)
        self._local = local
        self._terms = terms
        self.resumed = resumed
        self._first_problem = problem
        self._broke_off = self._mistyped = ""
        self._boards = {board.id: board for board in known}
        self._kinds = kinds(self._boards.values())
        self._first = values
        self.house = HouseRules(self._boards[values["board"]], changes)

    def compose(self) -> ComposeResult:
        """The settings, beside them where there is room what is worth knowing of the board; the start."""
        lang, first, board = self.lang, self._first, self.board
        kind = kind_of(self._kinds, board.id)
        named, sizes = form.kind_options(self._kinds, lang), form.size_options(kind, lang)
        yield Static(Content(t("title", lang)), id="title")
        with Horizontal(id="choices"):
            with VerticalScroll(id="form", can_focus=False):
                yield from self._row("board", Picker(named, kind.id, t("boards_open", lang)))
                yield from self._row("size", Picker(sizes, str(board.seats)))
                yield Prose(form.board_note(self.playing, lang), dom_id="note")
                yield from self._row("rules", Opener(form.rules_note(self.house, lang)))
                yield from self._row("seat", Picker(form.seat_options(board, lang), first["seat"]))
                yield from self._row("role", Picker(form.role_options(board, lang), first["role"]))
                yield from self._row("level", Picker(form.level_options(lang), first["level"]))
                yield from self._row("pace", Picker(form.pace_options(lang), first["pace"]))
                yield from self._row("limit", Picker(form.limit_options(lang), first["limit"]))
                yield from self._row(
                    "name", Brief(first["name"], t("name_placeholder", lang), form.LONGEST_NAME)
                )
                yield from self._row("seed", self._input("seed"))
                yield from self._row("models", Picker(self._model_options(first["seat"]), first["models"]))
                yield from self._row("url", self._input("url"))
                yield from self._row("model", self._input("model"))
                yield Prose(dom_id="models-note")
            with VerticalScroll(id="about", can_focus=False):
                yield Info()
        yield Prose(dom_id="resumes")
        yield Prose(dom_id="problem")
        with Horizontal(id="buttons"):
            yield SignedButton(Content(t("start", lang)), id="start", variant="primary", compact=True)
            lesson = Button(Content(t("tutorial_start", lang)), id="tutorial", compact=True)
            lesson.can_focus = False  # below the start come the settings again
            lesson.display = self.resumed is None
            yield lesson
        yield KeyBar((), "keys")
        yield self.cover()

    def on_mount(self) -> None:
        """Show what the first board has, and go to what is missing."""
        self._fit_board()
        self._show_models()
        self._tell_start()
        if self.resumed is not None:
            for row in self.query(".row"):
                row.disabled = row.id not in _OPEN_ROWS
        sentence, field = self._first_problem
        if missing := sentence or self._missing():
            self.problem(missing, field or "" if sentence else "model")

    def _row(self, name: str, control: Widget) -> ComposeResult:
        control.id = f"set-{name}"
        with Horizontal(classes="row", id=f"row-{name}"):
            yield Static(Content(t(f"set_{name}", self.lang)), classes="label")
            yield control

    def _input(self, name: str) -> Input:
        again = name == "model" and self.resumed is not None
        return Input(
            self._first[name],
            placeholder=t(f"{name}{'_again' if again else ''}_placeholder", self.lang),
            compact=True,
            select_on_focus=False,
        )

    # -- values --------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The chosen board."""
        return self.house.board

    @property
    def playing(self) -> Board:
        """The chosen board with the rules that it would be played under."""
        return replace(self.board, rules=self.house.rules)

    def values(self) -> dict[str, str]:
        """What is in the form now."""
        pickers = {str(p.id).removeprefix("set-"): p.value for p in self.query(Picker)}
        inputs = {str(i.id).removeprefix("set-"): i.value for i in self.query(Input)}
        return {**pickers, **inputs, "board": self.board.id}

    def renew(self) -> None:
        """After a game, whose cards are known: the next draws others."""
        self.query_one("#set-seed", Input).value = ""

    def chosen(self) -> Setup:
        """The setup in the form; raises :class:`~llmwolf.tui.model.form.FormError`."""
        return form.setup_of(self.values(), self.house, self.lang)

    @on(Picker.Changed)
    def _picked(self, message: Picker.Changed) -> None:
        if message.picker.id in ("set-board", "set-size"):
            self._read_board()
            self._fit_board()
        self._show_models()
        self._tell_start()
        self.problem("")

    def _read_board(self) -> None:
        """Take the board that is picked; a change of the rules stays where it is one there as well."""
        name = self.query_one("#set-board", Picker).value
        kind = next(kind for kind in self._kinds if kind.id == name)
        board = kind.of(int(self.query_one("#set-size", Picker).value))
        if board is not self.board:
            self.house = HouseRules(board, self.house.changes)

    def _fit_board(self) -> None:
        """Offer what the chosen board has."""
        lang, board = self.lang, self.board
        kind = kind_of(self._kinds, board.id)
        self.query_one("#set-board", Picker).choose(kind.id)
        size = self.query_one("#set-size", Picker)
        size.offer(form.size_options(kind, lang))
        size.choose(str(board.seats))
        self.query_one("#row-size", Horizontal).display = len(kind.sizes) > 1
        self.query_one("#note", Prose).tell(form.board_note(self.playing, lang))
        self.query_one("#set-rules", Opener).tell(form.rules_note(self.house, lang))
        self.query_one("#set-seat", Picker).offer(form.seat_options(board, lang))
        self.query_one("#set-role", Picker).offer(form.role_options(board, lang))
        self.query_one(Info).tell_of(
            f"{board_name(board, lang)} ({board.id})", board_items(self.playing, lang)
        )

    # -- board and rules -----------------------------------------------------------------------

    @on(Picker.Opened)
    def action_boards(self) -> None:
        """Open the list of boards."""
        known = [*self._boards.values()]
        self.app.push_screen(BoardScreen(known, self.board, self._rules_on, self._take_board, self.lang))

    def _rules_on(self, board: Board) -> Ruleset:
        return HouseRules(board, self.house.changes).rules

    def _take_board(self, board: Board) -> None:
        self.house = HouseRules(board, self.house.changes)
        self._fit_board()
        self._show_models()
        self._tell_start()
        self.problem("")

    @on(Opener.Opened)
    def action_rules(self) -> None:
        """Open the house rules."""
        self.app.push_screen(RulesScreen(self.house, self._ruled, self.lang))

    def _ruled(self) -> None:
        self._fit_board()
        self._tell_start()
        why = self.house.problem
        self.problem(t("cannot_start", self.lang, why=why) if why else "")

    # -- models --------------------------------------------------------------------------------

    def _model_options(self, seat: str) -> form.Options:
        return form.model_options(self.board, seat, self.lang)

    def _show_models(self) -> None:
        """The endpoint is asked for only where a model plays, the card only where a person does.

        Who wanted models at all seats that there are goes on wanting that.
        """
        seat, models = self.query_one("#set-seat", Picker).value, self.query_one("#set-models", Picker)
        wanted, offered = int(models.value), self._model_options(seat)
        most = len(offered) - 1
        everywhere = wanted > 0 and models.at_last
        models.offer(offered)
        models.choose(str(most if everywhere else min(wanted, most)))
        for name in ("#row-url", "#row-model", "#models-note"):
            self.query_one(name).display = wanted > 0
        self._note_models()
        plays = seat not in (form.WATCH, form.GOD)
        for name in ("role", "limit", "name"):
            self.query_one(f"#row-{name}", Horizontal).set_class(not plays, "-idle")

    @on(Input.Changed)
    def _edited(self) -> None:
        self._note_models()
        self._tell_start()

    @on(Input.Changed, "#set-seed")
    @on(Input.Changed, "#set-name")
    def _look_at(self) -> None:
        """What cannot be used is told at once, until it is mended."""
        values = self.values()
        seat = int(values["seat"]) if values["seat"].isdecimal() else 0
        name = form.name_problem(form.name_of(values), seat, self.lang)
        problem = form.seed_problem(values["seed"], self.lang) or name
        if problem != self._mistyped:
            self._mistyped = problem
            self.problem(problem)

    @on(Brief.Refused)
    def _refused(self) -> None:
        self.problem(t("long_name", self.lang, n=form.LONGEST_NAME))

    def _note_models(self) -> None:
        """Say what would be asked, as long as there is something to say it of."""
        note = self.query_one("#models-note", Prose)
        if note.display:
            url, model = self._endpoint()
            local = self._local.spec_at(url, self.lang)
            recorded = self.resumed.models if self.resumed else None
            note.tell(models_note(model, url, local, self._terms, self.lang, recorded))

    def _endpoint(self) -> tuple[str, str]:
        """What is typed for the address and the name of a model."""
        url, model = (self.query_one(f"#set-{name}", Input).value.strip() for name in ("url", "model"))
        return url, model

    def _missing(self) -> str:
        """What has to be typed before the models can be asked; empty: nothing."""
        url, model = self._endpoint()
        idle = self.query_one("#set-models", Picker).value == "0" or self.resumed is not None
        if idle or self._local.spec_at(url, self.lang) or not nameless(model, url, self._terms):
            return ""
        return t("models_nameless", self.lang, url=one_line(url))

    def action_local(self) -> None:
        """Start a model on this machine."""
        self.app.push_screen(LocalScreen(self._local, self._use_local, self.lang))

    def _use_local(self, endpoint: Endpoint) -> None:
        models = self.query_one("#set-models", Picker)
        if models.value == "0":
            models.choose("1")
        self.query_one("#set-url", Input).value = endpoint.base_url
        self.query_one("#set-model", Input).value = endpoint.model
        self._show_models()
        self.problem("")
        self.query_one("#start", Button).focus()
        self.notify(t("local_ready", self.lang, name=endpoint.model), markup=False)

    # -- starting ------------------------------------------------------------------------------

    @on(ScreenResume)
    def _look_back(self) -> None:
        """See whether the last game broke off."""
        self._broke_off = broke_off(games_folder(), self.lang)
        self._tell_start()

    def _tell_start(self) -> None:
        """Say what the start does: begin a game, or go on with one."""
        lang, goes_on = self.lang, self.resumed is not None
        left = t("broke_off", lang, board=self._broke_off) if self._broke_off else ""
        told = t("resumes", lang, path=one_line(str(self.resumed.path))) if self.resumed else left
        self.query_one("#resumes", Prose).tell(told)
        self.query_one("#start", Button).label = Content(t("start_again" if goes_on else "start", lang))
        self.query_one("#keys", KeyBar).show(setup_keys(goes_on, lang))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A game that is gone on with has its board and rules; a form of the person's own is not left."""
        if action == "back":
            return self.resumed is not None
        return self.resumed is None or action not in ("boards", "rules", "tutorial")

    def action_back(self) -> None:
        """Give up going on, back to the person's own form."""
        self.dismiss()

    def problem(self, sentence: str, field: str = "") -> None:
        """Say what is wrong, and go to the field that it is about."""
        self.query_one("#problem", Prose).tell(sentence)
        if field:
            control = self.query_one(f"#set-{field}")
            control.focus()
            self.call_after_refresh(control.scroll_visible, animate=False)  # the sentence takes room from it

    @on(Button.Pressed, "#start")
    @on(Input.Submitted)
    def action_start(self) -> None:
        """Start the game in the form, as it is now."""
        self._read_board()
        self._fit_board()
        try:
            setup = self.chosen()
        except form.FormError as error:
            self.problem(error.sentence, error.field)
            return
        missing = self._missing()
        self.problem(missing, "model" if missing else "")
        if missing:
            return
        self.post_message(self.Chosen(setup))

    @on(Button.Pressed, "#tutorial")
    def action_tutorial(self) -> None:
        """Start the tutorial game, for the same person and at the same pace; the form stays as it is."""
        values = self.values()
        name = form.name_of(values)
        if problem := form.name_problem(name, SEAT, self.lang):
            self.problem(problem, "name")
        else:
            self.post_message(self.Chosen(tutorial(name, values["pace"])))
