"""What a model's seat keeps to itself and acts on: memory, copies, orders, polls, a game gone on with."""

from __future__ import annotations

import json
from typing import Any

from llmwolf.llm.client import Prompted
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Settings
from llmwolf.players.base import Answer, Heard, LiveInterrupter
from llmwolf.record.head import Head, Sitter
from llmwolf.record.reader import parse
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Choice
from llmwolf.rules.claims import Claim
from llmwolf.rules.view import View
from tests.llm.oracle import Oracle, Said
from tests.llm.scenes import KEY, game_at, played

EARLIER = "我是预言家，昨晚验了5号是查杀，今天全票出5号，警徽流先6后7。"
PASS = '{"act": "pass"}'
OWN = "我不信前面的预言家，他的心路历程是空的，我这里站边后置位。"


def told(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False)


async def answer(player: ModelPlayer, view: View) -> tuple[Answer, str]:
    """The player's answer and what the table hears of it."""
    said: list[str] = []
    return await player.answer_live(view, said.append), "".join(said)


# -- memory --------------------------------------------------------------------------------------------


async def test_what_a_seat_thought_and_planned_stands_in_its_next_prompt():
    game, request = game_at("ballot")
    oracle = Oracle(told(thought="5号像狼", plan="今天归票5号", act="pass"), PASS)
    player = ModelPlayer(oracle)
    await answer(player, game.view(request.seat))
    assert "5号像狼" not in oracle.text(0)
    await answer(player, game.view(request.seat))
    assert "5号像狼" in oracle.text(1)
    assert "今天归票5号" in oracle.text(1)
    own = oracle.asked
    assert own[0].blocks["public"] == own[1].blocks["public"]
    assert own[0].blocks["private"] != own[1].blocks["private"]


async def test_L25_no_thought_reaches_anybody_else():
    """A sentinel in every private thought: never in an event, nor in a prompt of another seat."""
    oracles: dict[int, Oracle] = {}
    players: dict[int, ModelPlayer] = {}
    for game, request in played(3):
        seat = request.seat
        if seat not in players:

            def answers(asked: Prompted, seat: int = seat) -> Said:
                secret = f"机密{seat}号"
                text = asked.messages[-1]["content"]
                if "speech" in text:
                    return told(thought=secret, plan=secret, speech="我是好人，过。", claims=[])
                return told(thought=secret, plan=secret, act="pass")

            oracles[seat] = Oracle(answers=answers)
            players[seat] = ModelPlayer(oracles[seat])
        try:
            said = await players[seat].answer_live(game.view(seat), lambda piece: None)
        except ModelFailure:
            continue
        assert "机密" not in said.text
        assert said.thought == f"机密{seat}号"
    assert "机密" not in repr(game.log)
    for seat, oracle in oracles.items():
        for call in range(len(oracle.asked)):
            others = [other for other in players if other != seat and f"机密{other}号" in oracle.text(call)]
            assert others == []
    assert any("机密" in oracle.text(len(oracle.asked) - 1) for oracle in oracles.values())


async def test_a_key_that_comes_back_is_not_remembered():
    game, request = game_at("ballot")
    oracle = Oracle(told(thought=f"a {KEY}", plan=f"b {KEY}", act="pass"))
    player = ModelPlayer(oracle)
    await answer(player, game.view(request.seat))
    assert player.memory.lines()
    assert KEY not in "".join(player.memory.lines())


# -- repairs and copies --------------------------------------------------------------------------------


async def test_a_repaired_answer_says_that_it_is_one():
    game, request = game_at("ballot")
    first, _ = await answer(ModelPlayer(Oracle(PASS)), game.view(request.seat))
    second, _ = await answer(ModelPlayer(Oracle("？", PASS)), game.view(request.seat))
    assert (first.repaired, second.repaired) == (False, True)


def view_with(speech: str) -> View:
    """A view of seat 5 at a speech, after another seat has said ``speech``."""
    for game, request in played(1, words=speech):
        if request.kind == "speak" and any(speech in repr(event) for event in game.log):
            return game.view(request.seat)
    raise AssertionError


async def test_L46_a_copied_speech_is_asked_for_again_and_was_not_heard():
    oracle = Oracle(told(speech=EARLIER), told(speech=OWN))
    player = ModelPlayer(oracle)
    said, heard = await answer(player, view_with(EARLIER))
    assert (said.text, heard, said.repaired) == (OWN, OWN, True)
    assert player.log.faults == {"copy": 1}
    assert player.log.repairs == 1
    assert EARLIER in oracle.asked[1].messages[-2]["content"]


