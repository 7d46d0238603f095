"""What the tests of the screens share: when a screen has come to rest."""

import asyncio
from time import process_time

import pytest

SOON = 0.02
"""Seconds: a timer that is due within them belongs to what the key press began."""


async def at_rest(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Wait until the event loop has nothing left to run, for at most ``max_sleep`` seconds of work.

    The pilot's own rest asks whether the process used little processor time, and a process that gets none
    beside busy neighbours looks as if it had finished; an idle one waits for nothing.
    """
    loop = asyncio.get_running_loop()
    begun, ends = process_time(), loop.time() + max(SOON, min_sleep)
    idle = 0
    while process_time() - begun < max_sleep:
        await asyncio.sleep(0)
        idle = 0 if loop._ready else idle + 1  # type: ignore[attr-defined]
        if idle < 3:
            continue
        due = [timer.when() for timer in loop._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
        nearest = min(due, default=ends)
        if nearest >= ends:
            return
        await asyncio.sleep(nearest - loop.time())
        idle = 0


@pytest.fixture(autouse=True)
def rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rest of the pilot is one of the event loop."""
    monkeypatch.setattr("textual.pilot.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.app.wait_for_idle", at_rest)
