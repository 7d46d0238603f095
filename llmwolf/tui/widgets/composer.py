"""The composer: several lines of text, a count, and keys that real terminals deliver."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Paste
from textual.message import Message
from textual.widgets import Button, Static, TextArea

from llmwolf.rules.words import clean
from llmwolf.tui.model.compose import ComposeModel, Sending, joined
from llmwolf.tui.words import t

_ROOMY: Final = 56
"""Cells from which on a note has room beside the buttons."""
_SEPARATOR: Final = " · "


class _Area(TextArea):
    """A text area that keeps a paste to itself: nobody above inserts it a second time."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+u", "clear_all", show=False)]
    cleared = False
    """Whether the person has just cleared it."""

    def action_clear_all(self) -> None:
        """Begin anew; what was written can be brought back."""
        self.cleared = bool(self.text)
        self.clear()

    def on_paste(self, event: Paste) -> None:
        """Taken, but for characters that nobody sees."""
        event.text = _seen(event.text)
        event.stop()


class _MouseButton(Button, can_focus=False):
    """Pressed with the mouse alone: what is pasted may hold a Tab and an Enter that arrive as keys."""


class Composer(Vertical):
    """One text area with its own draft.

    Bare Enter is a new line: an input method's Enter must not send anything. The text is cleared only when
    it was sent, never because something happened at the table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "away", show=False)]

    class Sent(Message):
        """The person sent ``text``, or passes."""

        def __init__(self, composer: Composer, text: str, passes: bool) -> None:
            self.composer = composer
            self.text = text
            self.passes = passes
            super().__init__()

    class Edited(Message):
        """The text is another one now."""

    class Left(Message):
        """The person leaves the composer; the draft stays."""

    class Wanted(Message):
        """A button was pressed: send what is written, or pass."""

        def __init__(self, composer: Composer, passes: bool) -> None:
            self.composer = composer
            self.passes = passes
            super().__init__()

    def __init__(self, lang: str, draft_title: str, dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._lang = lang
        self._draft_title = draft_title
        self._clock = self._note = self._title = ""
        self._lapsed = False
        self._model = ComposeModel(lang)

    def compose(self) -> ComposeResult:
        """Text area, then count, hint and buttons."""
        yield _Area(
            compact=True,
            highlight_cursor_line=False,
            placeholder=Content(t("compose_placeholder", self._lang)),
        )
        with Horizontal(classes="foot"):
            yield Static(classes="note", markup=False)
            yield _MouseButton(Content(""), compact=True, classes="skip")
            yield _MouseButton(
                Content(t("button_send", self._lang)), compact=True, classes="send", variant="primary"
            )

    @property
    def area(self) -> _Area:
        """Where the text is typed."""
        return self.query_one(_Area)

    @property
    def writing(self) -> bool:
        """Whether the person is in the middle of typing something."""
        # The area itself hears of its focus later than the screen, and a question may come in between.
        return self.screen.focused is self.area and self.drafted

    @property
    def drafted(self) -> bool:
        """Whether there is something written."""
        return bool(self.area.text.strip())

    @property
    def lapsed(self) -> bool:
        """Whether the time for this text ran out, and nothing has been typed since."""
        return self._lapsed

    def lapse(self) -> None:
        """The time for this text ran out: it was not sent."""
        self._lapsed = True
        self._tell(t("timed_out_draft", self._lang))

    def ask(self, limit: int, title: str, passing: str) -> None:
        """A text of at most ``limit`` characters is asked for, under ``title``."""
        self._open(limit, title, passing)

    def rest(self) -> None:
        """Nothing is asked any more; what is typed is a draft."""
        self._open(0, self._draft_title, "")

    def _open(self, limit: int, title: str, passing: str) -> None:
        self._model.open(limit, passing)
        self.set_class(limit > 0, "-asking")
        self._title, self._lapsed = title, False
        self.tell_keys(False)
        self.query_one(".skip", Button).label = Content(f"{passing} F3")
        self._clock = ""
        self._tell("")

    def tell_keys(self, here: bool) -> None:
        """Say in the title whether the keys go into this text."""
        words = t("compose_here", self._lang, title=self._title) if here else self._title
        self.border_title = Content(words)

    def tick(self, clock: str) -> None:
        """Show how much time is left (empty: no limit)."""
        self._clock = clock
        self._count()

    def paste(self, text: str) -> None:
        """Put in ``text`` that was pasted while the focus was elsewhere."""
        area = self.area
        area.move_cursor(area.replace(_seen(text), *area.selection).end_location)

    def add(self, sentence: str) -> None:
        """Put in a ``sentence`` where the cursor is, after the end of what stands before it."""
        area = self.area
        (row, column), end = sorted(area.selection)
        before = area.document.get_line(row)[:column].rstrip(" ")
        piece = joined(before, sentence, self._lang)
        area.move_cursor(area.replace(piece, (row, len(before)), end).end_location)

    def clear(self) -> None:
        """The text was taken: begin a new one."""
        self.area.clear()
        self._tell("")

    def on_resize(self) -> None:
        """As much of the hint as fits."""
        self._tell(self._note)

    def _tell(self, note: str) -> None:
        """Say ``note``, or a hint: the note takes the room of the buttons where it is scarce."""
        self._note = note
        foot, buttons = self.query_one(".foot").size.width, self.query(Button)
        asked = self._model.limit > 0
        for button in buttons:
            button.display = asked and not (note and foot < _ROOMY)
        hint = t("compose_hint" if asked else "compose_hint_draft", self._lang)
        if self.drafted:
            hint += _SEPARATOR + t("compose_hint_clear", self._lang)
        room = foot - sum(button.outer_size.width + 1 for button in buttons if button.display)
        self._count()
        self.query_one(".note", Static).update(Content(note or _fitting(hint, room)))
        self.set_class(bool(note), "-warning")

    def _count(self) -> None:
        parts = (self._model.count(self.area.text), self._clock)
        self.border_subtitle = Content(" · ".join(part for part in parts if part))

    @on(TextArea.Changed)
    def _edited(self, event: TextArea.Changed) -> None:
        event.stop()
        self._model.edited()
        self._lapsed = False
        cleared, self.area.cleared = self.area.cleared, False
        self._tell(t("compose_cleared", self._lang) if cleared else "")
        self.post_message(self.Edited())

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.Wanted(self, passes=event.button.has_class("skip")))

    def send(self, bare: bool = False) -> None:
        """The send key; ``bare``: even without a text.

        The key overtakes what was typed just before it and is still in the text area's queue: so it is
        put into that queue as well.
        """
        self.area.call_later(lambda: self._go(self._model.send(self.area.text, bare)))

    def skip(self) -> None:
        """The key that passes."""
        self.area.call_later(lambda: self._go(self._model.skip()))

    def action_away(self) -> None:
        """Leave the text area."""
        self.post_message(self.Left())

    def _go(self, sending: Sending) -> None:
        if sending.note:
            self._tell(sending.note)
        else:
            self.post_message(self.Sent(self, sending.text, sending.passes))


def _seen(text: str) -> str:
    """Pasted ``text`` without control characters; blanks at its ends stay: they join it to the rest."""
    return clean(f"|{text}|")[1:-1]


def _fitting(hint: str, room: int) -> str:
    """The first parts of ``hint``, as many as fit into ``room`` cells."""
    parts = hint.split(_SEPARATOR)
    while len(parts) > 1 and cell_len(_SEPARATOR.join(parts)) > room:
        parts.pop()
    return _SEPARATOR.join(parts)
