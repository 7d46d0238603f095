"""Live seats for the tests of the table: bots that answer after a step of a clock of the test's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from llmwolf.players.base import Answer, Heard
from llmwolf.players.bots import make_bot
from llmwolf.rules.view import View


class Clock:
    """A clock that moves on only when everybody waits for it; a *step* is the time one answer takes.

    ``waves`` holds, for each step, how many answers were under way in it.
    """

    def __init__(self) -> None:
        self.waves: list[int] = []
        self._waiting: list[asyncio.Future[None]] = []

    async def step(self) -> None:
        """Wait for the next step."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        await turn

    async def run(self, table: asyncio.Task[object]) -> None:
        """Move on whenever nothing else can, until ``table`` is done."""
        while not table.done():
            before = -1
            while before != len(self._waiting) and not table.done():
                before = len(self._waiting)
                for _ in range(SETTLE):
                    await asyncio.sleep(0)
            due, self._waiting = self._waiting, []
            if due:
                self.waves.append(len(due))
            for turn in due:
                if not turn.done():
                    turn.set_result(None)


async def until(true: Callable[[], bool]) -> None:
    """Let the loop run until something has happened; fails if it never does."""
    for _ in range(20_000):
        if true():
            return
        await asyncio.sleep(0)
    pytest.fail("it never happened")


SETTLE = 30
"""Turns of the loop after which whoever can go on has gone on."""


@dataclass
class Polled:
    """A poll that was put: to whom, and why."""

    seat: int
    moment: str


@dataclass
class SlowBot:
    """A live seat that thinks like a bot and takes one step for each answer.

    ``orders`` are its standing orders, ``says`` what it answers when polled, by moment.
    """

    seat: int
    clock: Clock
    seed: int = 0
    orders: Callable[[View, Heard], Answer | None] = lambda view, heard: None
    says: Mapping[str, Answer] = field(default_factory=dict)
    polls: int = 9
    polled_at: list[Polled] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._bot = make_bot(self.seat, "normal", self.seed)

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        assert view.request is not None
        self.asked.append(view.request.kind)
        answer = self._bot.answer(view)
        await self.clock.step()
        return answer

    def standing(self, view: View, heard: Heard) -> Answer | None:
        return self.orders(view, heard)

    async def polled(self, view: View, moment: str) -> Answer | None:
        self.polled_at.append(Polled(view.seat, moment))
        await self.clock.step()
        return self.says.get(moment)
