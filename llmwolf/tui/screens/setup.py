"""The set-up screen: what to play, as whom, against whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from llmwolf.boards import Board
from llmwolf.tui.model import form
from llmwolf.tui.screens.roomy import RoomyScreen
from llmwolf.tui.session import Setup
from llmwolf.tui.widgets.bars import KeyBar
from llmwolf.tui.widgets.picker import Picker
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import t


class SetupScreen(RoomyScreen):
    """A form of one-line settings; the start button has the focus, so that Enter plays at once."""

    AUTO_FOCUS = "#start"
    BINDINGS: ClassVar[list[BindingType]] = [
        # No priority: F2 has to take its turn behind the keys that chose something just before it.
        Binding("f2,ctrl+s", "start", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    class Chosen(Message):
        """Start this game."""

        def __init__(self, setup: Setup) -> None:
            self.setup = setup
            super().__init__()

    def __init__(self, values: Mapping[str, str], known: Sequence[Board], lang: str) -> None:
        """``values`` fill the form, ``known`` are the boards to choose from."""
        super().__init__(lang)
        self._boards = {board.id: board for board in known}
        self._first = values

    def compose(self) -> ComposeResult:
        """Two columns of settings where there is room, the board's cards, the start button."""
        lang, first = self.lang, self._first
        keys = [
            ("F1", t("key_help", lang), "app.help"),
            ("F2", t("key_start", lang), "screen.start"),
            ("↑↓←→", t("key_choose", lang), "app.focus_next"),
            ("F5", t("key_lang", lang), "app.other_language"),
            ("Ctrl+Q", t("key_exit", lang), "app.leave"),
        ]
        board = self._boards[first["board"]]
        yield Static(Content(t("title", lang)), id="title")
        with VerticalScroll(id="form", can_focus=False):
            yield from self._row(
                "board", Picker(form.board_options([*self._boards.values()], lang), first["board"])
            )
            yield Prose(form.board_note(board, lang), dom_id="note")
            yield from self._row("seat", Picker(form.seat_options(board, lang), first["seat"]))
            yield from self._row("role", Picker(form.role_options(board, lang), first["role"]))
            yield from self._row("level", Picker(form.level_options(lang), first["level"]))
            yield from self._row("pace", Picker(form.pace_options(lang), first["pace"]))
            yield from self._row("limit", Picker(form.limit_options(lang), first["limit"]))
            yield from self._row("name", self._input("name", form.LONGEST_NAME))
            yield from self._row("seed", self._input("seed", 18))
            yield from self._row("models", Picker(form.model_options(board, lang), first["models"]))
            yield from self._row("url", self._input("url"))
            yield from self._row("model", self._input("model"))
        yield Prose(dom_id="problem")
        with Horizontal(id="buttons"):
            yield Button(Content(t("start", lang)), id="start", variant="primary", compact=True)
        yield KeyBar(keys, "keys")
        yield self.cover()

    def _row(self, name: str, control: Widget) -> ComposeResult:
        control.id = f"set-{name}"
        with Horizontal(classes="row", id=f"row-{name}") as row:
            row.display = name not in ("url", "model") or self._first["models"] != "0"
            yield Static(Content(t(f"set_{name}", self.lang)), classes="label")
            yield control

    def _input(self, name: str, longest: int = 0) -> Input:
        key = f"{name}_placeholder"
        return Input(
            self._first[name],
            placeholder=t(key, self.lang) if name != "model" else t("url_placeholder", self.lang),
            max_length=longest,
            compact=True,
            select_on_focus=False,
        )

    # -- values --------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The chosen board."""
        return self._boards[self.query_one("#set-board", Picker).value]

    def values(self) -> dict[str, str]:
        """What is in the form now."""
        pickers = {str(p.id).removeprefix("set-"): p.value for p in self.query(Picker)}
        inputs = {str(i.id).removeprefix("set-"): i.value for i in self.query(Input)}
        return {**pickers, **inputs}

    def chosen(self) -> Setup:
        """The setup in the form; raises :class:`~llmwolf.tui.model.form.FormError`."""
        return form.setup_of(self.values(), self._boards, self.lang)

    @on(Picker.Changed)
    def _picked(self, message: Picker.Changed) -> None:
        if message.picker.id == "set-board":
            self._fit_board()
        self._show_models()
        self.problem("")

    def _fit_board(self) -> None:
        """Offer what the chosen board has."""
        lang, board = self.lang, self.board
        self.query_one("#note", Prose).tell(form.board_note(board, lang))
        self.query_one("#set-seat", Picker).offer(form.seat_options(board, lang))
        self.query_one("#set-role", Picker).offer(form.role_options(board, lang))
        self.query_one("#set-models", Picker).offer(form.model_options(board, lang))

    def _show_models(self) -> None:
        """The endpoint is asked for only where a model plays, the card only where a person does."""
        with_models = self.query_one("#set-models", Picker).value != "0"
        for name in ("url", "model"):
            self.query_one(f"#row-{name}", Horizontal).display = with_models
        plays = self.query_one("#set-seat", Picker).value not in (form.WATCH, form.GOD)
        for name in ("role", "limit", "name"):
            self.query_one(f"#row-{name}", Horizontal).set_class(not plays, "-idle")

    # -- starting ------------------------------------------------------------------------------

    def problem(self, sentence: str, field: str = "") -> None:
        """Say what is wrong, and go to the field that it is about."""
        self.query_one("#problem", Prose).tell(sentence)
        if field:
            self.query_one(f"#set-{field}").focus()

    @on(Button.Pressed, "#start")
    @on(Input.Submitted)
    def action_start(self) -> None:
        """Start the game in the form, as it is now."""
        self._fit_board()
        try:
            setup = self.chosen()
        except form.FormError as error:
            self.problem(error.sentence, error.field)
            return
        self.problem("")
        self.post_message(self.Chosen(setup))
