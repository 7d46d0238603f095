"""Ten thousand wrong answers, none of which changes anything (X-3)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llmwolf.players.scripted import random_answer
from llmwolf.rules.asks import PASS, CutIn, Decision, Request
from llmwolf.rules.claims import Claim
from llmwolf.rules.errors import RuleError
from llmwolf.rules.game import Game
from tests.properties.drive import BOARDS, new_game, random_cut, random_rules, step

HUGE = 10**5000
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 13, 99, 10**9, HUGE, -HUGE, 1.0, float("nan")),
    *("", "1", "1号", "vote", "pass", "say", "\x1b[31m", "狼" * 50_000, b"", b"x"),
    *((), (1,), (0,), (1, 1), (99,), (None,), ("1",), (True,), ([],), (HUGE,)),
    *([], [1], {}, {"verb": "vote"}, object()),
    *(Claim("role"), (Claim("role"),), (Claim("x"),), (Claim("check", (99,)),)),
)
PLACES = 10_000 // len(BOARDS) + 1


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
        move: Decision | CutIn = random_cut(game, right, rng)
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
        for _ in range(4):
            move = spoilt(game, rng)
            if game.why_not(move) is not None:
                check_refused(game, move, before)
                refused += 1
        step(game, rng, 0.02)


KINDS = {
    "sign_up", "withdraw", "speak", "whisper", "knife", "check", "potion", "guard", "muffle", "badge",
    "order", "ballot", "pk_ballot", "badge_ballot", "badge_pk_ballot", "flip", "turn", "last_act", "thief",
    "link", "model", "charm", "silence", "pipe", "peek", "widow", "voters", "ally",
}  # fmt: skip
"""Kinds of ask that must come up; any other is tried as well."""
OFTEN = 12
"""How many asks of a kind are tried."""


def near_misses(game: Game, request: Request) -> Iterator[Decision]:
    """Answers that are wrong in one point: the number of seats, a seat, the verb, a pass."""
    nothing = Decision(game.ply, request.seat, PASS)
    everybody = tuple(range(1, game.spec.seats + 1))
    for verb, pool, least, most, some in request.choices:
        aim = nothing._replace(verb=verb)
        yield aim._replace(targets=everybody[: most + 1])
        if least:
            yield aim
            yield aim._replace(targets=pool[: least - 1])
        if most > 1:
            yield aim._replace(targets=(pool[0],) * 2)
        for wrong in (0, -1, everybody[-1] + 1, *(seat for seat in everybody if seat not in pool)):
            yield aim._replace(targets=(*pool[: most - 1], wrong) if most else (wrong,))
        if some:
            yield aim._replace(targets=tuple(seat for seat in pool if seat not in some)[:most])
    yield nothing._replace(verb="dance")
    yield nothing._replace(targets=(1,))
    if not request.may_pass:
        yield nothing
    if not request.text_limit:
        yield nothing._replace(text="过")


def test_X_3_every_kind_of_ask_refuses_what_misses_it_by_a_little():
    left = dict.fromkeys(KINDS, OFTEN)
    rng = Random(3)
    seed = 0
    while max(left.values()) == OFTEN and seed < 60:
        for board in BOARDS:
            game = new_game(board, seed, random_rules(board, rng) if seed else None)
            while not game.over:
                for request in game.waiting:
                    if left.setdefault(request.kind, OFTEN) > 0:
                        left[request.kind] -= 1
                        before = state(game)
                        for move in near_misses(game, request):
                            check_refused(game, move, before)
                step(game, rng, 0.02)
        seed += 1
    assert max(left.values()) < OFTEN, f"never asked: {[k for k, n in left.items() if n == OFTEN]}"


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
