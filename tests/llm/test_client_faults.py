"""Everything a server can do wrong to a client, without a network and without waiting."""

import contextlib
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import httpx
import pytest
import respx
from hypothesis import given, settings
from hypothesis import strategies as st

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure, retry_after
from llmwolf.llm.settings import Patience
from llmwolf.llm.transport import plain_http
from tests.llm.fake_server import Scripted
from tests.llm.scenes import KEY, Naps
from tests.llm.wire import (
    ANSWER,
    CHUNK,
    DECLINED,
    PROMPT,
    URL,
    Broken,
    Ear,
    ask,
    dropped,
    events,
    failed,
    good,
    refused,
    streamed,
)

# -- faults that pass ------------------------------------------------------------------------------


async def test_retry_after_is_honoured(client: ChatClient, naps: Naps, respx_mock: respx.Router) -> None:
    """A04."""
    busy = httpx.Response(429, headers={"retry-after": "7"}, json={"error": {"message": "slow down"}})
    respx_mock.post(URL).mock(side_effect=[busy, good()])
    heard: list[str] = []
    reply = await client.ask(PROMPT, Ear(), lambda failure: heard.append(failure.reason))
    assert reply.text == ANSWER
    assert naps.taken == [7.0]
    assert heard == ["rate_limit"]


@pytest.mark.parametrize(
    ("headers", "naps_taken"),
    [
        ({"retry-after-ms": "1500"}, [1.5]),
        ({"retry-after-ms": "250", "retry-after": "9"}, [0.25]),
        ({"retry-after": "100"}, [100.0]),
        ({"retry-after": "0"}, [0.0]),
    ],
)
async def test_what_a_server_asks_to_wait_is_waited(
    client: ChatClient, naps: Naps, respx_mock: respx.Router, headers: dict[str, str], naps_taken: list[float]
) -> None:
    """A04: no more and no less, in either header."""
    respx_mock.post(URL).mock(side_effect=[httpx.Response(503, headers=headers, text="busy"), good()])
    await ask(client)
    assert naps.taken == naps_taken


async def test_a_wait_until_a_date_is_waited(
    client: ChatClient, naps: Naps, respx_mock: respx.Router
) -> None:
    """A04."""
    when = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    busy = httpx.Response(429, headers={"retry-after": when}, text="busy")
    respx_mock.post(URL).mock(side_effect=[busy, good()])
    await ask(client)
    assert 15 < naps.taken[0] <= 20


async def test_a_wait_beyond_the_turn_is_not_waited(
    client: ChatClient, naps: Naps, respx_mock: respx.Router
) -> None:
    busy = httpx.Response(429, headers={"retry-after": "50"}, json={"error": {"message": "slow down"}})
    respx_mock.post(URL).mock(return_value=busy)
    client.patience = Patience(turn=40)
    failure = await failed(client)
    assert failure.reason == "rate_limit"
    assert naps.taken == []


def test_retry_after_in_all_its_forms() -> None:
    assert retry_after("2.5") == 2.5
    assert retry_after("-1") == 0
    assert retry_after("soon") is None
    assert retry_after("nan") is None
    assert retry_after(None) is None
    later = retry_after(format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True))
    assert later is not None
    assert 25 < later <= 30


async def test_a_server_that_keeps_failing_is_given_up(
    client: ChatClient, naps: Naps, respx_mock: respx.Router
) -> None:
    """A05, S03."""
    route = respx_mock.post(URL).mock(return_value=httpx.Response(500, text="boom"))
    failure = await failed(client)
    assert failure.reason == "server"
    assert "500" in failure.detail
    assert route.call_count == 4
    assert len(naps.taken) == 3
    assert naps.taken == sorted(naps.taken)
    assert all(0 < nap <= 8 for nap in naps.taken)


PASSING: dict[str, Any] = {
    "time_out": httpx.ReadTimeout("slow"),
    "network": httpx.ConnectError("refused"),
    "server": httpx.Response(503, json={"error": {"message": "overloaded"}}),
    "stream_cut": events(CHUNK),
    "stream_cut with its mark": events(CHUNK, "[DONE]"),
    "network dropped": dropped(),
    "server in the stream": events(CHUNK, json.dumps({"error": {"message": "worker died"}})),
    "bad_body": events(CHUNK, "{garbage"),
    "no_choices": events(json.dumps({"choices": None}), "[DONE]"),
    "no_choices at all": events("[DONE]"),
    "server with an error in a 200": httpx.Response(200, json={"error": {"message": "no worker"}}),
    "no_choices but a list": httpx.Response(200, json=[1]),
    "no_choices empty": httpx.Response(200, json={"choices": []}),
    "bad_body nested": events(CHUNK, "[" * 100_000),
    "bad_body whole and nested": httpx.Response(
        200, headers={"content-type": "application/json"}, text="[" * 100_000
    ),
    "network and gzip": httpx.Response(
        200, headers={"content-type": "application/json", "content-encoding": "gzip"}, stream=Broken()
    ),
    "empty": streamed(Scripted("")),
    "empty blank": streamed(Scripted(" \n ")),
    "empty but for reasoning": streamed(Scripted("", reasoning="我是狼")),
    "empty null": httpx.Response(200, json={"choices": [{"message": {"content": None}}]}),
}  # fmt: skip


