"""Tokens as services count them, and the counters of a seat as people read them."""

from dataclasses import fields
from typing import Any

import pytest

from llmwolf.llm.usage import CallLog, Usage, headings, total, usage_of


@pytest.mark.parametrize(
    ("block", "counted"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}, Usage(9, 0, 2, 0, True)),
        ({"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14,
          "prompt_tokens_details": {"cached_tokens": 4},
          "completion_tokens_details": {"reasoning_tokens": 3}},
         Usage(9, 4, 5, 3, True)),
        ({"prompt_tokens": 9, "completion_tokens": 2, "prompt_cache_hit_tokens": 8}, Usage(9, 8, 2, 0, True)),
        ({"prompt_tokens": 9, "completion_tokens": 2, "cached_tokens": 7}, Usage(9, 7, 2, 0, True)),
        ({"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 111,
          "completion_tokens_details": {"reasoning_tokens": 100}}, Usage(9, 0, 102, 100, True)),
        ({"prompt_tokens": 9, "completion_tokens": 2, "cached_tokens": 999}, Usage(9, 9, 2, 0, True)),
        ({"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}, Usage()),
        ({"prompt_tokens": None, "completion_tokens": "2", "prompt_tokens_details": None}, Usage()),
        ({"prompt_tokens": -5, "completion_tokens": True, "prompt_tokens_details": [1]}, Usage()),
        ({}, Usage()),
        (None, Usage()),
        ([1], Usage()),
    ],
)  # fmt: skip
def test_the_usage_of_a_reply_in_every_shape_that_services_send(block: Any, counted: Usage) -> None:
    assert usage_of(block) == counted


def known(prompt: int = 100, completion: int = 10) -> Usage:
    return Usage(prompt, 0, completion, known=True)


def test_what_is_estimated_or_has_no_price_is_marked_E08() -> None:
    log = CallLog()
    log.spent(known(), 1.0, 0.25)
    assert log.price == "$0.2500"
    log.spent(Usage(100, 0, 10), 1.0, 0.25)
    assert (log.price, log.estimated) == ("~$0.5000", 1)
    log.spent(known(), 1.0, None)
    assert (log.price, log.unpriced) == ("~$0.5000+?", 1)


def test_tokens_are_shown_where_no_price_is_known_E08() -> None:
    log = CallLog()
    log.spent(known(), 2.0, None)
    assert log.price == "$?"
    assert "词元 输入100（缓存0）输出10（推理0）；费用$?" in log.line("zh")
    assert "tokens 100 in (0 cached), 10 out (0 reasoning); $?" in log.line("en")


def test_a_call_that_brought_nothing_takes_time_but_no_tokens() -> None:
    log = CallLog()
    log.spent(None, 3.0)
    assert (log.calls, log.tokens, log.estimated, log.unpriced, log.longest) == (1, 0, 0, 0, 3.0)


def a_log(calls: int) -> CallLog:
    log = CallLog(retries=1, repairs=2, answers=calls)
    for _ in range(calls):
        log.spent(Usage(100, 40, 20, 5, known=True), 0.5, 0.01)
    log.failures["budget"] += 2
    log.faults["rate_limit"] += 1
    return log


def test_seats_add_up() -> None:
    both = total([a_log(1), a_log(3)])
    assert (both.calls, both.prompt_tokens, both.cached_tokens, both.reasoning_tokens) == (4, 400, 160, 20)
    assert both.cost == pytest.approx(0.04)
    assert (both.failures, both.stand_ins) == ({"budget": 4}, 4)
    assert total([]).line("en").startswith("0 calls")


def test_every_counter_is_in_the_record() -> None:
    assert set(a_log(1).as_dict()) == {counter.name for counter in fields(CallLog)}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_row_has_a_cell_for_every_heading(lang: str) -> None:
    row = dict(zip(headings(lang), a_log(2).row(), strict=True))
    assert list(row.values()) == ["2", "2", "2", "1", "2", "200", "80", "40", "10", "0.50", "0.50", "$0.0200"]
