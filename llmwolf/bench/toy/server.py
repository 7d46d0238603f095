"""The toy behind a chat-completions API at 127.0.0.1."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import orjson

from llmwolf.bench.answering import event
from llmwolf.bench.toy.mind import answer_to
from llmwolf.llm.tokens import estimate

if TYPE_CHECKING:
    from aiohttp import web

NAME: Final = "toy"
"""What the model is called."""
_PIECE: Final = 8
"""Characters in one piece of a streamed reply."""
_LARGEST: Final = 1 << 22


@asynccontextmanager
async def serving(port: int = 0) -> AsyncIterator[str]:
    """Serve at ``port`` (0: any free one) while the block lasts; its base URL. Raises :class:`OSError`."""
    from aiohttp import web

    app = web.Application(client_max_size=_LARGEST)
    app.router.add_get("/v1/models", _models)
    app.router.add_post("/v1/chat/completions", _complete)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", port, backlog=1024)
        await site.start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    finally:
        await runner.cleanup()


async def _models(request: web.Request) -> web.Response:
    from aiohttp import web

    return web.json_response({"object": "list", "data": [{"id": NAME, "object": "model"}]})


async def _complete(request: web.Request) -> web.Response:
    from aiohttp import web

    try:
        body = orjson.loads(await request.read())
        text = json.dumps(answer_to(body), ensure_ascii=False)
        prompt = sum(estimate(str(message["content"])) for message in body["messages"])
    except (ValueError, KeyError, TypeError, IndexError) as error:
        told = {"error": {"message": f"not a chat request: {type(error).__name__}"}}
        return web.json_response(told, status=400)
    reply = estimate(text)
    usage = {"prompt_tokens": prompt, "completion_tokens": reply, "total_tokens": prompt + reply}
    if body.get("stream"):
        return web.Response(body=_streamed(text, usage), content_type="text/event-stream")
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return web.json_response(
        {"id": "toy", "object": "chat.completion", "model": NAME, "choices": [choice], "usage": usage}
    )


def _streamed(text: str, usage: dict[str, Any]) -> bytes:
    """The events of a streamed reply."""
    pieces = (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))
    counted = {"id": "toy", "object": "chat.completion.chunk", "model": NAME, "choices": [], "usage": usage}
    events = [*(event({"content": piece}) for piece in pieces), event({}, "stop"), orjson.dumps(counted)]
    return b"".join(b"data: " + told + b"\n\n" for told in (*events, b"[DONE]"))
