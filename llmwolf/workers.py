"""Processes that go with their parent: however that one ends, none of them works on for nobody."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Final

YOUNG: Final = 20_000
"""New objects, less those that went, after which a settled process looks for garbage."""


def pool(jobs: int, begin: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """A pool of so many fresh processes; each calls ``begin``, a function of a module, before all else."""
    return ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (begin,))


def _begin(begin: Callable[[], None] | None) -> None:
    follow_parent()
    if begin is not None:
        begin()


def follow_parent() -> None:
    """End this process as soon as its parent is gone, in the middle of whatever it does."""
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True, name="follows its parent").start()


def leave_interrupts() -> None:
    """Ctrl+C is the parent's to deal with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def settled() -> Iterator[None]:
    """Have the garbage collector not look through what is there already, all of the program: it stays.

    Nor does it look after every few hundred new objects, for most live as long as their game. Together that
    would take a quarter of the time of a hundred games at once.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
