"""A chat server that talks without end, and notices when nobody listens any more."""

from __future__ import annotations

import asyncio
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Self

import orjson

from llmwolf.bench.answering import HEAD, LARGEST, event, legal

_FINAL: Final = b"0\r\n\r\n"
_LETTER: Final = "我"


class Trickle:
    """Listens on 127.0.0.1 while the ``async with`` block lasts.

    It answers at once and legally what is no speech; a speech goes on for ever, so many ``pieces`` of one
    character a second. ``left`` is set, and ``left_at`` the time, when a listener has gone.
    """

    def __init__(self, pieces: int) -> None:
        self._gap = 1 / pieces
        self._server: asyncio.Server | None = None
        self.base_url = ""
        self.left = asyncio.Event()
        self.left_at = 0.0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=LARGEST)
        self.base_url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:] if line)
                body = orjson.loads(await reader.readexactly(int(fields[b"content-length"])))
                writer.write(HEAD)
                schema = body["response_format"]["json_schema"]["schema"]
                await self._answer(schema, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _answer(
        self, schema: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        whole = orjson.dumps(legal(schema)).decode()
        beginning, speaks, _ = whole.partition('"speech":"')
        writer.write(_frame(event({"content": beginning + speaks})))
        if speaks:
            await self._talk(reader, writer)
        writer.write(_frame(event({}, "stop")) + _frame(b"[DONE]") + _FINAL)
        await writer.drain()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talk until the listener goes; raises :class:`ConnectionError` then."""
        gone = asyncio.create_task(reader.read(1))
        due = perf_counter()
        try:
            while not gone.done():
                writer.write(_frame(event({"content": _LETTER})))
                due += self._gap
                await asyncio.wait({gone}, timeout=max(0.0, due - perf_counter()))
        finally:
            gone.cancel()
            self.left_at = perf_counter()
            self.left.set()
        raise ConnectionResetError


def _frame(data: bytes) -> bytes:
    sent = b"data: " + data + b"\n\n"
    return b"%x\r\n%b\r\n" % (len(sent), sent)
