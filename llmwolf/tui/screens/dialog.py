"""A question over the screen: a title, some lines, buttons. The game below goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button

from llmwolf.tui.widgets.button import SignedButton
from llmwolf.tui.widgets.prose import Prose


class Dialog(ModalScreen[None]):
    """Tells which button was chosen; Esc chooses the first, which must be harmless."""

    AUTO_FOCUS = ".first"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "first", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(
        self,
        title: str,
        body: str,
        buttons: Sequence[tuple[str, str]],
        then: Callable[[str], None],
        kind: str = "",
        focus_on: str = "",
    ) -> None:
        """``buttons`` are (value, label), ``then`` hears the chosen value at once.

        ``kind`` tells dialogs apart; ``focus_on`` is the value that is under Enter.
        """
        super().__init__()
        self.kind = kind
        self._title = title
        self._body = body
        self._buttons = list(buttons)
        self._then = then
        self._focus_on = focus_on or self._buttons[0][0]

    def compose(self) -> ComposeResult:
        """The box."""
        with Vertical(id="dialog") as box:
            box.border_title = Content(self._title)
            yield Prose(self._body)
            yield from self.between()
            with Horizontal():
                for value, label in self._buttons:
                    first = "first" if value == self._focus_on else None
                    yield SignedButton(Content(label), id=f"choose-{value}", classes=first, compact=True)

    def between(self) -> ComposeResult:
        """What stands between the lines and the buttons: nothing here."""
        yield from ()

    @on(Button.Pressed)
    def _chosen(self, event: Button.Pressed) -> None:
        self.choose((event.button.id or "").removeprefix("choose-"))

    def action_first(self) -> None:
        """Esc: the first button."""
        self.choose(self._buttons[0][0])

    def choose(self, value: str) -> None:
        """Close, and tell what was chosen; a second choice counts for nothing."""
        if self.is_current:
            self.dismiss()
            self._then(value)
