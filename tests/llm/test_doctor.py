"""``llmwolf doctor`` against the test server in each of its dialects, and where nothing works."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from llmwolf.cli import main
from llmwolf.llm.config import ModelSpec, load_config
from llmwolf.llm.doctor import questions
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.findings import of_failure, of_window
from llmwolf.llm.listing import Listing, _read
from tests.llm.fake_server import Brain, Scripted
from tests.llm.scenes import KEY
from tests.llm.serving import serving

RIGHT = {asked[lang]: asked["answer"] for asked in questions() for lang in ("zh", "en")}
SPEECH = "我这票投3号，他两轮发言前后对不上，先说信后说不信，站边也没有理由，我认为他就是悍跳狼。"
Refuses = Callable[[dict[str, Any]], str]


def clever(body: dict[str, Any]) -> Scripted:
    """Knows the game, and is held to the schema by a grammar where it is sent one."""
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    only = schema.get("properties", {}).get("answer", {}).get("enum", [])
    if len(only) == 1:
        return Scripted(json.dumps({"answer": only[0]}))
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
    with serving(clever) as server:
        url = server.base_url
        result = doctor("--base-url", url, "--model", "m")
    assert result.exit_code == 0, result.output
    for said in (
        "✓ 能连上",
        "✓ 不需要密钥",
        "✓ 回答被语法约束",
        "✓ 结构化输出 json_schema",
        "✓ 流式",
        "✓ 会说中文",
        "✓ 规则题答对 5/5",
        "✓ 会报用量",
    ):
        assert said in result.output
    assert "✗" not in result.output
    assert "toml" not in result.output, "nothing is to be changed"
    assert result.stderr.splitlines()[0].startswith("正在连接 http://127.0.0.1")


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

    with serving(refusing(why, whole)) as server:
        url = server.base_url
        result = doctor("--base-url", url, "--model", "m")
    assert says in result.output
    assert result.exit_code == code, result.output


def test_an_address_without_its_v1_is_mended() -> None:
    with serving(clever) as server:
        url = server.base_url
        assert "llmwolf" not in doctor("--base-url", url.removesuffix("/v1"), "--model", "m").output


def test_a_model_that_knows_nothing_is_told_to_be_weak() -> None:
    def silly(body: dict[str, Any]) -> Scripted:
        return Scripted(json.dumps({"answer": "A", "speech": "hello there"}))

    with serving(silly) as server:
        url = server.base_url
        result = doctor("--base-url", url, "--model", "m")
    assert result.exit_code == 1
    assert "! 没有用中文回答" in result.output
    assert "! 规则题答对 0/5（0%）；错：1(A)" in result.output


def error(status: int, said: str) -> Scripted:
    return Scripted(status=status, body=json.dumps({"error": {"message": said}}))


def page(status: int, text: str) -> Scripted:
    return Scripted(status=status, body=text, content_type="text/html")


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (error(401, f"bad key {KEY}"), "→ 检查环境变量 OPENAI_API_KEY"),
        (page(404, "<html>nginx</html>"), "答复 404"),
        (page(200, "<html><title>Log in</title></html>"), "✗ 这个地址不是模型接口"),
        (error(404, "model 'm' not found"), "列出 1 个模型；可试 --model fake"),
        (error(402, "insufficient balance"), "✗ 账户额度用完了"),
    ],
)
def test_what_cannot_work_is_one_line_with_what_to_do(
    reply: Scripted, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A02, A10."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(lambda body: reply) as server:
        url = server.base_url
        result = doctor("--base-url", url, "--model", "m")
    assert result.exit_code == 2, result.output
    assert says in result.output
    first, *rest = result.stdout.splitlines()
    assert first.startswith("✗ ")
    assert all(line.startswith("  → ") for line in rest)
    assert KEY not in result.output


def test_nothing_listens() -> None:
    result = doctor("--base-url", "http://127.0.0.1:9", "--model", "m")
    assert result.exit_code == 2
    line, advice = result.stdout.splitlines()
    assert line.startswith("✗ 连不上：http://127.0.0.1:9/v1/chat/completions")
    assert "--base-url" in advice


def test_a_wrong_path_beside_a_right_one_is_told_with_the_right_one() -> None:
    def lost(body: dict[str, Any]) -> Scripted:
        raise AssertionError("asked at the right address")

    with serving(lost) as server:
        url = server.base_url
        result = doctor("--base-url", f"{url}/some/path", "--model", "fake")
    assert result.exit_code == 2
    assert f"→ 改用 --base-url {url}" in result.output


def test_a_local_server_without_a_grammar_is_told_how_to_say_so() -> None:
    def loose(body: dict[str, Any]) -> Scripted:
        body.pop("response_format", None)
        return clever(body)

    with serving(loose) as server:
        url = server.base_url
        result = doctor("--base-url", url, "--model", "m")
    assert result.exit_code == 1
    assert "! 没有按语法约束" in result.output
    assert "  grammar = false" in result.output.splitlines()


def test_a_model_that_thinks_first_is_told_to_need_room() -> None:
    def thinking(body: dict[str, Any]) -> Scripted:
        return replace(clever(body), reasoning="想" * 600)

    with serving(thinking) as server:
        url = server.base_url
        result = doctor("--base-url", url, "--model", "m")
    assert result.exit_code == 0, result.output
    assert "✓ 会先思考（保密；约480词元）" in result.output
    assert "  max_tokens = 8000" in result.output.splitlines()
    assert "想想" not in result.output


def test_what_to_change_is_a_file_that_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines of a first look make a file; the second look takes the model from it."""
    path = tmp_path / "llmwolf.toml"
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (path,))

    def silly(body: dict[str, Any]) -> Scripted:
        return Scripted(json.dumps({"answer": "A", "speech": "hello there"}))

    with serving(silly) as server:
        url = server.base_url
        told = json.loads(doctor("--base-url", url, "--model", "some/Model.7b", "--json").stdout)
        path.write_text("\n".join(told["toml"]), "utf-8")
        spec = load_config({}).model("model-7b")
        assert (spec.endpoint.base_url, spec.endpoint.model) == (url, "some/Model.7b")
        assert spec.endpoint.grammar is spec.settings.claims is spec.settings.orders is False
        assert (spec.settings.thought_chars, spec.settings.polls) == (0, 0)
        again = doctor("--model", "model-7b")
    assert "  [models.model-7b]" in again.output.splitlines()
    assert "base_url" not in again.output, "what stands in the file is not repeated"


