"""Independent asks go out at once: a game takes no more steps than its longest chain of answers."""

from __future__ import annotations

import asyncio
import sys

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.roles import registry
from llmwolf.rules.asks import Decision
from llmwolf.rules.game import Game
from llmwolf.table.host import AnyPlayer, Host
from tests.table.live import Clock, SlowBot

SEEDS = range(12)
GOAL = 0.52


async def run(seed: int, polls: bool = False) -> tuple[Game, Clock, dict[int, SlowBot]]:
    """A game of official-12 in which every answer takes one step."""
    game = Game(spec_for(find_board("official-12"), seed), registry())
    clock = Clock()
    seats = {seat: SlowBot(seat, clock, seed) for seat in range(1, 13)}
    players: dict[int, AnyPlayer] = dict(seats) if polls else {s: Deaf(bot) for s, bot in seats.items()}
    table = asyncio.create_task(Host(game, players).run())
    await clock.run(table)
    await table
    return game, clock, seats


class Deaf:
    """A live seat that never acts out of turn."""

    def __init__(self, bot: SlowBot) -> None:
        self.answer_live = bot.answer_live


def chain_of(game: Game) -> int:
    """The longest chain of answers each of which may need the one before: one an ask."""
    return len({move.ply for move in game.moves if isinstance(move, Decision)})


@pytest.mark.parametrize("seed", SEEDS)
async def test_S09_a_game_takes_as_many_steps_as_its_longest_chain(seed: int):
    game, clock, seats = await run(seed)
    calls = sum(len(bot.asked) for bot in seats.values())
    assert sum(clock.waves) == calls == sum(isinstance(move, Decision) for move in game.moves)
    assert len(clock.waves) == chain_of(game)


async def test_the_longest_chain_is_a_little_more_than_half_of_all_calls(capsys: pytest.CaptureFixture[str]):
    chains, calls = [], []
    for seed in SEEDS:
        game, clock, _ = await run(seed)
        chains.append(chain_of(game))
        calls.append(sum(clock.waves))
    share = sum(chains) / sum(calls)
    with capsys.disabled():
        sys.stdout.write(
            f"\nlongest chain: {sum(chains)} of {sum(calls)} calls of {len(calls)} games: {share:.3f}\n"
        )
    assert share <= GOAL


@pytest.mark.parametrize("seed", SEEDS)
async def test_polls_add_no_step(seed: int):
    """They run beside the speeches."""
    game, clock, seats = await run(seed, polls=True)
    polls = [poll for bot in seats.values() for poll in bot.polled_at]
    assert polls
    assert len(clock.waves) == chain_of(game)
    assert sum(clock.waves) == len(polls) + sum(len(bot.asked) for bot in seats.values())
