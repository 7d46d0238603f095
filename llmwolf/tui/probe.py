"""``llmwolf bench interrupt``: from a key press to the speech stopped, measured inside the app.

Once with seats that talk out of this process, once with models that stream over a socket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer, LivePlayer
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


class _Model(_Talker):
    """The seat of a model that is stopped in the middle of its speech."""

    def __init__(self, player: LivePlayer) -> None:
        super().__init__(0)
        self._player = player

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        """One answer."""
        request = view.request
        assert request is not None
        if request.kind != "speak":
            return Answer("run") if request.kind == "sign_up" else Answer()

        def heard(piece: str) -> None:
            self.pieces += 1
            say(piece)

        try:
            return await self._player.answer_live(view, heard)
        finally:
            self.stopped = perf_counter()
            self.done.set()


async def time_to_stop(chunks: int = 200, size: tuple[int, int] = (110, 34), run_up: float = 0.5) -> float:
    """Seconds from the key press that confirms a 自爆 to the running speech being stopped.

    A whole application without a terminal: a wolf's screen of ``size``, another seat streaming ``chunks``
    pieces a second, cut off after ``run_up`` seconds. Raises :class:`TimeoutError` if it never stops.
    """
    pressed, talker = await _interrupt(lambda: _Talker(1 / chunks), size, run_up)
    return talker.stopped - pressed


async def time_to_close(
    chunks: int = 200, size: tuple[int, int] = (110, 34), run_up: float = 0.5
) -> tuple[float, float]:
    """The same for a model's speech, and seconds to when its server sees the request closed."""
    from llmwolf.bench.trickle import Trickle
    from llmwolf.llm.client import ChatClient
    from llmwolf.llm.endpoint import Endpoint
    from llmwolf.llm.seat import ModelPlayer

    async with Trickle(chunks) as server:
        client = ChatClient(Endpoint(server.base_url, "trickle"))
        pressed, talker = await _interrupt(lambda: _Model(ModelPlayer(client)), size, run_up)
        async with asyncio.timeout(_PATIENCE):
            await server.left.wait()
        await client.close()
        return talker.stopped - pressed, server.left_at - pressed


async def _interrupt(
    seat_of: Callable[[], _Talker], size: tuple[int, int], run_up: float
) -> tuple[float, _Talker]:
    """When the key was pressed that confirms, and the seat that was speaking, once it is stopped."""
    talkers: list[_Talker] = []

    def open_table(setup: Setup, lang: str) -> Session:
        board = find_board("official-12")
        game = Game(spec_for(board, 1), registry())
        seat = deal(game.spec, registry()).index("werewolf") + 1
        human = HumanPlayer()
        players: dict[int, AnyPlayer] = {}
        for other in range(1, board.seats + 1):
            if other != seat:
                talkers.append(seat_of())
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
        app.simulate_key("right")
        await asyncio.sleep(_REST)
        pressed = perf_counter()
        app.simulate_key("enter")
        talker = next(talker for talker in talkers if talker.pieces)
        await talker.done.wait()
        return pressed, talker


@dataclass(frozen=True, slots=True)
class InterruptFigures:
    """What the trials gave; times are milliseconds.

    ``model_…`` is the same for a model that streams over a socket, ``closed_…`` until its server sees the
    request closed.
    """

    trials: int
    pieces_per_second: int
    median_ms: float
    worst_ms: float
    model_median_ms: float
    model_worst_ms: float
    closed_median_ms: float
    closed_worst_ms: float


def measure(
    trials: int, chunks: int = 200, tick: Callable[[str], None] = lambda what: None
) -> InterruptFigures:
    """Run ``trials`` tables one after another; ``tick`` hears of each."""
    times: list[tuple[float, float, float]] = []
    for number in range(1, trials + 1):
        stopped = asyncio.run(time_to_stop(chunks))
        times.append((stopped, *asyncio.run(time_to_close(chunks))))
        shown = ", ".join(f"{seconds * 1000:.1f}" for seconds in times[-1])
        tick(f"{number}/{trials}: {shown} ms")
    rows = [[seconds * 1000 for seconds in row] for row in zip(*times, strict=True)]
    figures = [figure for row in rows for figure in (median(row), max(row))]
    return InterruptFigures(trials, chunks, *figures)
