"""Whole games of bots, for tests that look over their shoulders."""

from collections.abc import Iterator, Mapping

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer, Player
from llmwolf.players.bots import make_bot, personas
from llmwolf.roles import registry
from llmwolf.rules.asks import Request
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.quick import interrupt, is_speech


def seated(board: str, seed: int, level: str = "normal", lang: str = "zh") -> tuple[Game, dict[int, Player]]:
    """A game with a bot in every seat."""
    game = Game(spec_for(find_board(board), seed), registry())
    cast = list(personas().values())
    seats = range(1, game.judge.facts.seats + 1)
    return game, {s: make_bot(s, level, seed, cast[(s + seed) % len(cast)], lang) for s in seats}


def answers(game: Game, players: Mapping[int, Player]) -> Iterator[tuple[View, Request, Answer]]:
    """Play a game to its end, handing out every answer before it is submitted."""
    while game.ask is not None:
        if is_speech(game.ask) and interrupt(game, players, ""):
            continue
        ply = game.ply
        for request in game.ask.requests:
            view = game.view(request.seat)
            answer = players[request.seat].answer(view)
            yield view, request, answer
            game.submit(answer.decision(ply, request.seat))
