"""What a model seat has behind it, had again from its record."""

from __future__ import annotations

import random
from typing import Any

import pytest

from llmwolf.llm.memory import Memory, Told
from llmwolf.llm.past import Past, past_of
from llmwolf.players.base import Answer
from llmwolf.players.scripted import random_answer
from llmwolf.record.head import Head, Sitter
from llmwolf.record.reader import parse
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Request
from llmwolf.rules.game import Game
from tests.llm.scenes import game_at, played

SEAT = 3


class Kept:
    """A game with its record; ``game`` is open at an ask."""

    def __init__(self, game: Game) -> None:
        self.game = game
        sitters = [Sitter(seat=s, name=f"{s}号", player="random") for s in range(1, 13)]
        self.writer = Writer(None, Head.of(game.spec, sitters))
        self.writer.take(game)

    def call(self, request: Request, plan: str = "", repair: bool = False, **more: Any) -> None:
        """A call by :data:`SEAT` is over."""
        told = {"plan": plan} if plan else {}
        self.writer.llm({"seat": SEAT, "ask": request.kind, "repair": repair, **told, **more})

    def past(self) -> Past:
        """What the seat has behind it now."""
        return past_of(parse(self.writer.data), SEAT, self.game)

    def told(self) -> list[str]:
        """The thoughts and plans among it."""
        return [f"{told.thought}/{told.plan}" for told in self.past().answers]


def two_days(told: bool = True) -> Kept:
    """Two days in which seat 3 answers as a model."""
    kept: Kept | None = None
    for game, request in played(2):
        kept = kept or Kept(game)
        kept.writer.take(game)
        day = game.judge.facts.day
        if request.seat == SEAT and told:
            kept.call(request, f"第{day}天计划{request.kind}")
            source = "stand-in" if request.kind == "ballot" else "model"
            kept.writer.decided(game.ply, SEAT, source, f"第{day}天想{request.kind}")
        kept.writer.llm({"seat": 4, "ask": request.kind, "plan": "别人的计划"})
        kept.writer.decided(game.ply, 4, "model", "别人的想法")
        if day == 3:
            break
    assert kept is not None
    return kept


def test_it_is_had_again_from_the_record():
    past = two_days().past()
    told = past.answers
    assert {answer.day for answer in told} >= {1, 2}
    assert all(answer.thought == f"第{answer.day}天想{answer.ask}" for answer in told)
    assert all(answer.plan == f"第{answer.day}天计划{answer.ask}" for answer in told)
    assert "ballot" not in {answer.ask for answer in told}  # the stand-in's
    assert past.calls > len(told)
    again = Memory()
    for answer in told:
        again.add(answer.day, answer.thought, answer.plan)
    assert Memory.of(told).lines() == again.lines() != []
    assert "别人" not in "".join(again.lines())


def test_a_strangers_record_is_read_as_far_as_it_makes_sense():
    kept = two_days(told=False)
    for line in (
        {"seat": SEAT, "ask": 7, "plan": ["x"]},
        {"seat": SEAT, "ask": "speak", "repair": "x", "blocks": 3},
        {"seat": ["x"], "ask": "speak"},
        {"seat": SEAT, "source": "model", "ply": "x", "thought": "nowhere"},
        {"seat": SEAT, "source": "model", "ply": 10**9, "thought": 5},
        {"seat": SEAT, "source": ["model"], "ply": 1},
    ):
        kept.writer.llm(line)
    assert kept.past() == Past([], 0)
    kept.writer.llm({"seat": SEAT, "source": "model", "ply": -5, "thought": 5})
    assert kept.past().answers == [Told(1, "", "", "", None)]


@pytest.fixture
def ballot() -> Kept:
    """A ballot is open, and so is seat 3's vote."""
    game, _ = game_at("ballot")
    return Kept(game)


def vote(kept: Kept, seat: int) -> None:
    """One seat votes."""
    kept.game.submit(random_answer(_asked(kept, seat), random.Random(1)).decision(kept.game.ply, seat))


def own_speech(verb: str) -> tuple[Game, Request]:
    """Seat 3 speaks, and may do so out of turn."""
    return next(
        (game, request)
        for seed in range(50)
        for game, request in played(seed)
        if request[:2] == (SEAT, "speak")
        and game.ask is not None
        and any(right.seat == SEAT and right.choice.verb == verb for right in game.ask.rights)
    )


def _asked(kept: Kept, seat: int) -> Request:
    return next(request for request in kept.game.waiting if request.seat == seat)


def test_an_answer_that_was_noted_but_not_saved_has_not_been_given(ballot: Kept):
    """The process was killed in between: the ask is put again, and the prompt is the one it was."""
    ballot.call(_asked(ballot, SEAT), "打算")
    ballot.writer.decided(ballot.game.ply, SEAT, "model", "未存")
    assert ballot.past() == Past([], 0)
    vote(ballot, 4)
    assert ballot.past() == Past([], 0)
    request = _asked(ballot, SEAT)
    vote(ballot, SEAT)
    assert (ballot.told(), ballot.past().calls) == (["未存/打算"], 1)  # sealed
    ballot.call(request, "再打算")
    ballot.writer.decided(ballot.game.ply, SEAT, "model", "再答")
    assert (ballot.told(), ballot.past().calls) == (["再答/再打算"], 1)


def test_what_a_stand_in_answered_in_the_end_is_no_answer_of_the_model(ballot: Kept):
    """It was noted as the model's, and lost; when it was asked again the model failed."""
    ballot.call(_asked(ballot, SEAT), "打算")
    ballot.writer.decided(ballot.game.ply, SEAT, "model", "未存")
    ballot.call(_asked(ballot, SEAT), failed="network")
    ballot.writer.decided(ballot.game.ply, SEAT, "stand-in", reason="network")
    vote(ballot, SEAT)
    assert ballot.past() == Past([], 1)


@pytest.mark.parametrize(("source", "told"), [("model", "一"), ("repair", "二")])
def test_the_plan_is_that_of_the_call_whose_answer_was_taken(ballot: Kept, source: str, told: str):
    """The second call came to nothing, and the first one's copy of another's speech was taken after all."""
    request = _asked(ballot, SEAT)
    ballot.call(request, "零")
    ballot.call(request, "零", repair=True)
    ballot.call(request, "一")  # asked again after a break
    ballot.call(request, "二", repair=True)
    ballot.writer.decided(ballot.game.ply, SEAT, source, "想")
    vote(ballot, SEAT)
    assert (ballot.told(), ballot.past().calls) == ([f"想/{told}"], 2)


@pytest.mark.parametrize("verb", ["withdraw", "explode"])
def test_an_act_out_of_turn_takes_nothing_of_the_seats_own_speech_away(verb: str):
    """The seat had ordered it, and it was done behind its speech: 自爆 cuts that off, yet it was thought."""
    game, request = own_speech(verb)
    kept = Kept(game)
    ply = game.ply
    kept.call(request, "打算")
    kept.writer.decided(ply, SEAT, "model", "想")
    kept.writer.decided(ply, SEAT, "order")
    assert kept.past() == Past([], 0)
    said = Answer("say", text="我说完了。")
    game.cut_in(Answer(verb).as_cut_in(ply, SEAT, said.text))
    if verb == "withdraw":
        assert kept.past() == Past([], 0)
        game.submit(said.decision(ply, SEAT))
    kept.writer.take(game)
    assert (kept.told(), kept.past().calls) == (["想/打算"], 1)
