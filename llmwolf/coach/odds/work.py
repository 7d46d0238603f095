"""Pieces of work for several processes: the roll-outs of one moment, the alternatives of one decision."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Any

from llmwolf.coach.odds.alternatives import Alternative, best
from llmwolf.coach.odds.reference import Reference
from llmwolf.coach.odds.rollout import Moment, Point, Setting, extend
from llmwolf.record.errors import RecordError
from llmwolf.record.reader import read
from llmwolf.record.verify import refold

Found = Point | list[Alternative]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: go on with ``point`` at ``ply``, or (``point`` is ``None``) weigh its alternatives."""

    ply: int
    point: Point | None
    most: int = 0


@lru_cache(maxsize=1)
def reference(path: Path) -> Reference:
    """The game in the file ``path``; raises :class:`RecordError` where it does not hold."""
    game, difference = refold(read(path))
    if difference:
        raise RecordError(f"{path.name} does not hold, see `llmwolf verify`: {difference}")
    return Reference(game)


def do(path: Path, setting: Setting, piece: Piece) -> Found:
    """Do one piece, in whatever process."""
    ref = reference(path)
    if piece.point is None:
        return best(ref, setting, piece.ply)
    return extend(Moment(ref, setting, piece.ply), piece.point, most=piece.most)


def _deaf() -> None:
    """Ctrl+C is the parent's business: a worker ends when its piece does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Workers:
    """Processes that do pieces; with one job they are done here. ``jobs`` changes no result."""

    def __init__(self, path: Path, setting: Setting, jobs: int) -> None:
        self._path, self._setting, self._jobs = path, setting, jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        if self._jobs > 1:
            self._pool = ProcessPoolExecutor(self._jobs, get_context("spawn"), _deaf)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def run(self, pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Found]]:
        """Each piece with what came of it, as soon as it is done."""
        if self._pool is None:
            for piece in pieces:
                yield piece, do(self._path, self._setting, piece)
            return
        waiting: dict[Future[Any], Piece] = {
            self._pool.submit(do, self._path, self._setting, piece): piece for piece in pieces
        }
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
