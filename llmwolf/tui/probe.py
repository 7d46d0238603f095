"""``llmwolf bench interrupt``: from a key press to the speech stopped, measured inside the app."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer
from llmwolf.players.human import HumanPlayer
from llmwolf.roles import registry
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.host import AnyPlayer, Host
from llmwolf.table.pace import PACES
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.session import Session, Setup

_PATIENCE: Final = 10.0
_REST: Final = 0.002
_DRAWN: Final = 0.3
"""Seconds for the confirmation to be drawn."""
PIECE: Final = "我觉"


class _Talker:
    """Runs for sheriff and then speaks, piece by piece, until it is stopped."""

    def __init__(self, gap: float) -> None:
        self._gap = gap
        self.pieces = 0
        self.stopped = 0.0
        self.done = asyncio.Event()

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        """One answer."""
        request = view.request
        assert request is not None
        if request.kind == "sign_up":
            return Answer("run")
        if request.kind != "speak":
            return Answer()
        try:
            due = perf_counter()
            while True:
                say(PIECE)
                self.pieces += 1
                due += self._gap
                await asyncio.sleep(max(0.0, due - perf_counter()))
        finally:
            self.stopped = perf_counter()
            self.done.set()


async def time_to_stop(chunks: int = 200, size: tuple[int, int] = (110, 34), run_up: float = 0.5) -> float:
    """Seconds from the key press that confirms a 自爆 to the running speech being stopped.

    A whole application without a terminal: a wolf's screen of ``size``, another seat streaming ``chunks``
    pieces a second, cut off after ``run_up`` seconds. Raises :class:`TimeoutError` if it never stops.
    """
    talkers: list[_Talker] = []

    def open_table(setup: Setup, lang: str) -> Session:
        board = find_board("official-12")
        game = Game(spec_for(board, 1), registry())
        seat = deal(game.spec, registry()).index("werewolf") + 1
        human = HumanPlayer()
        players: dict[int, AnyPlayer] = {}
        for other in range(1, board.seats + 1):
            if other != seat:
                talkers.append(_Talker(1 / chunks))
                players[other] = talkers[-1]
        players[seat] = human
        return Session(game, Host(game, players, pace=PACES["instant"]), human, seat)

    app = LlmwolfApp(setup=Setup(pace="instant"), play_now=True, open_table=open_table)
    async with asyncio.timeout(_PATIENCE), app.run_test(size=size):
        while not any(talker.pieces for talker in talkers):
            game = app.game_screen
            if game is not None and game.session.human is not None and game.session.human.asked:
                game.session.human.give(Answer())
            await asyncio.sleep(_REST)
        await asyncio.sleep(run_up)
        app.simulate_key("f9")
        await asyncio.sleep(_DRAWN)
        if not isinstance(app.screen, Dialog):
            raise TimeoutError("the confirmation did not come")
        pressed = perf_counter()
        app.simulate_key("enter")
        talker = next(talker for talker in talkers if talker.pieces)
        await talker.done.wait()
        return talker.stopped - pressed


@dataclass(frozen=True, slots=True)
class InterruptFigures:
    """What the trials gave; times are milliseconds."""

    trials: int
    pieces_per_second: int
    median_ms: float
    worst_ms: float


def measure(
    trials: int, chunks: int = 200, tick: Callable[[str], None] = lambda what: None
) -> InterruptFigures:
    """Run ``trials`` tables one after another; ``tick`` hears of each."""
    times: list[float] = []
    for number in range(1, trials + 1):
        times.append(asyncio.run(time_to_stop(chunks)) * 1000)
        tick(f"{number}/{trials}: {times[-1]:.1f} ms")
    return InterruptFigures(trials, chunks, median(times), max(times))
