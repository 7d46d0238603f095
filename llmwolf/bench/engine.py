"""``llmwolf bench engine``: complete games a second on one core, and where the time goes.

Scripted seats answer at once, at random among the legal answers; every decision and event is kept.
"""

from __future__ import annotations

import cProfile
import gc
import pstats
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random

from llmwolf.boards import Board, spec_for
from llmwolf.players.base import Player
from llmwolf.players.scripted import RandomPlayer, random_answer
from llmwolf.record.head import Head, Sitter
from llmwolf.record.writer import Writer
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

BATCH = 25
"""Games in one timed batch."""
REPEATS = 3


@dataclass(frozen=True, slots=True)
class EngineFigures:
    """What the benchmark found; times are CPU milliseconds a game, best batch and mean."""

    board: str
    games: int
    rules_ms: float
    rules_mean_ms: float
    views_ms: float
    views_mean_ms: float
    record_ms: float
    record_mean_ms: float
    refold_over_play: float
    hand_ms: float | None
    all_over_hand: float | None
    transcript_bytes: int
    moves: float
    events: float
    memory_mib: float
    profile: list[str]

    def as_json(self) -> dict[str, object]:
        """Every figure by name."""
        return asdict(self)


def rules_alone(board: Board, seed: int) -> Game:
    """One game through the engine, nobody looking."""
    rng = Random(seed)
    game = Game(spec_for(board, seed), registry())
    while (ask := game.ask) is not None:
        ply = game.ply
        for request in ask.requests:
            game.submit(random_answer(request, rng).decision(ply, request.seat))
    return game


def with_views(board: Board, seed: int, writer: Writer | None = None) -> Game:
    """One game in which every seat answers from its view, and every seat's view is kept to the end."""
    game = Game(spec_for(board, seed), registry())
    player = RandomPlayer(seed)
    players: dict[int, Player] = dict.fromkeys(range(1, board.seats + 1), player)
    play(game, players, writer)
    for seat in range(board.seats + 1):
        game.view(seat)
    return game


def recorded(board: Board, seed: int) -> tuple[Game, Writer]:
    """The same with the transcript written (in memory, without waiting for a disk) and hashed."""
    writer = Writer(None, head_of(board, seed))
    return with_views(board, seed, writer), writer


def head_of(board: Board, seed: int) -> Head:
    """The head of a game of random seats."""
    sitters = [Sitter(seat=n, name=f"{n}号", player="random") for n in range(1, board.seats + 1)]
    return Head.of(spec_for(board, seed), sitters, board.zh, board.en)


def _timed(games: int, one: Callable[[int], object]) -> tuple[float, float]:
    """Best and mean CPU milliseconds a game of ``one(seed)`` over the games of seeds 0 to ``games`` - 1.

    Every batch is run ``REPEATS`` times and its quickest run counts: another process on the machine
    only ever adds time. The mean is over all runs.
    """
    best = total = 0.0
    for start in range(0, games, BATCH):
        runs = []
        for _ in range(REPEATS):
            gc.collect()
            began = time.process_time()
            for seed in range(start, min(start + BATCH, games)):
                one(seed)
            runs.append(time.process_time() - began)
        best, total = best + min(runs), total + sum(runs)
    return best / games * 1000, total / games / REPEATS * 1000


def _hand_ms() -> float | None:
    """CPU milliseconds of one random nine-handed no-limit hand of pokerkit; ``None`` where it is missing."""
    try:
        from llmwolf.bench.hand import play_hand
    except ImportError:
        return None
    return _timed(2 * BATCH, play_hand)[0]


def _memory(board: Board, games: int = 100) -> float:
    """Peak MiB that ``games`` games in one process add, one after another."""
    gc.collect()
    tracemalloc.start()
    for seed in range(games):
        recorded(board, seed)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def _profile(board: Board, games: int = 40) -> list[str]:
    """The five functions with the most time of their own."""
    profile = cProfile.Profile()
    profile.enable()
    for seed in range(games):
        recorded(board, seed)
    profile.disable()
    stats = pstats.Stats(profile)
    rows = sorted(stats.stats.items(), key=lambda row: -row[1][2])[:5]  # type: ignore[attr-defined]
    whole = stats.total_tt  # type: ignore[attr-defined]
    return [
        f"{own / whole:5.1%} {calls // games:5d} calls/game  {file.rsplit('llmwolf/', 1)[-1]}:{line} {name}"
        for (file, line, name), (_, calls, own, _, _) in rows
    ]


def measure(board: Board, games: int, tick: Callable[[str], None] = lambda what: None) -> EngineFigures:
    """Run the benchmark; ``tick`` is told what is being measured."""
    for seed in range(5):
        recorded(board, seed)  # warm the caches
    tick("rules alone")
    rules = _timed(games, lambda seed: rules_alone(board, seed))
    tick("with views")
    views = _timed(games, lambda seed: with_views(board, seed))
    tick("with views and record")
    record = _timed(games, lambda seed: recorded(board, seed))
    tick("re-folding")
    sample = [rules_alone(board, seed) for seed in range(min(games, 100))]
    refold = _timed(len(sample), lambda seed: Game(sample[seed].spec, registry()).play(sample[seed].moves))
    tick("a hand of pokerkit")
    hand = _hand_ms()
    tick("memory and profile")
    _, writer = recorded(board, 1)
    return EngineFigures(
        board=board.id,
        games=games,
        rules_ms=rules[0],
        rules_mean_ms=rules[1],
        views_ms=views[0],
        views_mean_ms=views[1],
        record_ms=record[0],
        record_mean_ms=record[1],
        refold_over_play=refold[0] / rules[0],
        hand_ms=hand,
        all_over_hand=record[0] / hand if hand else None,
        transcript_bytes=len(writer.data),
        moves=sum(len(g.moves) for g in sample) / len(sample),
        events=sum(len(g.log) for g in sample) / len(sample),
        memory_mib=_memory(board),
        profile=_profile(board),
    )
