"""A process of its own that plays games with models, many at once, in one event loop.

One event loop keeps some dozen games going; with more of them, its processor is what they wait for. Records
are written where they belong, so that a hall that dies costs no more than the calls in flight.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from llmwolf.arena.cast import Cast
from llmwolf.arena.purse import Portion
from llmwolf.arena.table import Sitting
from llmwolf.arena.worker import Played
from llmwolf.llm.budget import Budget
from llmwolf.workers import follow_parent, leave_interrupts, processors, settled

if TYPE_CHECKING:
    from llmwolf.arena.live import Tables

GAMES: Final = 16
"""Games at once for which one process is enough."""
_TELLING: Final = 1.0
"""Seconds after which a game tells what it has spent since; if its hall dies, as much is not counted."""
_PATIENCE: Final = 10.0
"""Seconds in which a hall is to close."""


_Wanted = tuple[int, Sitting, Path, int, float]
"""A game to be played: its number, its seats, its record, the tokens and dollars that it may spend."""


class Died(Exception):
    """The process of a hall is gone, and did not say what became of a game."""

    def __str__(self) -> str:
        return "the process that played it died"


def halls_for(games: int, cast: Cast, jobs: int | None) -> int:
    """How many processes so many ``games`` with models at once are played in; 1: this one is enough.

    Games that wait for their turn at an endpoint take no time. At most ``jobs`` (``None``: as there are
    processors), and none that could make no call.
    """
    calls = {spec.endpoint.base_url: spec.endpoint.concurrency for spec in cast.specs.values()}
    asking = min(games, sum(calls.values()))
    return max(1, min(jobs or processors(), -(-asking // GAMES), min(calls.values(), default=1)))


def parted(cast: Cast, number: int, halls: int) -> Cast:
    """``cast`` for the hall ``number`` of so many: with its part of the calls that each endpoint allows."""
    specs = {}
    for name, spec in cast.specs.items():
        each, more = divmod(spec.endpoint.concurrency, halls)
        endpoint = replace(spec.endpoint, concurrency=each + (number < more))
        specs[name] = replace(spec, endpoint=endpoint)
    return replace(cast, specs=specs)


@dataclass(slots=True)
class _Game:
    over: asyncio.Future[Played]
    spent: Callable[[int, float], None]


class Hall:
    """The parent's end of one such process. Close it."""

    def __init__(self, cast: Cast) -> None:
        """``cast`` goes to the process through a pipe, keys and all; nothing else sees it."""
        context = get_context("spawn")
        self._wire, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, cast), daemon=True)
        self._process.start()
        theirs.close()
        self._loop = asyncio.get_running_loop()
        self._games: dict[int, _Game] = {}
        self._numbers = count()
        self._gone = False
        self.ready: asyncio.Future[None] = self._loop.create_future()
        threading.Thread(target=self._listen, daemon=True, name="hears a hall").start()

    @property
    def games(self) -> int:
        """How many it plays now."""
        return len(self._games)

    async def play(self, sitting: Sitting, path: Path, portion: Portion, tick: Callable[[], None]) -> Played:
        """Play a game, or go on with the one at ``path``; ``tick`` is called when something was spent.

        Raises :class:`Died`.
        """

        def spent(tokens: int, cost: float) -> None:
            portion.spent(tokens, cost)
            tick()

        number = next(self._numbers)
        game = self._games[number] = _Game(self._loop.create_future(), spent)
        try:
            if self._gone:
                raise Died
            try:
                self._wire.send((number, sitting, path, portion.tokens, portion.cost))
            except OSError:
                raise Died from None
            return await game.over
        finally:
            del self._games[number]

    def _listen(self) -> None:
        """Pass on what the process says, until it is gone."""
        said: Any = ()
        while said is not None:
            try:
                said = self._wire.recv()
            except (EOFError, OSError):
                said = None
            try:
                self._loop.call_soon_threadsafe(self._hear, said)
            except RuntimeError:  # the loop is closed: nobody wants to know any more
                return

    def _hear(self, said: tuple[int, object] | tuple[()] | None) -> None:
        if said is None:
            self._gone = True
            waiting: list[asyncio.Future[Any]] = [self.ready, *(game.over for game in self._games.values())]
            for future in waiting:
                if not future.done():
                    future.set_exception(Died())
        elif not said:
            if not self.ready.done():
                self.ready.set_result(None)
        elif (game := self._games.get(said[0])) is not None:
            what = said[1]
            if not isinstance(what, Played):
                game.spent(*what)  # type: ignore[misc]
            elif not game.over.done():
                game.over.set_result(what)

    async def close(self) -> None:
        """End the games that are still played there, each between two moves, and the process."""
        with suppress(OSError):  # it is gone already
            self._wire.send(None)
        await asyncio.to_thread(self._process.join, _PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            await asyncio.to_thread(self._process.join)
        if self.ready.done():
            self.ready.exception()  # that nobody waited for


# -- in the process ------------------------------------------------------------------------------------


def _serve(wire: Connection, cast: Cast) -> None:
    follow_parent()
    leave_interrupts()
    asyncio.run(_play(wire, cast))


async def _play(wire: Connection, cast: Cast) -> None:
    """Play the games that ``wire`` brings until it brings ``None``."""
    from llmwolf.arena.live import Tables
    from llmwolf.llm.learned import user_memory

    wanted: asyncio.Queue[_Wanted | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def listen() -> None:
        said: Any = ()
        while said is not None:
            try:
                said = wire.recv()
            except (EOFError, OSError):
                said = None
            loop.call_soon_threadsafe(wanted.put_nowait, said)

    threading.Thread(target=listen, daemon=True, name="hears what to play").start()
    tables = Tables(cast, Budget(), user_memory())
    tables.prepare()
    with settled():
        wire.send(())
        await _take_games(wire, cast, tables, wanted)


async def _take_games(
    wire: Connection, cast: Cast, tables: Tables, wanted: asyncio.Queue[_Wanted | None]
) -> None:
    """Play them side by side; those that are still played when nothing more is wanted stop."""
    tasks: set[asyncio.Task[None]] = set()
    try:
        while (game := await wanted.get()) is not None:
            task = asyncio.create_task(_one(wire, cast, tables, *game))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await tables.close()


async def _one(
    wire: Connection,
    cast: Cast,
    tables: Tables,
    number: int,
    sitting: Sitting,
    path: Path,
    tokens: int,
    cost: float,
) -> None:
    """Play one game and tell what came of it."""
    purse = Budget(tokens, cost)
    clock = asyncio.get_running_loop().time
    told, due = (0, 0.0), clock()

    def tell() -> None:
        nonlocal told
        if purse.tokens != told[0] or purse.cost != told[1]:
            wire.send((number, (purse.tokens - told[0], purse.cost - told[1])))
            told = purse.tokens, purse.cost

    def tick() -> None:
        nonlocal due
        if clock() >= due:
            due = clock() + _TELLING
            tell()

    (fault,) = await asyncio.gather(tables.play(sitting, path, tick, purse), return_exceptions=True)
    tell()
    wire.send((number, Played.of(fault, purse, cast)))
