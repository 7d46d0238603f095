"""What a server complains of is learned, and only that."""

import pytest

from llmwolf.llm.dialect import Dialect, room_left
from tests.llm.wire import CONSTANT, EXACT, PROMPT

LOCAL = Dialect(grammar=True)


def test_the_first_dialect_asks_for_everything() -> None:
    params = Dialect().params(PROMPT)
    assert params["response_format"]["json_schema"] == {"name": "answer", "strict": True, "schema": CONSTANT}
    assert (params["max_tokens"], params["temperature"], params["stream"]) == (100, 0.5, True)
    assert params["stream_options"] == {"include_usage": True}


def test_a_server_with_a_grammar_gets_the_schema_of_the_very_question() -> None:
    assert LOCAL.params(PROMPT)["response_format"]["json_schema"]["schema"] == EXACT


def test_no_tools_are_ever_asked_for() -> None:
    """L40: what is never sent cannot be refused."""
    for rung in range(3):
        assert not {"tools", "tool_choice", "functions"} & Dialect(rung=rung).params(PROMPT).keys()


@pytest.mark.parametrize(
    ("complaint", "learned"),
    [
        ("This response_format type is unavailable now", Dialect(rung=1)),
        ("Invalid schema for response_format", Dialect(rung=1)),
        ("something else", Dialect(rung=1)),
        ("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'"
         " instead.", Dialect(token_word="max_completion_tokens")),
        ("max_tokens is too large: 5000. This model supports at most 4096 completion tokens",
         Dialect(most_tokens=4096)),
        ("Range of max_tokens should be <= 8192", Dialect(most_tokens=8192)),
        ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", Dialect(most_tokens=8192)),
        ("max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens",
         Dialect(most_tokens=8192)),
        ("`max_tokens` must be less than or equal to `4096`, the maximum value for `max_tokens` is less than"
         " the `context_window`", Dialect(most_tokens=4096)),
        ("Unsupported value: 'temperature' does not support 0.8 with this model. Only the default (1) value"
         " is supported.", Dialect(temperature=False)),
        ("invalid temperature: only 1 is allowed for this model", Dialect(temperature=False)),
        ("temperature must be at most 1.0", Dialect(hottest=1.0)),
        ("temperature: range should be in [0.0, 1.5)", Dialect(hottest=1.5)),
        ("Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 3 instead.",
         Dialect(hottest=2.0)),
        ("Unrecognized request argument supplied: stream_options", Dialect(usage=False)),
        ("Streaming is not supported by this model", Dialect(stream=False)),
        ("Your organization must be verified to stream this model.", Dialect(stream=False)),
        ("'messages' must contain the word 'json' in some form", Dialect(rung=1)),
    ],
)  # fmt: skip
def test_a_complaint_changes_what_it_names(complaint: str, learned: Dialect) -> None:
    """L42, L43."""
    assert Dialect().after(complaint) == learned


def test_a_grammar_that_is_refused_gives_way_to_the_constant_schema_first() -> None:
    assert LOCAL.after("failed to parse grammar") == Dialect()
    assert LOCAL.after("the schema is invalid: anyOf") == Dialect()
    assert Dialect().after("failed to parse grammar") == Dialect(rung=1)


def test_after_a_fault_only_a_format_that_is_named_is_changed() -> None:
    assert Dialect().after_fault("response_format is not supported") == Dialect(rung=1)
    assert Dialect().after_fault("internal error, temperature of the server not supported") is None
    assert Dialect().after_fault("out of memory") is None


def test_the_ladder_ends() -> None:
    rungs = [Dialect()]
    while (lower := rungs[-1].after("no")) is not None:
        rungs.append(lower)
    assert [d.format for d in rungs] == ["json_schema", "json_object", "text"]
    assert "response_format" not in rungs[-1].params(PROMPT)
    assert rungs[1].params(PROMPT)["response_format"] == {"type": "json_object"}


@pytest.mark.parametrize(
    "complaint",
    [
        "max_tokens", "max_tokens at most 20", "max_tokens <= 0", "temperature", "temperature at most 1",
        "stream_options", "streaming is unsupported", "grammar", "x",
        "unsupported: max_tokens, temperature, stream, stream_options, schema",
    ],
)  # fmt: skip
def test_no_complaint_repeated_for_ever_is_followed_for_ever(complaint: str) -> None:
    dialect: Dialect | None = LOCAL
    for _ in range(12):
        dialect = dialect.after(complaint) if dialect else None
    assert dialect is None


def test_limits_are_capped() -> None:
    """L43."""
    assert Dialect(most_tokens=50).params(PROMPT)["max_tokens"] == 50
    assert Dialect(most_tokens=50).params(PROMPT, room=20)["max_tokens"] == 20
    assert Dialect(most_tokens=500).params(PROMPT)["max_tokens"] == 100
    assert Dialect(hottest=0.2).params(PROMPT)["temperature"] == 0.2
    assert Dialect(hottest=1.0).params(PROMPT)["temperature"] == 0.5
    named = Dialect(token_word="max_completion_tokens").params(PROMPT)
    assert named["max_completion_tokens"] == 100
    assert "max_tokens" not in named


def test_usage_is_not_asked_for_without_a_stream() -> None:
    params = Dialect(stream=False).params(PROMPT)
    assert params["stream"] is False
    assert "stream_options" not in params


@pytest.mark.parametrize(
    ("complaint", "left"),
    [
        ("'max_tokens' is too large: 2000. This model's maximum context length is 2048 tokens and your"
         " request has 1500 input tokens (2000 > 2048 - 1500).", 548),
        ("This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (7000 in the"
         " messages, 2000 in the completion).", 1192),
        ("This model's maximum context length is 4096 tokens (5000 in the messages)", 0),
        ("This model's maximum context length is 8192 tokens", None),
        ("max_tokens is too large", None),
    ],
)  # fmt: skip
def test_the_room_that_a_window_has_left(complaint: str, left: int | None) -> None:
    assert room_left(complaint) == left


def test_what_two_calls_learn_adds_up() -> None:
    one = Dialect(rung=1, most_tokens=10, hottest=1.0, grammar=True)
    other = Dialect(temperature=False, most_tokens=20, usage=False, stream=False, other_door=True)
    both = Dialect(
        rung=1, most_tokens=10, hottest=1.0, temperature=False, usage=False, stream=False, other_door=True
    )
    assert one.merged(other) == other.merged(one) == both
    completion = Dialect(token_word="max_completion_tokens")
    assert Dialect().merged(completion) == completion.merged(Dialect()) == completion
