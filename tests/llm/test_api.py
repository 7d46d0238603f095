"""The test server itself: legal answers to any prompt, every dialect, and a process of its own."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.prompt import build_prompt
from llmwolf.llm.reply import read_reply
from llmwolf.llm.schema import constant_schema, exact_schema
from llmwolf.llm.settings import Settings
from llmwolf.players.phrases import role_name
from llmwolf.rules.asks import PASS
from tests.llm.api.asked import asked_of
from tests.llm.api.dialects import DIALECTS, speaking
from tests.llm.api.faults import Unreliable
from tests.llm.api.games import play_game
from tests.llm.api.mind import answer_to, secret
from tests.llm.fake_server import FakeServer
from tests.llm.scenes import played
from tests.llm.wire import PROMPT, Ear, until

ROOT = Path(__file__).parents[2]


def body_of(messages: list[dict[str, str]], schema: dict[str, Any] | None = None) -> dict[str, Any]:
    body: dict[str, Any] = {"model": "m", "messages": messages}
    if schema:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
    return body


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("board", ["official-12", "wolf-king-thief-cupid-12", "silencer-knight-12"])
def test_every_question_of_a_game_is_answered_legally(board: str, lang: str) -> None:
    """Read off the prompt's option lines, and off the exact schema; both say the same."""
    settings = Settings(lang=lang)
    for game, request in played(3, board):
        view = game.view(request.seat)
        seats = view.facts.seats
        messages = build_prompt(view, settings).messages()
        lines = asked_of(body_of(messages, constant_schema(settings)))
        exact = asked_of(body_of(messages, exact_schema(request, seats, settings)))
        assert lines.seat == exact.seat == request.seat
        assert lines.card == role_name(view.hand.role, lang)
        assert set(lines.mates) == set(view.hand.pack) - {request.seat}
        assert {verb: (set(pool), *count) for verb, (pool, *count) in lines.acts.items()} == {
            verb: (set(pool), *count) for verb, (pool, *count) in exact.acts.items()
        }
        assert lines.speech == exact.speech
        for schema in (constant_schema(settings), exact_schema(request, seats, settings), None):
            told = answer_to(body_of(messages, schema))
            answer = read_reply(request, json.dumps(told), seats).answer
            assert answer.verb == PASS or game.why_not(answer.decision(game.ply, request.seat)) is None
            assert answer.thought == secret(request.seat)


def test_a_seer_tells_its_true_checks() -> None:
    told = 0
    for seed in range(1, 9):
        for game, request in played(seed):
            view = game.view(request.seat)
            if request.kind != "speak" or view.hand.role != "seer" or view.facts.day < 2:
                continue
            said = json.dumps(answer_to(body_of(build_prompt(view, Settings()).messages())))
            answer = read_reply(request, said, 12).answer
            for claim in answer.claims:
                for seat in claim.targets:
                    wolf = game.view(seat).hand.role == "werewolf"
                    assert claim.act == "check"
                    assert claim.value == ("wolf" if wolf else "good")
                    assert f"第{claim.night}夜验{seat}号" in answer.text
                    told += 1
            assert 100 < len(answer.text) <= 120
    assert told


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_a_client_gets_on_with_every_dialect(dialect: str) -> None:
    brain = Unreliable()
    names = ["no_json_schema", dialect] if dialect == "no_json_object" else [dialect]
    prompt = replace(PROMPT, messages=[{"role": "user", "content": "你是3号。"}])
    async with FakeServer(speaking(names, brain)) as server:
        client = ChatClient(Endpoint(server.base_url, "m", grammar=False))
        reply = await client.ask(prompt, Ear())
        refused = len(server.requests) - 1
        again = await client.ask(prompt, Ear())
        await client.close()
    assert len(server.requests) == refused + 2  # what was learned is remembered
    assert refused == len([name for name in names if name.startswith("no_") and name != "no_usage"])
    assert json.loads(reply.text)["thought"] == json.loads(again.text)["thought"] == secret(3)
    assert reply.usage.known is (dialect not in ("no_usage", "no_stream_options"))
    assert bool(reply.reasoning) is (dialect in ("reasoning_content", "inline_think"))


async def test_a_game_with_a_server_that_refuses_everything_it_may(tmp_path: Path) -> None:
    async with FakeServer(speaking(DIALECTS, Unreliable())) as server:
        game = await play_game(server.base_url, tmp_path, 2, "standard-9")
    assert game.verified
    assert "stand-in" not in game.tally.by
    assert game.log.estimated == game.log.answers
    late = server.requests[30:]  # it is learned once, by those who ask at once
    assert all("max_completion_tokens" in body and "response_format" not in body for body in late)
    assert not any(body["stream"] for body in late)


def test_it_serves_as_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "tests.llm.api", "--dialect", "no_stream", "--seed", "1"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            said = re.fullmatch(r"serving at (http://127\.0\.0\.1:\d+/v1)\n", process.stdout.readline())
            assert said
            models = httpx2.get(f"{said[1]}/models").json()
            asked = body_of([{"role": "user", "content": '- act "pass"\n你是3号。'}])
            whole = httpx2.post(f"{said[1]}/chat/completions", json=asked).json()
            streamed = httpx2.post(f"{said[1]}/chat/completions", json={**asked, "stream": True})
            nowhere = httpx2.get(f"{said[1]}/nothing")
        finally:
            process.terminate()
    assert [model["id"] for model in models["data"]] == ["fake"]
    assert json.loads(whole["choices"][0]["message"]["content"])["act"] == "pass"
    assert whole["usage"]["prompt_tokens"] > 5
    assert streamed.status_code == 400
    assert nowhere.status_code == 404


async def test_a_reply_is_held_until_it_is_let_go() -> None:
    let_go = asyncio.Event()
    brain = Unreliable()

    def held(body: dict[str, Any]) -> Any:
        return replace(brain(body), hang=2, held=let_go)

    prompt = replace(PROMPT, messages=[{"role": "user", "content": "你是3号。"}])
    ear = Ear()
    async with FakeServer(held) as server, asyncio.timeout(10):
        client = ChatClient(Endpoint(server.base_url, "m"))
        asking = asyncio.create_task(client.ask(prompt, ear))
        await until(lambda: bool(ear.heard))
        assert not asking.done()
        let_go.set()
        reply = await asking
        await client.close()
    assert reply.text.startswith(ear.heard[:20])
    assert json.loads(reply.text)
