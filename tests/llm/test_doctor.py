"""``llmwolf doctor`` against the test server in each of its dialects, and where nothing works."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from llmwolf.cli import main
from llmwolf.llm.doctor import questions
from tests.llm.fake_server import Brain, FakeServer, Scripted
from tests.llm.scenes import KEY

RIGHT = {asked[lang]: asked["answer"] for asked in questions() for lang in ("zh", "en")}
SPEECH = "我这票投3号，他两轮发言前后对不上，先说信后说不信，站边也没有理由，我认为他就是悍跳狼。"
Refuses = Callable[[dict[str, Any]], str]


def clever(body: dict[str, Any]) -> Scripted:
    """Knows the game."""
    text = body["messages"][-1]["content"]
    letter = next((answer for asked, answer in RIGHT.items() if asked in text), "")
    told = {"answer": letter} if letter else {"speech": SPEECH}
    return Scripted(json.dumps(told, ensure_ascii=False), piece=12, gap=0.001)


def refusing(why: Refuses, brain: Brain = clever) -> Brain:
    """Refuses every request of which ``why`` says something."""

    def answer(body: dict[str, Any]) -> Scripted:
        if said := why(body):
            return Scripted(status=400, body=json.dumps({"error": {"message": said}}))
        return brain(body)

    return answer


@contextmanager
def serving(brain: Brain) -> Iterator[str]:
    """A server on a thread of its own: the command runs its own loop."""
    ready, address, loops = threading.Event(), list[str](), list[asyncio.AbstractEventLoop]()
    stop = asyncio.Event()

    async def serve() -> None:
        async with FakeServer(brain) as server:
            address.append(server.base_url)
            loops.append(asyncio.get_running_loop())
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    try:
        yield address[0]
    finally:
        loops[0].call_soon_threadsafe(stop.set)
        thread.join()


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No configuration of whoever runs the tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def doctor(*args: str) -> Result:
    result = CliRunner().invoke(main, ["doctor", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_a_good_endpoint_passes_everything() -> None:
    with serving(clever) as url:
        result = doctor("--base-url", url, "--model", "m")
    assert result.exit_code == 0, result.output
    for said in (
        "✓ 能连上",
        "✓ 结构化输出 json_schema",
        "✓ 流式",
        "✓ 会说中文",
        "✓ 规则题答对 5/5",
        "✓ 会报用量",
    ):
        assert said in result.output
    assert "✗" not in result.output


def has(name: str, said: str, within: str = "") -> Refuses:
    """Refuses with ``said`` whatever has the parameter ``name`` (with ``within`` in it)."""
    return lambda body: said if body.get(name) and within in str(body[name]) else ""


DIALECTS: dict[str, tuple[Refuses, str, int]] = {
    "json_object": (
        has("response_format", "json_schema is not supported", "json_schema"),
        "✓ 结构化输出 json_object",
        0,
    ),
    "text": (
        has("response_format", "This response_format type is unavailable now"),
        "! 没有 JSON 模式",
        1,
    ),
    "max_completion_tokens": (
        has("max_tokens", "Unsupported parameter: 'max_tokens'; use 'max_completion_tokens'"),
        "用 max_completion_tokens",
        0,
    ),
    "temperature": (
        has("temperature", "'temperature' does not support 0.8; only the default (1)"),
        "不收 temperature",
        0,
    ),
    "no stream": (has("stream", "streaming is not supported by this model"), "! 不流式", 1),
    "no stream_options": (
        has("stream_options", "Unrecognized request argument supplied: stream_options"),
        "不收 stream_options",
        0,
    ),
}


@pytest.mark.parametrize("name", DIALECTS)
def test_every_dialect_is_found_out_and_told(name: str) -> None:
    why, says, code = DIALECTS[name]

    def whole(body: dict[str, Any]) -> Scripted:
        reply = clever(body)
        if body.get("stream"):
            return reply
        usage = {"prompt_tokens": 9, "completion_tokens": 30}
        choice = {"message": {"content": reply.text}, "finish_reason": "stop"}
        return Scripted(body=json.dumps({"choices": [choice], "usage": usage}))

    with serving(refusing(why, whole)) as url:
        result = doctor("--base-url", url, "--model", "m")
    assert says in result.output
    assert result.exit_code == code, result.output


def test_an_address_without_its_v1_is_mended() -> None:
    with serving(clever) as url:
        assert "llmwolf" not in doctor("--base-url", url.removesuffix("/v1"), "--model", "m").output


def test_a_model_that_knows_nothing_is_told_to_be_weak() -> None:
    def silly(body: dict[str, Any]) -> Scripted:
        return Scripted(json.dumps({"answer": "A", "speech": "hello there"}))

    with serving(silly) as url:
        result = doctor("--base-url", url, "--model", "m")
    assert result.exit_code == 1
    assert "! 没有用中文回答" in result.output
    assert "! 规则题答对 0/5" in result.output


def error(status: int, said: str) -> Scripted:
    return Scripted(status=status, body=json.dumps({"error": {"message": said}}))


def page(status: int, text: str) -> Scripted:
    return Scripted(status=status, body=text, content_type="text/html")


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (error(401, f"bad key {KEY}"), "the key or the access was refused"),
        (page(404, "<html>nginx</html>"), "404 from"),
        (page(200, "<html><title>Log in</title></html>"), "is the base URL right?"),
        (error(404, "model 'm' not found"), "model 'm'"),
        (error(402, "insufficient balance"), "402"),
    ],
)
def test_what_cannot_work_is_one_line_with_what_to_do(
    reply: Scripted, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A02, A10."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(lambda body: reply) as url:
        result = doctor("--base-url", url, "--model", "m")
    assert result.exit_code == 2, result.output
    assert says in result.output
    first, *rest = result.output.splitlines()
    assert first.startswith("✗ ")
    assert all(line.startswith("  → ") for line in rest)
    assert KEY not in result.output


def test_nothing_listens() -> None:
    result = doctor("--base-url", "http://127.0.0.1:9", "--model", "m")
    assert result.exit_code == 2
    assert "✗ http://127.0.0.1:9/v1/chat/completions cannot be reached" in result.output


def test_no_key_and_no_model_are_said_before_anything_is_asked_A08() -> None:
    result = doctor("--base-url", "https://h.example", "--model", "m")
    assert result.exit_code == 2
    assert "wants a key" in result.output
    assert doctor("--base-url", "http://127.0.0.1:9").exit_code == 2


def test_the_findings_as_json() -> None:
    with serving(clever) as url:
        told = json.loads(doctor("--base-url", url, "--model", "m", "--json", "--lang", "en").output)
    assert {row["name"] for row in told["findings"]} >= {"reach", "json", "stream", "speed", "usage", "rules"}
    assert {row["state"] for row in told["findings"]} == {"good"}
    assert json.loads(doctor("--base-url", "https://h.example", "--model", "m", "--json").output)["error"]


def test_every_question_has_its_answer_among_its_options() -> None:
    assert len(questions()) == 5
    for asked in questions():
        assert len(asked["zh_options"]) == len(asked["en_options"]) == 4
        assert asked["answer"] in "ABCD"
