"""A server that speaks the chat API over real sockets, streams, and misbehaves when told to.

``async with FakeServer() as server`` answers every question with a legal answer taken from the schema
it is sent; ``FakeServer(brain)`` answers with what ``brain(body)`` returns. Usable by any test. The minds,
faults and dialects of :mod:`tests.llm.api` are such brains.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

from llmwolf.llm.endpoint import Endpoint

SPEECH = "我是好人，先听后面的发言，过。"
ROUTE: Final = "/v1/chat/completions"
MODELS: Final = "/v1/models"


@dataclass(frozen=True, slots=True)
class Scripted:
    """One HTTP answer.

    ``text`` is streamed in pieces of ``piece`` characters, ``gap`` seconds apart, and ended with ``finish``
    and ``[DONE]`` (neither where they are empty); who asks for no stream gets it in one body. ``body`` is
    sent whole instead. ``hang`` keeps silent after that many pieces until the client leaves or ``held`` is
    set, ``drop`` breaks the connection there. ``error`` is what the stream reports instead of its end,
    ``tokens`` those of the prompt, the cached and the completion (empty: they are not told).
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
    tokens: tuple[int, ...] = (10, 4, 5)
    hang: int = -1
    drop: int = -1
    held: asyncio.Event | None = None


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
    """Listens on 127.0.0.1 while the ``async with`` block lasts; also lists its one model.

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
            start, *lines = head.split("\r\n")
            split = (line.partition(":") for line in lines)
            fields = {name.lower(): value.strip() for name, _, value in split}
            body = json.loads(await reader.readexactly(int(fields.get("content-length", 0))) or b"{}")
            gone = asyncio.create_task(reader.read(1))
            try:
                await self._answer(self._reply(start, body, fields), body, writer, gone)
            finally:
                gone.cancel()
        except (asyncio.IncompleteReadError, ConnectionError):
            self.left += 1
        finally:
            self._open -= 1
            writer.close()

    def _reply(self, start: str, body: dict[str, Any], fields: Mapping[str, str]) -> Scripted:
        """What the request that begins with the line ``start`` gets."""
        path = urlsplit(start.split()[1]).path
        if path == MODELS:
            return Scripted(body=json.dumps({"object": "list", "data": [{"id": "fake", "object": "model"}]}))
        if path != ROUTE:
            return Scripted(status=404, body=json.dumps({"error": {"message": f"no route {path}"}}))
        self.requests.append(body)
        self.keys.append(fields.get("authorization", ""))
        return self.brain(body)

    async def _answer(
        self, reply: Scripted, asked: dict[str, Any], writer: asyncio.StreamWriter, gone: asyncio.Task[bytes]
    ) -> None:
        if (
            not asked.get("stream")
            and max(reply.hang, reply.drop) < 0
            and reply.status == 200
            and not reply.body
        ):
            reply = replace(reply, body=completion(reply))
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
                await self._hold(reply.held, gone)
            elif reply.gap:
                await asyncio.wait({gone}, timeout=reply.gap)
            if gone.done():
                raise ConnectionResetError
            data = f"data: {event}\n\n".encode()
            writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        return await writer.drain()

    async def _hold(self, held: asyncio.Event | None, gone: asyncio.Task[bytes]) -> None:
        """Keep silent until the client leaves, or the one who ``held`` the reply lets go of it."""
        freed = asyncio.create_task((held or asyncio.Event()).wait())
        try:
            await asyncio.wait({gone, freed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            freed.cancel()


def sse(reply: Scripted) -> bytes:
    """The body of a streamed reply, for tests that need no socket."""
    return "".join(f"data: {event}\n\n" for event in _events(reply)).encode()


def completion(reply: Scripted) -> str:
    """The body of a reply that is not streamed."""
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    choice = {"index": 0, "message": message, "finish_reason": reply.finish or None}
    told: dict[str, Any] = {"id": "x", "object": "chat.completion", "choices": [choice]}
    if reply.tokens:
        told["usage"] = _usage(reply)
    if reply.error:
        told = {"error": {"message": reply.error}}
    return json.dumps(told)


def _usage(reply: Scripted) -> dict[str, Any]:
    prompt, cached, said = reply.tokens
    details = {"cached_tokens": cached}
    return {"prompt_tokens": prompt, "completion_tokens": said, "prompt_tokens_details": details}


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
        if reply.tokens:
            events.append(json.dumps({"id": "x", "choices": [], "usage": _usage(reply)}))
    if reply.error:
        events.append(json.dumps({"error": {"message": reply.error}}))
    if reply.done:
        events.append("[DONE]")
    return events
