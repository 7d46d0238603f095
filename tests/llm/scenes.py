"""Requests, views and games for the tests of the model seats."""

from __future__ import annotations

import random
from collections.abc import Iterator

from llmwolf.boards import find_board, spec_for
from llmwolf.players.base import Answer
from llmwolf.players.scripted import random_answer
from llmwolf.roles import registry
from llmwolf.rules.asks import Choice, Request, one_of
from llmwolf.rules.claims import Claim
from llmwolf.rules.game import Game

SPEAK = Request(3, "speak", (Choice("say"),), True, 400)
BALLOT = Request(3, "ballot", (one_of("vote", (1, 2, 3, 12)),))
POTION = Request(3, "potion", (one_of("save", (5,)), one_of("poison", (1, 2, 12))), hint=5)
WHISPER = Request(3, "whisper", (Choice("whisper", (1, 2, 3), 0, 1),), True, 120)
SIGN_UP = Request(3, "sign_up", (Choice("run"),))
ORDER = Request(3, "order", (Choice("left"), Choice("right")), may_pass=False)
SEATS = 12
KEY = "sk-secret-key-123"


class Naps:
    """Stands in for ``asyncio.sleep``: notes how long, and returns at once."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)


_WORDS = ("我是预言家，昨晚查验{n}号是狼人，今天归票{n}号。", "{n}号发言划水，先放一放。", "过")


def new_game(seed: int = 1, board: str = "official-12", dealt: tuple[str, ...] = ()) -> Game:
    """A fresh game."""
    return Game(spec_for(find_board(board), seed, dealt=dealt), registry())


def talk(rng: random.Random, seats: int) -> Answer:
    """A made-up speech and its claims."""
    n = rng.randrange(1, seats + 1)
    words = rng.choice(_WORDS)
    claims = (Claim("role", value="seer"), Claim("check", (n,), "wolf", 1)) if "预言家" in words else ()
    return Answer("say", text=words.format(n=n), claims=claims)


def played(
    seed: int = 1, board: str = "official-12", dealt: tuple[str, ...] = (), words: str = ""
) -> Iterator[tuple[Game, Request]]:
    """A random game with speeches (``words``, if given) that stops before every answer."""
    game, rng = new_game(seed, board, dealt), random.Random(seed)
    while game.ask:
        for request in game.waiting:
            yield game, request
            answer = random_answer(request, rng)
            if request.kind == "speak":
                answer = Answer("say", text=words) if words else talk(rng, game.judge.facts.seats)
            game.submit(answer.decision(game.ply, request.seat))


def game_at(kind: str, seed: int = 1) -> tuple[Game, Request]:
    """A game that stands at the first request of ``kind``."""
    return next((game, request) for game, request in played(seed) if request.kind == kind)
