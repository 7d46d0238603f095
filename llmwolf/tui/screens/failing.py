"""Models that do not answer, and what they cost: said at the table, once and in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from textual.screen import Screen

from llmwolf.table.ports import Source
from llmwolf.tui.model.cells import notice
from llmwolf.tui.model.status import spent
from llmwolf.tui.model.table import Table

SOON: Final = 1.0
"""Seconds until it is told that a model fails: mostly several do, and one notice is enough for them."""
_READ_WITHIN: Final = 12.0
"""Seconds that a notice of several lines stays."""


class Failing:
    """Tells which models have a stand-in. ``told`` is called when it has done so."""

    def __init__(self, screen: Screen[Any], table: Table, lang: str, told: Callable[[], None]) -> None:
        self._screen = screen
        self._table = table
        self._lang = lang
        self._told = told
        self._telling = False

    def take(self, source: Source) -> None:
        """A decision was taken."""
        stand_ins = self._table.stand_ins
        stand_ins.take(source)
        if (
            stand_ins.untold
            and not self._telling
            and self._screen.app.is_running
            and self._screen.is_attached
        ):
            self._telling = True
            self._screen.set_timer(SOON, self.tell)

    def tell(self) -> None:
        """Say once which models do not answer, and which do so again."""
        self._telling = False
        failing, answering = self._table.stand_in_news()
        for words in failing:
            self._screen.notify(notice(words), severity="warning", timeout=_READ_WITHIN, markup=False)
        for words in answering:
            self._screen.notify(notice(words), markup=False)
        self._told()

    def spent(self) -> str:
        """What the models of this table have cost, for the status line."""
        over, session = "budget" in self._table.stand_ins.failing.values(), self._table.session
        return spent(session.calls(), over, self._lang, session.paid)
