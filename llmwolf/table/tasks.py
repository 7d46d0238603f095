"""Tasks that end when they must, whatever the player in them does about being cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, TypeVar

from llmwolf.record.errors import RecordError
from llmwolf.table.clock import Clock

T = TypeVar("T")
STOP_SECONDS: Final = 1.0
"""How long tasks that do not stop at once are waited for."""
GRACE: Final = 0.5
"""The same for one player's turn; shorter, so that whoever stops the turn's own task is not kept waiting."""

_strays: set[asyncio.Task[Any]] = set()
"""Tasks that were left to themselves; the loop holds them by weak references only."""


def _nothing() -> None:
    """Nothing is to be done."""


async def within(
    limit: float | Clock | None, turn: Coroutine[Any, Any, T], stopping: Callable[[], None] = _nothing
) -> T:
    """What ``turn`` returns; raises what it raises, and :class:`TimeoutError` after ``limit`` seconds.

    A clock is started, and may be extended or held on the way.
    ``stopping`` is called before the turn is cancelled.
    It runs as a task of its own: one that ignores being cancelled is left to itself after a moment, and
    whatever becomes of it is not heard of. A :class:`RecordError` that it ends with comes before all else.
    """
    task = asyncio.create_task(turn)
    try:
        in_time = await _in_time(task, limit)
    except asyncio.CancelledError:
        stopping()
        await _stop(task)
        raise
    if not in_time:
        stopping()
        await _stop(task)
        raise TimeoutError
    return task.result()


async def _in_time(task: asyncio.Task[Any], limit: float | Clock | None) -> bool:
    if isinstance(limit, Clock):
        limit.start()
        return await limit.wait(task)
    done, _ = await asyncio.wait({task}, timeout=limit)
    return bool(done)


async def _stop(task: asyncio.Task[Any]) -> None:
    _cancel(task)
    await asyncio.wait({task}, timeout=GRACE)
    if task.done() and not task.cancelled() and isinstance(error := task.exception(), RecordError):
        raise error


async def stop_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel ``tasks`` and wait until they have stopped, but not longer than a moment.

    Raises what one of them raised instead of stopping.
    """
    stopping = set(tasks)
    for task in stopping:
        _cancel(task)
    if not stopping:
        return
    done, _ = await asyncio.wait(stopping, timeout=STOP_SECONDS)
    for task in done:
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error


def _cancel(task: asyncio.Task[Any]) -> None:
    if not task.done():
        _strays.add(task)
        task.add_done_callback(_heed)
        task.cancel()


def _heed(task: asyncio.Task[Any]) -> None:
    """Take note of how a task ended that perhaps nobody waits for any more: the loop is not to complain."""
    _strays.discard(task)
    if not task.cancelled():
        task.exception()
