"""A seat that a model plays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from llmwolf.llm.budget import Budget
from llmwolf.llm.client import Asker, Message, RawReply
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.keyguard import HIDDEN
from llmwolf.llm.line import Line, Question
from llmwolf.llm.memory import Memory
from llmwolf.llm.orders import StandingOrders, read_orders
from llmwolf.llm.past import past_of
from llmwolf.llm.prices import Price
from llmwolf.llm.prompt import Prompt, Prompter, most_tokens, poll_request, repair_messages
from llmwolf.llm.reply import BadReply, Reading, cut_out_object, read_reply, to_answer
from llmwolf.llm.saying import SpeechSink, is_copy, others_words
from llmwolf.llm.settings import Settings
from llmwolf.llm.usage import CallLog
from llmwolf.players.base import Answer, Heard
from llmwolf.players.words import Pair, pick
from llmwolf.record.reader import Transcript
from llmwolf.rules.asks import Request
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.rules.words import clean

_ROOM: Final = 4
"""How many times the first limit a reply may have after it ran out of tokens."""
_COPIED: Final[Pair] = (
    "你重复了别人说过的话；请用自己的话，说你自己的看法",
    "you repeat what somebody else has said; say what you think, in your own words",
)


@dataclass(slots=True)
class _Turn:
    """One question to the model and what it may come to: at most two calls."""

    view: View
    request: Request
    sink: SpeechSink
    messages: list[Message]
    blocks: dict[str, str]
    max_tokens: int
    repairing: bool = False
    others: tuple[str, ...] = ()
    copy: Reading | None = None
    say: Callable[[str], None] = field(default=lambda piece: None)


class ModelPlayer:
    """Answers with the model of ``client``; a :class:`~llmwolf.players.base.LiveInterrupter`.

    ``log`` counts what the calls cost, against ``budget`` and at ``price`` where they are given. ``on_call``
    hears of every call with a dict for the record (see :class:`~llmwolf.llm.line.Line`); never a key.
    ``memory`` is what the seat thought and planned so far.
    """

    def __init__(
        self,
        client: Asker,
        settings: Settings | None = None,
        persona: str = "",
        on_call: Callable[[dict[str, Any]], None] = lambda call: None,
        budget: Budget | None = None,
        price: Price | None = None,
    ) -> None:
        """Raises :class:`~llmwolf.llm.prompt.PromptError` where the settings name no usable prompt set."""
        self.client = client
        self.settings = settings or Settings()
        self.persona = clean(persona)
        self.log = CallLog()
        self.memory = Memory(self.settings.lang)
        self._orders = StandingOrders()
        self._prompter = Prompter(self.settings, self.persona)
        self._line = Line(client, self.settings, self.log, budget, price)
        self._on_call = on_call

    def recall(self, transcript: Transcript, seat: int, game: Game) -> None:
        """Take up ``seat`` where ``game`` broke off, which is that of ``transcript`` and what was sealed."""
        past = past_of(transcript, seat, game)
        self.memory = Memory.of(past.answers, self.settings.lang)
        if self.settings.orders:
            for told in past.answers:
                self._orders.state(read_orders(told.orders), told.day, whole=told.ask == "speak")
        self._line.calls = past.calls

    @property
    def polls(self) -> int:
        """How often a game the model is polled."""
        return self.settings.polls

    # -- asked -----------------------------------------------------------------------------------

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        """The model's answer to ``view.request``; a speech to the table goes to ``say`` as it arrives.

        Raises :class:`ModelFailure` where the model gives no usable answer, even after one repair, and where
        the budget is used up. What was said until then stays said; a speech that was heard to its end is the
        answer, whatever became of the rest of the reply.
        """
        assert view.request is not None
        try:
            answer = await self._in_time(self._turn(view, view.request, say))
        except ModelFailure as failure:
            self.log.failures[failure.reason] += 1
            raise
        self.log.answers += 1
        return answer

    def _turn(self, view: View, request: Request, say: Callable[[str], None]) -> _Turn:
        prompt = self._fitting(self._prompter.ask(view, self.memory))
        others = others_words(view) if request.kind == "speak" else ()
        sink = SpeechSink(request, say, self.client.endpoint.api_key, others)
        limit = self.settings.max_tokens
        return _Turn(view, request, sink, prompt.messages(), prompt.digests(), limit, others=others, say=say)

    def _fitting(self, prompt: Prompt) -> Prompt:
        """``prompt``; raises :class:`ModelFailure` where it is too long for the window all the same."""
        needs, most = prompt.tokens, most_tokens(self.settings)
        if needs > most:
            window = self.settings.context_tokens
            raise ModelFailure(
                "context",
                f"a window of {window} tokens is too small for this table: the shortest prompt"
                f" takes {needs} of the {most} that the reply leaves",
            )
        return prompt

    async def _in_time(self, turn: _Turn) -> Answer:
        try:
            async with asyncio.timeout(self.client.patience.turn):
                return await self._answer(turn)
        except TimeoutError:
            late = ModelFailure("time_out", f"{self.client.endpoint} took too long for one turn")
        return self._fall_back(turn, late)

    async def _answer(self, turn: _Turn) -> Answer:
        """Ask, and ask once more where the reply is of no use; raises :class:`ModelFailure`."""
        while True:
            try:
                reply, call = await self._call(turn)
            except ModelFailure as failure:
                return self._fall_back(turn, failure)
            try:
                reading = read_reply(turn.request, reply.text, turn.view.facts.seats)
            except BadReply as bad:
                fault = "truncated" if reply.finish == "length" else bad.reason
                self._on_call(call | {"fault": fault})
                if turn.sink.committed or turn.repairing:
                    return self._fall_back(turn, ModelFailure(fault, bad.why))
                self._repair(turn, fault, reply, bad.why)
                continue
            plan = _struck(reading.plan, self.client.endpoint.api_key)
            told = {"plan": plan, "orders": [order.told() for order in reading.orders]}
            self._on_call(call | {name: what for name, what in told.items() if what})
            final = turn.repairing or turn.sink.committed
            if final or not is_copy(reading.answer.text, turn.others):
                return self._kept(turn, reading)
            turn.copy = reading
            self._repair(turn, "copy", reply, pick(_COPIED, self.settings.lang))

    def _repair(self, turn: _Turn, fault: str, reply: RawReply, why: str) -> None:
        """Make ``turn`` ready for its second call."""
        self.log.faults[fault] += 1
        self.log.repairs += 1
        turn.repairing = True
        if fault == "truncated":
            turn.max_tokens *= _ROOM
        else:
            turn.messages += repair_messages(turn.request, reply.text, why, self.settings)
        turn.sink = SpeechSink(turn.request, turn.say, self.client.endpoint.api_key)

    def _fall_back(self, turn: _Turn, failure: ModelFailure) -> Answer:
        """The speech that the table has heard to its end, though the reply around it is broken; otherwise a
        copied one, where the second try came to nothing before it was heard; else the failure."""
        if (speech := _heard_out(turn, self.client.endpoint.api_key)) is not None:
            self.log.faults[failure.reason] += 1
            return self._kept(turn, speech)
        if turn.copy is None or turn.sink.committed:
            raise failure
        self.log.faults[failure.reason] += 1
        turn.repairing = False
        return self._kept(turn, turn.copy)

    def _kept(self, turn: _Turn, reading: Reading) -> Answer:
        """The answer without the key, once what stands beside it is remembered."""
        key, day = self.client.endpoint.api_key, turn.view.facts.day
        answer = without_key(reading.answer, key)._replace(repaired=turn.repairing)
        self.memory.add(day, answer.thought, _struck(reading.plan, key))
        if self.settings.orders:
            self._orders.state(reading.orders, day, whole=turn.request.kind == "speak")
        return answer

    # -- not asked -------------------------------------------------------------------------------

    def standing(self, view: View, heard: Heard) -> Answer | None:
        """What the seat has ordered that is due now."""
        return self._orders.due(view, heard)

    async def polled(self, view: View, moment: str) -> Answer | None:
        """Whether the model acts out of turn now: one call.

        A reply that is of no use, and no reply, is a no. What it thought is not remembered: the record of a
        no has no thought to go on with.
        """
        request = poll_request(view)
        sink = SpeechSink(request, lambda piece: None)
        try:
            prompt = self._fitting(self._prompter.poll(view, moment, self.memory))
            turn = _Turn(view, request, sink, prompt.messages(), prompt.digests(), self.settings.max_tokens)
            async with asyncio.timeout(self.client.patience.turn):
                reply, call = await self._call(turn)
            reading = read_reply(request, reply.text, view.facts.seats)
        except TimeoutError:
            self.log.faults["time_out"] += 1
            return None
        except ModelFailure as failure:
            self.log.faults[failure.reason] += 1
            return None
        except BadReply as bad:
            self._on_call(call | {"fault": bad.reason})
            self.log.faults[bad.reason] += 1
            return None
        self._on_call(call)
        self.log.answers += 1
        answer = without_key(reading.answer, self.client.endpoint.api_key)
        return answer if any(answer.verb == choice.verb for choice in view.rights) else None

    async def _call(self, turn: _Turn) -> tuple[RawReply, dict[str, Any]]:
        """One call; what is told of it for the record is the caller's to pass on, unless it failed.

        The key is struck out of the reply before anything is made of it, or a part of it might remain.
        """
        question = Question(turn.view, turn.request, turn.messages, turn.blocks, turn.max_tokens)
        reply, call = await self._line.ask(question, turn.sink, turn.repairing, self._on_call)
        return replace(reply, text=_struck(reply.text, self.client.endpoint.api_key)), call


def _heard_out(turn: _Turn, key: str) -> Reading | None:
    """The speech if the table has heard it to its end, with its claims and thought if the object came whole.

    A plan and orders are not taken: the record of a call that failed has none to go on with.
    """
    if not turn.sink.complete:
        return None
    for data in (cut_out_object(_struck(turn.sink.raw, key)), {"speech": turn.sink.heard}):
        if data is not None and "speech" in data:
            try:
                return Reading(to_answer(turn.request, data, turn.view.facts.seats).answer)
            except BadReply:
                continue  # what stands beside the speech is wrong, or the speech is blank
    return None


def without_key(answer: Answer, key: str) -> Answer:
    """``answer`` with the endpoint's key struck out of every text in it."""
    if not key:
        return answer
    return answer._replace(
        text=_struck(answer.text, key),
        thought=_struck(answer.thought, key),
        claims=tuple(claim for claim in answer.claims if key not in claim.value),
    )


def _struck(text: str, key: str) -> str:
    return text.replace(key, HIDDEN) if key else text
