"""Where lines go: a file that only grows by whole lines, or memory."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Final, Protocol

from llmwolf.record.errors import NotWritten, RecordChanged, RecordError, RecordExists
from llmwolf.record.lock import hold

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN: Final = (errno.EACCES, errno.EPERM, errno.EROFS)
_MISSING: Final = (errno.ENOENT, errno.ENOTDIR)


class Sink(Protocol):
    """Takes lines."""

    def append(self, data: bytes, durable: bool = True) -> None:
        """Add whole lines; ``durable``: they are to be on the disk when this returns."""

    def close(self) -> None:
        """Nothing more is added."""


class Memory:
    """Keeps the lines in ``data``."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)

    def append(self, data: bytes, durable: bool = True) -> None:
        """Add whole lines."""
        self.data += data

    def close(self) -> None:
        """Nothing to do."""


class AppendFile:
    """A file that only grows, by whole lines: what cannot be written as a whole is taken back.

    While it is open no other process may open it so (:mod:`llmwolf.record.lock`).
    """

    def __init__(self, path: Path, file: FileIO, size: int, sync: bool) -> None:
        self.path = path
        self._file = file
        self._size = size
        self._sync = sync
        self._torn = False

    @classmethod
    def create(cls, path: Path, sync: bool) -> AppendFile:
        """A new file at ``path``, with its folders.

        Raises :class:`RecordExists` rather than overwrite, and :class:`NotWritten` if it cannot be made.
        """
        with _explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                file = FileIO(path, "x")
            except FileExistsError:
                raise RecordExists(
                    "there is such a file already, and a record is never overwritten; choose another name",
                    where=str(path),
                ) from None
            hold(file.fileno(), path)
            if sync:
                _sync_folder(path.parent)
        return cls(path, file, 0, sync)

    @classmethod
    def reopen(cls, path: Path, size: int, sync: bool, read: int | None = None) -> AppendFile:
        """The file at ``path``, cut to its first ``size`` bytes; ``read`` is how many it had when last read.

        Raises :class:`RecordBusy` where another process is writing it, :class:`RecordChanged` where one has
        since it was read, and :class:`NotWritten`; nothing is changed then.
        """
        with _explained(path):
            self = cls(path, FileIO(path, "r+"), size, sync)
            try:
                hold(self._file.fileno(), path)
                if read is not None and os.fstat(self._file.fileno()).st_size != read:
                    raise RecordChanged(str(path))
            except RecordError:
                self.close()
                raise
            self._take_back()
        return self

    def append(self, data: bytes, durable: bool = True) -> None:
        """Add whole lines. Raises :class:`NotWritten`; the file is then as it was before."""
        try:
            if self._torn:
                self._take_back()
            self._torn = True  # until all is written, or taken back, which a disk may refuse as well
            written = self._file.write(data) or 0
            while written < len(data):
                written += self._file.write(memoryview(data)[written:]) or 0
            if durable and self._sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._take_back()
            raise _not_written(error, self.path) from None
        self._torn = False
        self._size += len(data)

    def clear(self) -> None:
        """Empty the file. Raises :class:`NotWritten`."""
        self._size = 0
        try:
            self._take_back()
        except OSError as error:
            raise _not_written(error, self.path) from None

    def close(self) -> None:
        """Close the file; nothing is buffered, so nothing can fail to be written here."""
        self._file.close()

    def discard(self) -> None:
        """Close the file and remove it: what it is for could not be begun."""
        self.close()
        with suppress(OSError):  # an empty file that stays says nothing
            self.path.unlink()

    def _take_back(self) -> None:
        self._file.truncate(self._size)
        self._file.seek(self._size)
        self._torn = False


def _sync_folder(folder: Path) -> None:
    """Make a new name last; systems that cannot open folders do it by themselves."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what the system complains of into a sentence with a way out."""
    try:
        yield
    except OSError as error:
        raise _not_written(error, path) from None


def _not_written(error: OSError, path: Path) -> NotWritten:
    """What the system complains of as a sentence with a way out."""
    system = error.strerror or str(error)
    if error.errno in _FULL:
        cause, sentence = (
            "full",
            "the disk is full; what was recorded so far is whole: make room, then go on",
        )
    elif error.errno in _FORBIDDEN:
        cause = "forbidden"
        sentence = f"nothing may be written in {path.parent}; choose another place or change the permissions"
    elif error.errno in _MISSING:
        cause, sentence = "missing", f"there is no folder {path.parent}; make it or choose another place"
    else:
        cause, sentence = "other", f"the file cannot be written ({system}); choose another place"
    return NotWritten(sentence, cause, system, str(path))
