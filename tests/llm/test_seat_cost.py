"""What a model's seat costs and writes down: keys of calls, tokens counted or estimated, the budget."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest

from llmwolf.llm.budget import Budget
from llmwolf.llm.client import Prompted, RawReply, Sink
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.prices import Price
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Patience, Settings
from llmwolf.llm.tokens import estimate
from llmwolf.llm.usage import Usage
from llmwolf.rules.game import Game
from tests.llm.oracle import Oracle
from tests.llm.scenes import KEY, game_at

PASS = '{"act": "pass"}'
SAID = '{"thought": "私", "speech": "大家好，我是好人。", "claims": []}'
USED = Usage(prompt=1000, cached=400, completion=50, reasoning=20, known=True)


def at(kind: str) -> tuple[Game, int]:
    game, request = game_at(kind)
    return game, request.seat


async def put(oracle: Oracle, kind: str = "ballot", **more: Any) -> tuple[ModelPlayer, list[dict[str, Any]]]:
    """Ask a model seat once; returns it and what it told of its calls."""
    game, seat = at(kind)
    calls: list[dict[str, Any]] = []
    player = ModelPlayer(oracle, Settings(), "沉稳", calls.append, **more)
    with suppress(ModelFailure):
        await player.answer_live(game.view(seat), lambda piece: None)
    return player, calls


async def test_calls_are_numbered_by_seat_and_repairs_count():
    game, seat = at("ballot")
    oracle = Oracle("x", PASS, PASS)
    player = ModelPlayer(oracle)
    for _ in range(2):
        await player.answer_live(game.view(seat), lambda piece: None)
    assert [asked.key for asked in oracle.asked] == [f"s{seat:02}-{n:04}" for n in (1, 2, 3)]


async def test_every_question_has_both_schemas_and_the_digests_of_its_prompt():
    oracle = Oracle(PASS)
    await put(oracle)
    (asked,) = oracle.asked
    assert set(asked.blocks) == {"rules", "public", "private", "facts", "request"}
    assert asked.constant != asked.exact
    assert "enum" in json.dumps(asked.exact)


async def test_tokens_that_the_service_counts_are_taken_as_they_are():
    player, (call,) = await put(Oracle(RawReply(PASS, "stop", USED, "json_schema")), price=Price(1, 0.1, 4))
    assert call["tokens"] == [1000, 400, 50, 20]
    assert "estimated" not in call
    assert player.log.tokens == 1050
    assert player.log.cost == pytest.approx((600 * 1 + 400 * 0.1 + 50 * 4) / 1e6)
    assert player.log.estimated == 0


async def test_tokens_that_nobody_counts_are_estimated_and_marked():
    oracle = Oracle(SAID)
    player, (call,) = await put(oracle, "speak")
    prompt = sum(estimate(message["content"]) for message in oracle.asked[0].messages)
    assert call["tokens"] == [prompt, 0, estimate(SAID), 0]
    assert call["estimated"] is True
    assert player.log.estimated == 1
    assert player.log.completion_tokens == estimate(SAID)


async def test_what_broke_off_was_paid_for_and_what_never_arrived_was_not():
    player, (call,) = await put(Oracle((SAID[:40], ModelFailure("stream_cut"))), "speak")
    assert call["tokens"][2] == estimate(SAID[:40])
    assert call["failed"] == "stream_cut"
    player, (call,) = await put(Oracle(ModelFailure("network")))
    assert "tokens" not in call
    assert player.log.tokens == 0


class Halting(Oracle):
    """Gets a reply without a word first, and asks again before the next is heard."""

    async def ask(self, prompt: Prompted, sink: Sink, on_retry: Any = None) -> RawReply:
        sink.begin()
        on_retry(counted("empty"))
        return await super().ask(prompt, sink, on_retry)


def counted(reason: str) -> ModelFailure:
    failure = ModelFailure(reason)
    failure.usage = USED
    return failure


async def test_a_reply_without_a_word_is_paid_for_each_time():
    budget = Budget(max_tokens=1_000_000)
    player, calls = await put(Oracle(counted("empty")), budget=budget)
    assert calls[0]["tokens"] == [1000, 400, 50, 20]
    assert budget.tokens == player.log.tokens == 1050
    player, (call,) = await put(Halting(RawReply(PASS, "stop", USED, "text")), price=Price(1, 1, 1))
    assert call["tokens"] == [2000, 800, 100, 40]
    assert "estimated" not in call
    assert player.log.calls == 1
    assert player.log.cost == pytest.approx(2100 / 1e6)
    player, (call,) = await put(Halting(ModelFailure("network")))
    assert call["tokens"] == [1000, 400, 50, 20], "the first reply came, the second did not"
    oracle = Oracle(ModelFailure("empty"))
    player, (call,) = await put(oracle)
    assert call["estimated"] is True
    assert call["tokens"][0] == sum(estimate(message["content"]) for message in oracle.asked[0].messages)


class Pausing(Oracle):
    """Finds nobody, and waits before it tries again."""

    async def ask(self, prompt: Prompted, sink: Sink, on_retry: Any = None) -> RawReply:
        sink.begin()
        on_retry(ModelFailure("network"))
        await asyncio.Event().wait()
        raise AssertionError


@pytest.mark.parametrize(("oracle", "paid"), [(Pausing(), False), (Oracle(None), True)])
async def test_a_call_that_is_broken_off_is_paid_for_where_it_was_under_way(oracle: Oracle, paid: bool):
    budget = Budget(max_tokens=1_000_000)
    asking = asyncio.create_task(put(oracle, budget=budget))
    for _ in range(5):
        await asyncio.sleep(0)
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    assert (budget.tokens > 0) is paid
    assert budget.left()[0] == 1_000_000 - budget.tokens, "nothing stays set aside"


async def test_a_spent_budget_asks_nothing_more():
    oracle = Oracle(PASS, PASS)
    budget = Budget(max_tokens=20_000)
    game, seat = at("ballot")
    player = ModelPlayer(oracle, budget=budget, price=Price(1, 1, 1))
    await player.answer_live(game.view(seat), lambda piece: None)
    assert budget.tokens == player.log.tokens > 0
    assert budget.cost == pytest.approx(player.log.cost)
    budget.tokens = 19_999
    with pytest.raises(ModelFailure, match="budget"):
        await player.answer_live(game.view(seat), lambda piece: None)
    assert len(oracle.asked) == 1
    assert player.log.failures == {"budget": 1}
    assert player.log.calls == 1


async def test_a_budget_is_set_aside_before_it_is_spent():
    """Seats that ask at once do not overshoot together."""
    budget = Budget(max_tokens=1_000_000)
    held: list[int] = []

    class Looking(Oracle):
        async def ask(self, prompt: Prompted, sink: Sink, on_retry: Any = None) -> RawReply:
            held.append(budget._held_tokens)
            return await super().ask(prompt, sink)

    await put(Looking(PASS), budget=budget)
    assert held[0] > Settings().max_tokens
    assert budget._held_tokens == 0


async def test_private_thinking_goes_to_the_record_alone_and_without_a_key():
    oracle = Oracle(RawReply(SAID, "stop", USED, "text", reasoning=f"我是狼 {KEY}"))
    game, seat = at("speak")
    calls: list[dict[str, Any]] = []
    player = ModelPlayer(oracle, on_call=calls.append)
    answer = await player.answer_live(game.view(seat), lambda piece: None)
    assert calls[0]["reasoning"] == "我是狼 ***"
    assert "我是狼" not in repr(answer)
    assert "我是狼" not in "".join(player.memory.lines())


async def test_a_turn_has_a_budget_of_time():
    """A05: retries, waits and repairs together."""
    oracle = Oracle(None)
    oracle.patience = Patience(turn=0.001)
    player, (call,) = await put(oracle)
    assert player.log.failures == {"time_out": 1}
    assert call["failed"] == "cancelled"
    assert call["estimated"]
