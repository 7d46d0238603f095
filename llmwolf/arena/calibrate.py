"""An agent against itself, over and over: how often a comparison raises a false alarm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

from llmwolf import workers
from llmwolf.arena.cast import cast_of
from llmwolf.arena.plan import Plan
from llmwolf.arena.schedule import Fixture, schedule
from llmwolf.arena.stats import Difference, compare
from llmwolf.arena.table import Sitting, play_bots, sit_down
from llmwolf.boards import Board

_CHUNK = 10


@dataclass(frozen=True, slots=True)
class Repeat:
    """One comparison of an agent with itself."""

    seed: int
    difference: Difference


def same_agents(board: Board, level: str, swap: str, games: int, seed: int) -> Plan:
    """A paired plan whose two agents, and all others, are the same bot."""
    names = ("one", "other", "rest")
    return Plan.model_validate(
        {
            "agents": [{"id": name, "kind": "bot", "level": level} for name in names],
            "boards": [board.id],
            "games": games,
            "design": "paired",
            "swap": swap,
            "baseline": "rest",
            "seed": seed,
            "words": False,
        }
    )


def calibrate(
    board: Board,
    level: str,
    swap: str,
    games: int,
    repeats: int,
    jobs: int,
    tick: Callable[[Repeat], None] = lambda repeat: None,
) -> list[Repeat]:
    """Compare an agent with itself ``repeats`` times, over ``games`` games each, which are not recorded."""
    found = []
    with workers.pool(jobs) as pool:
        for seed in range(repeats):
            plan = same_agents(board, level, swap, games, seed)
            cast = cast_of(plan.agents)
            fixtures = schedule(plan, {board.id: board})
            sittings = [sit_down(plan, cast, board, fixture) for fixture in fixtures]
            scores = dict(zip(fixtures, pool.map(score, sittings, chunksize=_CHUNK), strict=True))
            compared = compare(differences(scores), seed)
            assert compared is not None
            found.append(Repeat(seed, compared))
            tick(found[-1])
    return found


def score(sitting: Sitting) -> float:
    """The share of the swapped seats that won the game of ``sitting``."""
    game, _ = play_bots(sitting)
    return fmean(seat in game.judge.facts.winners for seat in sitting.fixture.focus)


def differences(scores: dict[Fixture, float]) -> list[float]:
    """A − B of each pair."""
    by_arm: dict[str, dict[str, float]] = {}
    for fixture, value in scores.items():
        by_arm.setdefault(fixture.cluster, {})[fixture.arm] = value
    return [pair["A"] - pair["B"] for pair in by_arm.values()]
