"""Where the games of a tournament are played: here, or on a cluster."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from llmwolf.arena.cast import Cast
from llmwolf.arena.outcome import Line
from llmwolf.arena.table import Sitting, play_to_file
from llmwolf.llm.budget import Budget
from llmwolf.record.reader import Transcript

if TYPE_CHECKING:
    from llmwolf.arena.live import Tables

ATTEMPTS: Final = 3
"""How often a game is begun whose process dies: any of those that it takes along may be the culprit."""


class Backend(Protocol):
    """Plays single games. Whoever asks it runs ``lanes`` of them at once, and closes it in the end.

    A game comes to the same whichever backend plays it, and its record is whole or can be gone on with
    whenever the backend dies.
    """

    @property
    def lanes(self) -> int:
        """How many games of bots it wants to be asked for at once."""

    async def bots(self, sitting: Sitting, path: Path, versions: Line) -> Line:
        """Play a game without models into the record at ``path``; its line in the index."""

    async def live(
        self, sitting: Sitting, path: Path, versions: Line, lanes: int, tick: Callable[[], None]
    ) -> Transcript:
        """Play a game with models, or go on with it, beside so many others as ``lanes`` says.

        ``tick`` is called whenever something is spent. Raises :class:`~llmwolf.arena.purse.Spent` where the
        budget ends the game before its end.
        """

    async def close(self) -> None:
        """Let go of processes and connections."""


class Local:
    """This machine: a pool of processes for games of bots, this event loop for games with models."""

    def __init__(self, cast: Cast, purse: Budget, jobs: int) -> None:
        self._cast = cast
        self._purse = purse
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._tables: Tables | None = None

    @property
    def lanes(self) -> int:
        """As many as there are processes."""
        return self._jobs

    async def bots(self, sitting: Sitting, path: Path, versions: Line) -> Line:
        """As the protocol has it; raises :class:`BrokenProcessPool` where the process dies time and again.

        One that dies takes its pool along, and a new one is made.
        """
        loop = asyncio.get_running_loop()
        for attempt in range(1, ATTEMPTS + 1):
            pool = self._pool = self._pool or self._fresh()
            try:
                return await loop.run_in_executor(pool, play_to_file, sitting, path, versions)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("the attempts come to an end")

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, get_context("spawn"), initializer=_begin_worker)

    async def live(
        self, sitting: Sitting, path: Path, versions: Line, lanes: int, tick: Callable[[], None]
    ) -> Transcript:
        """As the protocol has it: all games spend from one purse, call by call."""
        from llmwolf.arena.live import Tables
        from llmwolf.llm.learned import user_memory

        if self._tables is None:
            self._tables = Tables(self._cast, self._purse, user_memory())
        return await self._tables.play(sitting, path, tick)

    async def close(self) -> None:
        """Let the games of bots that are being played end, and no other begin."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        if self._tables is not None:
            await self._tables.close()


def _begin_worker() -> None:
    """Ctrl+C is the parent's to deal with; a parent that was killed takes its workers along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
