"""A10: the key is in no file, no log, no traceback and on no screen, however often the server repeats it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from llmwolf.llm.cassette import Recording, new_cassette
from llmwolf.llm.client import ChatClient
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from tests.llm.api.asked import asked_of
from tests.llm.api.faults import reply
from tests.llm.api.games import HASTY, KEY, play_game
from tests.llm.api.mind import answer_to
from tests.llm.fake_server import FakeServer, Scripted
from tests.llm.wire import ANSWER, PROMPT, Ear, failed

ROOT = Path(__file__).parents[2]
PART = KEY[4:20]
"""Enough of it to be a secret: texts are cut to a length."""
HEADER = f"Authorization: Bearer {KEY}"
MESSAGE = (
    f"boom for request with headers {{'Authorization': 'Bearer {KEY}', 'api_key': '{KEY}'}} role=werewolf"
)
Echo = Callable[[dict[str, Any]], Scripted]


def told(body: dict[str, Any], **fields: Any) -> Scripted:
    """A good answer, but for these ``fields``."""
    answer = answer_to(body)
    return reply(answer | {name: value for name, value in fields.items() if name in answer})


def error(status: int) -> Scripted:
    return Scripted(status=status, body=json.dumps({"error": {"message": MESSAGE, "code": KEY}}))


ECHOES: Mapping[str, Echo] = {
    "unauthorized": lambda body: error(401),
    "bad_request": lambda body: error(400),
    "server_error": lambda body: error(500),
    "rate_limit": lambda body: replace(error(429), headers={"retry-after": "0", "x-echo": HEADER}),
    "page": lambda body: Scripted(
        status=502, body=f"<html><title>{HEADER}</title>{HEADER}</html>", content_type="text/html"
    ),
    "no_json": lambda body: Scripted(body=f'{{"headers": {HEADER}'),
    "stream_error": lambda body: replace(told(body), done=False, finish="", error=MESSAGE),
    "speech": lambda body: told(body, speech=f"我的钥匙是{KEY}，大家记一下，我是好人，过。"),
    "claim": lambda body: told(body, claims=[{"act": "role", "targets": [], "value": KEY, "night": 0}]),
    "thought": lambda body: told(body, thought=HEADER, plan=HEADER),
    "act": lambda body: told(body, act=KEY),
    "reasoning": lambda body: reply(answer_to(body), reasoning=HEADER),
    "prose": lambda body: Scripted(HEADER),
    "half_json": lambda body: Scripted(f'{{"thought": "{HEADER}", "speech": "{KEY[:12]}', piece=5),
    "dropped": lambda body: Scripted(f'{{"speech": "{KEY} {KEY}', piece=3, drop=20),
}
"""Every place in which a server can repeat the key."""


SPOKEN = ("speech", "claim", "stream_error", "dropped", "thought", "half_json")
"""Those that matter most where something is said."""


class Parrot:
    """A brain that repeats the key every third time, in every way in turn; ``sent`` is which it has."""

    def __init__(self) -> None:
        self.sent: set[str] = set()
        self._turn = 0
        self._names = cycle([name for name in ECHOES if name not in SPOKEN]), cycle(SPOKEN)

    def __call__(self, body: dict[str, Any]) -> Scripted:
        self._turn += 1
        if self._turn % 3:
            return reply(answer_to(body))
        name = next(self._names[asked_of(body).speech > 0])
        self.sent.add(name)
        return ECHOES[name](body)


def holding_the_key(folder: Path) -> list[str]:
    """The files under ``folder`` in which the key stands."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return [str(path) for path in files if PART.encode() in path.read_bytes() or PART in path.name]


