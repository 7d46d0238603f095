"""Same board, rules, seed and decisions: the same events, byte for byte (X-1)."""

import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from llmwolf.players.scripted import random_answer
from llmwolf.rules.asks import CutIn, Decision
from llmwolf.rules.errors import Illegal
from llmwolf.rules.events import Dealt, Spares
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import resolve
from tests.properties.drive import BOARDS, new_game, play, played, random_cut
from tests.rules.table import Table

ROOT = Path(__file__).parent.parent.parent


def digest(board: str, seed: int) -> str:
    """A digest of everything that happened in a random game and of what every seat saw of it."""
    game = played(board, seed, cut=0.05)
    views = [repr(game.view(seat)) for seat in range(game.spec.seats + 1)]
    return sha256(repr((game.log, game.moves, views)).encode()).hexdigest()


def digests() -> list[str]:
    return [digest(board, seed) for board in BOARDS for seed in range(2)]


def test_X_1_the_same_in_every_process():
    """Trap D40, T06: a fresh process, whatever its hash seed, and a well-used one."""
    code = "from tests.properties.test_same_again import digests; print(*digests())"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for hash_seed in ("0", "1", "2")
    ]
    assert runs[0] == runs[1] == runs[2] == digests()


def test_X_1_a_game_does_not_depend_on_those_before_it():
    """Trap D40: the same games in the opposite order, boards mixed, in one process."""
    there = {(board, seed): digest(board, seed) for board in BOARDS for seed in (0, 1)}
    back = {(board, seed): digest(board, seed) for seed in (1, 0) for board in reversed(BOARDS)}
    assert back == there


@pytest.mark.parametrize("board", BOARDS)
def test_X_1_sealed_answers_may_arrive_in_any_order(board: str):
    for seed in range(5):
        game, shuffled = new_game(board, seed), new_game(board, seed)
        rng, order = Random(seed), Random(-seed)
        while not game.over:
            assert game.ask is not None
            if game.ask.rights and rng.random() < 0.03:
                cut = random_cut(game, rng.choice(game.ask.rights), rng)
                game.cut_in(cut)
                shuffled.cut_in(cut)
                continue
            answers = [random_answer(r, rng).decision(game.ply, r.seat) for r in game.ask.requests]
            for answer in answers:
                game.submit(answer)
            for answer in order.sample(answers, len(answers)):
                shuffled.submit(answer)
            assert len(game.log) == len(shuffled.log)
        assert shuffled.over
        assert repr(shuffled.log) == repr(game.log)
        assert shuffled.moves == game.moves


def marked(board: str, seed: int) -> tuple[Game, dict[int, int]]:
    """A game, with acts out of turn where there are any, and how long its log was at each ply."""
    lengths: dict[int, int] = {}
    game = new_game(board, seed)
    play(game, Random(seed), 0.1, lambda g: lengths.setdefault(g.ply, len(g.log)))
    return game, lengths


@pytest.mark.parametrize("board", BOARDS)
def test_X_1_a_fork_at_any_ply_equals_the_original(board: str):
    """Trap D36: wherever a game is taken up again, it goes on to the same end."""
    game, lengths = marked(board, 1)
    for ply, length in list(lengths.items())[:: max(1, len(lengths) // 40)]:
        fork = game.fork(ply)
        assert fork.log == game.log[:length]
        assert fork.ply == ply
        fork.play(move for move in game.moves if move.ply >= ply)
        assert fork.over
        assert fork.log == game.log
        assert fork.moves == game.moves


def test_X_1_the_forked_games_had_acts_out_of_turn_with_and_without_targets():
    cuts = [move for board in BOARDS for move in marked(board, 1)[0].moves if isinstance(move, CutIn)]
    assert {(cut.verb, bool(cut.targets)) for cut in cuts} >= {
        ("explode", False),
        ("explode", True),
        ("duel", True),
        ("withdraw", False),
    }


@pytest.mark.parametrize("board", BOARDS)
def test_X_1_a_fork_of_the_whole_is_the_whole(board: str):
    game = played(board, 7, cut=0.1)
    fork = game.fork()
    seats = range(game.spec.seats + 1)
    assert repr(fork.log) == repr(game.log)
    assert [repr(fork.view(seat)) for seat in seats] == [repr(game.view(seat)) for seat in seats]
    assert game.log is not fork.log


@pytest.mark.parametrize("board", BOARDS)
def test_X_1_a_fork_with_its_own_draws_stated_is_the_same(board: str):
    """A record may state every draw; another seed then changes nothing."""
    game = played(board, 5, cut=0.1)
    stated = {label: index for label, (_, index) in game.judge.drawn.items()}
    again = Game(replace(game.spec, dealt=dealt(game), seed=99, draws=tuple(stated.items())), game.roles)
    assert again.play(game.moves).log == game.log


def dealt(game: Game) -> tuple[str, ...]:
    """The cards by seat as they were dealt, and those in the middle."""
    by_seat = [event.role for event in game.log if isinstance(event, Dealt)]
    middle = [event.cards for event in game.log if isinstance(event, Spares)]
    return (*by_seat, *(middle[0] if middle else ()))


def test_X_1_a_fork_with_another_decision_parts_ways_there_and_not_before():
    game = played("standard-9", 3, cut=0)
    ballot = next(m for m in game.moves if isinstance(m, Decision) and m.verb == "vote")
    other = ballot._replace(targets=(ballot.target % 2 + 1,))
    fork = game.fork(ballot.ply + 1, {(ballot.ply, ballot.seat): other})
    before = game.fork(ballot.ply)
    assert fork.log[: len(before.log)] == before.log
    assert other in fork.moves
    assert ballot in game.moves


def test_X_1_every_move_is_kept_as_it_was_folded():
    game = played("official-12", 11, cut=0.05)
    assert [move.ply for move in game.moves] == sorted(move.ply for move in game.moves)
    again = new_game("official-12", 11).play(game.moves)
    assert again.moves == game.moves


def test_X_1_a_fork_under_other_house_rules_plays_the_same_decisions_by_them():
    t = Table("standard-9").exile(9)
    shown = resolve({"exile_shows_card": True}, t.game.spec.rules)
    assert t.game.fork(rules=shown).judge.facts.shown == {9: "villager"}
    assert t.facts.shown == {}


def test_X_1_a_fork_under_rules_that_forbid_a_decision_says_so():
    t = Table("standard-9").vote({6: 6})
    with pytest.raises(Illegal, match="seat 6 is not a legal target"):
        t.game.fork(rules=resolve({"self_vote": False}, t.game.spec.rules))
