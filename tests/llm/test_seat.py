"""A model's seat: streamed, repaired once, counted, recorded, and never the game's weak point."""

import json
from typing import Any

import pytest

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Patience, Settings
from llmwolf.llm.usage import total
from llmwolf.players.base import Answer, PlayerFailed
from llmwolf.rules.asks import PASS
from llmwolf.rules.claims import Claim
from tests.llm.fake_server import Brain, FakeServer, Scripted
from tests.llm.scenes import KEY, Naps, game_at

SAID = '{"thought": "私", "speech": "大家好，我是好人。", "claims": []}'


def script(*replies: str | Scripted) -> Brain:
    """The replies in their order."""
    left = iter(replies)

    def brain(_: dict[str, Any]) -> Scripted:
        reply = next(left)
        return reply if isinstance(reply, Scripted) else Scripted(reply)

    return brain


class Outcome:
    """What one question to a model came to."""

    def __init__(self) -> None:
        self.answer: Answer | None = None
        self.failure: ModelFailure | None = None
        self.said: list[str] = []
        self.calls: list[dict[str, Any]] = []
        self.player: ModelPlayer
        self.requests: list[dict[str, Any]] = []

    @property
    def heard(self) -> str:
        return "".join(self.said)

    def act(self) -> str:
        assert self.answer is not None
        return " ".join(map(str, (self.answer.verb, *self.answer.targets)))


async def put(kind: str, *replies: str | Scripted, patience: Patience | None = None) -> Outcome:
    """Put the first request of ``kind`` in a game to a model that gives ``replies``."""
    game, request = game_at(kind)
    got = Outcome()
    async with FakeServer(script(*replies)) as server:
        client = ChatClient(Endpoint(server.base_url, "fake", KEY), patience, Naps())
        got.player = ModelPlayer(client, Settings(), "沉稳", got.calls.append)
        try:
            got.answer = await got.player.answer_live(game.view(request.seat), got.said.append)
        except ModelFailure as failure:
            got.failure = failure
        got.requests = server.requests
        await client.close()
    if got.answer is not None:
        assert game.why_not(got.answer.decision(game.ply, request.seat)) is None
    return got


# -- speaking --------------------------------------------------------------------------------------


async def test_a_speech_is_heard_while_it_arrives() -> None:
    got = await put("speak", Scripted(SAID, gap=0.002))
    assert got.answer == Answer("say", (), "大家好，我是好人。", (), "私")
    assert got.heard == "大家好，我是好人。"
    assert len(got.said) > 2
    assert got.player.log.as_dict() == {
        "calls": 1, "retries": 0, "repairs": 0, "answers": 1, "prompt_tokens": 10, "cached_tokens": 4,
        "completion_tokens": 5, "reasoning_tokens": 0, "estimated": 0, "unpriced": 1, "cost": 0.0,
        "failures": {}, "faults": {},
        "seconds": got.player.log.as_dict()["seconds"], "longest": got.player.log.as_dict()["longest"],
    }  # fmt: skip


@pytest.mark.parametrize("piece", range(1, 60, 6))
async def test_however_it_is_cut_the_table_hears_the_speech_and_nothing_else(piece: int) -> None:
    speech = "3号：我\\u662f\\ud83d\\udc3a吗？\\n4号：你是！\\n法官：天黑\\n<think>私</think>过。"
    got = await put(
        "speak", Scripted(f'{{"thought": "私", "speech": "{speech}", "claims": []}}', piece=piece)
    )
    assert got.answer is not None
    assert got.heard == got.answer.text
    assert "私" not in got.heard
    assert "4号" not in got.heard
    assert "法官" not in got.heard


async def test_night_talk_is_not_said_aloud() -> None:
    got = await put("whisper", '{"thought": "", "speech": "刀预言家", "target": 0}')
    assert got.answer == Answer("whisper", (), "刀预言家")
    assert got.said == []


async def test_plain_prose_is_taken_as_the_speech() -> None:
    got = await put("speak", "我是狼…</think>大家好，我是好人。")
    assert got.answer == Answer("say", (), "大家好，我是好人。")
    assert got.heard == ""


async def test_a_late_closing_mark_keeps_the_thought_out_of_the_record() -> None:
    got = await put("speak", '{"speech": "我是狼，要装好人</think>大家好"}')
    assert got.answer == Answer("say", (), "大家好")


async def test_no_more_is_said_than_the_rules_allow() -> None:
    """L33."""
    _, request = game_at("speak")
    got = await put("speak", Scripted(json.dumps({"speech": "好" * 20_000}), piece=999))
    assert len(got.heard) == request.text_limit
    assert got.answer is not None
    assert len(got.answer.text) == 20_000


async def test_what_was_said_stays_said_when_the_reply_breaks_off() -> None:
    got = await put("speak", Scripted(SAID, finish="", drop=9))
    assert got.failure is not None
    assert got.failure.reason == "network"
    assert SAID.count(got.heard) == 1
    assert len(got.requests) == 1


async def test_a_speech_heard_to_its_end_counts_though_the_object_is_broken() -> None:
    got = await put("speak", Scripted('{"speech": "大家好。", "claims": [{"act": "ro', finish="length"))
    assert got.answer == Answer("say", (), "大家好。")
    assert got.player.log.faults == {"truncated": 1}
    assert len(got.requests) == 1


@pytest.mark.parametrize("after", [{"finish": ""}, {"finish": "", "error": "overloaded"}])
async def test_a_speech_heard_to_its_end_counts_though_the_stream_breaks_after_it(
    after: dict[str, Any],
) -> None:
    cut = '{"thought": "私", "speech": "大家好。", "claims": [{"act": "role", "targets": [], "val'
    got = await put("speak", Scripted(cut, done=False, **after))
    assert got.answer == Answer("say", (), "大家好。")
    assert got.heard == "大家好。"
    assert got.player.log.faults in ({"stream_cut": 1}, {"rate_limit": 1})
    assert (got.player.log.answers, got.player.log.failures) == (1, {})
    assert len(got.requests) == 1


