"""Acts out of turn: the key, the confirmation, and what came of it. The speech goes on meanwhile."""

from __future__ import annotations

import asyncio

from textual.screen import Screen

from llmwolf.players.base import Answer
from llmwolf.rules.errors import RuleError
from llmwolf.tui.model.status import who
from llmwolf.tui.model.table import Table
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.words import refusal, t


class CutIns:
    """自爆 and 退水 for the person at ``table``, shown over ``screen``."""

    def __init__(self, screen: Screen[None], table: Table) -> None:
        self._screen = screen
        self._table = table
        self._lang = table.lang

    def ask(self, verb: str) -> None:
        """The key was pressed: ask for confirmation, or say that there is no such right now."""
        table, lang = self._table, self._lang
        if not table.may(verb):
            if table.session.seat:
                self._warn(t(f"no_right_{verb}", lang))
            return
        speaker = table.speaker
        name = who(speaker, table.session.names, lang) if speaker else t("nobody_speaks", lang)
        body = t(f"{verb}_body", lang, who=name)
        if verb == "explode" and table.sight.view.facts.stage.startswith("election"):
            body += "\n" + t("explode_badge", lang)
        buttons = [("no", t("cut_no", lang)), ("yes", t(f"{verb}_yes", lang))]
        title = t(f"{verb}_title", lang)
        dialog = Dialog(title, body, buttons, lambda choice: self._act(verb, choice), verb, "yes")
        self._screen.app.push_screen(dialog)

    def _act(self, verb: str, choice: str) -> None:
        if choice != "yes":
            return
        session = self._table.session
        done = session.host.cut_in(session.seat, Answer(verb))
        done.add_done_callback(lambda future: self._done(verb, future))

    def _done(self, verb: str, future: asyncio.Future[None]) -> None:
        error = future.exception()
        if isinstance(error, RuleError):
            why = refusal(error.code, error.sentence, self._lang)
            self._warn(t("refused", self._lang, why=why))
        elif error is not None:
            raise error
        else:
            self._screen.notify(t(f"done_{verb}", self._lang), markup=False)

    def _warn(self, words: str) -> None:
        self._screen.notify(words, severity="warning", markup=False)
