"""Random games: legal answers at random, acts out of turn now and then, house rules drawn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from llmwolf.boards import find_board, spec_for
from llmwolf.players.scripted import random_answer
from llmwolf.roles import registry
from llmwolf.rules.asks import CutIn
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import Ruleset, resolve, switches

BOARDS = ("standard-9", "official-10", "official-12", "guard-12")


def new_game(board: str, seed: int, rules: Ruleset | None = None) -> Game:
    """A game of ``board`` before its first answer."""
    return Game(spec_for(find_board(board), seed, rules=rules), registry())


def random_rules(board: str, rng: Random) -> Ruleset:
    """House rules with about a third of the switches drawn."""
    drawn: dict[str, object] = {}
    for info in switches():
        if info.choices and rng.random() < 0.3:
            if info.many:
                drawn[info.name] = [choice for choice in info.choices if rng.random() < 0.5]
            else:
                drawn[info.name] = rng.choice(info.choices)
    return resolve(drawn, find_board(board).rules)


def step(game: Game, rng: Random, cut: float) -> None:
    """Answer the open ask at random, or let somebody use a right with probability ``cut``."""
    ask = game.ask
    assert ask is not None
    if ask.rights and rng.random() < cut:
        right = rng.choice(ask.rights)
        game.cut_in(CutIn(game.ply, right.seat, right.choice.verb, (), "我觉得"))
        return
    for request in ask.requests:
        game.submit(random_answer(request, rng).decision(game.ply, request.seat))


def play(
    game: Game, rng: Random, cut: float = 0.02, look: Callable[[Game], object] = lambda game: None
) -> Game:
    """Play ``game`` to its end, calling ``look`` before every answer."""
    while not game.over:
        look(game)
        step(game, rng, cut)
    return game


def played(board: str, seed: int, cut: float = 0.02) -> Game:
    """A finished random game."""
    return play(new_game(board, seed), Random(f"{board}/{seed}"), cut)
