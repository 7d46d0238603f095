"""Acts out of turn: the key, the confirmation, and what came of it. The speech goes on meanwhile."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from textual.screen import Screen

from llmwolf.players.base import Answer
from llmwolf.players.phrases import seat_name
from llmwolf.rules.errors import RuleError
from llmwolf.tui.model.cells import notice
from llmwolf.tui.model.status import who
from llmwolf.tui.model.table import Table
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.targets import TargetDialog
from llmwolf.tui.words import refusal, t

CUT_IN_KEYS: Final = {"explode": "f9", "duel": "f6", "withdraw": "f8"}
"""Verb → key of what may be done while somebody speaks."""
_LATE: Final = ("no_right", "stale")
"""Refusals of what was a right when the confirmation was shown."""


class CutIns:
    """自爆, 决斗 and 退水 for the person at ``table``, shown over ``screen``."""

    def __init__(self, screen: Screen[None], table: Table) -> None:
        self._screen = screen
        self._table = table
        self._lang = table.lang

    def ask(self, verb: str) -> None:
        """The key was pressed: ask for confirmation, or say why not now, and when."""
        table, lang = self._table, self._lang
        choice = table.right(verb)
        if choice is None:
            self._warn(table.why_no_right(verb))
            return
        body = t(f"{verb}_body", lang)
        if verb == "explode" and table.sight.view.facts.stage.startswith("election"):
            body += "\n" + t("explode_badge", lang)
        if choice.most:
            body += "\n" + t(f"{verb}_target", lang)
        buttons = [("no", t("cut_no", lang)), ("yes", t(f"{verb}_yes", lang))]
        title = t(f"{verb}_title", lang)
        if choice.most:
            targets = [(seat, who(seat, table.session.names, lang)) for seat in choice.pool]
            act = partial(self._act, verb)
            dialog: Dialog = TargetDialog(title, body, buttons, act, verb, targets, bool(choice.least), lang)
        else:
            dialog = Dialog(title, body, buttons, lambda said: self._act(verb, said, 0), verb, "yes")
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
