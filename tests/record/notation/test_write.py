"""A game becomes a record, and the record becomes the same game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from llmwolf.boards import boards, find_board, spec_for
from llmwolf.players.scripted import random_answer
from llmwolf.record.notation.judging import adjudicate
from llmwolf.record.notation.source import Source
from llmwolf.record.notation.write import write
from llmwolf.roles import registry
from llmwolf.rules.asks import CutIn, Decision
from llmwolf.rules.audience import Event
from llmwolf.rules.events import Whispered
from llmwolf.rules.game import Game, Move
from tests.properties.drive import random_rules

TEXTS = ("过", '我是"预言家"; N1: 验 3', "a\\b\n第二行 ''' # x", "“引号”；好", "")
"""Speeches that could break out of their quotes."""


def played(board: str, seed: int, steps: int = 0, house_rules: bool = False) -> Game:
    """A random game with acts out of turn, to its end or for so many steps."""
    rng = Random(f"{board}/{seed}")
    rules = random_rules(board, rng) if house_rules else None
    game = Game(spec_for(find_board(board), seed, rules=rules), registry())
    left = steps or -1
    while game.ask is not None and left:
        left -= 1
        if game.ask.rights and rng.random() < 0.05:
            right = rng.choice(game.ask.rights)
            choice = right.choice
            target = choice.most and (choice.least or rng.random() < 0.5)
            targets = (rng.choice(choice.pool),) if target else ()
            game.cut_in(CutIn(game.ply, right.seat, choice.verb, targets, rng.choice(TEXTS)))
            continue
        for request in game.ask.requests:
            decision = random_answer(request, rng).decision(game.ply, request.seat)
            game.submit(decision._replace(text=rng.choice(TEXTS)) if decision.verb == "say" else decision)
    return game


def again(game: Game) -> Game:
    """The game that its record is adjudicated to; what the record expects must hold."""
    verdict = adjudicate(Source(write(game)), str)
    assert verdict.differences == ()
    assert verdict.game is not None
    return verdict.game


def told(game: Game) -> list[Event]:
    """The events but for the talk of the pack, which no record holds."""
    return [event for event in game.log if not isinstance(event, Whispered)]


def told_moves(game: Game) -> list[Move]:
    """The moves without what a record leaves out: whispers, and what was heard before a withdrawal."""
    moves: list[Move] = []
    for move in game.moves:
        if isinstance(move, CutIn):
            moves.append(move._replace(heard="") if move.verb == "withdraw" else move)
        elif move.verb == "whisper" or (move.verb == "say" and not move.text):
            moves.append(Decision(move.ply, move.seat, "pass"))
        else:
            moves.append(move)
    return moves


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("board", boards())
def test_every_board_s_games_come_back_event_by_event(board: str, seed: int):
    game = played(board, seed)
    second = again(game)
    assert told(second) == told(game)
    assert told_moves(second) == told_moves(game)


@pytest.mark.parametrize("seed", range(40))
def test_games_under_drawn_house_rules_come_back(seed: int):
    board = list(boards())[seed % len(boards())]
    game = played(board, seed, house_rules=True)
    assert told(again(game)) == told(game)


@pytest.mark.parametrize("steps", range(1, 90, 2))
def test_an_unfinished_game_comes_back_as_far_as_it_went(steps: int):
    game = played(("official-12", "last-words-14", "new-moon-13", "face-15")[steps // 2 % 4], steps, steps)
    second = again(game)
    assert told(second) == told(game)
    assert second.waiting == game.waiting


def test_the_game_of_a_record_becomes_a_record_that_says_the_same():
    game = played("official-12", 5)
    text = write(game, [f'玩家"{seat}\\' for seat in range(1, 13)])
    second = adjudicate(Source(text), str)
    assert second.game is not None
    assert write(second.game, second.names) == text


def test_a_game_without_a_known_board_names_a_profile_and_what_is_different():
    game = played("tv-s3-12", 3)
    text = write(Game(spec_for(find_board("tv-s3-12"), 3), registry()).play(game.moves))
    assert 'board = "tv-s3-12"' in text
    other = Game(replace(game.spec, board="custom"), registry()).play(game.moves)
    assert 'profile = "tv-s3"' in write(other)
    assert "[rules]" not in write(other)
    assert told(again(other)) == told(game)