def test_no_key_and_no_model_are_said_before_anything_is_asked_A08() -> None:
    result = doctor("--base-url", "https://h.example", "--model", "m")
    assert result.exit_code == 2
    assert "h.example 要密钥" in result.output
    assert doctor("--base-url", "http://127.0.0.1:9").exit_code == 2


def test_the_findings_as_json() -> None:
    with serving(clever) as server:
        url = server.base_url
        told = json.loads(doctor("--base-url", url, "--model", "m", "--json", "--lang", "en").output)
    assert {row["name"] for row in told["findings"]} >= {"reach", "json", "stream", "speed", "usage", "rules"}
    assert (told["exit"], told["toml"]) == (0, [])
    assert {row["state"] for row in told["findings"]} == {"good"}
    assert json.loads(doctor("--base-url", "https://h.example", "--model", "m", "--json").output)["error"]


def test_a_window_that_is_smaller_than_is_counted_on_is_told_with_its_setting() -> None:
    spec = ModelSpec("m", Endpoint("http://127.0.0.1:9/v1", "m"))
    small = of_window(spec, 4096, "zh")
    assert (small.state, small.changes) == ("limited", {"context": 4096, "max_tokens": 512})
    assert of_window(spec, 32_000, "zh").state == "good"


def test_every_question_has_its_answer_among_its_options() -> None:
    assert len(questions()) == 5
    for asked in questions():
        assert len(asked["zh_options"]) == len(asked["en_options"]) == 4
        assert asked["answer"] in "ABCD"


def broken_at(*numbers: int) -> Brain:
    """Clever, but for those of the requests, counted from 1, whose reply is empty."""
    seen = 0

    def answer(body: dict[str, Any]) -> Scripted:
        nonlocal seen
        seen += 1
        return Scripted("") if seen in numbers else clever(body)

    return answer


@pytest.mark.parametrize("number", [1, 2, 4])
def test_one_faulty_reply_is_told_and_ends_nothing(number: int) -> None:
    with serving(broken_at(number)) as server:
        result = doctor("--base-url", server.base_url, "--model", "m", "--json")
    told = {row["name"]: row for row in json.loads(result.stdout)["findings"]}
    assert result.exit_code == (1 if number < 3 else 0)
    assert {"reach", "json", "stream", "speed", "usage", "rules"} <= told.keys()
    assert told["rules"]["text"].startswith("规则题答对 5/5")
    if number < 3:
        assert told["steady"]["text"] == "重试了1次：回答是空的"


def test_where_sentences_fail_the_questions_are_asked_all_the_same() -> None:
    def half(body: dict[str, Any]) -> Scripted:
        reply = clever(body)
        return reply if "answer" in reply.text else Scripted("")

    with serving(half) as server:
        result = doctor("--base-url", server.base_url, "--model", "m", "--lang", "en")
    assert result.exit_code == 1
    assert "! no usable reply in two attempts: the reply is empty" in result.output
    assert "✓ 5 of 5 questions about the rules right" in result.output
    assert "first word" not in result.output, "what was not seen is not told"


def test_where_nothing_is_ever_answered_it_cannot_be_used() -> None:
    with serving(lambda body: Scripted("")) as server:
        result = doctor("--base-url", server.base_url, "--model", "m")
    assert result.exit_code == 2
    assert "✗ 回答是空的" in result.stdout.splitlines()[-1]


