"""How many calls are under way at one address, whoever makes them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakKeyDictionary, WeakValueDictionary


class Gate:
    """Lets calls to one address through in the order in which they come."""

    def __init__(self) -> None:
        self._under_way = 0
        self._line = asyncio.Lock()
        self._left = asyncio.Event()

    @asynccontextmanager
    async def through(self, most: int) -> AsyncIterator[None]:
        """Wait until fewer than ``most`` calls are under way, and be one of them while the block lasts."""
        async with self._line:
            while self._under_way >= most:
                self._left.clear()
                await self._left.wait()
            self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            self._left.set()


_gates: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, WeakValueDictionary[str, Gate]]] = (
    WeakKeyDictionary()
)


def gate_of(base_url: str) -> Gate:
    """The one gate of ``base_url`` in the running event loop, for as long as somebody holds it.

    The models behind one address share what it allows: each has a client of its own.
    """
    gates = _gates.setdefault(asyncio.get_running_loop(), WeakValueDictionary())
    return gates.setdefault(base_url, Gate())
