"""Finding in the log: one line below it, the log in sight above."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from llmwolf.tui.model.seeking import beside, found_in
from llmwolf.tui.widgets.log import LogView
from llmwolf.tui.words import t


class SeekScreen(ModalScreen[None]):
    """Typing finds the last entry; Enter or ↑ goes to earlier ones, ↓ to later ones, Esc stays there."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,up", "go(-1)", show=False, priority=True),
        Binding("down", "go(1)", show=False, priority=True),
        Binding("escape", "dismiss", show=False, priority=True),
    ]

    def __init__(self, log: LogView, lang: str) -> None:
        super().__init__()
        self._log = log
        self._lang = lang

    def compose(self) -> ComposeResult:
        """What is sought, where it was found, the keys."""
        with Horizontal():
            yield Static(Content(t("seek", self._lang)), classes="name", markup=False)
            yield Input(placeholder=t("seek_placeholder", self._lang), compact=True, max_length=60)
            yield Static(Content(t("seek_keys", self._lang)), classes="note", markup=False)

    @property
    def _places(self) -> list[int]:
        return found_in(self._log.lines, self.query_one(Input).value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if places := self._places:
            self._log.reveal(places[-1])
        else:
            self._log.forget()
        self._tell(places)

    def action_go(self, by: int) -> None:
        """The next (1) or the last (-1) entry; from either end on at the other."""
        places = self._places
        if not places:
            return
        place = beside(places, self._log.top, by)
        self._log.reveal(places[-1 if by < 0 else 0] if place is None else place)
        self._tell(places)

    def _tell(self, places: list[int]) -> None:
        """Where one is among those found."""
        keys = t("seek_keys", self._lang)
        if not self.query_one(Input).value.strip():
            note = keys
        elif not places:
            note = f"{t('seek_none', self._lang)} · {keys}"
        else:
            at = t("seek_at", self._lang, at=places.index(self._log.top) + 1, all=len(places))
            note = f"{at} · {keys}"
        self.query_one(".note", Static).update(Content(note))
