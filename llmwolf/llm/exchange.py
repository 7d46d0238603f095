"""One request and its reply, which is read as it arrives and closed whatever happens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final, cast

import orjson

from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import PAGE, Complaint, ModelFailure, complaint_in, failure_of, page_title
from llmwolf.llm.heard import LONGEST_TEXT, Heard, Reported, decoded
from llmwolf.llm.settings import Patience
from llmwolf.llm.sse import EventReader
from llmwolf.llm.transport import Wire

if TYPE_CHECKING:
    import httpx2

    from llmwolf.llm.client import Sink

_LONGEST_BODY: Final = 4_000_000
_DRAIN: Final = 0.1
"""Seconds for which the end of a body is waited for after its last event, so that the connection is kept."""
_TAIL: Final = 2.0
"""Seconds for which the token counts are waited for after the reply is over."""


class Refused(Exception):
    """The server answers with a complaint instead of a reply."""

    def __init__(self, complaint: Complaint) -> None:
        self.complaint = complaint
        super().__init__(complaint.said)


async def exchange(
    wire: Wire,
    endpoint: Endpoint,
    patience: Patience,
    url: str,
    body: dict[str, Any],
    sink: Sink,
) -> Heard:
    """Post ``body`` to ``url``; the reply, which ``sink`` has heard while it came.

    Raises :class:`Refused` where the server says what is wrong, otherwise :class:`ModelFailure`. The SDK
    would make objects of the reply, piece by piece, which takes more time than all the rest.
    """
    import aiohttp
    import anyio
    import httpx2

    heard = Heard()
    try:
        async with asyncio.timeout(patience.first) as limit:
            response = await wire.post(url, _encoded(body))
            try:
                if not response.is_success:
                    raise Refused(await _complaint(response))
                await _hear(response, heard, sink, patience, limit)
            finally:
                await response.aclose()
    except Reported as report:
        raise Refused(report.complaint) from None
    except TimeoutError:
        if not heard.finish:
            raise ModelFailure("time_out", f"{url} stopped answering", retry=True) from None
    except (httpx2.HTTPError, aiohttp.ClientError, anyio.EndOfStream, OSError) as error:
        if not heard.finish:
            raise failure_of(error, endpoint, url) from None
    except (ValueError, RecursionError) as error:  # what the JSON decoder says of a hostile body
        raise failure_of(error, endpoint, url) from None
    try:
        _complete(heard, sink, endpoint)
    except ModelFailure as failure:
        failure.usage = heard.usage
        raise
    return heard


def _encoded(body: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(body)
    except orjson.JSONEncodeError:  # half a surrogate pair, quoted from a broken reply
        return json.dumps(body).encode()


async def _complaint(response: httpx2.Response) -> Complaint:
    """What a reply that is none says."""
    await response.aread()
    said = response.text.strip()
    try:
        return complaint_in(json.loads(said), response.status_code, response.headers)
    except (ValueError, RecursionError):
        return complaint_in(said, response.status_code, response.headers)


async def _hear(
    response: httpx2.Response, heard: Heard, sink: Sink, patience: Patience, limit: asyncio.Timeout
) -> None:
    """Read ``response``, streamed or not, whatever it calls itself; each piece moves ``limit``."""
    clock = asyncio.get_running_loop().time
    reader, start = EventReader(), b""
    async with aclosing(_pieces(response)) as pieces:
        async for piece in pieces:
            if not start:
                start = piece.lstrip()[:1]  # a gateway that keeps one waiting sends blank lines first
                if start in (b"{", b"[", b"<"):
                    return await _take_whole(piece.lstrip(), pieces, heard, sink)
            _take(reader.feed(piece), heard, sink)
            if heard.size > LONGEST_TEXT:
                heard.finish = "length"
                return None
            if heard.done:
                limit.reschedule(clock() + _DRAIN)
            elif heard.finish:
                limit.reschedule(clock() + _TAIL)
            elif heard.moved:
                heard.moved = False
                limit.reschedule(clock() + patience.idle)
    _take(reader.finish(), heard, sink)
    return None


def _pieces(response: httpx2.Response) -> AsyncGenerator[bytes, None]:
    """The body as it arrives. What would unpack it is left out where nothing is packed."""
    if "content-encoding" in response.headers:
        return response.aiter_bytes()
    return cast("AsyncGenerator[bytes, None]", aiter(cast("httpx2.AsyncByteStream", response.stream)))


def _take(events: list[bytes], heard: Heard, sink: Sink) -> None:
    """Hear ``events``; what came together is passed on together, also if one of them is an error."""
    said: list[str] = []
    try:
        for data in events:
            said.append(heard.take(data))
            if heard.size > LONGEST_TEXT:
                break
    finally:
        if text := "".join(said):
            sink.feed(text)


async def _take_whole(start: bytes, pieces: AsyncIterator[bytes], heard: Heard, sink: Sink) -> None:
    """The reply of a server that does not stream, or what it sent instead."""
    body = bytearray(start)
    async for piece in pieces:
        body += piece
        if len(body) > _LONGEST_BODY:
            raise ValueError("a body without end")
    if start[:1] == b"<":
        raise Reported(Complaint(PAGE, page_title(body.decode("utf-8", "replace"))))
    text = heard.take_body(decoded(bytes(body)))
    if heard.alive:
        heard.finish = heard.finish or "stop"
        text += heard.flush()
    if text:
        sink.feed(text)


def _complete(heard: Heard, sink: Sink, endpoint: Endpoint) -> None:
    """Raises :class:`ModelFailure` where what was heard is no whole reply."""
    if not heard.alive and not heard.finish:
        raise ModelFailure("no_choices", f"{endpoint} answered without a reply", retry=True)
    if not heard.finish:
        if not (heard.done and heard.whole_object()):
            raise ModelFailure("stream_cut", f"{endpoint} broke the reply off", retry=True)
        heard.finish = "stop"
    if not sink.committed and heard.split_at_closing_mark():
        sink.begin()
        sink.feed(heard.text)
    heard.check()