@pytest.mark.parametrize("name", PASSING)
async def test_a_fault_that_passes_is_tried_again(
    client: ChatClient, respx_mock: respx.Router, name: str
) -> None:
    respx_mock.post(URL).mock(side_effect=[PASSING[name], good()])
    ear, heard = Ear(), list[str]()
    reply = await client.ask(PROMPT, ear, lambda failure: heard.append(failure.reason))
    assert reply.text == ear.heard == ANSWER
    assert ear.begun == 2
    assert heard == [name.partition(" ")[0]]


async def test_what_a_reply_that_is_none_was_counted_as_is_told(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(side_effect=[streamed(Scripted("", tokens=(90, 10, 7))), good()])
    heard: list[ModelFailure] = []
    await client.ask(PROMPT, Ear(), heard.append)
    (failure,) = heard
    assert (failure.reason, failure.usage.prompt, failure.usage.completion) == ("empty", 90, 7)


@pytest.mark.parametrize("name", ["stream_cut", "network dropped", "server in the stream", "bad_body"])
async def test_what_the_table_has_heard_is_not_asked_for_again(
    client: ChatClient, respx_mock: respx.Router, name: str
) -> None:
    fault = dropped() if name == "network dropped" else PASSING[name]
    route = respx_mock.post(URL).mock(side_effect=[fault, good()])
    ear = Ear(shy=False)
    assert (await failed(client, ear)).reason == name.partition(" ")[0]
    assert route.call_count == 1
    assert ear.heard == "hel"


# -- faults that stay ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("response", "reason", "says"),
    [
        (refused(401, f"Incorrect API key provided: {KEY}"), "auth", "the key or the access was refused"),
        (refused(403, "no access"), "auth", "403"),
        (refused(404, "model not found"), "not_found", "model 'm' or this address is unknown; 404 from"),
        (httpx.Response(402, json={"error": {"message": "Insufficient Balance"}}), "quota", "402"),
        (refused(429, "余额不足或无可用资源包"), "quota", "429"),
        (refused(403, "your input was flagged"), "moderation", "flagged"),
        (refused(429, "You exceeded your quota", code="insufficient_quota"), "quota", "quota"),
        (httpx.Response(413, text="too big"), "context", "413"),
        (streamed(Scripted("x", finish="content_filter")), "filtered", "content_filter"),
        (streamed(Scripted("", finish="SAFETY")), "filtered", "SAFETY"),
        (events(DECLINED), "refused", ""),
    ],
)  # fmt: skip
async def test_a_fault_that_stays_is_not_tried_again(
    client: ChatClient, respx_mock: respx.Router, response: httpx.Response, reason: str, says: str
) -> None:
    """A02, L15."""
    route = respx_mock.post(URL).mock(return_value=response)
    failure = await failed(client)
    assert failure.reason == reason
    assert says in failure.detail
    assert route.call_count == 1


async def test_a_reply_that_ran_out_of_room_is_handed_over_as_such(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    respx_mock.post(URL).mock(return_value=streamed(Scripted('{"speech": "我', finish="length")))
    assert (await ask(client)).finish == "length"
    respx_mock.post(URL).mock(return_value=streamed(Scripted("", finish="length", reasoning="…")))
    assert (await ask(client)).text == ""


async def test_a_reply_without_end_is_ended(client: ChatClient, respx_mock: respx.Router) -> None:
    respx_mock.post(URL).mock(return_value=streamed(Scripted("好" * 250_000, piece=9_000)))
    reply = await ask(client)
    assert reply.finish == "length"
    assert len(reply.text) < 160_000


NAMES = ("choices", "delta", "content", "refusal", "finish_reason", "usage", "message", "error")
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=8,
)


@given(st.lists(st.tuples(ODD, st.booleans()), min_size=30, max_size=60))
@settings(max_examples=5)
async def test_no_shape_of_an_answer_is_more_than_a_failure(bodies: list[tuple[object, bool]]) -> None:
    client = ChatClient(Endpoint("http://llm.test/v1", "m"), Patience(attempts=1), Naps(), http=plain_http)
    for body, whole in bodies:
        with respx.mock, contextlib.suppress(ModelFailure):
            answer = httpx.Response(200, json=body) if whole else events(json.dumps(body), CHUNK)
            respx.post(URL).mock(return_value=answer)
            await ask(client)
    await client.close()
