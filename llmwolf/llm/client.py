"""One endpoint: asked, retried, translated, for everybody who asks it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from llmwolf.llm.dialect import Dialect, room_left
from llmwolf.llm.endpoint import Endpoint, other_door
from llmwolf.llm.exchange import Refused, exchange
from llmwolf.llm.failure import ModelFailure, failure_in
from llmwolf.llm.gate import Gate, gate_of
from llmwolf.llm.learned import Learned
from llmwolf.llm.settings import Patience
from llmwolf.llm.transport import Wire, fast_http
from llmwolf.llm.usage import Usage

if TYPE_CHECKING:
    import httpx2

Message = dict[str, str]
_BACKOFF: Final = (0.25, 8.0)
_PATIENT: Final = 3
"""How many times the attempts there may be where a server says itself how long to wait (A04)."""
_LEAST_ROOM: Final = 64


@dataclass(frozen=True, slots=True)
class Prompted:
    """One question: the messages, the schema of the answer, and what it may cost.

    ``constant`` is the schema that all questions of a game share, ``exact`` the one of this question, with
    its legal targets; which of them is sent is part of the dialect. ``key`` is this call's place in the game
    (``s03-0007``: the seat's seventh, repairs counted), ``blocks`` the digests of the prompt's parts by name.
    """

    messages: Sequence[Message]
    constant: dict[str, Any]
    exact: dict[str, Any]
    max_tokens: int
    temperature: float | None
    key: str = ""
    blocks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RawReply:
    """What came back: the text as sent, why it ended, the tokens, and in which format it was asked for.

    ``reasoning`` is what the model sent as its hidden thinking: private, never a part of ``text``.
    """

    text: str
    finish: str
    usage: Usage
    format: str
    reasoning: str = ""


class Sink(Protocol):
    """Hears a reply while it arrives."""

    @property
    def committed(self) -> bool:
        """Whether something of the reply has been made public, so that it cannot be asked for again."""

    def begin(self) -> None:
        """An attempt begins; what an earlier one brought is void."""

    def feed(self, text: str) -> None:
        """The next piece of the reply."""


class Asker(Protocol):
    """Answers questions for the seats of one endpoint: a client, or a cassette."""

    endpoint: Endpoint
    patience: Patience

    async def ask(
        self, prompt: Prompted, sink: Sink, on_retry: Callable[[ModelFailure], None] = lambda failure: None
    ) -> RawReply:
        """The reply to ``prompt``, fed to ``sink`` as it arrives. Raises :class:`ModelFailure`."""

    async def close(self) -> None:
        """Let go of what it holds."""


class ChatClient:
    """Asks one endpoint, for all the seats and games that it plays. Must be closed; made for one event loop.

    The SDK is loaded when the first question is asked. The calls that may run at once are counted together
    with those of other clients of the same address.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        patience: Patience | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        learned: Learned | None = None,
        http: Callable[[Endpoint], httpx2.AsyncClient] = fast_http,
    ) -> None:
        """``sleep`` is what a retry waits with, ``learned`` remembers the endpoint's dialect (``None``: for
        this client alone), ``http`` opens the connections."""
        self.endpoint = endpoint
        self.patience = patience or Patience()
        self._first = Dialect(grammar=endpoint.holds_to_schema)
        self._learned = learned or Learned()
        self.dialect = self._learned.recall(endpoint) or self._first
        self._sleep = sleep
        self._http = http
        self._gate: Gate | None = None
        self._loading = asyncio.Lock()
        self._spread = random.Random(0)  # spreads the retries of seats that failed together; decides nothing
        self._wire: Wire | None = None
        self._pending: set[asyncio.Timeout] = set()
        self._quiet = asyncio.Event()
        self._closed = False

    async def close(self) -> None:
        """End what is still being asked, which fails, and close the connections for good."""
        self._closed = True
        now = asyncio.get_running_loop().time()
        for limit in self._pending:
            if not limit.expired():
                limit.reschedule(now)
        if self._pending:  # the library below would leave whoever reads from it waiting for ever
            await self._quiet.wait()
        async with self._loading:
            wire, self._wire = self._wire, None
        if wire is not None:
            await wire.close()

    async def ask(
        self, prompt: Prompted, sink: Sink, on_retry: Callable[[ModelFailure], None] = lambda failure: None
    ) -> RawReply:
        """The reply to ``prompt``, fed to ``sink`` as it arrives. Raises :class:`ModelFailure`.

        Faults that may pass are tried again, as often and as long as the patience says, but never
        once ``sink`` is committed; ``on_retry`` hears of each.
        """
        due = asyncio.get_running_loop().time() + self.patience.turn
        limit = asyncio.timeout(self.patience.turn)
        self._pending.add(limit)
        try:
            async with limit:
                try:
                    return await self._attempt(prompt, sink)
                except ModelFailure as failure:
                    if not failure.retry or sink.committed:
                        raise
                    return await self._again(failure, prompt, sink, on_retry, due)
        except TimeoutError:
            if self._closed:
                raise self._gone() from None
            raise ModelFailure("time_out", f"{self.endpoint} took too long for one turn") from None
        finally:
            self._pending.discard(limit)
            if self._closed and not self._pending:
                self._quiet.set()

    async def _again(
        self,
        first: ModelFailure,
        prompt: Prompted,
        sink: Sink,
        on_retry: Callable[[ModelFailure], None],
        due: float,
    ) -> RawReply:
        """What comes of trying again after the ``first`` attempt, with no pause up to ``due``.

        Hardly a call needs this, and making it ready takes a third of the time of building a prompt.
        """
        failed, told, clock = [first], 0, asyncio.get_running_loop().time

        async def attempt() -> RawReply:
            if failed:
                raise failed.pop()
            return await self._attempt(prompt, sink)

        def may_retry(error: BaseException) -> bool:
            return isinstance(error, ModelFailure) and error.retry and not sink.committed

        def stop(state: RetryCallState) -> bool:
            nonlocal told
            told += _failure(state).after is not None
            most, number = self.patience.attempts, state.attempt_number
            too_late = clock() + state.upcoming_sleep >= due
            return number - told >= most or number >= most * _PATIENT or too_late

        retrying = AsyncRetrying(
            retry=retry_if_exception(may_retry),
            wait=self._wait,
            stop=stop,
            before_sleep=lambda state: on_retry(_failure(state)),
            sleep=self._sleep,
            reraise=True,
        )
        return await retrying(attempt)

    def _gone(self) -> ModelFailure:
        return ModelFailure("network", f"the connection to {self.endpoint} was closed")

    def _wait(self, state: RetryCallState) -> float:
        """What the server asked for, otherwise growing pauses."""
        after = _failure(state).after
        if after is not None:
            return after
        first, most = _BACKOFF
        return float(min(first * 2**state.attempt_number, most) * (0.5 + self._spread.random() / 2))

    async def _attempt(self, prompt: Prompted, sink: Sink) -> RawReply:
        """One attempt, in as many dialects as it takes."""
        wire = await self._loaded()
        self._gate = self._gate or gate_of(self.endpoint.base_url)
        async with self._gate.through(self.endpoint.concurrency):
            return await self._in_dialects(wire, prompt, sink)

    async def _in_dialects(self, wire: Wire, prompt: Prompted, sink: Sink) -> RawReply:
        dialect, fresh, room = self.dialect, False, 0
        refusals: list[ModelFailure] = []
        while True:
            sink.begin()
            url = self._url(dialect)
            body = {"model": self.endpoint.model, "messages": prompt.messages, **dialect.params(prompt, room)}
            try:
                heard = await exchange(wire, self.endpoint, self.patience, url, body, sink)
            except Refused as refused:
                refusals.append(failure_in(refused.complaint, self.endpoint, url))
                if sink.committed:
                    raise refusals[-1] from None
                left = room_left(refused.complaint.said)
                if left is not None and left >= _LEAST_ROOM and not room:
                    room = left
                    continue
                other = _mended(dialect, refused)
                stale = refused.complaint.of_request and dialect == self.dialect != self._first
                if other is None and stale and not fresh:  # perhaps the server has changed since
                    other, fresh = self._first, True
                if other is None:
                    raise _one_of(refusals, dialect) from None
                dialect = other if fresh else other.merged(self.dialect)
            else:
                known = dialect if fresh else self.dialect.merged(dialect)
                if known != self.dialect:
                    self.dialect = known
                    self._learned.learn(self.endpoint, known)
                return RawReply(heard.text, heard.finish, heard.usage, dialect.format, heard.reasoning)

    def _url(self, dialect: Dialect) -> str:
        base = self.endpoint.base_url
        return f"{other_door(base) if dialect.other_door else base}/chat/completions"

    async def _loaded(self) -> Wire:
        """The connections. Loading the SDK takes a second, which a screen being drawn does not have."""
        if self._wire is None:
            async with self._loading:
                if self._closed:
                    raise self._gone()
                if self._wire is None:
                    self._wire = await asyncio.to_thread(self._load)
        return self._wire

    def _load(self) -> Wire:
        return Wire(self.endpoint, self.patience, self._http(self.endpoint))


def _failure(state: RetryCallState) -> ModelFailure:
    """What an attempt failed with; asked only after :func:`may_retry` found it to be one."""
    assert state.outcome is not None
    error = state.outcome.exception()
    assert isinstance(error, ModelFailure)
    return error


def _mended(dialect: Dialect, refused: Refused) -> Dialect | None:
    """The dialect that may do what ``dialect`` does not; ``None``: the fault is elsewhere."""
    complaint = refused.complaint
    if complaint.status not in (400, 422):
        if complaint.wrong_door and not dialect.other_door:
            return dialect.after_fault(complaint.blames) or replace(dialect, other_door=True)
        return dialect.after_fault(complaint.blames)
    match complaint.prompt_refused:
        case "moderation":
            return None
        case "context":
            return dialect.named(complaint.blames)
    return dialect.after(complaint.blames)


def _one_of(refusals: list[ModelFailure], dialect: Dialect) -> ModelFailure:
    """The refusal to show: where neither door was the right one, that of the address as it was given."""
    last = refusals[-1]
    if dialect.other_door and last.reason in ("not_found", "not_an_api") and len(refusals) > 1:
        first = refusals[0]
        return ModelFailure(first.reason, f"{first.detail}; nor does it answer with or without /v1")
    return last
