"""The reader's own marks: a guess and a note for each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input

from llmwolf.players.told import ToldError
from llmwolf.tui.model.cells import notice
from llmwolf.tui.model.marks import NOTE_LIMIT, SIDES, Marks, guess_word, guesses
from llmwolf.tui.model.status import who
from llmwolf.tui.widgets.menu import Menu, MenuRow
from llmwolf.tui.widgets.prose import Prose
from llmwolf.tui.words import t


def _columns(width: int) -> tuple[int, int]:
    return min(20, width // 3), 16


class MarkScreen(ModalScreen[None]):
    """One row for each seat: one key marks the chosen one, Enter writes a note."""

    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g,G", "mark('good')", show=False),
        Binding("w,W", "mark('wolf')", show=False),
        Binding("r,R", "role", show=False),
        Binding("x,X,backspace,delete", "mark('')", show=False),
        Binding("n,N", "note", show=False),
        Binding("f12,m,M,q", "dismiss", show=False),
        Binding("escape", "back", show=False, priority=True),
    ]

    def __init__(
        self,
        marks: Marks,
        names: Mapping[int, str],
        cards: Sequence[str],
        seat: int,
        changed: Callable[[], None],
        lang: str,
    ) -> None:
        """``cards`` are in play, ``seat`` is chosen at first, ``changed`` hears of every change."""
        super().__init__()
        self._marks = marks
        self._names = names
        self._guesses = guesses(cards)
        self._seat = seat
        self._changed = changed
        self._lang = lang
        self._typed = ""
        self._cards_of = 0
        """The seat for which a card is chosen from the list (0: none)."""

    def compose(self) -> ComposeResult:
        """The seats, the note that is written, the keys."""
        with Vertical() as box:
            box.border_title = Content(t("mark_title", self._lang))
            yield Menu(_columns)
            yield Input(compact=True, max_length=NOTE_LIMIT)
            yield Prose(t("mark_keys", self._lang))

    def on_mount(self) -> None:
        """No note is being written."""
        self.query_one(Input).display = False
        self._draw(str(self._seat))

    @property
    def _chosen(self) -> int:
        return self._cards_of or int(self.query_one(Menu).key)

    @property
    def _cards(self) -> list[str]:
        return [guess for guess in self._guesses if guess not in ("", *SIDES)]

    def _draw(self, key: str = "") -> None:
        self._cards_of = 0
        self.query_one(Vertical).border_title = Content(t("mark_title", self._lang))
        self.query_one(Prose).tell(t("mark_keys", self._lang))
        rows = []
        for seat in sorted(self._names):
            mark = self._marks.of(seat)
            word = guess_word(mark.guess, self._lang) or t("mark_none", self._lang)
            rows.append(
                MenuRow(str(seat), who(seat, self._names, self._lang), word, mark.note, bool(mark.guess))
            )
        self.query_one(Menu).show(rows, key)

    def _put(self, seat: int, guess: str, note: str) -> None:
        try:
            self._marks.put(seat, guess, note)
        except ToldError as error:
            self.notify(notice(error.told(self._lang)), severity="warning", markup=False)
        self._draw()
        self._changed()

    # -- marking -------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Digits choose a seat."""
        letter = event.character or ""
        if not (letter.isascii() and letter.isdigit()) or self.focused is self.query_one(Input):
            return
        event.stop()
        if self._cards_of:
            self._type_card(letter)
            return
        for typed in (self._typed + letter, letter):
            if typed.isdigit() and int(typed) in self._names:
                self._typed = typed
                self._draw(str(int(typed)))
                return
        self._typed = ""

    def action_mark(self, guess: str) -> None:
        """Mark the chosen seat; the same mark once more takes it back."""
        if self._cards_of:
            return
        mark = self._marks.of(self._chosen)
        self._put(self._chosen, "" if guess == mark.guess else guess, mark.note)

    def action_role(self) -> None:
        """The cards in play, to choose one as the guess."""
        if self._cards_of:
            return
        seat, self._typed = self._chosen, ""
        self._list_cards(seat, self._marks.of(seat).guess)

    def _list_cards(self, seat: int, card: str) -> None:
        self._cards_of = seat
        rows = [
            MenuRow(one, f"{number:>2} {guess_word(one, self._lang)}")
            for number, one in enumerate(self._cards, 1)
        ]
        title = t("mark_card", self._lang, who=who(seat, self._names, self._lang))
        self.query_one(Vertical).border_title = Content(title)
        self.query_one(Menu).show(rows, card if card in self._cards else self._cards[0])
        self.query_one(Prose).tell(t("mark_card_keys", self._lang))

    def _type_card(self, digit: str) -> None:
        for typed in (self._typed + digit, digit):
            if 0 < int(typed) <= len(self._cards):
                self._typed = typed
                self._list_cards(self._cards_of, self._cards[int(typed) - 1])
                return
        self._typed = ""

    @on(Menu.Turned)
    def _turned(self, message: Menu.Turned) -> None:
        message.stop()
        if self._cards_of:
            return
        mark = self._marks.of(self._chosen)
        at = self._guesses.index(mark.guess) if mark.guess in self._guesses else 0
        self._put(self._chosen, self._guesses[(at + message.by) % len(self._guesses)], mark.note)

    # -- the note ------------------------------------------------------------------------------

    @on(Menu.Chosen)
    def _entered(self, message: Menu.Chosen) -> None:
        """Enter: a note on the seat, or the card under the cursor as the guess."""
        message.stop()
        seat = self._cards_of
        if not seat:
            self.action_note()
            return
        card = self.query_one(Menu).key
        self._draw(str(seat))
        self._put(seat, card, self._marks.of(seat).note)

    def action_note(self) -> None:
        """Write a note on the chosen seat."""
        if self._cards_of:
            return
        field = self.query_one(Input)
        seat = self._chosen
        field.placeholder = t("mark_note", self._lang, who=who(seat, self._names, self._lang))
        field.value = self._marks.of(seat).note
        field.display = True
        self.set_focus(field)
        self.query_one(Prose).tell(t("mark_note_keys", self._lang))

    @on(Input.Submitted)
    def _written(self, event: Input.Submitted) -> None:
        event.stop()
        self._put(self._chosen, self._marks.of(self._chosen).guess, event.value)
        self._close_note()

    def _close_note(self) -> None:
        self.query_one(Input).display = False
        self.set_focus(self.query_one(Menu))
        self.query_one(Prose).tell(t("mark_keys", self._lang))

    def action_back(self) -> None:
        """Leave the note as it was, leave the list of cards, or close."""
        if self._cards_of:
            self._draw(str(self._cards_of))
        elif self.query_one(Input).display:
            self._close_note()
        else:
            self.dismiss()
