"""``llmwolf bench interrupt``: from a key press to the speech stopped, in the app with its screen.

The app runs without a terminal, but with its own event loop, bindings, dialog and drawing. One seat
speaks for ever at a fixed rate; the person is a wolf, presses F9 and confirms with Enter.
"""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from textual.events import Key

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer, LivePlayer, Player
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.host import Host
from llmwolf.table.quick import default_answer
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.session import Session, Setup

RATE = 200
"""Pieces a second."""
_HEARD_FIRST = 40
_PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class InterruptFigures:
    """Milliseconds from a key press: ``dialog`` to the question on the screen, ``stopped`` to silence."""

    trials: int
    pieces_per_second: int
    stopped_median: float
    stopped_worst: float
    dialog_median: float
    dialog_worst: float


class _Silent:
    """Passes whatever may be passed."""

    interrupts = False

    def answer(self, view: View) -> Answer:
        assert view.request is not None
        return default_answer(view.request)

    def cut_in(self, view: View, heard: str) -> Answer | None:
        return None


class _Endless:
    """Speaks by day until it is stopped, and passes everything else."""

    def __init__(self) -> None:
        self.pieces = 0
        self.stopped_at = 0.0
        self.under_way = asyncio.Event()
        self.stopped = asyncio.Event()

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        assert view.request is not None
        if view.facts.stage != "speech" or view.request.kind != "speak":
            return default_answer(view.request)
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            while True:
                say("我说")
                self.pieces += 1
                if self.pieces == _HEARD_FIRST:
                    self.under_way.set()
                await asyncio.sleep(max(0.0, began + self.pieces / RATE - loop.time()))
        finally:
            self.stopped_at = loop.time()
            self.stopped.set()


def _table(talker: _Endless) -> Callable[[Setup, str], Session]:
    def open_table(setup: Setup, lang: str) -> Session:
        board = find_board("official-12")
        dealt = tuple(sorted(board.cards, key=lambda card: card != "werewolf"))
        game = Game(spec_for(board, 1, dealt=dealt), registry())
        players: dict[int, Player | LivePlayer] = dict.fromkeys(range(1, board.seats + 1), _Silent())
        players |= dict.fromkeys(range(2, board.seats + 1), talker)
        return Session(game=game, host=Host(game, players), human=None, seat=1)

    return open_table


async def _trial() -> tuple[float, float]:
    """Seconds from F9 to the dialog, and from Enter to the end of the stream."""
    talker = _Endless()
    app = LlmwolfApp(setup=Setup(), play_now=True, open_table=_table(talker))
    async with app.run_test(size=(110, 34)) as pilot, asyncio.timeout(_PATIENCE):
        await talker.under_way.wait()
        loop = asyncio.get_running_loop()
        began = loop.time()
        app.post_message(Key("f9", None))  # what a terminal's driver does with a key
        await _dialog(app)
        asked = loop.time() - began
        await pilot.pause()
        began = loop.time()
        app.post_message(Key("enter", "\r"))
        await talker.stopped.wait()
        stopped = talker.stopped_at - began
        if app.game_screen is not None:
            await app.game_screen.stop()
        return asked, stopped


async def _dialog(app: LlmwolfApp) -> None:
    """Wait until the question is on the screen and under the keys."""
    while not isinstance(app.screen, Dialog) or app.screen.focused is None:  # noqa: ASYNC110
        await asyncio.sleep(0)


def measure(trials: int, tick: Callable[[str], None] = lambda what: None) -> InterruptFigures:
    """Run ``trials`` tables; ``tick`` hears of each."""
    asked: list[float] = []
    stopped: list[float] = []
    for number in range(trials):
        one = asyncio.run(_trial())
        asked.append(one[0] * 1000)
        stopped.append(one[1] * 1000)
        tick(f"{number + 1}/{trials}: dialog {asked[-1]:.0f} ms, stopped {stopped[-1]:.1f} ms")
    return InterruptFigures(
        trials=trials,
        pieces_per_second=RATE,
        stopped_median=statistics.median(stopped),
        stopped_worst=max(stopped),
        dialog_median=statistics.median(asked),
        dialog_worst=max(asked),
    )
