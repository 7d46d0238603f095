"""A seat that a model plays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from llmwolf.llm.client import ChatClient, Message, Prompted, RawReply
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.keyguard import HIDDEN, KeyGuard
from llmwolf.llm.prompts import Prompt, build_prompt, repair_messages
from llmwolf.llm.reply import BadReply, read_reply, to_answer
from llmwolf.llm.schema import answer_schema
from llmwolf.llm.settings import Settings
from llmwolf.llm.speech import SpeechFilter
from llmwolf.llm.stream import FieldTap
from llmwolf.llm.usage import CallLog
from llmwolf.players.base import Answer
from llmwolf.rules.asks import Request
from llmwolf.rules.view import View
from llmwolf.rules.words import clean

_ROOM: Final = 4
"""How many times the first limit a reply may have after it ran out of tokens."""
_RAW_LIMIT: Final = 20_000


class ModelPlayer:
    """Answers with the model of ``client``; a :class:`~llmwolf.players.base.LivePlayer`.

    ``log`` counts what the calls cost. ``on_call`` hears of every call with a dict for the record:
    the digests of the prompt's blocks, the raw reply, tokens, seconds, retries, and why it failed if
    it did; never a key.
    """

    def __init__(
        self,
        client: ChatClient,
        settings: Settings | None = None,
        persona: str = "",
        on_call: Callable[[dict[str, Any]], None] = lambda call: None,
    ) -> None:
        self.client = client
        self.settings = settings or Settings()
        self.persona = clean(persona)
        self.log = CallLog()
        self._on_call = on_call

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        """The model's answer to ``view.request``; a speech to the table goes to ``say`` as it arrives.

        Raises :class:`ModelFailure` where the model gives no usable answer, even after one repair. What
        was said until then stays said.
        """
        assert view.request is not None
        try:
            async with asyncio.timeout(self.client.patience.turn):
                answer = await self._turn(view, view.request, say)
        except TimeoutError:
            self.log.failures["time_out"] += 1
            raise ModelFailure("time_out", f"{self.client.endpoint} took too long for one turn") from None
        except ModelFailure as failure:
            self.log.failures[failure.reason] += 1
            raise
        self.log.answers += 1
        return without_key(answer, self.client.endpoint.api_key)

    async def _turn(self, view: View, request: Request, say: Callable[[str], None]) -> Answer:
        prompt = build_prompt(view, self.settings, self.persona)
        messages = prompt.messages()
        max_tokens = self.settings.max_tokens
        sink = SpeechSink(request, say, self.client.endpoint.api_key)
        repairing = False
        while True:
            reply = await self._call(view, request, prompt, messages, max_tokens, sink, repairing)
            try:
                return read_reply(request, reply.text, view.facts.seats)
            except BadReply as bad:
                truncated = reply.finish == "length"
                reason = "truncated" if truncated else bad.reason
                if sink.complete:
                    # The table has heard it to its end: it counts, though the object around it is broken.
                    self.log.faults[reason] += 1
                    return to_answer(request, {"speech": sink.heard}, view.facts.seats)
                if sink.committed or repairing:
                    raise ModelFailure(reason, bad.why) from None
                self.log.faults[reason] += 1
                self.log.repairs += 1
                repairing = True
                if truncated:
                    max_tokens *= _ROOM
                else:
                    messages = [*messages, *repair_messages(request, reply.text, bad.why, self.settings)]

    async def _call(
        self, view: View, request: Request, prompt: Prompt, messages: list[Message], max_tokens: int,
        sink: SpeechSink, repairing: bool,
    ) -> RawReply:  # fmt: skip
        endpoint = self.client.endpoint
        schema = answer_schema(request, view.facts.seats, self.settings, endpoint.local)
        asked = Prompted(messages, schema, max_tokens, self.settings.temperature)
        retries: list[str] = []

        def on_retry(failure: ModelFailure) -> None:
            retries.append(failure.reason)
            self.log.retries += 1
            self.log.faults[failure.reason] += 1

        def record(reply: RawReply | None, failed: str) -> None:
            seconds = clock() - began
            self.log.spent(reply.usage if reply is not None else None, seconds)
            self._on_call(
                {
                    "seat": view.seat,
                    "ask": request.kind,
                    "model": endpoint.model,
                    "blocks": prompt.digests(),
                    "repair": repairing,
                    "retries": retries,
                    "failed": failed,
                    "seconds": round(seconds, 3),
                    **_told(reply, endpoint),
                }
            )

        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            reply = await self.client.ask(asked, sink, on_retry)
        except ModelFailure as failure:
            record(None, failure.reason)
            raise
        except asyncio.CancelledError:
            record(None, "cancelled")
            raise
        record(reply, "")
        return reply


def without_key(answer: Answer, key: str) -> Answer:
    """``answer`` with the endpoint's key struck out of every text in it."""
    if not key:
        return answer
    return answer._replace(
        text=answer.text.replace(key, HIDDEN),
        thought=answer.thought.replace(key, HIDDEN),
        claims=tuple(claim for claim in answer.claims if key not in claim.value),
    )


def _told(reply: RawReply | None, endpoint: Endpoint) -> dict[str, Any]:
    """What the record keeps of a reply."""
    if reply is None:
        return {}
    tokens = reply.usage
    return {
        "format": reply.format,
        "finish": reply.finish,
        "reply": endpoint.mask(reply.text)[:_RAW_LIMIT],
        "tokens": [tokens.prompt, tokens.cached, tokens.completion, tokens.reasoning] if tokens.known else [],
    }


class SpeechSink:
    """Gives the speech within a reply to ``say`` as it arrives, as far as the table may hear it.

    Only a ``speak`` request is said aloud, and no more than its limit.
    """

    def __init__(self, request: Request, say: Callable[[str], None], key: str = "") -> None:
        """``key`` is struck out of what is said."""
        self._request = request
        self._say = say
        self._key = key
        self.begin()

    @property
    def committed(self) -> bool:
        """Whether the table has heard something."""
        return bool(self.heard)

    @property
    def complete(self) -> bool:
        """Whether the table has heard the speech to its end."""
        return self._ended and self.committed

    def begin(self) -> None:
        """A reply begins."""
        self._tap = FieldTap("speech")
        self._guard = KeyGuard(self._key)
        self._words = SpeechFilter(self._request.seat)
        self._ended = False
        self.heard = ""

    def feed(self, text: str) -> None:
        """The next piece of the raw reply."""
        if self._request.kind != "speak" or self._ended:
            return
        piece = self._words.feed(self._guard.feed(self._tap.feed(text)))
        if self._tap.closed:
            self._ended = True
            piece += self._words.feed(self._guard.finish()) + self._words.finish()
        piece = piece[: self._request.text_limit - len(self.heard)]
        if piece:
            self.heard += piece
            self._say(piece)
