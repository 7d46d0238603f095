"""Random games: legal answers at random, acts out of turn now and then, house rules drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from llmwolf.boards import Board, boards, profile, spec_for, tables
from llmwolf.players.scripted import random_answer
from llmwolf.roles import registry
from llmwolf.rules.asks import CutIn, Request, Right
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import Ruleset, SwitchInfo, Value, resolve, switches

SAMPLE = (
    *("last-words-8", "last-words-13", "last-words-18", "face-12", "face-15", "face-18"),
    *("millers-8", "millers-12", "millers-18", "new-moon-9", "new-moon-15", "new-moon-18"),
)
"""Of the tables that are made for any number of seats: small, middling and large ones."""


def _crowd(name: str, house: str, cards: str, events: tuple[str, ...] = ()) -> Board:
    home = profile(house)
    return Board(name, name, name, home, tuple(cards.split()), home.rules, events)


@cache
def crowds() -> dict[str, Board]:
    """Tables with one card of nearly every kind, so that rare cards meet, and one of loud cards."""
    made = (
        _crowd(
            "crowd-of-wolves",
            "official",
            "werewolf white_wolf_king wolf_king wolf_beauty hidden_wolf seer witch hunter guard cupid thief "
            "wild_child silencer knight gravekeeper possessed rogue villager villager villager",
        ),
        _crowd(
            "crowd-of-powers",
            "face-to-face",
            "werewolf werewolf wolf_king hidden_wolf seer witch hunter guard elder idiot bear_tamer bomber "
            "scapegoat little_girl piper cupid villager villager",
        ),
        _crowd(
            "crowd-in-the-dark",
            "new-moon",
            "werewolf wolf_beauty white_wolf_king little_girl piper wild_child gravekeeper possessed "
            "silencer knight elder scapegoat bear_tamer rogue villager",
            ("ally",),
        ),
        _crowd(
            "crowd-at-dawn",
            "face-to-face",
            "werewolf werewolf bear_tamer piper silencer elder guard villager villager villager",
        ),
    )
    return {board.id: board for board in made}


BOARDS = (*tables(), *SAMPLE, *crowds())


@cache
def board_of(name: str) -> Board:
    """One of ``BOARDS``, or any other that is shipped."""
    return crowds().get(name) or boards()[name]


def new_game(board: str, seed: int, rules: Ruleset | None = None) -> Game:
    """A game of ``board`` before its first answer."""
    return Game(spec_for(board_of(board), seed, rules=rules), registry())


def values(info: SwitchInfo) -> tuple[Value, ...]:
    """Some values of a switch: all, if they can be listed."""
    if info.many:
        return ((), *((choice,) for choice in map(str, info.choices)), tuple(map(str, info.choices)))
    return info.choices or NUMBERS[info.name]


NUMBERS: dict[str, tuple[Value, ...]] = {
    "sheriff_from": (1, 12), "speech_limit": (1, 400), "speech_limit_last": (1, 530), "max_days": (4, 30),
}  # fmt: skip
"""Values of the switches that take any number."""


def random_rules(board: str, rng: Random) -> Ruleset:
    """House rules with about a third of the switches drawn."""
    drawn = {info.name: rng.choice(values(info)) for info in switches() if rng.random() < 0.3}
    return resolve(drawn, board_of(board).rules)


def random_cut(game: Game, right: Right, rng: Random) -> CutIn:
    """A use of ``right``, with targets where it takes any."""
    answer = random_answer(Request(right.seat, "", (right.choice,), may_pass=False), rng)
    return answer.as_cut_in(game.ply, right.seat, "我觉得")


def step(game: Game, rng: Random, cut: float) -> None:
    """Answer the open ask at random, or let somebody use a right with probability ``cut``."""
    ask = game.ask
    assert ask is not None
    if ask.rights and rng.random() < cut:
        game.cut_in(random_cut(game, rng.choice(ask.rights), rng))
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
