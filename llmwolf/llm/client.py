"""One endpoint: asked, streamed, retried, translated. No other module knows the SDK."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt, stop_before_delay

from llmwolf.llm.dialect import Dialect
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure, complaint, failure_of, refusal_kind
from llmwolf.llm.settings import Patience
from llmwolf.llm.usage import Usage, usage_of

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletionChunk

Message = dict[str, str]
_FILTERED: Final = ("content_filter", "safety", "sensitive", "blocklist", "prohibited_content")
_BACKOFF: Final = (0.25, 8.0)
_LONGEST_WAIT: Final = 60.0
_LONGEST_TEXT: Final = 150_000


@dataclass(frozen=True, slots=True)
class Prompted:
    """One question: the messages, the schema of the answer, and what it may cost."""

    messages: Sequence[Message]
    schema: dict[str, Any]
    max_tokens: int
    temperature: float | None


@dataclass(frozen=True, slots=True)
class RawReply:
    """What came back: the text as sent, why it ended, the tokens, and in which format it was asked for."""

    text: str
    finish: str
    usage: Usage
    format: str


class Sink(Protocol):
    """Hears a reply while it arrives."""

    @property
    def committed(self) -> bool:
        """Whether something of the reply has been made public, so that it cannot be asked for again."""

    def begin(self) -> None:
        """An attempt begins; what an earlier one brought is void."""

    def feed(self, text: str) -> None:
        """The next piece of the reply."""


class ChatClient:
    """Asks one endpoint, for all the seats that it plays. Must be closed; made for one event loop.

    The SDK is loaded when the first question is asked. ``sleep`` is what a retry waits with.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        patience: Patience | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.endpoint = endpoint
        self.patience = patience or Patience()
        self.dialect = Dialect()
        self._sleep = sleep
        self._gate = asyncio.Semaphore(endpoint.concurrency)
        self._loading = asyncio.Lock()
        self._spread = random.Random(0)  # spreads the retries of seats that failed together; decides nothing
        self._sdk: openai.AsyncOpenAI | None = None

    async def close(self) -> None:
        """Close the connections."""
        if self._sdk is not None:
            await self._sdk.close()
            self._sdk = None

    async def ask(
        self, prompt: Prompted, sink: Sink, on_retry: Callable[[ModelFailure], None] = lambda failure: None
    ) -> RawReply:
        """The reply to ``prompt``, fed to ``sink`` as it arrives. Raises :class:`ModelFailure`.

        Faults that may pass are tried again, as often and as long as the patience says, but never
        once ``sink`` is committed; ``on_retry`` hears of each.
        """

        def may_retry(error: BaseException) -> bool:
            return isinstance(error, ModelFailure) and error.retry and not sink.committed

        def before_sleep(state: RetryCallState) -> None:
            assert state.outcome is not None
            error = state.outcome.exception()
            assert isinstance(error, ModelFailure)
            on_retry(error)

        retrying = AsyncRetrying(
            retry=retry_if_exception(may_retry),
            wait=self._wait,
            stop=stop_after_attempt(self.patience.attempts) | stop_before_delay(self.patience.turn),
            before_sleep=before_sleep,
            sleep=self._sleep,
            reraise=True,
        )
        return await retrying(self._attempt, prompt, sink)

    def _wait(self, state: RetryCallState) -> float:
        """What the server asked for, otherwise growing pauses."""
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, ModelFailure) and error.after is not None:
            return min(error.after, _LONGEST_WAIT)
        first, most = _BACKOFF
        return float(min(first * 2**state.attempt_number, most) * (0.5 + self._spread.random() / 2))

    async def _attempt(self, prompt: Prompted, sink: Sink) -> RawReply:
        """One attempt, in as many dialects as it takes."""
        sdk = await self._loaded()
        import httpx2
        import openai

        dialect = self.dialect
        async with self._gate:
            while True:
                sink.begin()
                try:
                    return await self._exchange(sdk, prompt, dialect, sink)
                except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                    other = None if refusal_kind(error) else dialect.after(complaint(error))
                    if other is None:
                        raise failure_of(error, self.endpoint) from None
                    dialect = other
                except (openai.OpenAIError, httpx2.HTTPError, ValueError, RecursionError) as error:
                    # ValueError and RecursionError: what the JSON decoder says of a hostile body.
                    raise failure_of(error, self.endpoint) from None
                except TimeoutError:
                    raise ModelFailure("time_out", f"{self.endpoint} stopped answering", retry=True) from None

    async def _exchange(
        self, sdk: openai.AsyncOpenAI, prompt: Prompted, dialect: Dialect, sink: Sink
    ) -> RawReply:
        """One request and its stream, which is closed whatever happens."""
        params = dialect.params(prompt.schema, prompt.max_tokens, prompt.temperature)
        create: Any = sdk.chat.completions.create
        async with asyncio.timeout(self.patience.first):
            stream: openai.AsyncStream[ChatCompletionChunk] = await create(
                model=self.endpoint.model, messages=list(prompt.messages), stream=True, **params
            )
        self.dialect = self.dialect.merged(dialect)
        try:
            kind = stream.response.headers.get("content-type", "")
            if "json" in kind or "html" in kind:
                async with asyncio.timeout(self.patience.first):
                    body = await stream.response.aread()
                return _checked(_whole(body, self.endpoint), sink, dialect.format)
            return await self._listen(stream, sink, dialect.format)
        finally:
            await stream.close()

    async def _listen(
        self, stream: openai.AsyncStream[ChatCompletionChunk], sink: Sink, rung: str
    ) -> RawReply:
        heard = _Heard()
        chunks = aiter(stream)
        limit = self.patience.first
        while True:
            async with asyncio.timeout(limit):
                chunk = await anext(chunks, None)
            if chunk is None:
                break
            if piece := heard.take(chunk):
                sink.feed(piece)
                limit = self.patience.idle
                if heard.size > _LONGEST_TEXT:
                    heard.finish = "length"
                    break
        if not heard.any and not heard.finish:
            raise ModelFailure("no_choices", f"{self.endpoint} sent a stream without a reply", retry=True)
        if not heard.finish:
            raise ModelFailure("stream_cut", f"{self.endpoint} broke the reply off", retry=True)
        return _checked(heard, None, rung)

    async def _loaded(self) -> openai.AsyncOpenAI:
        """The SDK's client. Loading it takes a second, which a screen that is being drawn does not have."""
        async with self._loading:
            if self._sdk is None:
                self._sdk = await asyncio.to_thread(self._load)
            return self._sdk

    def _load(self) -> openai.AsyncOpenAI:
        import httpx2
        import openai

        direct = None
        if self.endpoint.local:
            # No proxy is on the way; and llama.cpp's server hangs up after five idle seconds, like the pool.
            limits = httpx2.Limits(keepalive_expiry=2.0)
            direct = openai.DefaultAsyncHttpxClient(limits=limits, trust_env=False)
        sdk = openai.AsyncOpenAI(
            http_client=direct,
            # The SDK insists on a key; a local server ignores it.
            api_key=self.endpoint.api_key or "none",
            base_url=self.endpoint.base_url,
            max_retries=0,
            timeout=openai.Timeout(self.patience.first, connect=self.patience.connect),
        )
        _ = sdk.chat.completions  # loads the modules of the route as well
        return sdk


