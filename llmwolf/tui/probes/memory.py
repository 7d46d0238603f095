"""What a game of thirty days keeps in memory, with the table's screen and without it."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from llmwolf.players.base import Answer
from llmwolf.players.human import HumanPlayer
from llmwolf.rules.game import Game
from llmwolf.table.host import AnyPlayer, Host
from llmwolf.table.pace import PACES
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.probes.endless import Streaming, new_game, wolf_in
from llmwolf.tui.session import Session, Setup, nicknames

DAYS: Final = (2, 10, 20, 30)
"""The days at whose beginning memory is measured; by the first the screen has drawn everything once."""
GOAL_MB: Final = 1.0
"""How much the screen may keep of the last ten days: their lines; by then every cache is full."""
_REST: Final = 0.002
_PATIENCE: Final = 300.0
"""Seconds that a day may take."""
_KEYS: Final = ("f5", "f10", "f12", "f1")
"""One of them is pressed every day, and Esc: what is opened and closed must leave nothing behind."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Megabytes of Python objects at the beginning of each of :data:`DAYS`."""

    app: tuple[float, ...]
    alone: tuple[float, ...]
    """The same game without a screen."""
    lines: int
    """Entries of the log at the end."""

    @property
    def grown(self) -> float:
        """What the screen keeps of the last of these days, beside what the game itself does."""
        return (self.app[-1] - self.app[-2]) - (self.alone[-1] - self.alone[-2])


async def measure_memory(size: tuple[int, int] = (110, 34), days: tuple[int, ...] = DAYS) -> Kept:
    """Play the game twice; ``days`` as :data:`DAYS`. Raises :class:`TimeoutError` if it does not go on."""
    alone = await _without(days)
    app, lines = await _with(size, days)
    return Kept(tuple(app), tuple(alone), lines)


def _seat_all() -> Session:
    game, human = new_game(), HumanPlayer()
    players: dict[int, AnyPlayer] = {seat: Streaming() for seat in range(1, game.spec.seats + 1)}
    seat = wolf_in(game)
    players[seat] = human
    names = nicknames(game.spec.seats, seat, "我", "zh")
    return Session(game, Host(game, players, pace=PACES["instant"]), human, seat, names=names)


async def _without(days: tuple[int, ...]) -> list[float]:
    session = _seat_all()
    running = asyncio.create_task(session.host.run())
    try:
        return await _watch(session, days, _nothing)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _with(size: tuple[int, int], days: tuple[int, ...]) -> tuple[list[float], int]:
    session = _seat_all()
    app = LlmwolfApp(setup=Setup(pace="instant"), play_now=True, open_table=lambda setup, lang: session)
    async with app.run_test(size=size):

        async def look_around(day: int) -> None:
            table = app.screen
            app.simulate_key(_KEYS[day % len(_KEYS)])
            await _until(lambda: app.screen is not table)
            app.simulate_key("escape")
            await _until(lambda: app.screen is table)

        kept = await _watch(session, days, look_around)
        screen = app.game_screen
        return kept, len(screen.log_view.lines) if screen is not None else 0


async def _watch(
    session: Session, days: tuple[int, ...], daily: Callable[[int], Awaitable[None]]
) -> list[float]:
    """Pass whenever the person is asked, until the last of ``days``; what was kept at each."""
    game: Game = session.game
    kept: list[float] = []
    day = 0
    tracemalloc.start()
    try:
        while len(kept) < len(days):
            async with asyncio.timeout(_PATIENCE):
                while game.judge.facts.day == day:
                    if session.human is not None and session.human.asked:
                        session.human.give(Answer())
                    await asyncio.sleep(_REST)
                day = game.judge.facts.day
                await daily(day)
            if day >= days[len(kept)]:
                gc.collect()
                kept.append(tracemalloc.get_traced_memory()[0] / 1e6)
    finally:
        tracemalloc.stop()
    return kept


async def _until(true: Callable[[], bool]) -> None:
    """Wait until something is true: no event tells which screen is on top."""
    for _ in range(round(_PATIENCE / _REST)):
        if true():
            return
        await asyncio.sleep(_REST)
    raise TimeoutError


async def _nothing(day: int) -> None:
    """Nobody looks around."""
