"""Turns that a record states (Spec.turns): a table that talked in an order of its own."""

from dataclasses import replace

from llmwolf.boards import find_board, spec_for
from llmwolf.roles import registry
from llmwolf.rules.asks import PASS, Decision
from llmwolf.rules.events import Spoke, TurnOrder
from llmwolf.rules.game import Game

ROUND = (4, 2, 4, 9)


def played(turns: tuple[tuple[str, tuple[int, ...]], ...]) -> Game:
    """The game as far as the first ballot, everybody passing."""
    spec = replace(spec_for(find_board("standard-9"), seed=5), turns=turns)
    game = Game(spec, registry())
    while game.ask is not None and game.ask.stage != "ballot":
        for request in game.waiting:
            game.submit(Decision(game.ply, request.seat, PASS))
    return game


def order_of(game: Game) -> TurnOrder:
    return next(event for event in game.log if isinstance(event, TurnOrder))


def test_everybody_speaks_as_often_and_when_the_record_says_and_the_rest_behind():
    game = played((("speech/1", ROUND),))
    order = order_of(game)
    assert order.why == "stated"
    assert order.seats[:4] == ROUND
    assert sorted(order.seats[4:]) == [1, 3, 5, 6, 7, 8]
    assert [event.seat for event in game.log if isinstance(event, Spoke)] == list(order.seats)


def test_turns_of_another_day_or_of_somebody_who_is_out_change_nothing():
    plain = order_of(played(()))
    assert order_of(played((("speech/2", ROUND),))) == plain
    assert order_of(played((("speech/1", (4, 12)),))) == plain