@dataclass(slots=True)
class _Heard:
    """A reply put together from its chunks; reasoning is never part of the text."""

    any: bool = False
    size: int = 0
    finish: str = ""
    refusal: str = ""
    usage: Usage = field(default_factory=Usage)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def take(self, chunk: object) -> str:
        """Add a chunk, any part of which may be missing or of another shape; returns the text it brings."""
        if getattr(chunk, "usage", None) is not None:
            self.usage = usage_of(getattr(chunk, "usage", None))
        choices = getattr(chunk, "choices", None)
        if not isinstance(choices, list) or not choices:
            return ""
        self.any = True
        self.finish = _text(choices[0], "finish_reason") or self.finish
        delta = getattr(choices[0], "delta", None)
        self.refusal += _text(delta, "refusal")
        piece = _text(delta, "content")
        self.pieces.append(piece)
        self.size += len(piece)
        return piece


def _text(holder: object, name: str) -> str:
    value = holder.get(name) if isinstance(holder, dict) else getattr(holder, name, None)
    return value if isinstance(value, str) else ""


def _whole(body: bytes, endpoint: Endpoint) -> _Heard:
    """The reply of a server that does not stream, or what it sent instead."""
    try:
        data = json.loads(body)
    except (json.JSONDecodeError, UnicodeDecodeError):
        where = f"{endpoint.base_url}/chat/completions"
        raise ModelFailure("not_an_api", f"{where} answered with a page; is the base URL right?") from None
    choices = data.get("choices") if isinstance(data, dict) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        said = endpoint.scrub(str(data.get("error") if isinstance(data, dict) else data))[:200]
        raise ModelFailure("no_choices", f"{endpoint} answered without a reply: {said}", retry=True)
    message = choices[0].get("message")
    return _Heard(
        any=True,
        finish=_text(choices[0], "finish_reason") or "stop",
        refusal=_text(message, "refusal"),
        usage=usage_of(data.get("usage")),
        pieces=[_text(message, "content")],
    )


def _checked(heard: _Heard, sink: Sink | None, rung: str) -> RawReply:
    """The reply if it holds a text; a ``sink`` that has not heard it yet hears it now."""
    finish = heard.finish.lower()
    if finish in _FILTERED:
        raise ModelFailure("filtered", f"the reply was stopped by a filter ({heard.finish})")
    if heard.refusal:
        raise ModelFailure("refused")
    if not heard.text.strip() and finish != "length":
        raise ModelFailure("empty", retry=True)
    if sink is not None:
        sink.feed(heard.text)
    return RawReply(heard.text, finish, heard.usage, rung)
