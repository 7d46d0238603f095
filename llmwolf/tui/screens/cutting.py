"""Acts out of turn: one key, the choice, the confirmation, what came of it. The speech goes on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from textual.screen import Screen

from llmwolf.players.base import Answer
from llmwolf.players.phrases import seat_name
from llmwolf.rules.asks import Choice
from llmwolf.rules.errors import RuleError
from llmwolf.tui.model.cells import notice
from llmwolf.tui.model.rights import VERBS, affected, verbs_here
from llmwolf.tui.model.status import who
from llmwolf.tui.model.table import Table
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.targets import TargetDialog
from llmwolf.tui.words import refusal, t

RIGHT_KEY: Final = "f9"
"""The key of what may be done now."""
KIND: Final = "rights"
"""The kind of a dialog that lists; those that confirm are of the kind of their verb."""
_LATE: Final = ("no_right", "stale")
"""Refusals of what was a right when the confirmation was shown."""


class CutIns:
    """自爆, 决斗 and 退水 for the person at ``table``, shown over ``screen``."""

    def __init__(self, screen: Screen[None], table: Table) -> None:
        self._screen = screen
        self._table = table
        self._lang = table.lang

    def open(self) -> None:
        """The key was pressed: confirm the one possible act, choose among several, or say why there is none.

        While a dialog of this kind is open nothing happens: a key that is held down confirms nothing.
        """
        top = self._screen.app.screen
        if isinstance(top, Dialog) and top.kind in (KIND, *VERBS):
            return
        rights = self._table.rights
        if len(rights) == 1:
            self._confirm(rights[0])
        elif rights:
            self._choose(rights)
        else:
            self._tell_why()

    def _choose(self, rights: Sequence[Choice]) -> None:
        lang = self._lang
        acts = [(choice.verb, t(f"key_{choice.verb}", lang)) for choice in rights]
        body = "\n".join(
            t("rights_one", lang, act=word, what=t(f"rights_{verb}", lang)) for verb, word in acts
        )
        buttons = [("no", t("cut_no", lang)), *acts]
        dialog = Dialog(t("rights_title", lang), body, buttons, self._chosen, KIND)
        self._screen.app.push_screen(dialog)

    def _chosen(self, verb: str) -> None:
        if verb == "no":
            return
        choice = self._table.right(verb)
        if choice is None:
            self._warn(t("refused", self._lang, why=t("cut_late", self._lang)))
        else:
            self._confirm(choice)

    def _tell_why(self) -> None:
        """Nothing may be done: why not, and when."""
        lang, verbs = self._lang, verbs_here(self._table.sight)
        reasons = [self._table.why_no_right(verb) for verb in verbs] or [t("rights_never", lang)]
        human = self._table.session.human
        asked = [t("rights_asked", lang)] if human is not None and human.asked else []
        body = "\n".join((*asked, t("rights_none", lang), *reasons))
        buttons = [("no", t("rights_ok", lang))]
        self._screen.app.push_screen(Dialog(t("rights_title", lang), body, buttons, self._chosen, KIND))

    def _confirm(self, choice: Choice) -> None:
        table, lang, verb = self._table, self._lang, choice.verb
        body = affected(choice, table.sight, lang)
        buttons = [("no", t("cut_no", lang))]
        title = t(f"{verb}_title", lang)
        if choice.most:
            targets = [(seat, who(seat, table.session.names, lang)) for seat in choice.pool]
            act = partial(self._act, verb)
            buttons.append(("yes", t(f"{verb}_yes", lang)))
            dialog: Dialog = TargetDialog(title, body, buttons, act, verb, targets, bool(choice.least), lang)
        else:
            buttons.append(("yes", t("cut_yes", lang, act=t(f"key_{verb}", lang))))
            dialog = Dialog(title, body, buttons, lambda said: self._act(verb, said, 0), verb)
        self._screen.app.push_screen(dialog)

    def _act(self, verb: str, said: str, target: int) -> None:
        if said != "yes":
            return
        session = self._table.session
        targets = (target,) if target else ()
        done = session.host.cut_in(session.seat, Answer(verb, targets))
        done.add_done_callback(lambda future: self._done(verb, targets, future))

    def _done(self, verb: str, targets: tuple[int, ...], future: asyncio.Future[None]) -> None:
        error = future.exception()
        if isinstance(error, RuleError):
            late = error.code in _LATE
            why = t("cut_late", self._lang) if late else refusal(error.code, error.sentence, self._lang)
            self._warn(t("refused", self._lang, why=why))
        elif error is not None:
            raise error
        else:
            done = t(f"done_{verb}", self._lang)
            seats = "".join(f" → {seat_name(seat, self._lang)}" for seat in targets)
            self._screen.notify(done + seats, markup=False)

    def _warn(self, words: str) -> None:
        self._screen.notify(notice(words), severity="warning", markup=False)
