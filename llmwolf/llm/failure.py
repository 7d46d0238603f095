"""What can go wrong with a model, each under one stable name, and whether asking again may help."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import TYPE_CHECKING, Final

from llmwolf.llm.usage import Usage
from llmwolf.players.base import PlayerFailed

if TYPE_CHECKING:
    from llmwolf.llm.endpoint import Endpoint

REASONS: Final = {
    "auth": "the key was refused",
    "bad_body": "the server sent something that cannot be read",
    "bad_json": "the reply is not the JSON that was asked for",
    "bad_request": "the server refused the request",
    "budget": "the game's budget is used up",
    "context": "the prompt is longer than the model's window",
    "empty": "the reply holds no text",
    "filtered": "the provider's filter stopped the reply",
    "illegal": "the reply names an act or seat that is not legal",
    "moderation": "the provider's moderation refused the prompt",
    "network": "the server cannot be reached, or the connection broke",
    "no_choices": "the server answered without a reply",
    "no_recording": "the cassette holds no such call",
    "not_an_api": "the address answers, but not with the chat API",
    "not_found": "there is no such model or address",
    "quota": "the account's quota is used up",
    "rate_limit": "too many requests",
    "refused": "the model declines to answer",
    "server": "the server failed",
    "stream_cut": "the reply broke off",
    "time_out": "no answer in time",
    "truncated": "the reply was longer than allowed",
}
"""Every reason, with its sentence; counters and the record use the word."""

_CONTEXT_WORDS: Final = (
    "context length", "context_length", "context window", "context size", "maximum context", "too long",
    "maximum length", "n_ctx", "exceed_context", "input length", "too many tokens",
)  # fmt: skip
_MODERATION_WORDS: Final = (
    "moderation", "content_filter", "content filter", "content risk", "exists risk", "high risk", "sensitive",
    "inappropriate", "data_inspection", "content management policy", "flagged", "内容安全", "违规", "敏感",
)  # fmt: skip
_QUOTA_WORDS: Final = (
    "insufficient_quota", "exceeded_current_quota", "insufficient balance", "insufficient_balance",
    "insufficient credit", "credit balance", "arrear", "余额", "欠费",
)  # fmt: skip
_BUSY_WORDS: Final = ("rate limit", "rate_limit", "too many requests", "overloaded", "限流", "频率")
_KEY_WORDS: Final = ("api key", "api_key", "unauthorized", "authentication")
_TITLE: Final = re.compile("(?is)<title[^>]*>([^<]{1,80})")
DETAIL_LIMIT: Final = 240
PAGE: Final = 200


class ModelFailure(PlayerFailed):
    """A model gave no usable answer.

    ``retry``: asking again may help; ``after``: the seconds that the server asked to wait; ``usage``: what
    the server counted all the same, of a reply that was none.
    """

    def __init__(
        self, reason: str, detail: str = "", *, retry: bool = False, after: float | None = None
    ) -> None:
        super().__init__(reason, detail or REASONS[reason])
        self.retry = retry
        self.after = after
        self.usage = Usage()


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a server says is wrong.

    ``status`` is 0 where it says so within a reply, :data:`PAGE` where it sent a web page for an answer.
    """

    status: int
    said: str
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The code and the words, in small letters."""
        return f"{self.code} {self.said}".lower()

    @property
    def blames(self) -> str:
        """What may name a parameter: the words, and a code that says more than that something is invalid."""
        return f"{self.code} {self.said}" if "unsupported" in self.code else self.said

    def speaks(self, words: tuple[str, ...]) -> bool:
        """Whether one of ``words`` is in it."""
        return any(word in self.text for word in words)

    @property
    def prompt_refused(self) -> str:
        """``context`` or ``moderation`` where that is what it complains of, otherwise nothing."""
        if self.speaks(_CONTEXT_WORDS):
            return "context"
        return "moderation" if self.speaks(_MODERATION_WORDS) else ""

    @property
    def of_request(self) -> bool:
        """Whether it is how one asked that is refused, rather than what or how often."""
        return self.status in (400, 404, 405, 422, PAGE) and not self.prompt_refused

    @property
    def wrong_door(self) -> bool:
        """Whether the address seems to be at fault, rather than the model's name or the request (A01)."""
        if self.status in (0, PAGE):
            return self.status == PAGE or "unexpected endpoint" in self.text
        return self.status in (404, 405) and not any(word in self.text for word in ("model", "no endpoints"))


