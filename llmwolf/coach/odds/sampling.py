"""Games of bots to measure odds on, and a drawn moment of each; one seed a game, in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from llmwolf import workers
from llmwolf.boards import Board, spec_for
from llmwolf.coach.odds.reference import Reference
from llmwolf.coach.odds.rollout import Setting, table
from llmwolf.coach.odds.work import begin
from llmwolf.roles import registry
from llmwolf.rules.chance import number
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

T = TypeVar("T")


def played(board: Board, setting: Setting, seed: int) -> Reference:
    """The game of ``seed``, by bots of the setting's level."""
    game = Game(spec_for(board, seed), registry())
    play(game, table(setting, board.seats, number(seed, "odds/played")))
    return Reference(game)


def drawn(ref: Reference, setting: Setting, seed: int, nth: int = 0) -> int:
    """An ask of ``ref``, drawn evenly, or rather the first one at which the observer knew as much."""
    return ref.same(setting.observer, number(setting.seed, "odds/ply", seed, nth) % len(ref.marks))


def over(
    seeds: range, one: Callable[[int], list[T]], jobs: int, tick: Callable[[int], object]
) -> Iterator[T]:
    """What ``one`` finds for each seed, in their order; ``tick`` hears how many are done."""
    if jobs == 1:
        for done, seed in enumerate(seeds, 1):
            yield from one(seed)
            tick(done)
        return
    with workers.pool(jobs, begin) as pool:
        for done, found in enumerate(pool.map(one, seeds, chunksize=4), 1):
            yield from found
            tick(done)
