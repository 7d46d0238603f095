"""One process at a time: a lock on an open file, which goes with the process however it ends."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from llmwolf.record.errors import RecordBusy

_HELD: Final = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
_LOCKS: Final = Path("/proc/locks")
_FAR: Final = 0x7FFF_FFF0
"""Where Windows locks a byte: whoever reads a locked one is refused there, and nobody reads so far."""


def lock(handle: int) -> bool:
    """Hold the open file ``handle`` until it is closed; false: it is held by somebody else already.

    The lock binds those who ask for it, nobody else, and reading needs none. A system or a disk that knows
    no such locks holds nothing, and nobody is refused there.
    """
    try:
        _take(handle)
    except OSError as error:
        return error.errno not in _HELD
    return True


def _take(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        at = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, at, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def hold(handle: int, path: Path) -> None:
    """As :func:`lock`, for the record at ``path``; raises :class:`RecordBusy`, and the file is as it was."""
    if not lock(handle):
        raise RecordBusy(str(path), _holder(handle))


def _holder(handle: int) -> int:
    """The process that holds the file, where the system tells (0: it does not)."""
    with suppress(OSError, ValueError, IndexError):
        inode = os.fstat(handle).st_ino
        for line in _LOCKS.read_text("ascii").splitlines():
            words = line.split()  # "1: FLOCK  ADVISORY  WRITE 4711 08:01:123456 0 EOF"
            if words[1] == "FLOCK" and int(words[5].rpartition(":")[2]) == inode:
                return max(0, int(words[4]))
    return 0


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep others from going on with the record at ``path``, which need not be there.

    Raises :class:`RecordBusy` where somebody is writing it.
    """
    try:
        file = path.open("rb")
    except OSError:  # what cannot be opened is being written by nobody here
        yield
        return
    with file:
        hold(file.fileno(), path)
        yield


def refuse_held(path: Path) -> None:
    """Raise :class:`RecordBusy` where somebody is writing the record at ``path``; nothing is held after."""
    with held(path):
        return
