"""``llmwolf bench boards``: how often each side wins and each card is used when bots play a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from llmwolf import workers
from llmwolf.bench.bots import Match, count
from llmwolf.boards import Board
from llmwolf.boards.shares import Shares
from llmwolf.players.bots.uses import Use, abilities

BATCH = 50
"""Games of one piece of work."""
ENOUGH = 500
"""After so many games a card that was never used is inert, and not only rare."""


def measure_boards(
    boards: Sequence[Board], games: int, level: str, jobs: int
) -> Iterator[tuple[Board, Shares]]:
    """Play ``games`` games of bots on each of ``boards`` (seeds 0, 1, 2 …), in ``jobs`` processes.

    Yields a board as soon as all its games are played, in the order of ``boards``. The figures do not
    depend on ``jobs``.
    """
    starts = range(0, games, BATCH)
    with workers.pool(jobs) as pool:
        for board in boards:
            batches = [range(start, min(start + BATCH, games)) for start in starts]
            wins: Counter[str] = Counter()
            used: Counter[Use] = Counter()
            for won, did in pool.map(_played, [board] * len(batches), batches, [level] * len(batches)):
                wins.update(won)
                used.update(did)
            yield board, Shares(games, level, dict(wins), uses=by_card(board, used))


def by_card(board: Board, used: Counter[Use]) -> dict[str, dict[str, int]]:
    """Card → what it can be used for on ``board`` → how often it was; never is 0."""
    found: dict[str, dict[str, int]] = {}
    for card, ability in abilities(board):
        found.setdefault(card, {})[ability] = used[card, ability]
    return found


def _played(board: Board, seeds: range, level: str) -> tuple[Counter[str], Counter[Use]]:
    counted = count(Match(board, level, level), seeds).play
    return counted.wins, counted.uses
