"""What is typed at a table is on the disk soon after, and there again when the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from textual.screen import Screen

from llmwolf.players.told import ToldError
from llmwolf.rules.audience import Event
from llmwolf.tui.model.cells import notice
from llmwolf.tui.model.drafts import Draft, Drafts, unsent

SOON: Final = 0.25
"""Seconds from the first key that is not on the disk until it is being written."""


class Drafting:
    """Keeps the draft of one table. The disk is waited for beside the keys, never by them."""

    def __init__(self, screen: Screen[Any], drafts: Drafts, lang: str) -> None:
        self._screen = screen
        self._drafts = drafts
        self._lang = lang
        self._due = self._told = False

    def begin(self, log: Iterable[Event], seat: int) -> Draft:
        """What was being written when the game broke off; says so where it cannot be read."""
        try:
            return unsent(self._drafts.load(), log, seat)
        except ToldError as error:
            self._tell(error)
            return Draft()

    def typed(self, draft: Draft) -> None:
        """The draft has changed."""
        self._drafts.put(draft)
        if not self._due:
            self._due = True
            self._screen.set_timer(SOON, self._write)

    def keep(self) -> None:
        """Write it at once."""
        try:
            self._drafts.flush()
        except ToldError as error:
            self._tell(error)

    def drop(self) -> None:
        """The game is over: there is nothing left to be said."""
        self._drafts.put(Draft())
        self.keep()

    def _write(self) -> None:
        self._due = False
        flush: Callable[[], Awaitable[None]] = self._flush
        self._screen.run_worker(flush, name="the draft", group="draft")

    async def _flush(self) -> None:
        try:
            await asyncio.to_thread(self._drafts.flush)
        except ToldError as error:
            self._tell(error)
        else:
            self._told = False

    def _tell(self, error: ToldError) -> None:
        """Say once that it is not kept, until it is again."""
        if not self._told and self._screen.is_attached:
            self._told = True
            self._screen.notify(notice(error.told(self._lang)), severity="warning", markup=False)
