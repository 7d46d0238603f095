"""What a server complains of is learned, and only that."""

import pytest

from llmwolf.llm.dialect import Dialect

SCHEMA = {"type": "object"}


def test_the_first_dialect_asks_for_everything() -> None:
    params = Dialect().params(SCHEMA, 100, 0.5)
    assert params["response_format"]["json_schema"] == {"name": "answer", "strict": True, "schema": SCHEMA}
    assert (params["max_tokens"], params["temperature"]) == (100, 0.5)
    assert params["stream_options"] == {"include_usage": True}
    assert "temperature" not in Dialect().params(SCHEMA, 100, None)


@pytest.mark.parametrize(
    ("complaint", "learned"),
    [
        ("This response_format type is unavailable now", Dialect(rung=1)),
        ("Invalid schema for response_format", Dialect(rung=1)),
        ("something else", Dialect(rung=1)),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
         Dialect(token_word="max_completion_tokens")),
        ("max_tokens is too large: 5000. This model supports at most 4096", Dialect(most_tokens=4096)),
        ("Range of max_tokens should be <= 8192", Dialect(most_tokens=8192)),
        ("Unsupported value: 'temperature' does not support 0.8", Dialect(temperature=False)),
        ("Unrecognized request argument supplied: stream_options", Dialect(usage=False)),
    ],
)  # fmt: skip
def test_a_complaint_changes_what_it_names(complaint: str, learned: Dialect) -> None:
    """L42, L43, L40."""
    assert Dialect().after(complaint) == learned


def test_the_ladder_ends() -> None:
    rungs = [Dialect()]
    while (lower := rungs[-1].after("no")) is not None:
        rungs.append(lower)
    assert [d.format for d in rungs] == ["json_schema", "json_object", "text"]
    assert "response_format" not in rungs[-1].params(SCHEMA, 1, None)
    assert rungs[1].params(SCHEMA, 1, None)["response_format"] == {"type": "json_object"}


@pytest.mark.parametrize(
    "complaint", ["max_tokens", "temperature", "stream_options", "max_tokens at most 10", "x"]
)
def test_no_complaint_repeated_for_ever_is_followed_for_ever(complaint: str) -> None:
    dialect: Dialect | None = Dialect()
    for _ in range(9):
        dialect = dialect.after(complaint) if dialect else None
    assert dialect is None


def test_the_token_limit_is_capped() -> None:
    assert Dialect(most_tokens=50).params(SCHEMA, 100, None)["max_tokens"] == 50
    assert Dialect(token_word="max_completion_tokens").params(SCHEMA, 9, None)["max_completion_tokens"] == 9


def test_what_two_calls_learn_adds_up() -> None:
    one, other = Dialect(rung=1, most_tokens=10), Dialect(temperature=False, most_tokens=20, usage=False)
    both = Dialect(rung=1, most_tokens=10, temperature=False, usage=False)
    assert one.merged(other) == other.merged(one) == both
    assert Dialect().merged(Dialect(token_word="max_completion_tokens")).token_word == "max_completion_tokens"
    assert Dialect(token_word="max_completion_tokens").merged(Dialect()).token_word == "max_completion_tokens"
