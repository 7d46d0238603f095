"""Where a model is reached, and the secret that opens it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit, urlunsplit

from llmwolf.players.told import ToldError
from llmwolf.players.words.pairs import Pair
from llmwolf.rules.words import clean

OPENAI_URL: Final = "https://api.openai.com/v1"
_LOCAL_NAMES: Final = ("localhost", "host.docker.internal")
_LOCAL_ENDINGS: Final = (".localhost", ".local", ".lan", ".internal")
_ROUTE: Final = re.compile(r"/(chat/)?completions/?$")
_BEARER: Final = re.compile(r"(?i)\b(bearer|api[-_]?key[\"']?\s*[:=])\s*[\"']?[^\s\"',;]+")
_SECRET_LIKE: Final = re.compile(r"\bsk-[\w*.-]{6,}")


_USERINFO: Final = re.compile(r"^(\w+://)?.*@")


class EndpointError(ToldError):
    """The settings cannot work; the text says what is missing and what to do, in one line."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model behind one address.

    ``api_key`` is shown nowhere; ``concurrency`` is how many calls may run at once at this address, whichever
    of its models they ask. ``headers`` are sent with each (A07: a gateway may want another User-Agent).
    ``grammar`` says whether the server holds a reply to its schema keyword by keyword (``None``: as local
    servers do). ``name`` is what people call the endpoint.
    """

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    concurrency: int = 8
    headers: tuple[tuple[str, str], ...] = ()
    grammar: bool | None = None
    name: str = ""

    @property
    def local(self) -> bool:
        """Whether the address is on this machine or network: no key needed, and a grammar is likely."""
        return is_local(self.base_url)

    @property
    def holds_to_schema(self) -> bool:
        """Whether a grammar holds replies to the schema."""
        return self.local if self.grammar is None else self.grammar

    def mask(self, text: str) -> str:
        """``text`` without this endpoint's key or anything that looks like one."""
        if self.api_key:
            text = text.replace(self.api_key, "***")
        return _SECRET_LIKE.sub("***", _BEARER.sub(r"\1 ***", text))

    def scrub(self, text: str) -> str:
        """What a server said, as one clean line that may be shown."""
        return " ".join(clean(self.mask(text)).split())

    def __str__(self) -> str:
        return f"{self.model} at {self.base_url}"


def endpoint_from(base_url: str, model: str, env: Mapping[str, str]) -> Endpoint:
    """The endpoint of ``--base-url`` and ``--model``, filled up from ``env``.

    Reads OPENAI_BASE_URL, OPENAI_MODEL and OPENAI_API_KEY. Raises :class:`EndpointError` before any
    game starts where no model is named, the address is no address, or a remote one has no key.
    """
    url = normal_url(base_url or env.get("OPENAI_BASE_URL", "") or OPENAI_URL)
    name = clean(model or env.get("OPENAI_MODEL", ""))
    if not name:
        raise EndpointError(
            (
                f"没有说 {url} 的哪个模型；加 --model 名字，或设 OPENAI_MODEL"
                f"（`llmwolf doctor --base-url {url}` 看那里有哪些）",
                f"no model is named for {url}; give --model NAME or set OPENAI_MODEL"
                f" (`llmwolf doctor --base-url {url}` tells which there are)",
            )
        )
    key = key_in(env, "OPENAI_API_KEY")
    if not key and not is_local(url):
        host = urlsplit(url).hostname
        raise EndpointError(
            (
                f"{host} 要密钥，现在没有；设 OPENAI_API_KEY，或用 --base-url 指一个不要密钥的本地服务",
                f"{host} wants a key and there is none; set OPENAI_API_KEY,"
                " or give the --base-url of a local server, which needs none",
            )
        )
    return Endpoint(url, name, key)


def key_in(env: Mapping[str, str], variable: str) -> str:
    """The key that ``variable`` holds, empty where it is not set; raises :class:`EndpointError`."""
    key = env.get(variable, "").strip()
    if not key.isascii() or not key.isprintable():
        raise EndpointError(
            (
                f"{variable} 里有密钥不会有的字符；请重新设置",
                f"{variable} holds characters that no key has; set it anew",
            )
        )
    return key


def normal_url(url: str) -> str:
    """``url`` with a scheme and without a trailing slash or route; a bare host gets ``/v1``.

    A path that is there is kept: some vendors have no ``/v1``. Raises :class:`EndpointError`.
    """
    text = url.strip()
    if "://" not in text:
        text = f"{'http' if is_local(f'http://{text}') else 'https'}://{text}"
    parts = _split(text)
    if parts is None or parts.scheme not in ("http", "https") or parts.username or parts.query:
        shown = repr(without_secrets(url))
        raise EndpointError(
            (
                f"{shown} 不是服务地址；服务地址形如 http://127.0.0.1:8080/v1{_no_secrets(parts)[0]}",
                f"{shown} is no address of a server; one looks like http://127.0.0.1:8080/v1"
                f"{_no_secrets(parts)[1]}",
            )
        )
    path = _ROUTE.sub("", parts.path.rstrip("/")).rstrip("/") or "/v1"
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


def without_secrets(url: str) -> str:
    """``url``, be it an address or not, as it may be shown: no user, password, query or fragment."""
    return re.split(r"[?#]", _USERINFO.sub(r"\1", clean(url).strip()), maxsplit=1)[0]


def _no_secrets(parts: SplitResult | None) -> Pair:
    """What else to say of an address that has a place for secrets in it."""
    if parts is None or not (parts.username or parts.query):
        return "", ""
    zh = "，不带用户名、密码和 ?参数：密钥放进环境变量 OPENAI_API_KEY"
    return zh, ", without user, password and ?query: a key goes into the variable OPENAI_API_KEY"


def other_door(base_url: str) -> str:
    """``base_url`` with ``/v1`` where it has none and without where it has: to be tried after a 404 (A01)."""
    return base_url[:-3] if base_url.endswith("/v1") else f"{base_url}/v1"


def _split(url: str) -> SplitResult | None:
    """The parts of an address that has a host and, if any, a port that is one."""
    try:
        parts = urlsplit(url)
        whole = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if whole else None


def is_local(url: str) -> bool:
    """Whether ``url`` is on this machine or a private network."""
    parts = _split(url)
    host = (parts.hostname or "").rstrip(".") if parts else ""
    if host in _LOCAL_NAMES or host.endswith(_LOCAL_ENDINGS):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_private or address.is_unspecified
