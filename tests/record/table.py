"""A table for the tests of the record: answers hang on nothing but the seed, the ply and the seat."""

from __future__ import annotations

from random import Random

from llmwolf.boards import find_board, spec_for
from llmwolf.players.scripted import random_answer
from llmwolf.record.head import Head, Sitter
from llmwolf.record.writer import Writer
from llmwolf.roles import registry
from llmwolf.rules.asks import CutIn, Decision, Request
from llmwolf.rules.claims import Claim
from llmwolf.rules.game import Game

PHRASES = (
    "我是预言家，昨晚验的是{}号，查杀。",
    "{}号的发言前后对不上，先说好人后面又跟票。",
    "警徽流先{}后看情况，",
    'she said "a,b"\nand left 😀🐺，',
    "平民牌，没什么信息，听{}号怎么说。",
)


def new_game(seed: int, board: str = "official-12") -> Game:
    """A game of ``board`` before its first answer."""
    return Game(spec_for(find_board(board), seed), registry())


def head_of(game: Game) -> Head:
    """Its head, with a table of people, bots and models."""
    sitters = []
    for seat in range(1, game.spec.seats + 1):
        player = ("human", "bot", "model")[seat % 3]
        model = "some-model" if player == "model" else ""
        sitters.append(Sitter(seat=seat, name=f"玩家{seat}🐺", player=player, level="普通", model=model))
    return Head.of(game.spec, sitters)


def speech(rng: Random, length: int) -> str:
    """``length`` characters of talk."""
    text = ""
    while len(text) < length:
        text += rng.choice(PHRASES).format(rng.randint(1, 12))
    return text[:length]


def decide(game: Game, request: Request, length: int) -> Decision:
    """The answer of a seat; everybody speaks when asked to, ``length`` characters and some claims."""
    rng = Random(f"{game.spec.seed}/{game.ply}/{request.seat}")
    decision = random_answer(request, rng).decision(game.ply, request.seat)
    if request.kind == "speak":
        claims = (Claim("check", (3,), "wolf", 1), Claim("vote", (7,)))
        return decision._replace(verb="say", text=speech(rng, length), claims=claims)
    if decision.verb == "whisper":
        return decision._replace(text=speech(rng, min(length, request.text_limit)))
    return decision


def cut_in(game: Game, length: int) -> CutIn | None:
    """Now and then somebody cuts in, at most once in a speech."""
    rng = Random(f"cut/{game.spec.seed}/{game.ply}")
    again = game.moves and isinstance(game.moves[-1], CutIn) and game.moves[-1].ply == game.ply
    if game.ask is None or not game.ask.rights or again or rng.random() > 0.03:
        return None
    right = rng.choice(game.ask.rights)
    return CutIn(game.ply, right.seat, right.choice.verb, (), speech(rng, length // 2))


def step(game: Game, writer: Writer | None = None, arrival: Random | None = None, length: int = 150) -> None:
    """One cut-in, or the answers of one ask in the order that ``arrival`` draws (by seat without it)."""
    if cut := cut_in(game, length):
        game.cut_in(cut)
    else:
        requests = list(game.waiting)
        if arrival:
            arrival.shuffle(requests)
        for request in requests:
            decision = decide(game, request, length)
            if not game.submit(decision) and writer:
                writer.pending(decision)
    if writer:
        writer.take(game)


def play(game: Game, writer: Writer | None = None, arrival: Random | None = None, length: int = 150) -> Game:
    """Play to the end."""
    if writer:
        writer.take(game)
    while not game.over:
        step(game, writer, arrival, length)
    return game


def recorded(seed: int, steps: int | None = None, board: str = "official-12", length: int = 150) -> bytes:
    """The record of a game, or of its first ``steps`` steps."""
    game = new_game(seed, board)
    writer = Writer(None, head_of(game))
    if steps is None:
        play(game, writer, length=length)
    else:
        writer.take(game)
        for _ in range(steps):
            step(game, writer, length=length)
    return writer.data
