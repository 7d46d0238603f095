"""A request that meets a connection which the server has just closed is sent once more, on a new one.

Whoever keeps connections open cannot know in time that the other side has hung up: llama.cpp's server does
so after each streamed reply. aiohttp sends such a request again by itself, but no POST. This module loads the
SDK and its HTTP; import it where they are used.
"""

from __future__ import annotations

from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any

import aiohttp
import httpx2
import openai

_reused: ContextVar[bool] = ContextVar("reused")
"""Whether the request that is being sent was given a connection that had been used before."""


class ReusingClient(openai.DefaultAioHttpClient):
    """The SDK's client on aiohttp, on transports that are :class:`SecondTry`."""

    def _init_transport(self, *args: Any, **kwargs: Any) -> httpx2.AsyncBaseTransport:
        return SecondTry(super()._init_transport(*args, **kwargs), super()._init_transport(*args, **kwargs))

    def _init_proxy_transport(self, *args: Any, **kwargs: Any) -> httpx2.AsyncBaseTransport:
        return SecondTry(
            super()._init_proxy_transport(*args, **kwargs), super()._init_proxy_transport(*args, **kwargs)
        )


class SecondTry(httpx2.AsyncBaseTransport):
    """Sends requests on connections that are kept, and once more on a new one where that is stale.

    That is so where the connection had been used before and broke before a byte of the reply came.
    """

    def __init__(self, kept: Any, fresh: Any) -> None:
        """Takes two equal transports on aiohttp that were never used."""
        self._kept, self._fresh = kept, fresh
        kept.client = lambda: _session(kept, keepalive_timeout=kept.limits.keepalive_expiry)
        fresh.client = lambda: _session(fresh, force_close=True)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """The reply to ``request``; raises what the transports raise."""
        _reused.set(False)
        try:
            response: httpx2.Response = await self._kept.handle_async_request(request)
        except httpx2.TransportError as error:
            if not (_reused.get() and _hung_up(error.__cause__)):
                raise
            response = await self._fresh.handle_async_request(request)
        return response

    async def aclose(self) -> None:
        """Close the connections."""
        await self._kept.aclose()
        await self._fresh.aclose()


def _hung_up(error: BaseException | None) -> bool:
    """Whether the other side closed the connection without a byte; a reply that was begun is in the error."""
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return isinstance(error.message, str)
    return isinstance(error, aiohttp.ClientOSError | aiohttp.ClientConnectionResetError)


def _session(transport: Any, **keeping: Any) -> aiohttp.ClientSession:
    """What ``transport`` would make for itself, which also tells whether a connection is used again."""
    connector = aiohttp.TCPConnector(
        limit=transport.limits.max_connections, ssl=transport.ssl_context, **keeping
    )
    trace = aiohttp.TraceConfig()
    trace.on_connection_reuseconn.append(_note)
    return aiohttp.ClientSession(connector=connector, trace_configs=[trace])


async def _note(session: aiohttp.ClientSession, context: SimpleNamespace, params: Any) -> None:
    _reused.set(True)
