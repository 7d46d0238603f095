"""One line that says something and opens more of it."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from llmwolf.tui.model.cells import clip


class Opener(Widget, can_focus=True):
    """Opened with Enter, Space, an arrow or the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space,right", "open", show=False)]

    class Opened(Message):
        """More is wanted."""

    def __init__(self, text: str, dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._text = text

    def tell(self, text: str) -> None:
        """Say something else."""
        self._text = text
        self.refresh()

    def render(self) -> Text:
        """The text in one line."""
        return Text(
            f"{'►' if self.has_focus else ' '} {clip(self._text, self.content_size.width - 4)} ▸",
            no_wrap=True,
            end="",
        )

    def action_open(self) -> None:
        """Open."""
        self.post_message(self.Opened())

    def on_click(self) -> None:
        """Open."""
        self.action_open()