def complaint_in(body: object, status: int = 0, headers: Mapping[str, str] | None = None) -> Complaint:
    """The complaint in a body, decoded or not, or in its ``error``: an object, a list of one, or a text."""
    error = body[0] if isinstance(body, list) and body else body
    if isinstance(error, dict) and isinstance(error.get("error"), dict | str):
        error = error["error"]
    if not isinstance(error, dict):
        return Complaint(status, page_title(error) if isinstance(error, str) else "", "", headers or {})
    codes = [str(code) for name in ("code", "type") if isinstance(code := error.get(name), int | str)]
    if not status:
        status = next((int(code) for code in codes if re.fullmatch("[45][0-9][0-9]", code)), 0)
    words = [error[name] for name in ("message", "detail", "msg") if isinstance(error.get(name), str)][:1]
    param = error.get("param")
    if words and isinstance(param, str) and param not in words[0]:
        words.append(f"({param})")
    return Complaint(status, " ".join(words) or str(error), " ".join(codes), headers or {})


def page_title(text: str) -> str:
    """``text``, or the title of a page (A02)."""
    if not text.lstrip().startswith("<"):
        return text
    title = _TITLE.search(text)
    return f"a web page, {title[1].strip()!r}" if title else "a web page"


def failure_in(complaint: Complaint, endpoint: Endpoint, url: str) -> ModelFailure:
    """The failure that ``complaint``, got from ``url``, amounts to."""
    status = complaint.status
    if status == PAGE:
        return ModelFailure("not_an_api", f"{url} answered with {complaint.said}; is the base URL right?")
    said = f"{status or 'an error'} from {url}: {endpoint.scrub(complaint.said)[:DETAIL_LIMIT]}"
    if status == 402 or (status in (0, 400, 403, 429) and complaint.speaks(_QUOTA_WORDS)):
        return ModelFailure("quota", said)
    if status < 500 and status not in (401, 404, 429) and (refused := complaint.prompt_refused):
        return ModelFailure(refused, said)
    if status in (401, 403) or (not status and complaint.speaks(_KEY_WORDS)):
        return ModelFailure("auth", f"the key or the access was refused; {said}")
    if status in (404, 405):
        return ModelFailure("not_found", f"model {endpoint.model!r} or this address is unknown; {said}")
    if status == 429 or (not status and complaint.speaks(_BUSY_WORDS)):
        return ModelFailure("rate_limit", said, retry=True, after=wait_asked(complaint.headers))
    if not status or status >= 500 or status in (408, 409, 425):
        return ModelFailure("server", said, retry=True, after=wait_asked(complaint.headers))
    return ModelFailure("context" if status == 413 else "bad_request", said)


def failure_of(error: Exception, endpoint: Endpoint, url: str) -> ModelFailure:
    """The failure that ``error``, raised by the SDK, its transport or a decoder, amounts to."""
    import aiohttp
    import httpx2
    import openai

    cause: BaseException = error
    # The SDK's bridge to aiohttp takes a connection that was closed for one that was late.
    closed = False
    while cause.__cause__ is not None:
        cause = cause.__cause__
        closed |= isinstance(cause, aiohttp.ClientConnectionError) and not isinstance(cause, TimeoutError)
    if not closed and isinstance(error, openai.APITimeoutError | httpx2.TimeoutException | TimeoutError):
        return ModelFailure("time_out", f"{url} did not answer in time", retry=True)
    said = endpoint.scrub(str(cause) or type(cause).__name__)[:DETAIL_LIMIT]
    if isinstance(error, ValueError | RecursionError):  # what a decoder says of a hostile body
        return ModelFailure("bad_body", f"{url} sent what is not JSON: {said}", retry=True)
    return ModelFailure("network", f"{url} cannot be reached: {said}", retry=True)


def wait_asked(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server asks to wait, in ``retry-after-ms`` or ``retry-after``."""
    exact = retry_after(headers.get("retry-after-ms"))
    return retry_after(headers.get("retry-after")) if exact is None else exact / 1000


def retry_after(value: str | None) -> float | None:
    """The seconds of a Retry-After header, a number or a date; ``None`` where it is neither."""
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        pass
    else:
        return max(0.0, seconds) if isfinite(seconds) else None
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (when - datetime.now(UTC)).total_seconds()) if when.tzinfo else None
