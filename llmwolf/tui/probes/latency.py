"""From a key press to what it changes being written to the terminal, while a speech streams in.

The app runs on a terminal that shows nothing but does the whole work: every frame is composed, diffed and
turned into escape sequences. A key counts as seen when the bytes that show its effect are written.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from time import perf_counter
from typing import Final

from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.keys import _character_to_key

from llmwolf.players.base import Answer
from llmwolf.players.human import HumanPlayer
from llmwolf.rules.view import View
from llmwolf.table.host import AnyPlayer, Host
from llmwolf.table.pace import PACES
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.lines import Line
from llmwolf.tui.probes.endless import Patient, played_to, speech, wolf_in
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.situation import SituationScreen
from llmwolf.tui.session import Session, Setup, nicknames
from llmwolf.tui.words import t

MEDIAN_GOAL: Final = 50
P95_GOAL: Final = 150
"""Milliseconds."""
_DAY: Final = 20
_PATIENCE: Final = 60.0
_RUN_UP: Final = 1.0
_FIRST_TYPED: Final = 0x9F00
"""Nobody at the table says these characters."""
_PIECE: Final = "嗯"


@dataclass(slots=True)
class Eye:
    """What is written to the terminal: when it first ``shows`` what is looked for."""

    shows: Callable[[str], bool] = lambda written: False
    seen: asyncio.Event = field(default_factory=asyncio.Event)
    at: float = 0.0
    frames: int = 0

    def see(self, written: str) -> None:
        """Something was written."""
        self.frames += 1
        if not self.seen.is_set() and self.shows(written):
            self.at = perf_counter()
            self.seen.set()

    def look_for(self, shows: Callable[[str], bool]) -> None:
        """Wait for something else."""
        self.shows = shows
        self.seen.clear()


def _terminal(eye: Eye) -> type[HeadlessDriver]:
    """A terminal that ``eye`` looks at, for which everything is drawn."""

    class Terminal(HeadlessDriver):
        @property
        def is_headless(self) -> bool:
            return False

        def write(self, data: str) -> None:
            eye.see(data)

    return Terminal


class _Talker:
    """Speaks without end, so many pieces a second."""

    def __init__(self, gap: float) -> None:
        self._gap = gap
        self.pieces = 0
        self.heard = asyncio.Event()

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        """Never an answer."""
        due = perf_counter()
        while True:
            say(_PIECE)
            self.pieces += 1
            self.heard.set()
            due += self._gap
            await asyncio.sleep(max(0.0, due - perf_counter()))


@dataclass(frozen=True, slots=True)
class KeyFigures:
    """Milliseconds of one kind of keys, and of all of them (``what`` is ``all``)."""

    what: str
    presses: int
    median_ms: float
    p95_ms: float
    worst_ms: float


@dataclass(frozen=True, slots=True)
class ScreenFigures:
    """What the run was like, and its figures."""

    lines: int
    pieces_per_second: float
    frames_per_second: float
    keys: tuple[KeyFigures, ...]


async def measure_keys(
    presses: int = 60, chunks: int = 200, lines: int = 2000, size: tuple[int, int] = (110, 34)
) -> ScreenFigures:
    """Press every kind of key ``presses`` times.

    The log has ``lines`` entries, another seat streams ``chunks`` pieces a second. Raises
    :class:`TimeoutError` if a key is never seen.
    """
    eye, talker = Eye(), _Talker(1 / chunks)
    app = LlmwolfApp(
        setup=Setup(pace="instant"), play_now=True, open_table=lambda setup, lang: _table(talker)
    )
    app.driver_class = _terminal(eye)
    running = asyncio.create_task(app.run_async(size=size, mouse=False))
    try:
        async with asyncio.timeout(_PATIENCE):
            await talker.heard.wait()
        screen = app.game_screen
        assert screen is not None
        _fill(screen, lines)
        began, pieces, frames = perf_counter(), talker.pieces, eye.frames
        await asyncio.sleep(_RUN_UP)
        hand = _Hand(app, screen, eye)
        times = {
            "typing": await hand.types(presses),
            "scrolling": await hand.scrolls(presses),
            "boards": await hand.opens_boards(presses),
        }
        seconds = perf_counter() - began
        rates = (talker.pieces - pieces) / seconds, (eye.frames - frames) / seconds
        held = len(screen.log_view.lines)
    finally:
        app.exit()
        await running
    every = [time for kind in times.values() for time in kind]
    keys = tuple(_figures(what, kind) for what, kind in [*times.items(), ("all", every)])
    return ScreenFigures(held, *rates, keys)


def _table(talker: _Talker) -> Session:
    """A late day of a long game; the person holds a wolf, and another seat has the floor."""
    game, human = played_to(_DAY), HumanPlayer()
    seat, speaker = wolf_in(game), game.waiting[0].seat
    players: dict[int, AnyPlayer] = {other: Patient() for other in range(1, game.spec.seats + 1)}
    players[speaker], players[seat] = talker, human
    names = nicknames(game.spec.seats, seat, "我", "zh")
    return Session(game, Host(game, players, pace=PACES["instant"]), human, seat, names=names)


def _fill(screen: GameScreen, lines: int) -> None:
    """Bring the log to so many entries."""
    log = screen.log_view
    request = screen.session.game.waiting[0]
    more = range(len(log.lines), lines)
    said = [Line("speech", f"〔{n}〕{speech(request, n)}", "12号 大饼：", 12) for n in more]
    log.add(said, screen.table.live)


class _Hand:
    """Presses keys, one when the last has been seen and some milliseconds have passed."""

    def __init__(self, app: LlmwolfApp, screen: GameScreen, eye: Eye) -> None:
        self._app = app
        self._screen = screen
        self._eye = eye
        self._pressed = 0

    async def types(self, presses: int) -> list[float]:
        """Characters into the draft."""
        self._app.simulate_key("f4")
        await asyncio.sleep(_RUN_UP)
        signs = [chr(_FIRST_TYPED + n) for n in range(presses)]
        return [await self._press(sign, partial(_shows, sign)) for sign in signs]

    async def scrolls(self, presses: int) -> list[float]:
        """From the beginning of the log some pages down, and up again."""
        log, times = self._screen.log_view, []
        self._app.simulate_key("ctrl+home")
        await asyncio.sleep(_RUN_UP)
        for n in range(presses):
            before = log.scroll_y

            def moved(written: str, before: float = before) -> bool:
                return log.scroll_y != before and log.lines[log.top + 1].text[:6] in written

            times.append(await self._press("pagedown" if n < presses * 2 // 3 else "pageup", moved))
        return times

    async def opens_boards(self, presses: int) -> list[float]:
        """局势板 and 票型, opened and closed."""
        keys, times = t("board_keys", "zh"), []

        def opened(written: str) -> bool:
            return isinstance(self._app.screen, SituationScreen) and keys in written

        def closed(written: str) -> bool:
            log = self._screen.log_view
            return self._app.screen is self._screen and log.lines[log.top + 1].text[:6] in written

        for n in range(presses // 2):
            times.append(await self._press("f5" if n % 2 else "f10", opened))
            times.append(await self._press("escape", closed))
        return times

    async def _press(self, key: str, shows: Callable[[str], bool]) -> float:
        """Seconds from pressing ``key`` to what ``shows`` it."""
        self._pressed += 1
        await asyncio.sleep(self._pressed * 7 % 40 / 1000)  # at every moment between two frames
        self._eye.look_for(shows)
        sign = key if len(key) == 1 else None
        event = events.Key(_character_to_key(key) if sign else key, sign)
        event.set_sender(self._app)
        pressed = perf_counter()
        self._app.post_message(event)
        async with asyncio.timeout(_PATIENCE):
            await self._eye.seen.wait()
        return self._eye.at - pressed


def _shows(text: str, written: str) -> bool:
    return text in written


def _figures(what: str, seconds: list[float]) -> KeyFigures:
    times = sorted(second * 1000 for second in seconds)
    return KeyFigures(what, len(times), median(times), times[math.ceil(len(times) * 0.95) - 1], times[-1])
