"""What is asked of the reader, and how far the answer has come: select first, then confirm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from llmwolf.players.base import Answer
from llmwolf.players.phrases import ask_title, choice_label, role_name, seat_list, stage_name
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.tui.model.cells import clip
from llmwolf.tui.model.status import who
from llmwolf.tui.words import t

NO_OPTION: Final = -1
PASS_KEY: Final = "0"
DONE_KEY: Final = "d"
"""The key of the option that gives an answer of several seats."""
_LETTERS: Final = "abcdefgh"
_NUMBERS: Final = "123456789"
_SHOWS_VERB: Final = ("potion",)
"""Asks whose title does not say what is done to the seat."""
_SPARES: Final = ("first", "second")
"""The thief's verbs, in the order of the spare cards."""
_STAGED: Final = ("election", "election_pk", "pk", "talk", "last_words")


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer: the ``key`` that selects it, its ``label``, and the answer itself.

    ``seat`` is the seat it is about (0: none); ``short`` the label in a list of seats. Where several seats
    make up an answer, an option for a seat has no answer of its own: it is marked, or not.
    """

    key: str
    label: str
    short: str
    answer: Answer | None
    seat: int = 0


class AskModel:
    """One request and the state of answering it.

    Nothing is selected at first, so that an Enter meant for something else does nothing. Enter arms the
    selected option, Enter again gives it. Where a text is asked for, an option is only a wish that is
    sent with the text, and Enter toggles it. Where several seats may be named, Enter marks a seat, and a
    last option gives all that are marked.
    """

    def __init__(
        self,
        request: Request,
        names: Mapping[int, str],
        stage: str,
        lang: str,
        spares: Sequence[str] = (),
    ) -> None:
        """``spares`` are the two cards in the middle, for the thief."""
        self.request = request
        self._names = names
        self._lang = lang
        self._spares = spares
        self.wants_text = request.text_limit > 0
        self.title = ask_title(request, lang)
        if request.kind == "speak" and stage in _STAGED:
            self.title = f"{stage_name(stage, lang)} · {self.title}"
        self.passing = choice_label(PASS, lang, request.kind)
        self.several = None if self.wants_text else next((c for c in request.choices if c.most > 1), None)
        self.marked: tuple[int, ...] = ()
        self.options = self._listed()
        self.cursor = NO_OPTION
        self.armed = False
        self.wish = 0
        self.typed = ""
        self.note = ""

    # -- what can be answered ------------------------------------------------------------------

    def _listed(self) -> list[Option]:
        """Seats are selected by their number, a pass by 0, other answers by a letter (or a number, where
        no seat is to be named).

        Where two acts take a seat (解药, 毒药), its number is that of the act with the narrower choice: who
        types the number of the victim saves it.
        """
        choices = [c for c in self.request.choices if c.most or not self.wants_text]
        letters = iter(_LETTERS if any(c.most for c in choices) else _NUMBERS)
        options: list[Option] = []
        for choice in choices:
            verb = self._verb(choice)
            if not choice.most:
                spare = choice.verb in _SPARES
                key = str(_SPARES.index(choice.verb) + 1) if spare else next(letters)
                options.append(Option(key, verb, verb, Answer(choice.verb)))
                continue
            for seat in choice.pool:
                target = who(seat, self._names, self._lang)
                number = who(seat, {}, self._lang)
                own = min((c for c in choices if seat in c.pool), key=lambda c: len(c.pool)) is choice
                key = str(seat) if own else next(letters)
                name = self._names.get(seat) or target
                if choice.some and seat not in choice.some:
                    name = t("ask_charmed", self._lang, name=name)
                plain = len(choices) == 1 and self.request.kind not in _SHOWS_VERB
                told = name if own and len(choice.pool) > 1 else number
                short = name if plain else f"{verb} {told}"
                answer = None if choice is self.several else Answer(choice.verb, (seat,))
                options.append(Option(key, f"{verb} {target}", short, answer, seat))
        if self.several is not None:
            options.append(self._done(self.several))
        if self.request.may_pass and not self.wants_text:
            options.append(Option(PASS_KEY, self.passing, self.passing, Answer(PASS)))
        return options

    def _verb(self, choice: Choice) -> str:
        """The button text of a choice; the thief's names the card."""
        label = choice_label(choice, self._lang, self.request.kind)
        if choice.verb in _SPARES and _SPARES.index(choice.verb) < len(self._spares):
            card = role_name(self._spares[_SPARES.index(choice.verb)], self._lang)
            return t("ask_spare", self._lang, label=label, card=card)
        return label

    def _done(self, choice: Choice) -> Option:
        """The option that gives all marked seats; without an answer while they are too few."""
        short = t("ask_done", self._lang, n=len(self.marked))
        named = seat_list(self.marked, self._lang) if self.marked else t("ask_nobody", self._lang)
        label = f"{choice_label(choice, self._lang, self.request.kind)} {named}"
        enough = len(self.marked) >= choice.least and self._has_some(choice)
        return Option(DONE_KEY, label, short, Answer(choice.verb, self.marked) if enough else None)

    def _has_some(self, choice: Choice) -> bool:
        """Whether one of those is marked of whom there must be one."""
        return not choice.some or any(seat in self.marked for seat in choice.some)

    @property
    def selected(self) -> Option | None:
        """The option under the cursor."""
        return self.options[self.cursor] if self.cursor != NO_OPTION else None

    def hint(self, width: int) -> str:
        """What to do next, or what was wrong with the last key; a confirmation is cut to ``width``."""
        if self.note:
            return self.note
        if self.armed and self.selected:
            room = width - cell_len(t("ask_confirm", self._lang, what=""))
            return t("ask_confirm", self._lang, what=clip(self.selected.label, max(2, room)))
        if self.wants_text:
            return t("ask_wished", self._lang, seat=self.wish) if self.wish else t("ask_wish", self._lang)
        if self.several is not None:
            return t("ask_mark", self._lang, n=self._wanted(self.several), key=DONE_KEY.upper())
        letters = any(option.key in _LETTERS for option in self.options)
        return t("ask_pick_letter" if letters else "ask_pick", self._lang)

    def _wanted(self, choice: Choice) -> str:
        """``2`` or ``1–2``: how many seats make an answer."""
        return str(choice.most) if choice.least == choice.most else f"{choice.least}–{choice.most}"

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
        key = key.lower()
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
        must = key == PASS_KEY and not self.request.may_pass
        self._lost(t("ask_must", self._lang) if must else t("ask_not_legal", self._lang, typed=key))
        return True

    def _lost(self, note: str) -> None:
        self.cursor, self.armed, self.note = NO_OPTION, False, note

    def point_at_seat(self, seat: int) -> bool:
        """Select the option about ``seat`` (its row was clicked); returns whether there is one."""
        found = [option.key for option in self.options if option.seat == seat]
        if found:
            self.typed = ""
            key = str(seat) if str(seat) in found else found[0]
            self.point([option.key for option in self.options].index(key))
        return bool(found)

    def clear(self) -> None:
        """Take a selection back; without one, the marks."""
        if self.cursor == NO_OPTION and self.several is not None:
            self._mark(())
        self.typed, self.wish = "", 0
        self._lost("")

    # -- answering -----------------------------------------------------------------------------

    def enter(self) -> Answer | None:
        """Enter: mark or arm the selected option, or give it if it is armed; ``None``: not given yet."""
        option = self.selected
        self.typed = ""
        if option is None:
            self.note = self.note or t("ask_none", self._lang)
            return None
        if self.wants_text:
            self.wish = 0 if self.wish == option.seat else option.seat
            return None
        if option.answer is None:
            self._toggle(option)
            return None
        if not self.armed:
            self.armed, self.note = True, ""
            return None
        return option.answer

    def _toggle(self, option: Option) -> None:
        """Mark the seat or take its mark away; once enough are marked, the cursor goes to the end."""
        choice = self.several
        if choice is None:
            return
        if not option.seat:
            few = len(self.marked) < choice.least
            too_few = t("ask_too_few", self._lang, n=self._wanted(choice))
            self.note = too_few if few else t("ask_some", self._lang)
        elif option.seat in self.marked:
            self._mark(tuple(seat for seat in self.marked if seat != option.seat))
        elif len(self.marked) == choice.most:
            self.note = t("ask_too_many", self._lang, n=choice.most)
        else:
            self._mark((*self.marked, option.seat))
            if len(self.marked) == choice.most:
                self.point([o.key for o in self.options].index(DONE_KEY))

    def _mark(self, seats: tuple[int, ...]) -> None:
        self.marked = tuple(sorted(seats))
        self.options = self._listed()
        self.armed, self.note = False, ""

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
