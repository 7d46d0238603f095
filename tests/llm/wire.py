"""Answers of a mocked server, an ear for the reply, and the two ways a question can end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import httpx
import pytest

from llmwolf.llm.client import ChatClient, Prompted, RawReply
from llmwolf.llm.failure import REASONS, ModelFailure
from tests.llm.fake_server import Scripted, sse

URL = "http://llm.test/v1/chat/completions"
ANSWER = '{"act": "vote", "target": 12}'
CHUNK = json.dumps({"choices": [{"index": 0, "delta": {"content": "hel"}, "finish_reason": None}]})
DECLINED = json.dumps({"choices": [{"delta": {"refusal": "I cannot"}, "finish_reason": "stop"}]})
CONSTANT = {"type": "object"}
EXACT = {"type": "object", "title": "exact"}
PROMPT = Prompted([{"role": "user", "content": "?"}], CONSTANT, EXACT, 100, 0.5)


class Ear:
    """A sink that keeps what it hears; ``shy`` ones are never committed."""

    def __init__(self, shy: bool = True) -> None:
        self.heard = ""
        self.begun = 0
        self._shy = shy

    @property
    def committed(self) -> bool:
        return bool(self.heard) and not self._shy

    def begin(self) -> None:
        self.begun += 1
        self.heard = ""

    def feed(self, text: str) -> None:
        self.heard += text


class Broken(httpx.AsyncByteStream):
    """A stream whose connection breaks after its first piece."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield f"data: {CHUNK}\n\n".encode()
        raise httpx.ReadError("gone")


def dropped() -> httpx.Response:
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=Broken())


def streamed(reply: Scripted) -> httpx.Response:
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=sse(reply))


def http(body: bytes, cut: int = 0) -> bytes:
    """An answer on the wire of ``body``, the last ``cut`` bytes of which never come."""
    head = f"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: {len(body)}\r\n\r\n"
    return (head.encode() + body)[: -cut or None]


def good(text: str = ANSWER) -> httpx.Response:
    return streamed(Scripted(text))


def refused(status: int, message: str, **error: str) -> httpx.Response:
    return httpx.Response(status, json={"error": {"message": message, **error}})


def events(*data: str) -> httpx.Response:
    body = "".join(f"data: {item}\n\n" for item in data)
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=body.encode())


async def ask(client: ChatClient, ear: Ear | None = None, said: str = "?") -> RawReply:
    prompt = replace(PROMPT, messages=[{"role": "user", "content": said}])
    return await client.ask(prompt, ear or Ear())


async def failed(client: ChatClient, ear: Ear | None = None) -> ModelFailure:
    with pytest.raises(ModelFailure) as caught:
        await ask(client, ear)
    assert caught.value.reason in REASONS
    assert "\n" not in caught.value.detail
    return caught.value


async def until(true: Callable[[], bool]) -> None:
    """Let the loop run until something has happened on the other side of a socket."""
    for _ in range(5_000):
        if true():
            return
        await asyncio.sleep(0.001)
    pytest.fail("it never happened")