async def test_L46_who_copies_twice_is_published_and_one_whose_second_try_fails_keeps_the_first():
    for second in (told(speech=EARLIER), "", ModelFailure("server")):
        player = ModelPlayer(Oracle(told(speech=EARLIER), second))
        said, _ = await answer(player, view_with(EARLIER))
        assert said.text == EARLIER
        assert player.log.calls == 2
        assert not player.log.failures


async def test_an_unusable_reply_is_asked_about_once_whatever_comes_then():
    player = ModelPlayer(Oracle("{", told(speech=EARLIER)))
    said, heard = await answer(player, view_with(EARLIER))
    assert said.text == heard == EARLIER
    assert player.log.calls == 2


# -- orders --------------------------------------------------------------------------------------------

EXPLODES = [{"act": "explode", "when": "checked", "target": 0}]
CHECK = (Claim("check", (3,), "wolf", 1),)


def wolf_view(day: int = 1) -> View:
    game, _ = game_at("speak")
    view = game.view(3)._replace(rights=(Choice("explode"),))
    view.facts.day = day
    return view


async def test_an_order_stated_with_a_speech_is_due_when_its_moment_comes():
    game, request = game_at("speak")
    player = ModelPlayer(Oracle(told(speech="过", order=EXPLODES)))
    assert isinstance(player, LiveInterrupter)
    await answer(player, game.view(request.seat))
    view = game.view(request.seat)._replace(rights=(Choice("explode"),))
    check = Claim("check", (request.seat,), "wolf", 1)
    assert player.standing(view, Heard(0, "…", (), over=True)) is None
    assert player.standing(view, Heard(0, "…", (check,), over=True)) == Answer("explode")


async def test_who_is_not_asked_for_orders_has_none():
    game, request = game_at("speak")
    player = ModelPlayer(Oracle(told(speech="过", order=EXPLODES)), Settings(orders=False))
    await answer(player, game.view(request.seat))
    view = game.view(request.seat)._replace(rights=(Choice("explode"),))
    check = Claim("check", (request.seat,), "wolf", 1)
    assert player.standing(view, Heard(0, "…", (check,), over=True)) is None


# -- polls ---------------------------------------------------------------------------------------------


async def test_a_poll_is_one_call_and_its_answer_one_of_the_rights():
    oracle = Oracle(told(thought="轮次够", act="explode"), told(act="pass"))
    calls: list[dict[str, Any]] = []
    player = ModelPlayer(oracle, Settings(polls=2), on_call=calls.append)
    view = wolf_view()
    assert await player.polled(view, "checked") == Answer("explode", thought="轮次够")
    assert await player.polled(view, "ballot") is None
    assert [call["ask"] for call in calls] == ["poll", "poll"]
    assert oracle.text(0) != oracle.text(1)
    assert "explode" in oracle.text(0)


async def test_a_poll_without_a_usable_reply_is_a_no_and_is_counted():
    for reply, fault in (
        ("？", "bad_json"),
        (ModelFailure("network"), "network"),
        ('{"act": "knife"}', "illegal"),
    ):
        oracle = Oracle(reply)
        player = ModelPlayer(oracle)
        assert await player.polled(wolf_view(), "ballot") is None
        assert player.log.faults == {fault: 1}
        assert not player.log.failures
        assert len(oracle.asked) == 1


# -- gone on with --------------------------------------------------------------------------------------


async def test_a_seat_is_taken_up_where_the_record_broke_off():
    writer: Writer | None = None
    oracle = Oracle(answers=lambda asked: told(
        thought="想", plan="打算", act="pass", speech="我是好人，过。", order=EXPLODES))  # fmt: skip
    player = ModelPlayer(oracle)
    for game, request in played(2):
        if writer is None:
            sitters = [Sitter(seat=s, name=f"{s}号", player="random") for s in range(1, 13)]
            writer = Writer(None, Head.of(game.spec, sitters))
            player._on_call = writer.llm
        writer.take(game)
        if request.seat == 3 and request.may_pass:
            said, _ = await answer(player, game.view(3))
            writer.decided(game.ply, 3, "model", said.thought)
        if game.judge.facts.stage == "ballot":
            break
    assert writer is not None
    again, other = ModelPlayer(Oracle()), ModelPlayer(Oracle(), Settings(orders=False))
    for taken_up in (again, other):
        taken_up.recall(parse(writer.data), 3, game)
    assert again.memory.lines() == player.memory.lines() != []
    heard = Heard(9, "…", CHECK, over=True)
    assert again.standing(wolf_view(), heard) == player.standing(wolf_view(), heard) == Answer("explode")
    assert other.standing(wolf_view(), heard) is None
    assert again._line.calls == player._line.calls
