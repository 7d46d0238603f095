"""One setting on one line: ◂ value ▸, changed with the arrows, Enter, Space or the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from llmwolf.tui.model.cells import clip, pad


class Picker(Widget, can_focus=True):
    """Chooses one of ``options``, pairs of (value, label)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
        Binding("enter", "enter", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, picker: Picker) -> None:
            self.picker = picker
            super().__init__()

    class Opened(Message):
        """Enter on a picker that opens something."""

        def __init__(self, picker: Picker) -> None:
            self.picker = picker
            super().__init__()

    def __init__(
        self, options: Sequence[tuple[str, str]], value: str, opens: str = "", dom_id: str | None = None
    ) -> None:
        """``opens`` is said where Enter opens something instead of taking the next value."""
        super().__init__(id=dom_id)
        self._opens = opens
        self._options = list(options)
        self._index = self._index_of(value)

    @property
    def value(self) -> str:
        """The chosen value."""
        return self._options[self._index][0]

    @property
    def at_last(self) -> bool:
        """Whether the last of the options is chosen."""
        return self._index == len(self._options) - 1

    def choose(self, value: str) -> None:
        """Take ``value``, which is one of the options, without saying so."""
        self._index = self._index_of(value)
        self.refresh()

    def offer(self, options: Sequence[tuple[str, str]]) -> None:
        """Other options; the value stays chosen if it is still among them."""
        value = self.value
        self._options = list(options)
        self._index = self._index_of(value)
        self.refresh()

    def _index_of(self, value: str) -> int:
        values = [known for known, _ in self._options]
        return values.index(value) if value in values else 0

    def render(self) -> Text:
        """The value between its arrows; a focused picker is marked at the left."""
        room = self.content_size.width - 4
        hint = f" {self._opens}" if self._opens and self.has_focus else ""
        label = clip(self._options[self._index][1], room - cell_len(hint))
        filled = pad(label, max(room - cell_len(hint), cell_len(label)))
        return Text(f"◂{'►' if self.has_focus else ' '}{filled}{hint} ▸", no_wrap=True, end="")

    def action_turn(self, by: int) -> None:
        """The next or the previous value, round and round."""
        self.action_jump((self._index + by) % len(self._options))

    def action_enter(self) -> None:
        """Open what Enter opens, or take the next value."""
        if self._opens:
            self.post_message(self.Opened(self))
        else:
            self.action_turn(1)

    def action_jump(self, index: int) -> None:
        """The value of that index; negative counts from the end."""
        self._index = range(len(self._options))[index]
        self.refresh()
        self.post_message(self.Changed(self))

    def on_click(self, event: Click) -> None:
        """A click on the left arrow goes back; one elsewhere goes on, or opens what Enter opens."""
        if event.x < 3:
            self.action_turn(-1)
        elif event.x >= self.size.width - 3:
            self.action_turn(1)
        else:
            self.action_enter()
