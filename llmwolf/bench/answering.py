"""A chat server that answers at once, in a process of its own: ``python -m llmwolf.bench.answering``.

It prints its port, and serves until its standard input ends. Every reply is a legal answer by the schema of
its request, streamed in pieces of about a token, each an event and a chunk of its own; as all are there at
once, they go out in packets as a network has them. With ``--latency`` it waits so long before it answers,
with ``--errors`` and ``--stragglers`` a share of the requests gets an error, or waits two seconds; the usage
that it reports then has the milliseconds it waited as the tokens of the prompt, so that a bench can read what
was due from the record.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import dataclass, field
from functools import lru_cache, partial
from random import Random
from typing import Any, Final

import orjson

PIECE: Final = 4
"""Characters in one piece of a reply."""
SPEECH: Final = (
    "我是好人牌。三号的查验报得太急，五号的反应像是真的被冤枉，我这轮先不急着站边；预言家把警徽流讲清楚，"
    "昨天改票的几位也要说明理由。我的怀疑是七号和十号，他们两个一直在互相保，票型也最像狼，归票听警长的，过。"
)
HEAD: Final = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
PACKET: Final = 1448
"""Bytes that a packet of a common network carries."""
LARGEST: Final = 1 << 22
LATE: Final = 2.0
"""Seconds of a straggler."""
PROMPT: Final = 4000
"""Tokens that a prompt is said to have where nothing is waited for."""
_BROKEN: Final = b"HTTP/1.1 500 Oops\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\noops"


@dataclass(slots=True)
class Service:
    """How the server behaves: seconds before an answer, and the shares of errors and stragglers."""

    latency: float = 0.0
    errors: float = 0.0
    stragglers: float = 0.0
    luck: Random = field(default_factory=lambda: Random(1))


def legal(schema: dict[str, Any], name: str = "") -> Any:
    """The first value that ``schema`` allows; texts as long as a talkative model's."""
    if "anyOf" in schema:
        return legal(schema["anyOf"][0], name)
    if "enum" in schema:
        return schema["enum"][0]
    match schema["type"]:
        case "object":
            return {part: legal(inner, part) for part, inner in schema["properties"].items()}
        case "array":
            return [legal(schema["items"], name)] * schema.get("minItems", 0)
        case "integer":
            return 1
    text = SPEECH if name == "speech" else SPEECH[:60]
    return text[: schema.get("maxLength", len(text))]


def frames(body: dict[str, Any], prompt: int = PROMPT) -> list[bytes]:
    """The chunks of the HTTP body that answers ``body``, whose ``prompt`` has so many tokens."""
    return _frames(schema_of(body), prompt)


def schema_of(body: dict[str, Any]) -> dict[str, Any]:
    """The schema of the reply that ``body`` asks for."""
    schema: dict[str, Any] = body["response_format"]["json_schema"]["schema"]
    return schema


def _frames(schema: dict[str, Any], prompt: int) -> list[bytes]:
    text = orjson.dumps(legal(schema)).decode()
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    events = [event({"role": "assistant", "content": ""})]
    events += [event({"content": piece}) for piece in pieces]
    events.append(event({}, "stop"))
    usage = {"prompt_tokens": prompt, "completion_tokens": len(pieces), "total_tokens": prompt + len(pieces)}
    events.append(_chunk([], usage=usage))
    events.append(b"[DONE]")
    sent = [b"data: " + event + b"\n\n" for event in events]
    return [b"%x\r\n%b\r\n" % (len(event), event) for event in sent] + [b"0\r\n\r\n"]


@lru_cache(maxsize=4096)
def packets(schema: bytes, prompt: int) -> tuple[bytes, ...]:
    """The reply as it goes out. It is put together once: what the server takes, whoever is measured lacks."""
    reply = HEAD + b"".join(_frames(orjson.loads(schema), prompt))
    return tuple(reply[at : at + PACKET] for at in range(0, len(reply), PACKET))


def event(delta: dict[str, str], finish: str | None = None) -> bytes:
    """One piece of a reply, or its end."""
    return _chunk([{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}])


def _chunk(choices: list[dict[str, Any]], **more: Any) -> bytes:
    told = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "instant"}
    return orjson.dumps({**told, "system_fingerprint": None, "choices": choices, **more})


async def _serve(service: Service, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:] if line)
            body = orjson.loads(await reader.readexactly(int(fields[b"content-length"])))
            drawn = service.luck.random()
            late = service.errors <= drawn < service.errors + service.stragglers
            wait = LATE if late else service.latency
            await asyncio.sleep(wait)
            if drawn < service.errors:
                writer.write(_BROKEN)
                continue
            for packet in packets(orjson.dumps(schema_of(body)), round(wait * 1000) or PROMPT):
                writer.write(packet)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def serve(service: Service) -> None:
    """Serve until standard input ends."""
    server = await asyncio.start_server(partial(_serve, service), "127.0.0.1", 0, limit=LARGEST, backlog=1024)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    async with server:
        await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(prog="python -m llmwolf.bench.answering")
    for name in ("latency", "errors", "stragglers"):
        parser.add_argument(f"--{name}", type=float, default=0.0)
    given = parser.parse_args()
    asyncio.run(serve(Service(given.latency, given.errors, given.stragglers)))


if __name__ == "__main__":
    main()
