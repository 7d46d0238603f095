"""Asking a server well: in its dialect, within its limits, without telling secrets, closed when done."""

import asyncio
import json
import logging
import traceback

import httpx
import pytest
import respx

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.settings import Patience
from tests.llm.fake_server import FakeServer, Scripted
from tests.llm.scenes import KEY, Naps
from tests.llm.wire import (
    ANSWER,
    URL,
    Ear,
    ask,
    events,
    failed,
    good,
    refused,
    streamed,
    until,
)

# -- what goes well --------------------------------------------------------------------------------


async def test_a_reply_arrives_in_pieces_with_its_tokens(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    route = respx_mock.post(URL).mock(return_value=good())
    ear = Ear()
    reply = await ask(client, ear)
    assert reply.text == ear.heard == ANSWER
    assert (reply.finish, reply.format) == ("stop", "json_schema")
    assert (reply.usage.prompt, reply.usage.cached, reply.usage.completion, reply.usage.known) == (
        10,
        4,
        5,
        True,
    )
    sent = json.loads(route.calls[0].request.content)
    assert sent["stream"] is True
    assert sent["model"] == "m"


async def test_reasoning_is_never_part_of_the_text(client: ChatClient, respx_mock: respx.Router) -> None:
    """L12."""
    respx_mock.post(URL).mock(return_value=streamed(Scripted(ANSWER, reasoning="我是狼，队友4号")))
    assert (await ask(client)).text == ANSWER


async def test_a_server_that_does_not_stream(client: ChatClient, respx_mock: respx.Router) -> None:
    body = {
        "choices": [{"message": {"content": ANSWER}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 3},
    }
    respx_mock.post(URL).mock(return_value=httpx.Response(200, json=body))
    ear = Ear()
    reply = await ask(client, ear)
    assert reply.text == ear.heard == ANSWER
    assert reply.usage.prompt == 3


async def test_missing_usage_is_known_to_be_missing(client: ChatClient, respx_mock: respx.Router) -> None:
    chunk = json.dumps({"choices": [{"index": 0, "delta": {"content": "x"}, "finish_reason": "stop"}]})
    respx_mock.post(URL).mock(return_value=events(chunk, "[DONE]"))
    assert not (await ask(client)).usage.known


# -- the ladder ------------------------------------------------------------------------------------


async def test_the_ladder_is_climbed_down_and_remembered(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    """json_schema → json_object → text: three calls, then one."""

    def server(request: httpx.Request) -> httpx.Response:
        if "response_format" in json.loads(request.content):
            return refused(400, "This response_format type is unavailable now")
        return good()

    route = respx_mock.post(URL).mock(side_effect=server)
    assert (await ask(client)).format == "text"
    assert route.call_count == 3
    assert (await ask(client)).format == "text"
    assert route.call_count == 4


async def test_parameters_are_dropped_one_by_one_and_stay_dropped(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    """L42, L43."""

    def server(request: httpx.Request) -> httpx.Response:
        sent = json.loads(request.content)
        if "max_tokens" in sent:
            return refused(400, "Unsupported parameter: 'max_tokens'; use 'max_completion_tokens'")
        if sent["max_completion_tokens"] > 64:
            return refused(400, "max_completion_tokens: this model supports at most 64")
        if "temperature" in sent:
            return refused(400, "'temperature' does not support 0.5 with this model")
        if "stream_options" in sent:
            return refused(422, "Extra inputs are not permitted: stream_options")
        return good()

    route = respx_mock.post(URL).mock(side_effect=server)
    assert (await ask(client)).format == "json_schema"
    assert route.call_count == 5
    await ask(client)
    assert route.call_count == 6


async def test_calls_that_learn_at_once_do_not_climb_too_far(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    def server(request: httpx.Request) -> httpx.Response:
        if json.loads(request.content).get("response_format", {}).get("type") == "json_schema":
            return refused(400, "response_format json_schema is not supported")
        return good()

    respx_mock.post(URL).mock(side_effect=server)
    replies = await asyncio.gather(*(ask(client) for _ in range(6)))
    assert {reply.format for reply in replies} == {"json_object"}
    assert client.dialect.format == "json_object"


async def test_a_refusal_that_no_dialect_mends_teaches_nothing(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    route = respx_mock.post(URL).mock(return_value=refused(400, "no idea what is wrong"))
    failure = await failed(client)
    assert failure.reason == "bad_request"
    assert "no idea what is wrong" in failure.detail
    assert route.call_count == 3
    assert client.dialect.format == "json_schema"


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("Content Exists Risk: content risk", "moderation"),
        ("the request was rejected by our moderation", "moderation"),
        ("This model's maximum context length is 8192 tokens", "context"),
        ("the request exceeds the available context size", "context"),
    ],
)
async def test_a_refused_prompt_is_not_sent_again(
    client: ChatClient, respx_mock: respx.Router, message: str, reason: str
) -> None:
    """L16."""
    route = respx_mock.post(URL).mock(return_value=refused(400, message))
    assert (await failed(client)).reason == reason
    assert route.call_count == 1


# -- secrets ---------------------------------------------------------------------------------------


async def test_no_key_in_any_error_log_or_traceback(
    client: ChatClient, respx_mock: respx.Router, caplog: pytest.LogCaptureFixture
) -> None:
    """A10."""
    caplog.set_level(logging.DEBUG)
    echo = f"key {KEY}; Authorization: Bearer {KEY}"
    for fault in (
        refused(401, echo),
        refused(400, echo),
        httpx.Response(500, text=echo),
        httpx.ConnectError(echo),
        events(json.dumps({"error": {"message": echo}})),
        httpx.Response(200, json={"error": echo}),
    ):
        respx_mock.post(URL).mock(side_effect=[fault] * 4)
        with pytest.raises(ModelFailure) as caught:
            await ask(client)
        assert KEY not in "".join(traceback.format_exception(caught.value))
    assert KEY not in caplog.text


# -- sockets ---------------------------------------------------------------------------------------


async def test_silence_in_the_stream_ends_the_call(naps: Naps) -> None:
    """S01: three pieces, then nothing."""
    async with FakeServer(lambda _: Scripted("abcdefgh", piece=2, hang=4)) as server:
        client = ChatClient(server.endpoint, Patience(idle=0.05, attempts=1), naps)
        ear = Ear()
        failure = await failed(client, ear)
        assert failure.reason == "time_out"
        assert ear.heard == "abcdef"
        await client.close()


async def test_silence_before_the_first_piece_ends_the_call(naps: Naps) -> None:
    async with FakeServer(lambda _: Scripted("ab", hang=0)) as server:
        client = ChatClient(server.endpoint, Patience(first=0.05, attempts=2), naps)
        assert (await failed(client)).reason == "time_out"
        assert len(server.requests) == 2
        await client.close()


async def test_nothing_listens() -> None:
    naps = Naps()
    client = ChatClient(Endpoint("http://127.0.0.1:9/v1", "m"), Patience(), naps)
    failure = await failed(client)
    assert failure.reason == "network"
    assert "http://127.0.0.1:9/v1/chat/completions cannot be reached" in failure.detail
    await client.close()


async def test_cancelling_closes_the_stream_at_once() -> None:
    """自爆: the reader goes away, the request is closed, nothing is left running."""
    async with FakeServer(lambda _: Scripted("x" * 4000, piece=1, gap=0.001)) as server:
        client = ChatClient(server.endpoint)
        ear = Ear()
        task = asyncio.create_task(ask(client, ear))
        await until(lambda: len(ear.heard) > 4)
        clock = asyncio.get_running_loop().time
        began = clock()
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()
        assert clock() - began < 0.1
        await until(lambda: server.left == 1)
        assert clock() - began < 1
        assert len(ear.heard) < 4000
        server.brain = lambda _: Scripted(ANSWER)
        assert (await ask(client)).text == ANSWER
        await client.close()


async def test_no_more_calls_at_once_than_allowed() -> None:
    """A04."""
    async with FakeServer(lambda _: Scripted(ANSWER, gap=0.002)) as server:
        client = ChatClient(Endpoint(server.base_url, "m", concurrency=3))
        await asyncio.gather(*(ask(client) for _ in range(12)))
        assert server.most == 3
        assert len(server.requests) == 12
        await client.close()


async def test_a_proxy_is_not_asked_for_what_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    async with FakeServer(lambda _: Scripted(ANSWER)) as server:
        client = ChatClient(server.endpoint, Patience(attempts=1))
        assert (await ask(client)).text == ANSWER
        await client.close()


async def test_only_a_key_that_was_given_is_sent() -> None:
    async with FakeServer(lambda _: Scripted(ANSWER)) as server:
        for key in ("", KEY):
            client = ChatClient(Endpoint(server.base_url, "m", key))
            await ask(client)
            await client.close()
        assert server.keys == ["Bearer none", f"Bearer {KEY}"]
