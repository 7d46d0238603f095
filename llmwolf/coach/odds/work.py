"""Pieces of work for several processes: some roll-outs of one moment, or of another answer at it."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from llmwolf import workers
from llmwolf.coach.odds.reference import Reference
from llmwolf.coach.odds.rollout import Moment, Setting, roll
from llmwolf.record.errors import RecordError
from llmwolf.record.reader import read
from llmwolf.record.verify import refold
from llmwolf.rules.asks import Decision

CHUNK: Final = 20
"""Worlds of one piece at most."""
_GARBAGE: Final = 50_000
"""Objects made between two looks for garbage: a game leaves few rings, and makes many objects."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The worlds from ``start`` to ``stop`` of the moment ``ply``; ``answers`` are given to its ask."""

    ply: int
    start: int
    stop: int
    answers: tuple[Decision, ...] = ()


def pieces(ply: int, start: int, stop: int, answers: tuple[Decision, ...] = ()) -> list[Piece]:
    """The worlds from ``start`` to ``stop`` in pieces of :data:`CHUNK`."""
    return [Piece(ply, at, min(at + CHUNK, stop), answers) for at in range(start, stop, CHUNK)]


@lru_cache(maxsize=1)
def reference(path: Path) -> Reference:
    """The game in the file ``path``; raises :class:`RecordError` where it does not hold."""
    game, difference = refold(read(path))
    if difference:
        raise RecordError(f"{path.name} does not hold, see `llmwolf verify`: {difference}")
    return Reference(game)


@lru_cache(maxsize=8)
def _moment(path: Path, setting: Setting, ply: int) -> Moment:
    return Moment(reference(path), setting, ply)


def do(path: Path, setting: Setting, piece: Piece) -> str:
    """Do one piece, in whatever process: the letters of who won."""
    return roll(_moment(path, setting, piece.ply), range(piece.start, piece.stop), piece.answers)


def begin() -> None:
    """Ctrl+C is the parent's business: a worker ends when its piece does."""
    workers.leave_interrupts()
    gc.set_threshold(_GARBAGE)


class Workers:
    """Processes that do pieces; with one job they are done here. ``jobs`` changes no result."""

    def __init__(self, path: Path, setting: Setting, jobs: int) -> None:
        self._path, self._setting, self._jobs = path, setting, jobs
        self._pool: ProcessPoolExecutor | None = None
        self._users = 0

    @contextmanager
    def ready(self) -> Iterator[None]:
        """While this is open the same processes do all pieces; they are started with the first ones."""
        self._users += 1
        try:
            yield
        except BaseException:
            self._end(wait_for=False)
            raise
        finally:
            self._users -= 1
            if not self._users:
                self._end(wait_for=True)

    def run(self, todo: Sequence[Piece]) -> Iterator[tuple[Piece, str]]:
        """Each piece with what came of it, as soon as it is done."""
        if self._jobs == 1 or not todo:
            for piece in todo:
                yield piece, do(self._path, self._setting, piece)
            return
        with self.ready():
            if self._pool is None:
                self._pool = workers.pool(self._jobs, begin)
            waiting: dict[Future[str], Piece] = {
                self._pool.submit(do, self._path, self._setting, piece): piece for piece in todo
            }
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()

    def played(self, todo: Sequence[Piece]) -> dict[Piece, str]:
        """Every piece with what came of it, in the order of ``todo``."""
        found = dict(self.run(todo))
        return {piece: found[piece] for piece in todo}

    def _end(self, wait_for: bool) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=wait_for, cancel_futures=True)
            self._pool = None
