"""The human seat: the screen is told what is asked, and gives the answer when the person does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from llmwolf.players.base import Answer
from llmwolf.rules.view import View


class HumanPlayer:
    """A person at a screen.

    ``on_asked`` is called with the view whenever something is asked, ``on_settled`` when the ask is
    over, answered or not.
    """

    def __init__(
        self,
        on_asked: Callable[[View], None] = lambda view: None,
        on_settled: Callable[[], None] = lambda: None,
    ) -> None:
        self.on_asked = on_asked
        self.on_settled = on_settled
        self._wanted: asyncio.Future[Answer] | None = None

    @property
    def asked(self) -> bool:
        """Whether an answer is wanted now."""
        return self._wanted is not None and not self._wanted.done()

    def give(self, answer: Answer) -> bool:
        """The person's answer; returns whether one was wanted."""
        if self._wanted is None or self._wanted.done():
            return False
        self._wanted.set_result(answer)
        return True

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        """Wait for the person. A speech is shown when it is sent, not while it is typed."""
        self._wanted = asyncio.get_running_loop().create_future()
        try:
            self.on_asked(view)
            return await self._wanted
        finally:
            self._wanted = None
            self.on_settled()
