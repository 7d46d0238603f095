"""The test server on a thread of its own, for what runs its own event loop: commands, second processes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.llm.fake_server import Brain, FakeServer


@contextmanager
def serving(brain: Brain) -> Iterator[FakeServer]:
    """Serve what ``brain`` answers while the block lasts."""
    started: list[tuple[FakeServer, asyncio.AbstractEventLoop]] = []
    ready, stop = threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with FakeServer(brain) as server:
            started.append((server, asyncio.get_running_loop()))
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    server, loop = started[0]
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
