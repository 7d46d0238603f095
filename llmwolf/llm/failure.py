"""What can go wrong with a model, each under one stable name, and whether asking again may help."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

from llmwolf.players.base import PlayerFailed

if TYPE_CHECKING:
    import openai

    from llmwolf.llm.endpoint import Endpoint

REASONS: Final = {
    "auth": "the key was refused",
    "bad_body": "the server sent something that cannot be read",
    "bad_json": "the reply is not the JSON that was asked for",
    "bad_request": "the server refused the request",
    "context": "the prompt is longer than the model's window",
    "empty": "the reply holds no text",
    "filtered": "the provider's filter stopped the reply",
    "illegal": "the reply names an act or seat that is not legal",
    "moderation": "the provider's moderation refused the prompt",
    "network": "the server cannot be reached, or the connection broke",
    "no_choices": "the server answered without a reply",
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

_CONTEXT_WORDS: Final = ("context", "too long", "maximum length", "n_ctx", "exceed_context")
_MODERATION_WORDS: Final = (
    "moderation",
    "content_filter",
    "content filter",
    "content risk",
    "sensitive",
    "内容安全",
    "违规",
)
DETAIL_LIMIT: Final = 240


class ModelFailure(PlayerFailed):
    """A model gave no usable answer.

    ``retry``: asking again may help; ``after``: the seconds that the server asked to wait.
    """

    def __init__(
        self, reason: str, detail: str = "", *, retry: bool = False, after: float | None = None
    ) -> None:
        super().__init__(reason, detail or REASONS[reason])
        self.retry = retry
        self.after = after


def failure_of(error: Exception, endpoint: Endpoint) -> ModelFailure:
    """The failure that ``error``, raised by the SDK or by a body it could not read, amounts to."""
    import httpx2
    import openai

    where = f"{endpoint.base_url}/chat/completions"
    if isinstance(error, openai.APITimeoutError):
        return ModelFailure("time_out", f"{where} did not answer in time", retry=True)
    if isinstance(error, (openai.APIConnectionError, httpx2.HTTPError)):
        cause = endpoint.scrub(str(error.__cause__ or error))[:DETAIL_LIMIT]
        return ModelFailure("network", f"{where} cannot be reached: {cause}", retry=True)
    if isinstance(error, openai.APIStatusError):
        return _of_status(error, endpoint, where)
    said = endpoint.scrub(str(error))[:DETAIL_LIMIT]
    if isinstance(error, openai.APIError):
        return ModelFailure("server", f"{where} failed in the middle of a reply: {said}", retry=True)
    return ModelFailure("bad_body", f"{where} sent what is not JSON: {said}", retry=True)


def _of_status(error: openai.APIStatusError, endpoint: Endpoint, where: str) -> ModelFailure:
    status = error.status_code
    said = f"{status} from {where}: {endpoint.scrub(complaint(error))[:DETAIL_LIMIT]}"
    if status in (401, 403):
        return ModelFailure("auth", f"the key or the access was refused; {said}")
    if status == 404:
        return ModelFailure("not_found", f"model {endpoint.model!r} or this address is unknown; {said}")
    if status == 429 and error.code == "insufficient_quota":
        return ModelFailure("quota", said)
    if status == 429:
        return ModelFailure(
            "rate_limit", said, retry=True, after=retry_after(error.response.headers.get("retry-after"))
        )
    if status >= 500 or status in (408, 409):
        after = retry_after(error.response.headers.get("retry-after"))
        return ModelFailure("server", said, retry=True, after=after)
    return ModelFailure(refusal_kind(error) or ("context" if status == 413 else "bad_request"), said)


def refusal_kind(error: openai.APIStatusError) -> str:
    """``context`` or ``moderation`` where that is what a 400 complains of, otherwise nothing."""
    text = f"{error.code or ''} {complaint(error)}".lower()
    if any(word in text for word in _CONTEXT_WORDS):
        return "context"
    return "moderation" if any(word in text for word in _MODERATION_WORDS) else ""


def complaint(error: openai.APIStatusError) -> str:
    """What the server said, without the SDK's framing."""
    body = error.body
    if isinstance(body, dict):
        message = body.get("message") or body.get("detail") or body.get("error")
        if isinstance(message, str):
            return message
    return error.message


def retry_after(value: str | None) -> float | None:
    """The seconds of a Retry-After header, a number or a date; ``None`` where it is neither."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (when - datetime.now(UTC)).total_seconds()) if when.tzinfo else None
