"""What the model seats of a game may spend together."""

import asyncio
import random

import pytest

from llmwolf.llm.budget import Budget
from llmwolf.llm.failure import ModelFailure


def test_a_budget_of_nothing_never_ends() -> None:
    budget = Budget()
    budget.hold(10**9, 10**6)
    budget.settle((10**9, 10**6), 10**9, 10**6)
    assert not budget.reached


def test_tokens_held_for_calls_under_way_are_not_given_twice() -> None:
    budget = Budget(max_tokens=100)
    budget.hold(60, 0)
    with pytest.raises(ModelFailure) as caught:
        budget.hold(60, 0)
    assert caught.value.reason == "budget"
    assert not caught.value.retry
    budget.settle((60, 0), 30, 0)
    budget.hold(60, 0)
    budget.settle((60, 0), 70, 0)
    assert (budget.tokens, budget.refused) == (100, 1)


def test_money_ends_as_tokens_do() -> None:
    budget = Budget(max_cost=0.01)
    budget.hold(1, 0.006)
    with pytest.raises(ModelFailure, match=r"\$0\.0000 of \$0\.0100"):
        budget.hold(1, 0.006)


def test_what_was_refused_is_told_though_a_little_is_left() -> None:
    budget = Budget(max_tokens=100)
    told = [budget.reached]
    budget.hold(90, 0)
    budget.settle((90, 0), 90, 0)
    told.append(budget.reached)
    with pytest.raises(ModelFailure):
        budget.hold(20, 0)
    assert [*told, budget.reached] == [False, False, True]
    assert budget.sentence("en") == "the budget is used up: 90 of 100 tokens spent; stand-ins play on"
    assert budget.sentence("zh") == "预算已用完（90/100词元），其余由替补电脑代打"


def test_a_call_that_brought_nothing_gives_back_what_was_held() -> None:
    budget = Budget(max_tokens=100)
    for _ in range(50):
        budget.hold(100, 0)
        budget.settle((100, 0), 0, 0.0)
    assert (budget.tokens, budget.reached) == (0, False)


@pytest.mark.parametrize("seed", range(5))
async def test_twelve_calls_at_once_do_not_overshoot(seed: int) -> None:
    """What is held is the most a call may come to, so nothing is overspent that was estimated right."""
    budget, rng = Budget(max_tokens=20_000), random.Random(seed)

    async def seat() -> None:
        for _ in range(20):
            held = (1_000, 0.0)
            try:
                budget.hold(*held)
            except ModelFailure:
                continue
            await asyncio.sleep(rng.random() / 1_000)
            budget.settle(held, rng.randint(200, 1_000), 0.0)

    await asyncio.gather(*(seat() for _ in range(12)))
    assert 19_000 < budget.tokens <= 20_000
    assert budget.refused
