"""Pools of processes."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import threading

from llmwolf.workers import YOUNG, settled

BUSY = """
import threading
from llmwolf import workers
from tests.test_workers import never

if __name__ == "__main__":
    pool = workers.pool(2, workers.leave_interrupts)
    for _ in range(2):
        pool.submit(never)
    threading.Event().wait()
"""


def never() -> None:
    """Say that it has begun, and come to no end."""
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    threading.Event().wait()


def test_a_killed_parent_leaves_no_worker_behind():
    parent = subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert [parent.stdout.readline() for _ in range(2)] == ["begun\n"] * 2
    parent.send_signal(signal.SIGKILL)
    rest, _ = parent.communicate(timeout=60)  # the end of the output is the end of whoever could write to it
    assert (rest, parent.returncode) == ("", -signal.SIGKILL)


def test_a_settled_process_looks_for_garbage_more_rarely_and_as_before_when_it_is_over():
    before = gc.get_threshold()
    with settled():
        assert gc.get_threshold()[0] == YOUNG > before[0]
        assert gc.get_freeze_count()
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)
