"""The referee: who has the floor, what the table has heard, and who interrupts first (I-5)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from llmwolf.players.base import Answer
from llmwolf.rules.errors import RuleError, Stale
from llmwolf.rules.game import MAX_TEXT, Game
from llmwolf.rules.words import clean
from llmwolf.table.tasks import stop_all


@dataclass(slots=True)
class _Wish:
    seat: int
    answer: Answer
    done: asyncio.Future[None]


class Referee:
    """Keeps the floor of one game and the queue of those who want to interrupt."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._wishes: list[_Wish] = []
        self._wake = asyncio.Event()
        self.speaker = 0
        self.heard = ""

    def queue(self, seat: int, answer: Answer) -> asyncio.Future[None]:
        """Take a wish to interrupt; refused at once where the seat has no such right."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        error = self._game.why_not(answer.as_cut_in(self._game.ply, seat, self.heard))
        if error is not None:
            done.set_exception(error)
        else:
            self._wishes.append(_Wish(seat, answer, done))
            self._wake.set()
        return done

    def open(self, seat: int) -> None:
        """Give ``seat`` the floor."""
        self.speaker, self.heard = seat, ""

    def hears(self, seat: int, piece: str) -> bool:
        """A piece of a speech was shown; returns whether ``seat`` has the floor."""
        if seat != self.speaker or len(self.heard) > MAX_TEXT:
            return False
        self.heard += piece
        return True

    async def wait(self, talk: asyncio.Task[Any]) -> bool:
        """Wait until the speech ends or somebody interrupts; returns whether the speech is over.

        An interruption that leaves the speech running (退水) returns False.
        """
        bell = asyncio.create_task(self._wake.wait(), name="the referee's bell")
        try:
            await asyncio.wait({talk, bell}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            bell.cancel()
        if not self._wishes:
            return talk.done()
        return self._rule() or talk.done()

    def _rule(self) -> bool:
        """Accept the wishes of this tick, the lower seat first; the rest are refused with a reason (I-5)."""
        self._wake.clear()
        wishes, self._wishes = sorted(self._wishes, key=lambda wish: wish.seat), []
        ply = self._game.ply
        over = False
        for wish in wishes:
            error: RuleError | None
            if over:
                error = Stale("too_late", "somebody else interrupted first")
            else:
                cut = wish.answer.as_cut_in(ply, wish.seat, clean(self.heard))
                error = self._game.why_not(cut)
                if error is None:
                    self._game.cut_in(cut)
                    over = self._game.over or self._game.ply != ply
            if not wish.done.done():
                if error is not None:
                    wish.done.set_exception(error)
                else:
                    wish.done.set_result(None)
        return over

    async def close(self, talk: asyncio.Task[Any] | None) -> None:
        """Take the floor back: a speech that still runs is stopped, late wishes are refused."""
        self.speaker, self.heard = 0, ""
        try:
            if talk is not None and not talk.done():
                await stop_all((talk,))
        finally:
            self.dismiss()

    def dismiss(self) -> None:
        """Refuse every wish that is still waiting."""
        self._wake.clear()
        wishes, self._wishes = self._wishes, []
        for wish in wishes:
            if not wish.done.done():
                wish.done.set_exception(Stale("too_late", "the speech was over already"))
