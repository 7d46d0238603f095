"""A dask cluster plays the games of a tournament; this process alone writes into its folder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any, Final

from llmwolf.arena.errors import ArenaError, Elsewhere
from llmwolf.arena.outcome import Line
from llmwolf.arena.purse import Portion
from llmwolf.arena.table import Sitting, write_whole
from llmwolf.arena.worker import Played, play_bots_here, play_models_here
from llmwolf.llm.budget import Budget
from llmwolf.record.reader import Transcript, read

PATIENCE: Final = 15.0
"""Seconds to wait for a scheduler, and for its first worker."""
_AHEAD: Final = 2
"""Games sent for each thread of the workers, so that none waits for the next one."""
_LEAST: Final = 32
"""Games sent at least: workers that join later then have something to do."""


def reach(scheduler: str) -> None:
    """Raise :class:`ArenaError` where no worker of a cluster at the address ``scheduler`` would play."""

    async def look() -> None:
        await (await Cluster.at(scheduler, Budget())).close()

    asyncio.run(look())


class Cluster:
    """The workers behind one scheduler: a :class:`~llmwolf.arena.backend.Backend`.

    A game whose worker is lost is begun again on another one by the scheduler. Records come back as bytes.
    """

    def __init__(self, client: Any, purse: Budget, threads: int) -> None:
        """``client`` is an asynchronous one of dask; ``threads`` are those of all workers."""
        self._client = client
        self._purse = purse
        self._threads = threads

    @classmethod
    async def at(cls, scheduler: str, purse: Budget) -> Cluster:
        """The cluster at the address ``scheduler``; raises :class:`ArenaError` where there is none."""
        try:
            from distributed import Client
        except ImportError:
            raise ArenaError(
                (
                    "--backend dask 要先装 dask.distributed：pip install 'llmwolf[cluster]'",
                    "--backend dask wants dask.distributed: pip install 'llmwolf[cluster]'",
                )
            ) from None
        try:
            opened: Callable[..., Any] = Client
            client = await opened(scheduler, asynchronous=True, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            told = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ArenaError(
                (
                    f"连不上调度器 {scheduler}（{told}）；先起 `dask scheduler`，地址照它打印的写",
                    f"no scheduler at {scheduler} ({told}); start `dask scheduler` and name the address that"
                    " it prints",
                )
            ) from None
        try:
            await client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            await client.close()
            raise ArenaError(
                (
                    f"{scheduler} 下面没有 worker；在各台机器上起 `dask worker {scheduler}`",
                    f"no worker at {scheduler}; start `dask worker {scheduler}` on each machine",
                )
            ) from None
        return cls(client, purse, sum((await client.nthreads()).values()))

    @property
    def lanes(self) -> int:
        """Enough that no worker waits."""
        return max(_LEAST, _AHEAD * self._threads)

    async def bots(self, sitting: Sitting, path: Path, versions: Line) -> Line:
        """As the protocol has it."""
        data, line = await self._done(play_bots_here, sitting, versions)
        write_whole(path, data)
        told: Line = line
        return told

    async def live(
        self, sitting: Sitting, path: Path, versions: Line, lanes: int, tick: Callable[[], None]
    ) -> Transcript:
        """As the protocol has it: each game is given its part of the purse, and returns what is left."""
        portion = Portion(self._purse, lanes)
        try:
            begun = {file.name: file.read_bytes() for file in path.parent.glob(f"{path.name}*")}
            played: Played = await self._done(
                play_models_here, sitting, versions, begun, portion.tokens, portion.cost
            )
            portion.spent(played.tokens, played.cost)
        finally:
            portion.give_back()
        for name in begun.keys() - played.files.keys():
            path.with_name(name).unlink()
        for name, data in played.files.items():
            write_whole(path.with_name(name), data)
        tick()
        played.judge()
        return read(path)

    async def _done(self, task: Callable[..., Any], *args: object) -> Any:
        """What ``task`` comes to on some worker."""
        from distributed import KilledWorker

        future = self._client.submit(task, *args, pure=False)
        try:
            return await future.result()
        except KilledWorker as lost:
            tries = lost.allowed_failures + 1
            raise Elsewhere(
                f"KilledWorker: {tries} workers died, the last {lost.last_worker.address}"
            ) from None
        except CancelledError:
            raise ArenaError(
                (
                    "调度器断了；打完的局都在，起好集群后用 arena resume 接着打",
                    "the scheduler is gone; what was played is kept: `arena resume` goes on once it is back",
                )
            ) from None
        except ImportError as error:
            raise ArenaError(
                (
                    f"worker 上缺东西（{error}）；那边也要装同一版 llmwolf",
                    f"a worker lacks something ({error}); the same llmwolf has to be installed there",
                )
            ) from None
        finally:
            future.release()

    async def close(self) -> None:
        """Leave the cluster; what it has not begun for us it drops."""
        await asyncio.wait_for(self._client.close(), PATIENCE)
