"""A table whose disk may refuse: who sits there says whether it goes on, and nothing is lost meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.screen import Screen

from llmwolf.record.errors import NotWritten, RecordError
from llmwolf.tui.model.cells import one_line
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.session import Session
from llmwolf.tui.words import said, t


class Saving:
    """Plays the game of ``session`` for ``screen``, and tells whether it is being saved."""

    def __init__(self, screen: Screen[Any], session: Session, lang: str) -> None:
        self._screen = screen
        self._session = session
        self._lang = lang
        self._unsaved = False

    @property
    def word(self) -> str:
        """What the head of the screen says of it; empty while everything is saved."""
        session = self._session
        nowhere = session.keeper is not None and session.path is None
        name = "unsaved" if session.unsaved else "unkept" if nowhere else ""
        return f"{t(name, self._lang)} · " if name else ""

    def told(self) -> None:
        """The game went on: say once that what was not saved is."""
        was, self._unsaved = self._unsaved, self._session.unsaved is not None
        if was and not self._unsaved:
            self._screen.notify(t("saved_again", self._lang), markup=False)

    async def play(self) -> bool:
        """Play to the end; False where the person stops a game that cannot be saved."""
        while True:
            try:
                await self._session.host.run()
            except RecordError as error:
                match await self._choice(error):
                    case "on" if self._session.keeper is not None:
                        self._session.keeper.lenient = True
                    case "stop":
                        return False
            else:
                self.told()
                return True

    async def _choice(self, error: RecordError) -> str:
        lang = self._lang
        chosen: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        body = t("unsaved_body", lang, why=one_line(said(error, lang)))
        buttons = [(choice, t(f"unsaved_{choice}", lang)) for choice in ("again", "on", "stop")]

        def choose(choice: str) -> None:
            if not chosen.done():  # the table may have been left in the meantime
                chosen.set_result(choice)

        self._screen.app.push_screen(Dialog(t("unsaved_title", lang), body, buttons, choose, kind="unsaved"))
        return await chosen


def ask_nowhere(app: App[Any], error: NotWritten, then: Callable[[bool], None], lang: str) -> None:
    """A record could not be begun: ``then`` hears whether to play without one, or to try again."""

    def chosen(choice: str) -> None:
        if choice != "back":
            then(choice == "on")

    body = t("nowhere_body", lang, why=one_line(said(error, lang)))
    buttons = [(choice, t(f"nowhere_{choice}", lang)) for choice in ("back", "again", "on")]
    app.push_screen(Dialog(t("nowhere_title", lang), body, buttons, chosen, kind="nowhere"))
