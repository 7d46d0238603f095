"""A server that speaks the chat API over real sockets, streams, and misbehaves when told to.

``async with FakeServer() as server`` answers every question with a legal answer taken from the schema
it is sent; ``FakeServer(brain)`` answers with what ``brain(body)`` returns. Usable by any test.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from types import TracebackType
from typing import Any, Self

from llmwolf.llm.endpoint import Endpoint

SPEECH = "我是好人，先听后面的发言，过。"


@dataclass(frozen=True, slots=True)
class Scripted:
    """One HTTP answer.

    ``text`` is streamed in pieces of ``piece`` characters, ``gap`` seconds apart, and ended with ``finish``
    and ``[DONE]`` (neither where they are empty). ``body`` is sent whole instead. ``hang`` keeps silent
    after that many pieces until the client leaves, ``drop`` breaks the connection there. ``error`` is what
    the stream reports instead of its end.
    """

    text: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    content_type: str = "application/json"
    piece: int = 4
    gap: float = 0.0
    finish: str = "stop"
    done: bool = True
    reasoning: str = ""
    error: str = ""
    hang: int = -1
    drop: int = -1


Brain = Callable[[dict[str, Any]], Scripted]


def obedient(body: dict[str, Any]) -> Scripted:
    """A legal answer by the schema of the request; the same for the same prompt."""
    seed = sha256(body["messages"][-1]["content"].encode()).hexdigest()
    schema = body["response_format"]["json_schema"]["schema"]
    return Scripted(json.dumps(example(schema, Random(seed)), ensure_ascii=False))


def example(schema: dict[str, Any], rng: Random) -> Any:
    """Some value that ``schema`` allows."""
    if "anyOf" in schema:
        return example(rng.choice(schema["anyOf"]), rng)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    match schema["type"]:
        case "object":
            return {name: example(part, rng) for name, part in schema["properties"].items()}
        case "array":
            return []
        case "integer":
            return 1
        case _:
            return SPEECH[: schema.get("maxLength", len(SPEECH))]


class FakeServer:
    """Listens on 127.0.0.1 while the ``async with`` block lasts.

    ``requests`` holds the bodies received, ``keys`` their Authorization headers, ``left`` counts
    clients that went away before their reply was over, ``most`` is how many were served at once.
    """

    def __init__(self, brain: Brain = obedient, port: int = 0) -> None:
        """``port`` 0 is any free one."""
        self.brain = brain
        self._port = port
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.left = 0
        self.most = 0
        self.base_url = ""
        self._open = 0
        self._server: asyncio.Server | None = None

    @property
    def endpoint(self) -> Endpoint:
        """Where to ask it."""
        return Endpoint(self.base_url, "fake")

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        self.base_url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        self.most = max(self.most, self._open)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            lines = (line.partition(":") for line in head.split("\r\n")[1:])
            fields = {name.lower(): value.strip() for name, _, value in lines}
            body = json.loads(await reader.readexactly(int(fields["content-length"])))
            self.requests.append(body)
            self.keys.append(fields.get("authorization", ""))
            gone = asyncio.create_task(reader.read(1))
            try:
                await self._answer(self.brain(body), writer, gone)
            finally:
                gone.cancel()
        except (asyncio.IncompleteReadError, ConnectionError):
            self.left += 1
        finally:
            self._open -= 1
            writer.close()

    async def _answer(self, reply: Scripted, writer: asyncio.StreamWriter, gone: asyncio.Task[bytes]) -> None:
        whole = reply.body or reply.status != 200
        kind = reply.content_type if whole else "text/event-stream; charset=utf-8"
        head = [f"HTTP/1.1 {reply.status} X", f"content-type: {kind}", "connection: close"]
        head += [f"{name}: {value}" for name, value in reply.headers.items()]
        if whole:
            data = reply.body.encode()
            head.append(f"content-length: {len(data)}")
            writer.write("\r\n".join((*head, "", "")).encode() + data)
            return await writer.drain()
        writer.write("\r\n".join((*head, "transfer-encoding: chunked", "", "")).encode())
        for number, event in enumerate(_events(reply)):
            if number == reply.drop:
                writer.transport.abort()
                return None
            if number == reply.hang:
                await gone
            elif reply.gap:
                await asyncio.wait({gone}, timeout=reply.gap)
            if gone.done():
                raise ConnectionResetError
            data = f"data: {event}\n\n".encode()
            writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        return await writer.drain()


def sse(reply: Scripted) -> bytes:
    """The body of a streamed reply, for tests that need no socket."""
    return "".join(f"data: {event}\n\n" for event in _events(reply)).encode()


def _events(reply: Scripted) -> list[str]:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return json.dumps({"id": "x", "object": "chat.completion.chunk", "choices": [choice]})

    events = [chunk({"role": "assistant", "content": ""})]
    if reply.reasoning:
        events.append(chunk({"reasoning_content": reply.reasoning}))
    text = reply.text
    events += [chunk({"content": text[at : at + reply.piece]}) for at in range(0, len(text), reply.piece)]
    if reply.finish:
        events.append(chunk({}, reply.finish))
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 4}}
        events.append(json.dumps({"id": "x", "choices": [], "usage": usage}))
    if reply.error:
        events.append(json.dumps({"error": {"message": reply.error}}))
    if reply.done:
        events.append("[DONE]")
    return events
