"""The HTTP under the SDK, which decides what a call costs.

On its own pool the SDK spends most of a call's processor time in the connection: aiohttp, which it supports
as an extra, needs a fraction of it, and does not slow down with the number of calls under way. Of what is
left the SDK takes most to put the same request together once more, so that is done here, with its headers.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.request import getproxies

from llmwolf.llm.endpoint import OPENAI_URL, Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.settings import Patience

if TYPE_CHECKING:
    import ssl

    import httpx2
    import openai

_TOLD: Final = ("Lang", "Package-Version", "OS", "Arch", "Runtime", "Runtime-Version", "Async")
_LOCAL_KEEP: Final = 2.0
"""Seconds for which an idle connection is kept: llama.cpp's server hangs up after five."""


def fast_http(endpoint: Endpoint) -> httpx2.AsyncClient:
    """A client on aiohttp. Proxies and certificates are taken from the environment, unless it is local.

    A connection that turns out to be stale costs no attempt (see :mod:`llmwolf.llm.reuse`).

    aiohttp speaks to no SOCKS proxy; where the environment names one it is :func:`plain_http`.
    """
    from llmwolf.llm.reuse import ReusingClient

    if not endpoint.local and any(url.startswith("socks") for url in getproxies().values()):
        return plain_http(endpoint)
    return ReusingClient(limits=_limits(endpoint), trust_env=not endpoint.local, verify=trusted(endpoint))


def trusted(endpoint: Endpoint) -> ssl.SSLContext:
    """The certificates that are trusted at ``endpoint``: read once, for it takes as long as ten calls."""
    files = (os.environ.get("SSL_CERT_FILE", ""), os.environ.get("SSL_CERT_DIR", ""))
    return _trusted(("", "") if endpoint.local else files, not endpoint.local)


@lru_cache(maxsize=8)
def _trusted(files: tuple[str, str], trust_env: bool) -> ssl.SSLContext:
    """As the environment names them in ``files``, where it is to be heard."""
    import httpx2

    return httpx2.create_ssl_context(trust_env=trust_env)


def plain_http(endpoint: Endpoint) -> httpx2.AsyncClient:
    """A client on the SDK's own transport, which can be mocked. Raises :class:`ModelFailure`."""
    import openai

    try:
        return openai.DefaultAsyncHttpxClient(limits=_limits(endpoint), trust_env=not endpoint.local)
    except ImportError:
        raise ModelFailure(
            "network",
            "the environment names a SOCKS proxy, which needs the package socksio;"
            " install it, or set HTTPS_PROXY and ALL_PROXY to an http:// one",
        ) from None


def _limits(endpoint: Endpoint) -> httpx2.Limits:
    import httpx2

    most = max(endpoint.concurrency, 8) + 8  # those being closed count as well
    keep = _LOCAL_KEEP if endpoint.local else 5.0
    return httpx2.Limits(max_connections=most, max_keepalive_connections=most, keepalive_expiry=keep)


def options() -> openai.RequestOptions:
    """How requests are made: with the key, without what the SDK would tell every server of this machine."""
    import openai

    return {"security": {"bearer_auth": True}, "headers": {f"X-Stainless-{n}": openai.omit for n in _TOLD}}


def load_sdk(endpoint: Endpoint, patience: Patience, http: httpx2.AsyncClient) -> openai.AsyncOpenAI:
    """The SDK's client for ``endpoint`` on ``http``, without retries of its own."""
    import openai

    sdk = openai.AsyncOpenAI(
        http_client=http,
        # The SDK insists on a key; a local server ignores it.
        api_key=endpoint.api_key or "none",
        base_url=endpoint.base_url,
        default_headers=dict(endpoint.headers),
        max_retries=0,
        timeout=openai.Timeout(patience.first, connect=patience.connect),
    )
    if endpoint.base_url != OPENAI_URL:
        sdk.organization = sdk.project = None  # the environment's are nobody else's business
    return sdk


class Wire:
    """The way to one endpoint: its connections, and the headers that the SDK sends. Close it."""

    def __init__(self, endpoint: Endpoint, patience: Patience, http: httpx2.AsyncClient) -> None:
        import httpx2

        self._sdk = load_sdk(endpoint, patience, http)
        self._http = http
        self._headers = httpx2.Headers(http.headers)
        self._headers.update(_headers(self._sdk))
        self._timeout = httpx2.Timeout(self._sdk.timeout).as_dict()
        self._urls: dict[str, httpx2.URL] = {}

    async def post(self, url: str, content: bytes) -> httpx2.Response:
        """The reply to ``content``, its body not read yet; raises what the transport raises.

        The client would merge its own headers, address and limits into each request anew.
        """
        import httpx2

        request = httpx2.Request(
            "POST",
            self._urls.get(url) or self._urls.setdefault(url, httpx2.URL(url)),
            headers=self._headers,
            cookies=self._http.cookies,
            content=content,
            extensions={"timeout": self._timeout},
        )
        return await self._http.send(request, stream=True)

    async def close(self) -> None:
        """Close the connections."""
        await self._sdk.close()


def _headers(sdk: openai.AsyncOpenAI) -> httpx2.Headers:
    """The headers of the SDK's requests, without what it would tell every server of this machine."""
    import httpx2

    told = {f"x-stainless-{name}".lower() for name in _TOLD}
    headers = httpx2.Headers(sdk.auth_headers)
    for name, value in sdk.default_headers.items():
        if isinstance(value, str) and name.lower() not in told:
            headers[name] = value
    return headers
