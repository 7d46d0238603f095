"""The ask panel: the question, its legal answers, and what to press next."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.events import Click, Key
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from llmwolf.players.base import Answer
from llmwolf.tui.model.ask import AskModel, Option
from llmwolf.tui.model.cells import clip, pad, wrap
from llmwolf.tui.words import t

_MARKS = 4
"""Cells before a label: marker, key of two, blank."""
_GAP = 1
_LONGEST = 12
"""A longer label may be cut, so that a list of seats takes few rows."""
_SHORT = 9
"""Labels are cut down to this where that saves a row."""
_SCREEN_ROWS = 8
"""Of so many rows of the screen one may hold answers before labels are cut."""
_FEW = 6
"""So few labels are shown whole."""
_STEPS = {"left": -1, "right": 1}


class AskPanel(Widget, can_focus=True):
    """Draws an :class:`AskModel` and turns keys and clicks into its steps.

    With nothing asked it shows one line, ``idle``, or nothing, and takes no focus; a question that is
    answered with a text alone is shown by the composer.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "ask--title", "ask--option", "ask--cursor", "ask--armed", "ask--hint", "ask--warning", "ask--idle",
    }  # fmt: skip

    class Answered(Message):
        """The person confirmed an answer."""

        def __init__(self, answer: Answer) -> None:
            self.answer = answer
            super().__init__()

    class Wished(Message):
        """The person made a wish that goes with the text, or took it back."""

    def __init__(self, lang: str, dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._lang = lang
        self._model: AskModel | None = None
        self._idle = ""
        self._clock = ""
        self._away = False
        self.can_focus = self.display = False

    @property
    def model(self) -> AskModel | None:
        """What is asked now, if anything."""
        return self._model

    def open(self, model: AskModel) -> None:
        """Ask."""
        self._model = model
        self.display = bool(model.options)
        self.can_focus = bool(model.options)
        self.set_class(True, "-asking")
        self.refresh(layout=True)

    def shut(self, idle: str) -> None:
        """Nothing is asked any more; show ``idle``."""
        if self._model is None and idle == self._idle:
            return
        self._model, self._idle = None, idle
        self.display = bool(idle)
        self.can_focus = False
        self.set_class(False, "-asking")
        self.refresh(layout=True)

    def tick(self, clock: str) -> None:
        """Show how much time is left (empty: no limit)."""
        if clock != self._clock:
            self._clock = clock
            self.refresh()

    def tell_away(self, away: bool) -> None:
        """Say whether the keys go into a draft now, so that no number selects anything."""
        if away != self._away:
            self._away = away
            self.refresh()

    def warn(self, note: str) -> None:
        """Say why the last answer was not taken."""
        if self._model:
            self._model.note = note
            self._model.armed = False
            self.refresh()

    def wish(self, seat: int) -> None:
        """Name ``seat`` with the text that is asked for, where it may be."""
        if self._model and self._model.wants_text and self._model.point_at_seat(seat):
            self._model.wish = seat
            self.refresh()

    # -- layout --------------------------------------------------------------------------------

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Title, answers and hint; one line where nothing is asked."""
        if self._model is None:
            return 1
        return len(self._title_rows(width)) + self._grid_rows(width) + bool(self._model.options)

    def _title_rows(self, width: int) -> list[str]:
        return wrap(self._model.title, max(10, width - 8)) if self._model else []

    @property
    def _labels(self) -> list[int]:
        """Cells that each label takes."""
        return [cell_len(option.short) for option in self._model.options] if self._model else []

    def _columns(self, width: int) -> int:
        """Columns of answers: with whole labels where there are rows enough, or else the fewest rows."""
        labels = self._labels
        longest = max(labels, default=0)
        rows = [
            -(-len(labels) // max(1, width // (min(longest, limit) + _MARKS + _GAP)))
            for limit in (longest, _LONGEST, _SHORT)
        ]
        whole = len(labels) < _FEW or rows[0] <= self.screen.size.height // _SCREEN_ROWS
        return -(-len(labels) // max(1, rows[0] if whole else min(rows))) or 1

    def _column_width(self, width: int) -> int:
        """Cells of a column: what its labels take, or its share of ``width``."""
        longest = max(self._labels, default=0)
        return max(1, min(longest + _MARKS + _GAP, width // self._columns(width)))

    def _grid_rows(self, width: int) -> int:
        return -(-len(self._labels) // self._columns(width))

    # -- drawing -------------------------------------------------------------------------------

    def render(self) -> Text:
        """The whole panel."""
        width = self.content_size.width
        if self._model is None:
            return Text(clip(self._idle, width), self._style("idle"), no_wrap=True)
        title = Text("\n".join(self._title_rows(width)), self._style("title"))
        if self._clock:
            room = width - cell_len(title.plain.split("\n")[-1]) - cell_len(self._clock)
            title.append(" " * max(1, room) + self._clock, self._style("warning"))
        rows = [title, *self._grid(self._model, width)]
        if self._model.options:
            away = self._away and not self._model.wants_text
            hint = t("ask_away", self._lang) if away else self._model.hint(width)
            warning = away or bool(self._model.note) or self._model.armed
            style = self._style("warning" if warning else "hint")
            rows.append(Text(clip(hint, width), style, no_wrap=True))
        return Text("\n").join(rows)

    def _grid(self, model: AskModel, width: int) -> list[Text]:
        columns, column = self._columns(width), self._column_width(width)
        rows: list[Text] = []
        for start in range(0, len(model.options), columns):
            row = Text(no_wrap=True, end="")
            for index in range(start, min(start + columns, len(model.options))):
                row.append_text(self._cell(model, index, column))
            rows.append(row)
        return rows

    def _cell(self, model: AskModel, index: int, column: int) -> Text:
        option: Option = model.options[index]
        here = index == model.cursor
        chosen = option.seat and (option.seat == model.wish or option.seat in model.marked)
        marker = "✓" if chosen else "►" if here else " "
        style = self._style("armed" if here and model.armed else "cursor" if here else "option")
        text = Text(f"{marker}{option.key:>2} {pad(option.short, column - _MARKS - _GAP)}", style, end="")
        text.append(" " * _GAP, self._style("option"))
        return text

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"ask--{name}", partial=True)

    # -- keys and mouse ------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Arrows, numbers, Enter and Esc."""
        if self.press(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def press(self, key: str, character: str) -> bool:
        """A key that is meant for this panel, wherever the focus is; returns whether it meant anything."""
        model = self._model
        if model is None or not model.options:
            return False
        columns = self._columns(self.content_size.width)
        if key in ("up", "down", "left", "right"):
            model.step(_STEPS.get(key, columns if key == "down" else -columns))
        elif key == "enter":
            self._enter(model)
        elif key in ("escape", "backspace"):
            model.clear()
        elif not model.type(character):
            return False
        self.refresh()
        return True

    def choose_seat(self, seat: int) -> None:
        """The seat was clicked elsewhere on the screen."""
        if self._model and self._model.point_at_seat(seat):
            self._touch(self._model)
            self.focus()
            self.refresh()

    def on_click(self, event: Click) -> None:
        """A click selects; a click on the selected answer or on the confirming line goes on."""
        model, offset = self._model, event.get_content_offset(self)
        if model is None or offset is None:
            return
        width = self.content_size.width
        row = offset.y - len(self._title_rows(width))
        index = row * self._columns(width) + offset.x // self._column_width(width)
        if row == self._grid_rows(width) and model.armed:
            self._enter(model)
        elif 0 <= row < self._grid_rows(width) and index < len(model.options):
            if index == model.cursor:
                self._enter(model)
            else:
                model.typed = ""
                model.point(index)
                self._touch(model)
        self.refresh()

    def _touch(self, model: AskModel) -> None:
        """What is only wished or marked is so by one click."""
        if model.wants_text or (model.selected and model.selected.answer is None):
            self._enter(model)

    def _enter(self, model: AskModel) -> None:
        answer = model.enter()
        if answer is not None:
            self.post_message(self.Answered(answer))
        elif model.wants_text and model.selected is not None:
            self.post_message(self.Wished())