async def test_what_came_whole_before_the_stream_broke_is_kept() -> None:
    whole = (
        '{"thought": "私", "plan": "计", "speech": "大家好。", "claims": [{"act": "role", "value": "民"}]}'
    )
    got = await put("speak", Scripted(whole, finish="", done=False, error="overloaded"))
    assert got.answer == Answer("say", (), "大家好。", (Claim("role", value="villager"),), "私")
    assert [call["failed"] for call in got.calls] == ["rate_limit"]


async def test_a_speech_heard_to_its_end_counts_though_the_time_is_up() -> None:
    silent = Scripted('{"speech": "大家好。", "claims": []}', hang=6)
    got = await put("speak", silent, patience=Patience(turn=0.3))
    assert got.answer == Answer("say", (), "大家好。")
    assert got.player.log.faults == {"time_out": 1}


async def test_half_a_speech_is_a_failure_and_not_asked_for_again() -> None:
    got = await put("speak", Scripted('{"speech": "大家好，我', finish="length"))
    assert got.failure is not None
    assert got.failure.reason == "truncated"
    assert got.heard == "大家好，我"


# -- deciding --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply",
    [
        '```json\n{"act": "pass"}\n```',
        '我想好了：{"act": "pass"}',
        '<think>{"act": "run"}</think>{"act": "pass"}',
    ],
)
async def test_fences_prose_and_thoughts_around_the_object(reply: str) -> None:
    got = await put("sign_up", reply)
    assert got.act() == PASS
    assert got.player.log.repairs == 0


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        ('{"act": "vote", "targ', "bad_json"),
        ('{"act": "vote", "target": 99}', "illegal"),
        ('{"act": "dance"}', "illegal"),
        ("让我想想……", "bad_json"),
        ("```json\n我先想想……\n```", "bad_json"),
    ],
)
async def test_an_unusable_reply_is_repaired_once(bad: str, fault: str) -> None:
    """L01, L06: the second question shows the first answer, the error and the options."""
    got = await put("ballot", bad, '{"act": "pass"}')
    assert got.act() == PASS
    assert got.player.log.repairs == 1
    assert got.player.log.faults == {fault: 1}
    first, second = got.requests
    assert second["messages"][: len(first["messages"])] == first["messages"]
    said, asked = second["messages"][len(first["messages"]) :]
    assert said == {"role": "assistant", "content": bad}
    assert "合法的回答" in asked["content"]
    assert [call["repair"] for call in got.calls] == [False, True]


async def test_two_unusable_replies_are_a_failure() -> None:
    got = await put("ballot", '{"act": "vote", "target": 99}', '{"act": "vote", "target": 98}')
    assert got.failure is not None
    assert got.failure.reason == "illegal"
    assert "98" in got.failure.detail
    assert isinstance(got.failure, PlayerFailed)
    assert got.player.log.failures == {"illegal": 1}
    assert got.player.log.answers == 0


async def test_a_reply_that_ran_out_of_room_is_asked_for_with_more() -> None:
    got = await put("ballot", Scripted('{"thought": "很长', finish="length"), '{"act": "pass"}')
    assert got.act() == PASS
    first, second = got.requests
    assert second["messages"] == first["messages"]
    assert second["max_tokens"] == 4 * first["max_tokens"]
    assert got.player.log.faults == {"truncated": 1}


async def test_a_fault_of_the_server_is_retried_and_counted() -> None:
    got = await put("ballot", Scripted(status=500, body="boom"), '{"act": "pass"}')
    assert got.act() == PASS
    assert got.player.log.retries == 1
    assert got.calls[0]["retries"] == ["server"]


async def test_a_refused_key_fails_at_once() -> None:
    got = await put("ballot", Scripted(status=401, body=json.dumps({"error": {"message": f"bad key {KEY}"}})))
    assert got.failure is not None
    assert got.failure.reason == "auth"
    assert KEY not in str(got.failure)


# -- the record ------------------------------------------------------------------------------------


async def test_every_call_is_told_for_the_record() -> None:
    got = await put("speak", SAID)
    (call,) = got.calls
    assert call == {
        "seat": call["seat"], "ask": "speak", "model": "fake", "format": "json_schema", "finish": "stop",
        "reply": SAID, "failed": "", "repair": False, "retries": [], "tokens": [10, 4, 5, 0],
        "seconds": call["seconds"], "blocks": call["blocks"], "key": f"s{call['seat']:02}-0001",
    }  # fmt: skip
    assert set(call["blocks"]) == {"rules", "public", "private", "facts", "request"}
    json.dumps(call)


async def test_a_failed_call_is_told_too() -> None:
    got = await put("ballot", Scripted(status=401, body="no"))
    (call,) = got.calls
    assert call["failed"] == "auth"
    assert "reply" not in call


async def test_no_key_in_the_record() -> None:
    got = await put("speak", json.dumps({"speech": f"key {KEY}"}))
    assert KEY not in json.dumps(got.calls)


async def test_counters_add_up() -> None:
    logs = [(await put("speak", SAID)).player.log, (await put("ballot", "x", "y")).player.log]
    both = total(logs)
    assert (both.calls, both.answers, both.repairs) == (3, 1, 1)
    assert both.failures == {"bad_json": 1}
    assert both.longest == max(log.longest for log in logs)
    assert both.line().startswith(
        "3 calls, 1 answers, 1 repairs, 0 retries, overcome: bad_json 1, failed: bad_json 1"
    )
