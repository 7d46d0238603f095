"""``llmwolf bench boards``: how often each side wins when bots play a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from llmwolf.boards import Board
from llmwolf.boards.shares import Shares
from llmwolf.players.bots.measure import measure
from llmwolf.table.quick import play

BATCH = 50
"""Games of one piece of work."""


def measure_boards(
    boards: Sequence[Board], games: int, level: str, jobs: int
) -> Iterator[tuple[Board, Shares]]:
    """Play ``games`` games of bots on each of ``boards`` (seeds 0, 1, 2 …), in ``jobs`` processes.

    Yields a board as soon as all its games are played, in the order of ``boards``. The figures do not
    depend on ``jobs``.
    """
    starts = range(0, games, BATCH)
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for board in boards:
            batches = [range(start, min(start + BATCH, games)) for start in starts]
            wins: Counter[str] = Counter()
            for found in pool.map(_wins, [board] * len(batches), batches, [level] * len(batches)):
                wins.update(found)
            yield board, Shares(games, level, dict(wins))


def _wins(board: Board, seeds: range, level: str) -> Counter[str]:
    return measure(board, seeds, play, level).wins
