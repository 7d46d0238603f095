"""What somebody who is out may do: read why, choose whose eyes to watch with, go on to the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.screen import Screen

from llmwolf.tui.model.table import Table
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.pacing import Pacing
from llmwolf.tui.words import t

OUT_KIND: Final = "out"
"""The kind of the dialog."""


class WatchingOn:
    """The choices of the person at ``table`` once out, shown over ``screen``.

    ``changed`` is called with whether the log begins anew.
    """

    def __init__(
        self, screen: Screen[None], table: Table, pacing: Pacing, changed: Callable[[bool], None]
    ) -> None:
        self._screen = screen
        self._table = table
        self._pacing = pacing
        self._changed = changed
        self._offers_all = False

    @property
    def _opened(self) -> bool:
        top = self._screen.app.screen
        return isinstance(top, Dialog) and top.kind == OUT_KIND

    def freshen(self) -> None:
        """Ask anew where the open dialog does not offer the judge's eyes, and they are free by now."""
        if self._opened and self._table.may_see_all and not self._offers_all:
            self._screen.app.pop_screen()
            self._ask()

    def open(self) -> None:
        """Ask. The judge's eyes are offered once nothing will be asked of the person any more."""
        if not self._opened:
            self._ask()

    def _ask(self) -> None:
        table, lang = self._table, self._table.lang
        self._offers_all = table.may_see_all
        lines = [*table.why_out(), t("out_eyes_god" if table.god else "out_eyes_own", lang)]
        buttons = [("stay", t("out_stay", lang)), ("skip", t("out_skip", lang))]
        if self._offers_all:
            eyes = "own" if table.god else "god"
            buttons.insert(1, (eyes, t(f"out_{eyes}", lang)))
            lines.append(t("out_thoughts", lang))
        else:
            lines.append(t("out_not_yet", lang))
        dialog = Dialog(t("out_title", lang), "\n".join(lines), buttons, self._chosen, OUT_KIND)
        self._screen.app.push_screen(dialog)

    def _chosen(self, choice: str) -> None:
        match choice:
            case "skip":
                self._pacing.take("instant")
                self._screen.notify(t("out_skipping", self._table.lang), markup=False)
                self._changed(False)
            case "god" | "own":
                self._table.see(choice == "god")
                self._changed(True)
