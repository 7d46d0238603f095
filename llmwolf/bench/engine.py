"""``llmwolf bench engine``: complete games a second on one core, and where the time goes.

Scripted seats answer at once, at random among the legal answers; every decision and event is kept.
"""

from __future__ import annotations

import cProfile
import gc
import pstats
import resource
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from random import Random

from llmwolf import workers
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


def _timed(games: int, works: Mapping[str, Callable[[int], object]]) -> dict[str, tuple[float, float]]:
    """Best and mean CPU milliseconds a run of each of ``works`` over the seeds 0 to ``games`` - 1.

    The works take turns batch by batch, so that whatever else the machine does falls on all of them alike
    and their ratios hold. Every batch is run ``REPEATS`` times and its quickest run counts.
    """
    best, total = dict.fromkeys(works, 0.0), dict.fromkeys(works, 0.0)
    for start in range(0, games, BATCH):
        seeds = range(start, min(start + BATCH, games))
        runs: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(REPEATS):
            for name, work in works.items():
                gc.collect()
                began = time.process_time()
                for seed in seeds:
                    work(seed)
                runs[name].append(time.process_time() - began)
        for name, times in runs.items():
            best[name] += min(times)
            total[name] += sum(times)
    return {name: (best[name] / games * 1000, total[name] / games / REPEATS * 1000) for name in works}


def _hand() -> Callable[[int], object] | None:
    """One random nine-handed no-limit hand of pokerkit; ``None`` where it is not installed."""
    try:
        from llmwolf.bench.hand import play_hand
    except ImportError:
        return None
    return play_hand


def _peak_mib(board: Board, games: int = 100) -> float:
    """Play ``games`` games, each with its record, and tell the most memory this process ever held, in MiB."""
    for seed in range(games):
        recorded(board, seed)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _memory(board: Board) -> float:
    """What :func:`_peak_mib` tells of a process that does nothing else."""
    with workers.pool(1) as pool:
        return pool.submit(_peak_mib, board).result()


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
    tick("warming up")
    played = (rules_alone(board, seed) for seed in range(games))
    sample = [(game.spec, game.moves, len(game.log)) for game in played]
    _, writer = recorded(board, 1)
    gc.collect()
    gc.freeze()  # the kept moves are not to be looked through while others are timed
    works: dict[str, Callable[[int], object]] = {
        "rules": lambda seed: rules_alone(board, seed),
        "views": lambda seed: with_views(board, seed),
        "record": lambda seed: recorded(board, seed),
        "refold": lambda seed: Game(sample[seed][0], registry()).play(sample[seed][1]),
    }
    hand = _hand()
    if hand is not None:
        works["hand"] = hand
    tick(f"timing {games} games, {REPEATS} times")
    timed = _timed(games, works)
    tick("memory and profile")
    hand_ms = timed["hand"][0] if hand is not None else None
    return EngineFigures(
        board=board.id,
        games=games,
        rules_ms=timed["rules"][0],
        rules_mean_ms=timed["rules"][1],
        views_ms=timed["views"][0],
        views_mean_ms=timed["views"][1],
        record_ms=timed["record"][0],
        record_mean_ms=timed["record"][1],
        refold_over_play=timed["refold"][0] / timed["rules"][0],
        hand_ms=hand_ms,
        all_over_hand=timed["record"][0] / hand_ms if hand_ms else None,
        transcript_bytes=len(writer.data),
        moves=sum(len(moves) for _, moves, _ in sample) / games,
        events=sum(events for _, _, events in sample) / games,
        memory_mib=_memory(board),
        profile=_profile(board),
    )
