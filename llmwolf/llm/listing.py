"""Which models an endpoint lists: what a name that it does not know was meant to be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit, urlunsplit

import orjson

from llmwolf.llm.detailwords import one_line
from llmwolf.llm.endpoint import Endpoint, EndpointError, other_door
from llmwolf.llm.settings import Patience
from llmwolf.llm.transport import fast_http, load_sdk, options

if TYPE_CHECKING:
    import httpx2
    import openai

_SECONDS: Final = 8.0
_LONGEST_BODY: Final = 2_000_000
_LONGEST_NAME: Final = 100
_NEAR: Final = 0.5
_SHOWN: Final = 3
_LISTED: Final = 20
_WINDOWS: Final = ("context_length", "context_window", "max_model_len", "max_context_length", "n_ctx")
"""What services call the window; the last is llama.cpp's, of one of its slots."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The ``names`` of the models that the service at ``base_url`` lists.

    ``windows`` are their windows in tokens, where it tells them.
    """

    base_url: str
    names: tuple[str, ...]
    windows: Mapping[str, int] = field(default_factory=dict)

    def __contains__(self, model: str) -> bool:
        """Whether ``model`` is listed, perhaps in a folder of names, as some services keep them."""
        return any(name == model or name.endswith(f"/{model}") for name in self.names)

    def window(self, model: str) -> int:
        """The window of ``model``, or of the only one that there is whatever it is called; 0: not told."""
        listed = [name for name in self.names if name == model or name.endswith(f"/{model}")]
        meant = listed or (list(self.names) if len(self.names) == 1 else [])
        return self.windows.get(meant[0], 0) if meant else 0

    def near(self, model: str) -> list[str]:
        """The names most like ``model``, the likest first; the first few where none is like it."""
        by_lower = {name.lower(): name for name in reversed(self.names)}
        close = get_close_matches(model.lower(), by_lower, _SHOWN, _NEAR)
        held = [name for name in by_lower if model.lower() in name]
        return [by_lower[name] for name in dict.fromkeys((*close, *held))][:_SHOWN] or list(
            self.names[:_SHOWN]
        )


def only_model(listing: Listing | None, base_url: str) -> str:
    """The one model that the service at ``base_url`` lists.

    Raises :class:`~llmwolf.llm.endpoint.EndpointError` where it lists several, which are told, or none.
    """
    if listing is None:
        raise EndpointError(
            (
                f"没有说用哪个模型，{base_url} 也没有列出模型（服务在运行吗？）；加上 --model 名字",
                f"no model is named, and {base_url} lists none (does the server run?); add --model NAME",
            )
        )
    names = listing.names
    if len(names) == 1:
        return names[0]
    some = ", ".join(names[:_LISTED]) + (", …" if len(names) > _LISTED else "")
    raise EndpointError(
        (
            f"没有说用哪个模型；{listing.base_url} 有 {len(names)} 个：{some}；用 --model 选一个",
            f"no model is named; {listing.base_url} lists {len(names)}: {some}; choose one with --model",
        )
    )


async def listing_of(
    endpoint: Endpoint, patience: Patience, http: Callable[[Endpoint], httpx2.AsyncClient] = fast_http
) -> Listing | None:
    """What ``endpoint`` lists, at its address or at a likely neighbour of it; ``None``: nothing.

    A service that has no such list, or refuses to show it, is none the worse for that: nothing is raised.
    ``http`` opens the connections.
    """
    sdk = load_sdk(endpoint, patience, http(endpoint))
    try:
        for base in _addresses(endpoint.base_url):
            if windows := await _listed(sdk, f"{base}/models"):
                return Listing(base, tuple(windows), {name: size for name, size in windows.items() if size})
    finally:
        await sdk.close()
    return None


def _addresses(base_url: str) -> Sequence[str]:
    """The address itself, the same with or without ``/v1``, and its server's own ``/v1``."""
    scheme, place, *_ = urlsplit(base_url)
    root = urlunsplit((scheme, place, "/v1", "", ""))
    return tuple(dict.fromkeys((base_url, other_door(base_url), root)))


async def _listed(sdk: openai.AsyncOpenAI, url: str) -> dict[str, int]:
    """The models and their windows, as :func:`_read`; nothing where no list is to be had."""
    import aiohttp
    import httpx2
    import openai

    body = bytearray()
    try:
        async with asyncio.timeout(_SECONDS):
            response = await sdk.get(url, cast_to=httpx2.Response, options=options(), stream=True)
            try:
                async for piece in response.aiter_bytes():
                    body += piece
                    if len(body) > _LONGEST_BODY:
                        return {}
            finally:
                await response.aclose()
        return dict(_read(orjson.loads(body)))
    except (openai.OpenAIError, httpx2.HTTPError, aiohttp.ClientError, OSError, ValueError):
        return {}


def _read(body: Any) -> Iterator[tuple[str, int]]:
    """Each name in the body of a list, whichever usual shape it has, with its window (0: not told)."""
    entries = body if isinstance(body, list) else body.get("data") if isinstance(body, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        name = entry.get("id") if isinstance(entry, dict) else None
        if isinstance(name, str) and (name := one_line(name)) and len(name) <= _LONGEST_NAME:
            yield name, _window(entry)


def _window(entry: dict[str, Any]) -> int:
    meta = entry.get("meta")
    told = entry | meta if isinstance(meta, dict) else entry
    sizes = (told.get(name) for name in _WINDOWS)
    return next((size for size in sizes if isinstance(size, int) and size > 0), 0)
