"""A view is the fold of what its seat heard, and nothing else (X-2)."""

from random import Random

import pytest

from llmwolf.rules.game import Game
from llmwolf.rules.view import fold
from tests.properties.drive import BOARDS, new_game, play, random_rules, step


def check_views(game: Game) -> None:
    """Every seat's view equals an independent fold of its own log."""
    seats = game.spec.seats
    for seat in range(seats + 1):
        view = game.view(seat)
        facts, hand = fold(seat, seats, view.log)
        assert facts == view.facts
        assert hand == view.hand
        assert view.request is None or (view.request in game.waiting and view.request.seat == seat)


@pytest.mark.parametrize("board", BOARDS)
def test_X_2_every_view_at_every_ask_is_the_fold_of_what_was_heard(board: str):
    play(new_game(board, 4), Random(4), 0.02, check_views)


@pytest.mark.parametrize("board", BOARDS)
def test_X_2_a_log_has_what_was_said_to_its_seat_in_order_and_without_gaps(board: str):
    for seed in range(8):
        rng = Random(f"{board}/{seed}")
        game = new_game(board, seed, random_rules(board, rng))
        while not game.over:
            if rng.random() < 0.1:  # looking now and then must not matter
                game.view(rng.randrange(9))
            step(game, rng, 0.02)
        for seat in range(game.spec.seats + 1):
            heard = [event for event in game.log if event.to is None or seat in event.to]
            assert repr(game.view(seat).log) == repr(heard)
        assert not [event for event in game.view(0).log if event.to is not None]


@pytest.mark.parametrize("board", BOARDS)
def test_X_2_the_public_facts_come_from_the_public_log_alone(board: str):
    for seed in range(8):
        game = play(new_game(board, seed), Random(seed))
        facts, hand = fold(0, game.spec.seats, game.view(0).log)
        assert facts == game.judge.facts
        assert (hand.role, hand.pack, hand.uses, hand.told) == ("", {}, {}, [])
