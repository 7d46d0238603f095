"""Ten thousand wrong answers, none of which changes anything (X-3)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llmwolf.players.scripted import random_answer
from llmwolf.rules.asks import CutIn, Decision
from llmwolf.rules.claims import Claim
from llmwolf.rules.errors import RuleError
from llmwolf.rules.game import Game
from tests.properties.drive import BOARDS, new_game, step

HUGE = 10**5000
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 13, 99, 10**9, HUGE, -HUGE, 1.0, float("nan")),
    *("", "1", "1号", "vote", "pass", "say", "\x1b[31m", "狼" * 50_000, b"", b"x"),
    *((), (1,), (0,), (1, 1), (99,), (None,), ("1",), (True,), ([],), (HUGE,)),
    *([], [1], {}, {"verb": "vote"}, object()),
    *(Claim("role"), (Claim("role"),), (Claim("x"),), (Claim("check", (99,)),)),
)
PLACES = 2500


def state(game: Game) -> tuple[object, ...]:
    """All that an answer could have changed."""
    judge = game.judge
    return (
        game.ply, game.waiting, game.ask, len(game.log), len(game.moves),
        repr(judge.facts), repr(judge.hands), repr(judge.hidden),
    )  # fmt: skip


def spoilt(game: Game, rng: Random) -> Decision | CutIn:
    """A legal answer or act out of turn in which one to three fields are junk."""
    ask = game.ask
    assert ask is not None
    if ask.rights and rng.random() < 0.3:
        right = rng.choice(ask.rights)
        move: Decision | CutIn = CutIn(game.ply, right.seat, right.choice.verb)
    else:
        request = rng.choice(ask.requests)
        move = random_answer(request, rng).decision(game.ply, request.seat)
    change: dict[str, Any] = {name: rng.choice(JUNK) for name in rng.sample(move._fields, rng.randint(1, 3))}
    return move._replace(**change)


def check_refused(game: Game, move: Any, before: tuple[object, ...]) -> None:
    """``move`` is refused with a reason, and with the options where something is asked of its seat."""
    error = game.why_not(move)
    assert isinstance(error, RuleError)
    assert error.code
    assert 5 < len(error.sentence) < 300
    with pytest.raises(type(error)):
        game.cut_in(move) if type(move) is CutIn else game.submit(move)
    assert state(game) == before
    if type(move) is Decision:
        asked = [r for r in game.waiting if type(move.seat) is int and r.seat == move.seat]
        assert error.options == (asked[0].options() if asked else ())
    else:
        assert game.ask is not None
        rights = [r for r in game.ask.rights if type(move.seat) is int and r.seat == move.seat]
        assert error.options == tuple(str(right.choice) for right in rights)


@pytest.mark.parametrize("board", BOARDS)
def test_X_3_ten_thousand_wrong_answers_change_nothing(board: str):
    rng = Random(f"wrong/{board}")
    refused = seed = 0
    game = new_game(board, seed)
    while refused < PLACES:
        if game.over:
            seed += 1
            game = new_game(board, seed)
        before = state(game)
        for _ in range(20):
            move = spoilt(game, rng)
            if game.why_not(move) is not None:
                check_refused(game, move, before)
                refused += 1
        step(game, rng, 0.02)
    assert seed > 0, "the wrong answers met more than one game"


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=4,
)


seats = st.integers(1, 12)


@settings(max_examples=300)
@given(
    steps=st.integers(0, 200),
    seat=anything | seats,
    verb=anything | st.sampled_from(["vote", "say"]),
    targets=anything | seats.map(lambda seat: (seat,)),
    text=anything | st.text(),
    claims=anything,
)
def test_X_3_anything_at_all_is_taken_whole_or_refused_whole(
    steps: int, seat: Any, verb: Any, targets: Any, text: Any, claims: Any
):
    game, rng = new_game("official-12", steps), Random(steps)
    for _ in range(steps % 40):
        if not game.over:
            step(game, rng, 0.1)
    move = Decision(game.ply, seat, verb, targets, text, claims)
    before = state(game)
    if game.why_not(move) is None:
        waiting = len(game.waiting)
        assert game.submit(move) is (waiting == 1)
    else:
        check_refused(game, move, before)