async def test_no_file_log_or_prompt_holds_the_key(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("llmwolf.llm.client._BACKOFF", (0.01, 0.01))
    caplog.set_level(logging.DEBUG)
    tape = new_cassette(tmp_path / "tape")
    parrot = Parrot()
    async with FakeServer(parrot) as server:
        game = await play_game(
            server.base_url, tmp_path, 2, "official-12", wrap=lambda client: Recording(client, tape)
        )
        assert server.keys
        assert set(server.keys) == {f"Bearer {KEY}"}  # it did get the key
        assert [
            json.dumps(body["messages"][-1]) for body in server.requests if PART in json.dumps(body)
        ] == []
    assert parrot.sent == set(ECHOES)
    assert game.verified
    assert game.log.failures
    told = [json.dumps(call) for call in game.calls]
    assert any("***" in call for call in told)
    assert not any(PART in call for call in told)
    assert PART not in game.spoken
    assert not any(PART in repr(event) for event in game.game.log)
    assert holding_the_key(tmp_path) == []
    assert "openai" in caplog.text or "httpx" in caplog.text  # the libraries did write their logs
    assert PART not in caplog.text
    out, err = capfd.readouterr()
    assert PART not in out + err


@pytest.mark.parametrize("name", [name for name in ECHOES if name not in ("speech", "claim", "act")])
async def test_no_traceback_of_a_failed_call_holds_the_key(name: str) -> None:
    """Not even one that is printed with everything that led to it."""
    async with FakeServer(ECHOES[name]) as server:
        client = ChatClient(Endpoint(server.base_url, "m", KEY), replace(HASTY, attempts=1))
        try:
            reply = await client.ask(PROMPT, Ear())
        except ModelFailure as failure:
            text = "".join(traceback.format_exception(failure)) + repr(failure) + failure.detail
            assert PART not in text
        else:
            assert PART not in repr(client.endpoint)
            assert reply.finish == "stop"
        await client.close()


async def test_a_crash_within_a_call_shows_no_key() -> None:
    class Broken(Ear):
        def feed(self, text: str) -> None:
            raise ZeroDivisionError(text)

    async with FakeServer(lambda body: Scripted(ANSWER)) as server:
        client = ChatClient(Endpoint(server.base_url, "m", KEY))
        with pytest.raises(ZeroDivisionError) as caught:
            await client.ask(PROMPT, Broken())
        await client.close()
    assert PART not in "".join(traceback.format_exception(caught.value))


async def test_nobody_listening_and_no_such_host_show_no_key() -> None:
    for url in ("http://127.0.0.1:9/v1", "http://nowhere.invalid/v1"):
        client = ChatClient(Endpoint(url, "m", KEY), replace(HASTY, attempts=1))
        failure = await failed(client)
        assert PART not in "".join(traceback.format_exception(failure))
        await client.close()


async def test_the_command_line_shows_and_keeps_no_key(tmp_path: Path) -> None:
    """Whole processes, with the SDK's own debug log on, against a server that repeats the key."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    env |= {"OPENAI_API_KEY": KEY, "OPENAI_LOG": "debug", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    env |= {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_STATE_HOME": str(tmp_path / "state")}
    parrot = Parrot()

    async def run(*args: str) -> str:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-X", "dev", "-m", "llmwolf.cli", *args),
            cwd=tmp_path,
            env=env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        out, _ = await process.communicate()
        return out.decode()

    async with FakeServer(parrot) as server:
        model = ("--base-url", server.base_url, "--model", "m")
        game = ("watch", "--board", "standard-9", "--seed", "3", "--models", "1,2,3,4,5")
        watched = await run(*game, *model, "--out", "game.jsonl", "--record", "tape")
        server.brain = ECHOES["unauthorized"]
        doctored = await run("doctor", *model)
        listed = await run("doctor", "--base-url", server.base_url)
        assert f"Bearer {KEY}" in server.keys
    assert "game.jsonl" in watched
    assert "Sending HTTP Request" in listed  # the log was on
    assert "***" in doctored
    assert "Traceback" not in watched + doctored + listed
    assert PART not in watched + doctored + listed
    assert (tmp_path / "game.jsonl").exists()
    assert (tmp_path / "tape").is_dir()
    assert holding_the_key(tmp_path) == []
