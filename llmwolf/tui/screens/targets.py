"""A dialog that asks for a seat as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key
from textual.widgets import Button, Static

from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.widgets.picker import Picker
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import t

_NOBODY: Final = "0"
SETTLED: Final = 0.5
"""Seconds after which an Enter is meant for this dialog and not for what lay under it."""


class TargetDialog(Dialog):
    """Tells which button was chosen and which seat (0: nobody); the arrows or a number pick the seat.

    Enter on a chosen seat acts. While none is chosen, or the dialog has just come, it only goes to the
    button that acts, so that acting takes a second Enter.
    """

    AUTO_FOCUS = "#target"

    def __init__(
        self,
        title: str,
        body: str,
        buttons: Sequence[tuple[str, str]],
        then: Callable[[str, int], None],
        kind: str,
        targets: Sequence[tuple[int, str]],
        must: bool,
        lang: str,
    ) -> None:
        """``targets`` are (seat, name); ``must``: the act needs one of them. The last button acts."""
        super().__init__(title, body, buttons, lambda said: then(said, self.target), kind)
        nobody = t("cut_choose" if must else "cut_nobody", lang)
        self._options = [(_NOBODY, nobody), *((str(seat), name) for seat, name in targets)]
        self._must = must
        self._lang = lang
        self._acts = buttons[-1][0]
        self._typed = ""
        self._shown = monotonic()
        self.target = 0

    def between(self) -> ComposeResult:
        """The seat."""
        with Horizontal(classes="row"):
            yield Static(Content(t("cut_target", self._lang)), classes="label")
            yield Picker(self._options, _NOBODY, t("cut_pick", self._lang), "target")
        yield Prose(dom_id="missing")

    @property
    def _picker(self) -> Picker:
        return self.query_one("#target", Picker)

    def on_key(self, event: Key) -> None:
        """Digits name a seat; 1 and then 2 is 12, where there is such a seat."""
        digit = event.character or ""
        if not (digit.isascii() and digit.isdigit()):
            return
        event.stop()
        seats = {value for value, _ in self._options}
        self._typed = next((typed for typed in (self._typed + digit, digit) if typed in seats), digit)
        if self._typed in seats:
            self._picker.choose(self._typed)
            self._take()

    @on(Picker.Changed)
    def _turned(self) -> None:
        self._typed = ""
        self._take()

    def _take(self) -> None:
        self.target = int(self._picker.value)
        self.query_one("#missing", Prose).tell("")

    @on(Picker.Opened)
    def _picked(self) -> None:
        settled = monotonic() - self._shown >= SETTLED
        if settled if self.target else self._must:
            self.choose(self._acts)
        else:
            self.query_one(f"#choose-{self._acts}", Button).focus()

    def choose(self, value: str) -> None:
        """Close, and tell; without a target that is needed, say so instead."""
        if value == self._acts and self._must and not self.target:
            self.query_one("#missing", Prose).tell(t("cut_missing", self._lang))
            self._picker.focus()
            return
        super().choose(value)
