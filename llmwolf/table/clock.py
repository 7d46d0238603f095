"""A person's time for one answer, and whether the table stands still."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any


class Clock:
    """Counts down from ``limit`` seconds (``None``: for ever), for one answer after the other.

    It can be extended, and it stands while it is held.
    """

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self._left = limit
        self._since: float | None = None
        self._held = False
        self._moved = asyncio.Event()

    @property
    def left(self) -> float | None:
        """Seconds that are left of the answer that is waited for, ``None`` where there is no limit."""
        if self._left is None or self._since is None:
            return self._left
        return self._left - (monotonic() - self._since)

    def start(self) -> None:
        """The whole time again, for another answer."""
        self._left = self.limit
        self._run()

    def extend(self, seconds: float) -> None:
        """So much more time for this answer; nothing where there is no limit."""
        if (left := self.left) is not None:
            self._left = max(0.0, left) + seconds
            self._run()

    def hold(self, held: bool) -> None:
        """Stand still, or go on from there."""
        if held is not self._held:
            self._left, self._held = self.left, held
            self._run()

    def _run(self) -> None:
        self._since = None if self._held else monotonic()
        self._moved.set()

    async def wait(self, task: asyncio.Task[Any]) -> bool:
        """Wait until ``task`` is done; whether it is before the time is over."""
        while not task.done():
            left = self.left
            if left is not None and left <= 0:
                return False
            self._moved.clear()
            moved = asyncio.create_task(self._moved.wait())
            try:
                await asyncio.wait(
                    {task, moved},
                    timeout=None if self._held else left,
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                moved.cancel()
        return True


class Standstill:
    """Whether a table stands still: who comes to :meth:`passed` waits until it goes on."""

    def __init__(self) -> None:
        self._goes = asyncio.Event()
        self._goes.set()

    @property
    def on(self) -> bool:
        """Whether the table stands still."""
        return not self._goes.is_set()

    def stop(self) -> None:
        """Stand still."""
        self._goes.clear()

    def go(self) -> None:
        """Go on."""
        self._goes.set()

    async def passed(self) -> None:
        """Wait while the table stands still."""
        await self._goes.wait()