def test_how_many_questions_are_over_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(clever) as server:
        words = ("--base-url", server.base_url, "--model", "m")
        assert "1/5" not in doctor(*words).stderr
        monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True, raising=False)
        told = doctor(*words).stderr
    assert [f"\r  {n}/5" in told for n in range(1, 6)] == [True] * 5
    assert told.endswith("5/5\n")


def test_an_address_alone_is_enough_where_one_model_is() -> None:
    with serving(clever) as server:
        result = doctor("--base-url", server.base_url)
    assert result.exit_code == 0, result.output
    assert result.stderr.splitlines()[0] == "那里只有一个模型：fake"
    assert "✓ 能连上 fake at " in result.stdout
    result = doctor("--base-url", "http://127.0.0.1:9", "--lang", "en")
    assert result.exit_code == 2
    assert "no model is named, and http://127.0.0.1:9/v1 lists none" in result.stderr


def test_a_broken_file_is_told_even_where_the_model_is_not_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "llmwolf.toml").write_text("[endpoint.x]\nbase_url = 'http://127.0.0.1:9'\n", "utf-8")
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (tmp_path / "llmwolf.toml",))
    result = doctor("--base-url", "http://127.0.0.1:9", "--model", "m")
    assert result.exit_code == 2
    assert "不认识的键 'endpoint'；是不是 'endpoints'？" in result.stderr


@pytest.mark.parametrize("status", [429, 500])
@pytest.mark.parametrize("key", [KEY, ""])
def test_a_key_is_not_called_accepted_before_a_reply_was_had(
    status: int, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    monkeypatch.setattr("llmwolf.llm.client._BACKOFF", (0.0, 0.0))
    with serving(lambda body: error(status, "later")) as server:
        lines = doctor("--base-url", server.base_url, "--model", "m").stdout.splitlines()
    assert not any(line.startswith("✓") and "密钥" in line for line in lines)
    assert ("! 密钥还没验出来" if key else "! 还看不出要不要密钥") in "\n".join(lines)


def test_the_key_is_accepted_where_questions_are_answered_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("llmwolf.llm.client._BACKOFF", (0.0, 0.0))

    def half(body: dict[str, Any]) -> Scripted:
        reply = clever(body)
        return reply if "answer" in reply.text else error(500, "later")

    with serving(half) as server:
        result = doctor("--base-url", server.base_url, "--model", "m")
    assert "✓ 密钥有效" in result.stdout.splitlines()


def test_no_name_forges_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    forged = Listing("http://127.0.0.1:9/v1", tuple(name for name, _ in _read([{"id": "a\n✓ fake\x1b[31m"}])))
    assert forged.names == ("a ✓ fake[31m",)
    with serving(lambda body: error(404, "model\n✓ this")) as server:
        result = doctor("--base-url", server.base_url, "--model", "m\n✓ forged")
        monkeypatch.setenv("OPENAI_MODEL", "m\n✓ forged")
        again = doctor("--base-url", server.base_url)
    for told in (result, again):
        assert told.exit_code == 2
        assert not [line for line in told.output.splitlines() if line.startswith("✓")], told.output


@pytest.mark.parametrize(("lang", "says"), [("zh", "✗ 回答没完没了"), ("en", "✗ the reply does not end")])
def test_a_reply_without_end_is_broken_off(lang: str, says: str) -> None:
    with serving(lambda body: Scripted("x" * 20_000, hang=2_000)) as server:
        result = doctor("--base-url", server.base_url, "--model", "m", "--lang", lang)
        assert len(server.requests) == 1, "it is not asked for once more"
    assert result.exit_code == 2
    assert result.stdout.startswith(says)


def test_hidden_thinking_may_be_long() -> None:
    def thinking(body: dict[str, Any]) -> Scripted:
        reply = clever(body)
        return replace(reply, text=f"<think>{'let me see. ' * 200}</think>{reply.text}", piece=400)

    with serving(thinking) as server:
        result = doctor("--base-url", server.base_url, "--model", "m")
    assert "✓ 规则题答对 5/5" in result.output


def test_https_where_plain_http_is_spoken() -> None:
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        place = f"127.0.0.1:{server.server_port}/v1"
        result = doctor("--base-url", f"https://{place}", "--model", "m")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert result.exit_code == 2
    assert f"  → 这里多半不是 https：改用 --base-url http://{place}。" in result.stdout
    spec = ModelSpec("m", Endpoint("https://far.example/v1", "m"))
    wrong = of_failure(ModelFailure("network", "[SSL: WRONG_VERSION_NUMBER]"), spec, None, "en")
    assert "use --base-url http://far.example/v1" in wrong.advice
    assert "http://" not in of_failure(ModelFailure("network", "no route"), spec, None, "en").advice


def test_what_a_server_says_stands_in_a_chinese_sentence_and_once() -> None:
    with serving(lambda body: page(404, "<html>nginx</html>")) as server:
        result = doctor("--base-url", server.base_url, "--model", "m")
    place = f"{server.base_url}/chat/completions"
    assert result.stdout.splitlines()[0] == (
        f"✗ 没有这个模型或这个地址：{place} 答复 404：a web page；有没有 /v1 都一样"
    )
