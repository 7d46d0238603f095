"""The phrase book over the table: a template is chosen, its blanks are filled, and it goes into the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen

from llmwolf.tui.model.phrasebook import Blank, Phrase
from llmwolf.tui.model.table import Table
from llmwolf.tui.widgets.desk import Desk
from llmwolf.tui.widgets.menu import Menu, MenuRow
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import t


def _columns(width: int) -> tuple[int, int]:
    return min(20, width // 3), min(24, width // 2)


class PhraseScreen(ModalScreen[None]):
    """The templates, then the blanks of one; below, the text that they make. Nothing is sent from here."""

    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6", "dismiss", show=False),
        Binding("escape", "back", show=False),
        Binding("backspace,delete", "empty", show=False),
    ]

    def __init__(
        self,
        phrases: Sequence[Phrase],
        heard: Callable[[str], str] | None,
        then: Callable[[str, int], None],
        lang: str,
    ) -> None:
        """``heard`` says what the table would take a text for (``None``: it does not hear it); ``then``
        takes the text, and the seat that is to be named with it (0: none)."""
        super().__init__()
        self._phrases = {phrase.id: phrase for phrase in phrases}
        self._values = {phrase.id: phrase.defaults() for phrase in phrases}
        self._heard = heard
        self._then = then
        self._lang = lang
        self._open: Phrase | None = None
        self._typed = ""

    def compose(self) -> ComposeResult:
        """The list, the text, what it is taken for, the keys."""
        with Vertical() as box:
            box.border_title = Content(t("phrases_title", self._lang))
            yield Menu(_columns)
            yield Prose(dom_id="said")
            yield Prose(dom_id="heard")
            yield Prose(dom_id="keys-of-phrases")

    def on_mount(self) -> None:
        """The templates."""
        self._list()

    @property
    def menu(self) -> Menu:
        """The templates or the blanks."""
        return self.query_one(Menu)

    # -- drawing -------------------------------------------------------------------------------

    def _list(self, key: str = "") -> None:
        self._open = None
        self.query_one(Vertical).border_title = Content(t("phrases_title", self._lang))
        self.menu.show([MenuRow(phrase.id, phrase.title) for phrase in self._phrases.values()], key)
        self._tell()

    def _fill(self, phrase: Phrase, key: str = "") -> None:
        self._open = phrase
        self.query_one(Vertical).border_title = Content(phrase.title)
        values = self._values[phrase.id]
        rows = [
            MenuRow(blank.name, blank.label, dict(blank.options)[values[blank.name]])
            for blank in phrase.blanks
        ]
        self.menu.show(rows, key)
        self._tell()

    def _tell(self, note: str = "") -> None:
        phrase = self._open or self._phrases[self.menu.key]
        said = phrase.text(self._values[phrase.id])
        missing = phrase.missing(self._values[phrase.id])
        self.query_one("#said", Prose).tell(said)
        words = t("phrases_missing", self._lang, blank=missing.label) if missing else ""
        words = words or (self._heard(said) if self._heard else "")
        self.query_one("#heard", Prose).tell(note or words)
        keys = t("phrases_fill" if self._open else "phrases_keys", self._lang)
        self.query_one("#keys-of-phrases", Prose).tell(keys)

    # -- choosing ------------------------------------------------------------------------------

    @on(Menu.Moved)
    def _moved(self, message: Menu.Moved) -> None:
        message.stop()
        self._typed = ""
        self._tell()

    @on(Menu.Chosen)
    def _chosen(self, message: Menu.Chosen) -> None:
        """A template opens its blanks; with all of them filled, the text is taken."""
        message.stop()
        phrase = self._open or self._phrases[self.menu.key]
        values = self._values[phrase.id]
        if self._open is None and phrase.blanks:
            self._fill(phrase, (phrase.missing(values) or phrase.blanks[0]).name)
        elif missing := phrase.missing(values):
            self._fill(phrase, missing.name)
            self._tell(t("phrases_first", self._lang, blank=missing.label))
        else:
            self.dismiss()
            self._then(phrase.text(values), phrase.target(values))

    @on(Menu.Turned)
    def _turned(self, message: Menu.Turned) -> None:
        message.stop()
        if blank := self._blank:
            known = [value for value, _ in blank.options]
            self._put(blank, known[(known.index(self._value(blank)) + message.by) % len(known)])

    @property
    def _blank(self) -> Blank | None:
        """The blank under the cursor."""
        blanks = self._open.blanks if self._open else ()
        return next((blank for blank in blanks if blank.name == self.menu.key), None)

    def _value(self, blank: Blank) -> str:
        return self._values[self._open.id][blank.name] if self._open else ""

    def _put(self, blank: Blank, value: str) -> None:
        if self._open is not None:
            self._values[self._open.id][blank.name] = value
            self._fill(self._open)

    def on_key(self, event: Key) -> None:
        """Digits name a seat: 1 and then 2 is 12, where there is such a seat."""
        digit, blank = event.character or "", self._blank
        if blank is None or not (digit.isascii() and digit.isdigit()):
            return
        event.stop()
        known = {value for value, _ in blank.options}
        typed = next((typed for typed in (self._typed + digit, digit) if typed in known), "")
        self._typed = typed or digit
        if typed:
            self._put(blank, typed)
        elif not any(value.startswith(self._typed) for value in known):
            self._tell(t("phrases_no_seat", self._lang, n=digit))

    def action_empty(self) -> None:
        """Take a seat out of its blank again."""
        blank = self._blank
        if blank is not None and blank.options[0][0] == "":
            self._typed = ""
            self._put(blank, "")

    def action_back(self) -> None:
        """From the blanks to the templates, from there to the table."""
        if self._open is None:
            self.dismiss()
        else:
            self._list(self._open.id)


def phrase_book(table: Table, desk: Desk) -> PhraseScreen | None:
    """The phrase book for the text that is open on ``desk``; ``None`` where none is."""
    composer = desk.current
    if composer is None:
        return None
    secret = composer is desk.whisper
    heard = None if secret else table.heard_as
    return PhraseScreen(table.phrases(secret), heard, partial(desk.insert, composer), table.lang)
