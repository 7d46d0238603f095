"""Where the games of a tournament are played: here, or on a cluster."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from llmwolf.arena.cast import Cast
from llmwolf.arena.errors import ArenaError
from llmwolf.arena.hall import Died, Hall, parted
from llmwolf.arena.outcome import Line
from llmwolf.arena.purse import Portion
from llmwolf.arena.table import Sitting, play_to_file
from llmwolf.llm.budget import Budget
from llmwolf.record.reader import Transcript, read
from llmwolf.workers import leave_interrupts, pool

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
        budget ends the game before its end, and :class:`~llmwolf.arena.unasked.Unasked` where a model cannot
        be asked.
        """

    async def close(self) -> None:
        """Let go of processes and connections."""


class Local:
    """This machine: a pool of processes for games of bots, and for games with models this event loop, or
    several halls."""

    def __init__(self, cast: Cast, purse: Budget, jobs: int, halls: int = 1) -> None:
        self._cast = cast
        self._purse = purse
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._tables: Tables | None = None
        self._parts = [parted(cast, number, halls) for number in range(halls)] if halls > 1 else []
        self._halls = [Hall(part) for part in self._parts]

    @classmethod
    async def opened(cls, cast: Cast, purse: Budget, jobs: int, halls: int) -> Local:
        """The same, with its halls ready; raises :class:`ArenaError` where they cannot be begun."""
        self = cls(cast, purse, jobs, halls)
        try:
            for hall in self._halls:
                await hall.ready
        except Died:
            await self.close()
            raise ArenaError(
                (
                    "打模型局的进程起不来；加 --jobs 1 就在这一个进程里打",
                    "the processes for games with models cannot be begun; --jobs 1 plays them in this one",
                )
            ) from None
        except asyncio.CancelledError:
            await self.close()
            raise
        return self

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
            playing = self._pool = self._pool or self._fresh()
            try:
                return await loop.run_in_executor(playing, play_to_file, sitting, path, versions)
            except BrokenProcessPool:
                if self._pool is playing:
                    self._pool = None
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("the attempts come to an end")

    def _fresh(self) -> ProcessPoolExecutor:
        return pool(self._jobs, leave_interrupts)

    async def live(
        self, sitting: Sitting, path: Path, versions: Line, lanes: int, tick: Callable[[], None]
    ) -> Transcript:
        """As the protocol has it: in one event loop all games spend from one purse, call by call; in halls
        each is given its portion. Raises :class:`~llmwolf.arena.hall.Died` where the hall does so each time.
        """
        if self._halls:
            await self._in_hall(sitting, path, lanes, tick)
            return read(path)
        from llmwolf.arena.live import Tables
        from llmwolf.llm.learned import user_memory

        if self._tables is None:
            self._tables = Tables(self._cast, self._purse, user_memory())
        await self._tables.play(sitting, path, tick)
        return read(path)

    async def _in_hall(self, sitting: Sitting, path: Path, lanes: int, tick: Callable[[], None]) -> None:
        """Play in the hall that has least to do; one that dies gives way to a new one, which goes on."""
        portion = Portion(self._purse, lanes)
        try:
            for attempt in range(1, ATTEMPTS + 1):
                hall = min(self._halls, key=lambda hall: hall.games)
                try:
                    played = await hall.play(sitting, path, portion, tick)
                except Died:
                    if hall in self._halls:
                        number = self._halls.index(hall)
                        self._halls[number] = Hall(self._parts[number])
                        await hall.close()
                    if attempt == ATTEMPTS:
                        raise
                else:
                    return played.judge()
        finally:
            portion.give_back()

    async def close(self) -> None:
        """Let the games of bots that are being played end, and no other begin; games with models stop."""
        await asyncio.gather(*(hall.close() for hall in self._halls))
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        if self._tables is not None:
            await self._tables.close()
