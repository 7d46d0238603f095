"""What is asked of the reader, and how far the answer has come: select first, then confirm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from llmwolf.players.base import Answer
from llmwolf.players.phrases import ask_title, choice_label, stage_name
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.tui.model.cells import clip
from llmwolf.tui.model.status import who
from llmwolf.tui.words import t

NO_OPTION: Final = -1
PASS_KEY: Final = "0"
_LETTERS: Final = "abcdefgh"
_NUMBERS: Final = "123456789"
_SHOWS_VERB: Final = ("potion",)
"""Asks whose title does not say what is done to the seat."""
_LONGEST_ECHO: Final = 22
"""Cells for the answer in the line that asks for confirmation."""
_STAGED: Final = ("election", "election_pk", "pk", "last_words")


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer: the ``key`` that selects it, its ``label``, and the answer itself.

    ``seat`` is the seat it is about (0: none); ``short`` the label in a list of seats.
    """

    key: str
    label: str
    short: str
    answer: Answer
    seat: int = 0


class AskModel:
    """One request and the state of answering it.

    Nothing is selected at first, so that an Enter meant for something else does nothing. Enter arms the
    selected option, Enter again gives it. Where a text is asked for, an option is only a wish that is
    sent with the text, and Enter toggles it.
    """

    def __init__(self, request: Request, names: Mapping[int, str], stage: str, lang: str) -> None:
        self.request = request
        self._lang = lang
        self.wants_text = request.text_limit > 0
        self.title = ask_title(request, lang)
        if request.kind == "speak" and stage in _STAGED:
            self.title = f"{stage_name(stage, lang)} · {self.title}"
        self.passing = choice_label(PASS, lang, request.kind)
        self.options = self._listed(names)
        self.cursor = NO_OPTION
        self.armed = False
        self.wish = 0
        self.typed = ""
        self.note = ""

    # -- what can be answered ------------------------------------------------------------------

    def _listed(self, names: Mapping[int, str]) -> list[Option]:
        """Seats are selected by their number, a pass by 0, other answers by a letter (or a number, where
        no seat is to be named).

        Where two acts take a seat (解药, 毒药), the numbers are those of the act with the wider choice.
        """
        choices = [c for c in self.request.choices if c.most or not self.wants_text]
        widest = max(choices, key=lambda c: len(c.pool), default=None)
        letters = iter(_LETTERS if any(c.most for c in choices) else _NUMBERS)
        options: list[Option] = []
        for choice in choices:
            verb = choice_label(choice, self._lang, self.request.kind)
            if not choice.most:
                options.append(Option(next(letters), verb, verb, Answer(choice.verb)))
                continue
            for seat in choice.pool:
                target = who(seat, names, self._lang)
                key = str(seat) if choice is widest else next(letters)
                name = names.get(seat) or target
                plain = len(choices) == 1 and self.request.kind not in _SHOWS_VERB
                short = name if plain else f"{verb} {name if choice is widest else target}"
                options.append(Option(key, f"{verb} {target}", short, Answer(choice.verb, (seat,)), seat))
        if self.request.may_pass and not self.wants_text:
            options.append(Option(PASS_KEY, self.passing, self.passing, Answer(PASS)))
        return options

    @property
    def selected(self) -> Option | None:
        """The option under the cursor."""
        return self.options[self.cursor] if self.cursor != NO_OPTION else None

    @property
    def hint(self) -> str:
        """One line: what to do next, or what was wrong with the last key."""
        if self.note:
            return self.note
        if self.armed and self.selected:
            return t("ask_confirm", self._lang, what=clip(self.selected.label, _LONGEST_ECHO))
        if self.wants_text:
            return t("ask_wished", self._lang, seat=self.wish) if self.wish else t("ask_wish", self._lang)
        return t("ask_pick", self._lang)

    # -- selecting -----------------------------------------------------------------------------

    def point(self, index: int) -> None:
        """Put the cursor on the option of that index; out of range is the nearest."""
        if self.options:
            self.cursor = min(max(index, 0), len(self.options) - 1)
            self.armed, self.note = False, ""

    def step(self, by: int) -> None:
        """Move the cursor; from nowhere it comes in at the end it moves away from."""
        self.typed = ""
        if self.cursor == NO_OPTION:
            self.point(0 if by > 0 else len(self.options) - 1)
        else:
            self.point(self.cursor + by)

    def type(self, key: str) -> bool:
        """A number or letter that selects an option; returns whether the key means something here.

        Digits add up (1 then 2 is 12) as long as some option begins with them.
        """
        keys = [option.key for option in self.options]
        if not keys or not (key.isdigit() or key in _LETTERS):
            return False
        for typed in (self.typed + key, key):
            if typed in keys:
                self.typed = typed
                self.point(keys.index(typed))
                return True
            if any(k.startswith(typed) for k in keys):
                self.typed = typed
                self._lost("")
                return True
        self.typed = ""
        self._lost(t("ask_not_legal", self._lang, typed=key))
        return True

    def _lost(self, note: str) -> None:
        self.cursor, self.armed, self.note = NO_OPTION, False, note

    def point_at_seat(self, seat: int) -> bool:
        """Select the option about ``seat`` (its row was clicked); returns whether there is one."""
        found = [i for i, option in enumerate(self.options) if option.seat == seat]
        if found:
            self.typed = ""
            self.point(found[-1])
        return bool(found)

    def clear(self) -> None:
        """Take a selection back."""
        self.typed, self.wish = "", 0
        self._lost("")

    # -- answering -----------------------------------------------------------------------------

    def enter(self) -> Answer | None:
        """Enter: arm the selected option, or give it if it is armed; ``None``: not given yet."""
        option = self.selected
        self.typed = ""
        if option is None:
            self.note = t("ask_none", self._lang)
            return None
        if self.wants_text:
            self.wish = 0 if self.wish == option.seat else option.seat
            return None
        if not self.armed:
            self.armed, self.note = True, ""
            return None
        return option.answer

    def text_answer(self, text: str) -> Answer:
        """The answer with a text, and the wish where one was made."""
        choice: Choice = self.request.choices[0]
        return Answer(choice.verb, (self.wish,) if self.wish and choice.most else (), text)

    def given(self, answer: Answer) -> str:
        """``answer`` in a few words, for the line that waits for the others."""
        for option in self.options:
            if option.answer == answer:
                return option.label
        return self.passing if answer.verb == PASS else choice_label(answer.verb, self._lang)
