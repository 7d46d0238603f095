"""A dask cluster of real processes on this machine, or in network namespaces of it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def process(
    module: str, args: Sequence[str], log: Path, env: Mapping[str, str], within: Sequence[str] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """A Python ``module`` as a process, begun by the command ``within``; killed when the block is over."""
    command = [*within, sys.executable, "-m", module, *args]
    with (
        log.open("wb") as file,
        subprocess.Popen(
            command, stdout=file, stderr=file, cwd=log.parent, env={**os.environ, **env}
        ) as child,
    ):
        try:
            yield child
        finally:
            child.kill()


def wait_for_text(log: Path, text: str, child: subprocess.Popen[bytes]) -> str:
    """The first line of ``log`` that holds ``text``, once there is one."""
    while child.poll() is None:
        for line in log.read_text("utf-8").splitlines():
            if text in line:
                return line
        time.sleep(0.02)
    raise AssertionError(log.read_text("utf-8"))


@contextmanager
def scheduler(folder: Path, host: str = "127.0.0.1", within: Sequence[str] = ()) -> Iterator[str]:
    """A scheduler on a free port; its address."""
    log = folder / "scheduler.log"
    args = ["--host", host, "--port", "0", "--no-dashboard"]
    with process("distributed.cli.dask_scheduler", args, log, {}, within) as child:
        line = wait_for_text(log, "Scheduler at:", child)
        yield line[line.index("tcp://") :].strip()


@contextmanager
def worker(
    folder: Path,
    address: str,
    name: str,
    threads: int = 1,
    env: Mapping[str, str] = {},
    within: Sequence[str] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """A worker that has found the scheduler, with an environment of its own."""
    log = folder / f"{name}.log"
    args = [address, "--no-nanny", "--no-dashboard", "--nthreads", str(threads), "--name", name]
    args += ["--local-directory", str(folder / name)]
    with process("distributed.cli.dask_worker", args, log, env, within) as child:
        wait_for_text(log, "Registered to:", child)
        yield child
