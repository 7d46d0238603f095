"""Every dialect over the wire: tried once, learned, kept."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import respx

from llmwolf.llm.client import ChatClient
from llmwolf.llm.dialect import Dialect
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.learned import Learned
from llmwolf.llm.settings import Patience
from llmwolf.llm.transport import plain_http
from tests.llm.fake_server import Scripted
from tests.llm.scenes import KEY, Naps
from tests.llm.wire import ANSWER, CONSTANT, EXACT, URL, Ear, ask, failed, good, refused, streamed

Rule = Callable[[dict[str, Any]], httpx.Response | None]
HERE = Endpoint("http://llm.test/v1", "m", KEY)


def serve(router: respx.Router, *rules: Rule) -> respx.Route:
    """A server that refuses what one of ``rules`` refuses."""

    def server(request: httpx.Request) -> httpx.Response:
        sent = json.loads(request.content)
        return next((answer for rule in rules if (answer := rule(sent)) is not None), good())

    return router.post(URL).mock(side_effect=server)


def formats(*taken: str, status: int = 400) -> Rule:
    def rule(sent: dict[str, Any]) -> httpx.Response | None:
        asked = sent.get("response_format", {}).get("type", "text")
        if asked in taken:
            return None
        return refused(status, "This response_format type is unavailable now")

    return rule


def named(parameter: str, complaint: str, status: int = 400, **error: str) -> Rule:
    return lambda sent: refused(status, complaint, **error) if sent.get(parameter) else None


def recalling(learned: Learned) -> ChatClient:
    return ChatClient(HERE, Patience(), Naps(), learned, plain_http)


@pytest.mark.parametrize("status", [400, 404, 422, 500, 501])
async def test_the_ladder_is_climbed_down_and_remembered(
    client: ChatClient, respx_mock: respx.Router, status: int
) -> None:
    """json_schema → json_object → text: three calls, then one."""
    route = serve(respx_mock, formats("text", status=status))
    assert (await ask(client)).format == "text"
    assert route.call_count == 3
    assert (await ask(client)).format == "text"
    assert route.call_count == 4


async def test_parameters_are_dropped_one_by_one_and_stay_dropped(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    """L42, L43."""

    def limit(sent: dict[str, Any]) -> httpx.Response | None:
        over = sent["max_completion_tokens"] > 64
        return refused(400, "max_completion_tokens: this model supports at most 64") if over else None

    route = serve(
        respx_mock,
        named("max_tokens", "Unsupported parameter: 'max_tokens'; use 'max_completion_tokens'"),
        limit,
        named("temperature", "'temperature' does not support 0.5 with this model"),
        named("stream_options", "Extra inputs are not permitted: stream_options", 422),
    )
    assert (await ask(client)).format == "json_schema"
    assert route.call_count == 5
    await ask(client)
    assert route.call_count == 6


async def test_a_parameter_that_only_the_param_field_names(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    """L42."""
    rule = named("max_tokens", "Not here.", code="unsupported_parameter", param="max_tokens")
    route = serve(respx_mock, rule)
    await ask(client)
    assert client.dialect == Dialect(token_word="max_completion_tokens")
    assert route.call_count == 2


@pytest.mark.parametrize(
    ("complaint", "sent"), [("temperature: at most 0.25", 0.25), ("temperature: only 1 is allowed", None)]
)
async def test_a_temperature_is_lowered_or_dropped(
    client: ChatClient, respx_mock: respx.Router, complaint: str, sent: float | None
) -> None:
    """L43."""

    def rule(body: dict[str, Any]) -> httpx.Response | None:
        return refused(400, complaint) if body.get("temperature", 0) > 0.25 else None

    route = serve(respx_mock, rule)
    await ask(client)
    await ask(client)
    assert json.loads(route.calls[-1].request.content).get("temperature") == sent
    assert route.call_count == 3


async def test_a_server_that_refuses_to_stream_is_not_asked_to(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    whole = {"choices": [{"message": {"content": ANSWER}, "finish_reason": "stop"}]}

    def server(request: httpx.Request) -> httpx.Response:
        sent = json.loads(request.content)
        if sent.get("stream"):
            return refused(400, "streaming is not supported for this model")
        assert "stream_options" not in sent
        return httpx.Response(200, json=whole)

    route = respx_mock.post(URL).mock(side_effect=server)
    for calls in (2, 3):
        ear = Ear()
        assert (await ask(client, ear)).text == ear.heard == ANSWER
        assert route.call_count == calls


@pytest.mark.parametrize("head", [{}, {"content-type": "text/plain"}, {"content-type": "text/event-stream"}])
async def test_what_a_body_is_shows_by_its_beginning(
    client: ChatClient, respx_mock: respx.Router, head: dict[str, str]
) -> None:
    """A server that answers JSON to a request for a stream, whatever it calls it, and one that does not."""
    whole = json.dumps({"choices": [{"message": {"content": ANSWER}}]})
    for body in (whole, f"\n\n {whole}", good().text, f"\n\n: wait\n\n{good().text}"):
        respx_mock.post(URL).mock(return_value=httpx.Response(200, headers=head, text=body))
        ear = Ear()
        assert (await ask(client, ear)).text == ear.heard == ANSWER


async def test_calls_that_learn_at_once_do_not_climb_too_far(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    serve(respx_mock, formats("json_object", "text"))
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
    assert client.dialect == Dialect()


async def test_a_fault_of_the_server_does_not_change_the_dialect(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    route = respx_mock.post(URL).mock(side_effect=[refused(500, "temperature too high"), good()])
    await ask(client)
    assert route.call_count == 2
    assert client.dialect == Dialect()


async def test_an_answer_longer_than_the_window_has_room_for_is_cut_once(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    """L43: the room is that of one prompt, so nothing is learned of it."""

    def rule(sent: dict[str, Any]) -> httpx.Response | None:
        said = "'max_tokens' is too large: 100. This model's maximum context length is 2048 tokens and"
        over = sent["max_tokens"] > 80
        return refused(400, f"{said} your request has 1968 input tokens") if over else None

    route = serve(respx_mock, rule)
    await ask(client)
    assert json.loads(route.calls[-1].request.content)["max_tokens"] == 80
    assert client.dialect == Dialect()


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("Content Exists Risk", "moderation"),
        ("content risk", "moderation"),
        ("the request was rejected by our moderation", "moderation"),
        ("系统检测到输入内容可能包含不安全或敏感内容", "moderation"),
        ("This model's maximum context length is 8192 tokens", "context"),
        ("the request exceeds the available context size", "context"),
        ("maximum context length is 2048 tokens and your request has 2040 input tokens", "context"),
    ],
)
async def test_a_refused_prompt_is_not_sent_again(
    client: ChatClient, respx_mock: respx.Router, message: str, reason: str
) -> None:
    """L16."""
    route = respx_mock.post(URL).mock(return_value=refused(400, message))
    assert (await failed(client)).reason == reason
    assert route.call_count == 1


async def test_a_format_is_not_changed_once_the_table_has_heard_something(
    client: ChatClient, respx_mock: respx.Router
) -> None:
    chunk = json.dumps({"choices": [{"delta": {"content": "大家"}}]})
    error = json.dumps({"error": {"message": "response_format is not supported", "code": 400}})
    body = f"data: {chunk}\n\ndata: {error}\n\n"
    route = respx_mock.post(URL).mock(return_value=httpx.Response(200, text=body))
    ear = Ear(shy=False)
    assert (await failed(client, ear)).reason == "bad_request"
    assert ear.heard == "大家"
    assert route.call_count == 1


async def test_an_unasked_for_tool_call_is_no_reply(client: ChatClient, respx_mock: respx.Router) -> None:
    """L40, L13."""
    call = {"id": "1", "function": {"name": "f", "arguments": '{"x": 1}'}}
    delta = json.dumps({"choices": [{"delta": {"tool_calls": [call]}, "finish_reason": "tool_calls"}]})
    route = respx_mock.post(URL)
    route.mock(side_effect=[httpx.Response(200, text=f"data: {delta}\n\ndata: [DONE]\n\n"), good()])
    assert (await ask(client)).text == ANSWER
    assert "tools" not in json.loads(route.calls[0].request.content)


# -- schemas -------------------------------------------------------------------------------------------


async def test_hosted_services_get_one_schema_and_grammars_the_question_s_own(
    respx_mock: respx.Router,
) -> None:
    route = serve(respx_mock)
    for endpoint, schema in (
        (HERE, CONSTANT),
        (Endpoint("http://llm.test/v1", "m", KEY, grammar=True), EXACT),
    ):
        client = ChatClient(endpoint, http=plain_http)
        await ask(client)
        await client.close()
        sent = json.loads(route.calls[-1].request.content)
        assert sent["response_format"]["json_schema"]["schema"] == schema


async def test_a_grammar_that_does_not_take_the_schema_gets_the_constant_one(
    respx_mock: respx.Router,
) -> None:
    def rule(sent: dict[str, Any]) -> httpx.Response | None:
        exact = sent["response_format"]["json_schema"]["schema"] == EXACT
        return refused(400, "failed to parse grammar") if exact else None

    route = serve(respx_mock, rule)
    client = ChatClient(Endpoint("http://llm.test/v1", "m", KEY, grammar=True), http=plain_http)
    assert (await ask(client)).format == "json_schema"
    await ask(client)
    assert route.call_count == 3
    await client.close()


# -- memory --------------------------------------------------------------------------------------------


async def test_the_next_process_knows(tmp_path: Path, respx_mock: respx.Router) -> None:
    path = tmp_path / "dialects.json"
    route = serve(respx_mock, formats("text"))
    for calls in (3, 4):
        client = recalling(Learned(path))
        assert (await ask(client)).format == "text"
        assert route.call_count == calls
        await client.close()
    assert KEY not in path.read_text()


async def test_what_the_server_no_longer_takes_is_learned_anew(
    tmp_path: Path, respx_mock: respx.Router
) -> None:
    path = tmp_path / "dialects.json"
    Learned(path).learn(HERE, Dialect(rung=2, token_word="max_completion_tokens", other_door=True))
    respx_mock.post("http://llm.test/chat/completions").mock(return_value=httpx.Response(404, text="no"))
    serve(respx_mock, named("max_completion_tokens", "unknown field: max_completion_tokens"))
    client = recalling(Learned(path))
    assert (await ask(client)).format == "json_schema"
    assert client.dialect == Dialect()
    assert Learned(path).recall(HERE) == Dialect()
    await client.close()


async def test_a_bad_request_does_not_wipe_what_is_known(tmp_path: Path, respx_mock: respx.Router) -> None:
    path = tmp_path / "dialects.json"
    Learned(path).learn(HERE, Dialect(rung=2))
    respx_mock.post(URL).mock(return_value=refused(400, "roles must alternate"))
    client = recalling(Learned(path))
    assert (await failed(client)).reason == "bad_request"
    assert client.dialect == Learned(path).recall(HERE) == Dialect(rung=2)
    await client.close()


@pytest.mark.parametrize(
    ("answer", "reason", "calls"),
    [
        (httpx.Response(429, headers={"retry-after": "200"}, text="busy"), "rate_limit", 1),
        (refused(401, "wrong key"), "auth", 1),
        (refused(400, "Content Exists Risk"), "moderation", 1),
        (refused(500, "out of memory"), "server", 4),
    ],
)
async def test_only_a_refused_request_makes_one_doubt_what_is_known(
    respx_mock: respx.Router, answer: httpx.Response, reason: str, calls: int
) -> None:
    """A04, L16: not a server that is busy, nor a prompt that it does not like."""
    learned = Learned()
    learned.learn(HERE, Dialect(rung=2))
    route = respx_mock.post(URL).mock(return_value=answer)
    client = recalling(learned)
    assert (await failed(client)).reason == reason
    assert route.call_count == calls
    assert all("response_format" not in json.loads(call.request.content) for call in route.calls)
    await client.close()


async def test_two_clients_share_a_memory(respx_mock: respx.Router) -> None:
    learned = Learned()
    route = serve(respx_mock, formats("text"))
    for calls in (3, 4):
        client = recalling(learned)
        await ask(client)
        assert route.call_count == calls
        await client.close()


# -- thinking ------------------------------------------------------------------------------------------


async def test_reasoning_is_never_part_of_the_text(client: ChatClient, respx_mock: respx.Router) -> None:
    """L12."""
    for reply in (
        Scripted(ANSWER, reasoning="我是狼，队友4号"),
        Scripted(f"<think>我是狼，队友4号</think>{ANSWER}"),
        Scripted(f"我是狼，队友4号</think>{ANSWER}"),
    ):
        respx_mock.post(URL).mock(return_value=streamed(reply))
        ear = Ear()
        raw = await ask(client, ear)
        assert raw.text == ear.heard == ANSWER
        assert "我是狼" in raw.reasoning
