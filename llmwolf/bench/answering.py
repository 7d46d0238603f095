"""A chat server that answers at once, in a process of its own: ``python -m llmwolf.bench.answering``.

It prints its port, and serves until its standard input ends. Every reply is a legal answer by the schema of
its request, streamed in pieces of about a token.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Final

import orjson

PIECE: Final = 4
"""Characters in one piece of a reply."""
SPEECH: Final = (
    "我是好人牌。三号的查验报得太急，五号的反应像是真的被冤枉，我这轮先不急着站边；预言家把警徽流讲清楚，"
    "昨天改票的几位也要说明理由。我的怀疑是七号和十号，他们两个一直在互相保，票型也最像狼，归票听警长的，过。"
)
HEAD: Final = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
LARGEST: Final = 1 << 22


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


def frames(body: dict[str, Any]) -> list[bytes]:
    """The chunks of the HTTP body that answers ``body``."""
    schema = body["response_format"]["json_schema"]["schema"]
    text = orjson.dumps(legal(schema)).decode()
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    events = [event({"role": "assistant", "content": ""})]
    events += [event({"content": piece}) for piece in pieces]
    events.append(event({}, "stop"))
    usage = {"prompt_tokens": 4000, "completion_tokens": len(pieces), "total_tokens": 4000 + len(pieces)}
    events.append(_chunk([], usage=usage))
    events.append(b"[DONE]")
    sent = [b"data: " + event + b"\n\n" for event in events]
    return [b"%x\r\n%b\r\n" % (len(event), event) for event in sent] + [b"0\r\n\r\n"]


def event(delta: dict[str, str], finish: str | None = None) -> bytes:
    """One piece of a reply, or its end."""
    return _chunk([{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}])


def _chunk(choices: list[dict[str, Any]], **more: Any) -> bytes:
    told = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "instant"}
    return orjson.dumps({**told, "system_fingerprint": None, "choices": choices, **more})


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:] if line)
            body = orjson.loads(await reader.readexactly(int(fields[b"content-length"])))
            writer.write(HEAD)
            for frame in frames(body):
                writer.write(frame)
                await asyncio.sleep(0)  # as a model's server sends them: one by one
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def serve() -> None:
    """Serve until standard input ends."""
    server = await asyncio.start_server(_serve, "127.0.0.1", 0, limit=LARGEST)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    async with server:
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve())
