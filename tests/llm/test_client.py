"""Asking a server well: in its dialect, within its limits, without telling secrets, closed when done."""

import gzip
import json
import logging
import traceback

import httpx
import pytest
import respx

from llmwolf.llm.client import ChatClient
from llmwolf.llm.failure import ModelFailure
from tests.llm.scenes import KEY
from tests.llm.wire import (
    ANSWER,
    URL,
    Ear,
    ask,
    events,
    good,
    refused,
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


async def test_a_packed_reply_is_unpacked(client: ChatClient, respx_mock: respx.Router) -> None:
    body = {"choices": [{"message": {"content": ANSWER}, "finish_reason": "stop"}]}
    packed = httpx.Response(
        200, headers={"content-encoding": "gzip"}, content=gzip.compress(json.dumps(body).encode())
    )
    respx_mock.post(URL).mock(return_value=packed)
    assert (await ask(client, Ear())).text == ANSWER


async def test_missing_usage_is_known_to_be_missing(client: ChatClient, respx_mock: respx.Router) -> None:
    chunk = json.dumps({"choices": [{"index": 0, "delta": {"content": "x"}, "finish_reason": "stop"}]})
    respx_mock.post(URL).mock(return_value=events(chunk, "[DONE]"))
    assert not (await ask(client)).usage.known


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
