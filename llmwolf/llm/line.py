"""One seat's line to its model: numbered calls, counted, paid for and written down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from llmwolf.llm.budget import Budget
from llmwolf.llm.client import Asker, Message, Prompted, RawReply
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.prices import Price
from llmwolf.llm.saying import SpeechSink
from llmwolf.llm.schema import constant_schema, exact_schema
from llmwolf.llm.settings import Settings
from llmwolf.llm.tokens import estimate
from llmwolf.llm.usage import CallLog, Usage
from llmwolf.rules.asks import Request
from llmwolf.rules.view import View

_RAW_LIMIT: Final = 20_000
_REACHED: Final = ("time_out", "stream_cut", "no_choices")
"""How calls fail that the model has read, and that are paid for."""
_REPLIED: Final = ("empty", "filtered", "refused")
"""The same of those that came to their end: each try is paid for, also where another follows."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is put to the model: ``request`` of ``view``, as ``messages``."""

    view: View
    request: Request
    messages: Sequence[Message]
    blocks: Mapping[str, str]
    max_tokens: int


class Line:
    """Puts questions to the model of ``client``, one after another.

    ``calls`` is how many there were so far; a record that is gone on with sets it.
    """

    def __init__(
        self, client: Asker, settings: Settings, log: CallLog, budget: Budget | None, price: Price | None
    ) -> None:
        self.calls = 0
        self._client = client
        self._settings = settings
        self._log = log
        self._budget = budget
        self._price = price

    async def ask(
        self,
        question: Question,
        sink: SpeechSink,
        repairing: bool,
        failed: Callable[[dict[str, Any]], None],
    ) -> tuple[RawReply, dict[str, Any]]:
        """The reply, fed to ``sink`` as it arrives, and what the record is to keep of the call.

        That is: seat, ask, model, key, the prompt's digests, format, raw reply, tokens (``estimated`` where
        the service does not count them), seconds, retries; private thinking under ``reasoning``; never a key.
        ``failed`` gets it where there is no reply. Raises :class:`ModelFailure`; before anything is sent, if
        the budget is used up.
        """
        prompt_tokens = sum(estimate(message["content"]) for message in question.messages)
        held = self._hold(prompt_tokens, question.max_tokens)
        retries: list[str] = []
        paid: list[Usage] = []
        asked = self._prompted(question)
        endpoint = self._client.endpoint
        call: dict[str, Any] = {
            "seat": question.view.seat,
            "ask": question.request.kind,
            "model": endpoint.model,
            "key": asked.key,
            "blocks": dict(question.blocks),
            "repair": repairing,
            "retries": retries,
            "failed": "",
        }

        def guessed(text: str) -> Usage:
            return Usage(prompt=prompt_tokens, completion=estimate(text))

        def pay(failure: ModelFailure, last: bool) -> None:
            if failure.usage.known:
                paid.append(failure.usage)
            elif failure.reason in _REPLIED or (last and (sink.raw or failure.reason in _REACHED)):
                paid.append(guessed(sink.raw))

        def on_retry(failure: ModelFailure) -> None:
            pay(failure, last=False)
            sink.asked = False
            retries.append(failure.reason)
            self._log.retries += 1
            self._log.faults[failure.reason] += 1

        def over() -> None:
            seconds = clock() - began
            usage = sum(paid[1:], paid[0]) if paid else None
            cost = self._price.of(usage) if usage and self._price else None
            self._log.spent(usage, seconds, cost)
            if self._budget:
                self._budget.settle(held, usage.prompt + usage.completion if usage else 0, cost or 0.0)
            call["seconds"] = round(seconds, 3)
            if usage:
                call["tokens"] = [usage.prompt, usage.cached, usage.completion, usage.reasoning]
                call.update({} if usage.known else {"estimated": True})

        def gave_up(reason: str) -> None:
            over()
            failed(call | {"failed": reason})

        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            reply = await self._client.ask(asked, sink, on_retry)
        except ModelFailure as failure:
            pay(failure, last=True)
            gave_up(failure.reason)
            raise
        except asyncio.CancelledError:
            if sink.asked:  # otherwise it was waiting for its turn, or to try again
                paid.append(guessed(sink.raw))
            gave_up("cancelled")
            raise
        paid.append(reply.usage if reply.usage.known else guessed(reply.reasoning + reply.text))
        over()
        return reply, call | _told(reply, endpoint)

    def _hold(self, prompt_tokens: int, max_tokens: int) -> tuple[int, float]:
        """Set aside what the call may come to; raises :class:`ModelFailure` if that is not left."""
        if self._budget is None:
            return 0, 0.0
        most = Usage(prompt=prompt_tokens, completion=max_tokens)
        held = (prompt_tokens + max_tokens, self._price.of(most) if self._price else 0.0)
        self._budget.hold(*held)
        return held

    def _prompted(self, question: Question) -> Prompted:
        self.calls += 1
        seats = question.view.facts.seats
        return Prompted(
            question.messages,
            constant_schema(self._settings),
            exact_schema(question.request, seats, self._settings),
            question.max_tokens,
            self._settings.temperature,
            key=f"s{question.view.seat:02}-{self.calls:04}",
            blocks=question.blocks,
        )


def _told(reply: RawReply, endpoint: Endpoint) -> dict[str, Any]:
    """What the record keeps of a reply."""
    told = {
        "format": reply.format,
        "finish": reply.finish,
        "reply": endpoint.mask(reply.text)[:_RAW_LIMIT],
    }
    if reply.reasoning:
        told["reasoning"] = endpoint.mask(reply.reasoning)[:_RAW_LIMIT]
    return told
