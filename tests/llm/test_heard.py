"""Replies in every shape that they come in: text, thinking and the end of it kept apart."""

import json
from typing import Any

import pytest

from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.heard import Heard, Reported
from llmwolf.llm.sse import EventReader

SECRET = "我是狼，队友4号"
SAID = '{"speech": "大家好"}'


def delta(finish: str | None = None, **part: Any) -> bytes:
    return json.dumps({"choices": [{"index": 0, "delta": part, "finish_reason": finish}]}).encode()


def heard(*events: bytes) -> Heard:
    """A reply that was heard to its end; what was said on the way is what it comes to."""
    reply = Heard()
    said = "".join(reply.take(event) for event in events)
    said += reply.flush()
    assert said == reply.text
    return reply


def test_text_and_thinking_are_kept_apart() -> None:
    """L12."""
    for name in ("reasoning_content", "reasoning", "thinking"):
        reply = heard(delta(**{name: SECRET}), delta(content=SAID), delta("stop"))
        assert (reply.text, reply.reasoning, reply.finish) == (SAID, SECRET, "stop")


def test_the_same_thinking_under_two_names_is_one() -> None:
    reply = heard(delta(reasoning=SECRET, reasoning_content=SECRET, content=None), delta(content=SAID))
    assert (reply.text, reply.reasoning) == (SAID, SECRET)


def test_thinking_without_a_reply_is_no_reply() -> None:
    """L12, L13."""
    reply = heard(delta(reasoning_content=SECRET), delta("stop"))
    with pytest.raises(ModelFailure) as caught:
        reply.check()
    assert caught.value.reason == "empty"
    assert caught.value.retry


def test_typed_parts() -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": SECRET}]}
    reply = heard(delta(content=[thinking, {"type": "text", "text": SAID}, 7, {"type": "thinking"}]))
    assert (reply.text, reply.reasoning) == (SAID, SECRET)


def test_a_piece_that_is_marked_as_thinking() -> None:
    marked = {"google": {"thought": True}}
    reply = heard(delta(content=SECRET, extra_content=marked), delta(content=SAID, extra_content={}))
    assert (reply.text, reply.reasoning) == (SAID, SECRET)


@pytest.mark.parametrize("step", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (f"<think>{SECRET}</think>{SAID}", SAID),
        (f"\n <thought>{SECRET}</thought>\n\n{SAID}", SAID),
        (f"<think>{SECRET}</think><think>{SECRET}</think>{SAID}", SAID),
        (f"<|channel|>analysis<|message|>{SECRET}<|end|><|start|>assistant<|channel|>final<|message|>{SAID}",
         SAID),
        (f"<think>{SECRET}", ""),
        (f"<think>{SECRET}</thi", ""),
        ("<b>大家好</b>", "<b>大家好</b>"),
        ("<3 大家好", "<3 大家好"),
        ("<think", "<think"),
        ('{"speech": "<think>引用</think>好"}', '{"speech": "<think>引用</think>好"}'),
        ("大家好，他说<think>是什么", "大家好，他说<think>是什么"),
    ],
)  # fmt: skip
def test_a_hidden_block_at_the_beginning_is_thinking(raw: str, text: str, step: int) -> None:
    """L09, L10, L12: however it is cut."""
    reply = heard(*(delta(content=raw[at : at + step]) for at in range(0, len(raw), step)))
    assert reply.text == text
    if SECRET in raw:
        assert SECRET in reply.reasoning


def test_a_closing_mark_alone_ends_the_thinking() -> None:
    """L09."""
    reply = heard(delta(content=f"{SECRET}</think>{SAID}"))
    assert reply.split_at_closing_mark()
    assert (reply.text, reply.reasoning) == (SAID, f"{SECRET}</think>")
    within = heard(delta(content='{"speech": "好</think>"}'))
    assert not within.split_at_closing_mark()
    assert not heard(delta(content="大家好")).split_at_closing_mark()


@pytest.mark.parametrize(
    "word", ["content_filter", "SAFETY", "sensitive", "PROHIBITED_CONTENT", "RECITATION", "content-filter"]
)
def test_a_filter_is_final(word: str) -> None:
    """L15."""
    with pytest.raises(ModelFailure) as caught:
        heard(delta(content="x"), delta(word)).check()
    assert caught.value.reason == "filtered"
    assert not caught.value.retry


@pytest.mark.parametrize("word", ["length", "MAX_TOKENS", "max_output_tokens", "model_length"])
def test_running_out_of_room_has_one_name(word: str) -> None:
    reply = heard(delta(reasoning="…"), delta(word))
    reply.check()
    assert (reply.finish, reply.text) == ("length", "")


@pytest.mark.parametrize("word", ["error", "network_error", "insufficient_system_resource"])
def test_a_server_that_breaks_down_says_so_in_its_finish(word: str) -> None:
    with pytest.raises(ModelFailure) as caught:
        heard(delta(content="x"), delta(word)).check()
    assert caught.value.reason == "server"
    assert caught.value.retry


def test_usage_wherever_it_stands() -> None:
    usage = {"prompt_tokens": 7}
    assert heard(json.dumps({"choices": [], "usage": usage}).encode()).usage.prompt == 7
    assert heard(json.dumps({"choices": [{"delta": {}, "usage": usage}]}).encode()).usage.prompt == 7


def test_halves_of_a_character_are_joined_and_lone_ones_dropped() -> None:
    pieces = (b'"\\ud83d"', b'"\\udc3a\\u597d"', b'"\\udc3a!\\ud83d"')
    reply = heard(*(b'{"choices": [{"delta": {"content": ' + piece + b"}}]}" for piece in pieces))
    assert reply.text == "🐺好!"


def test_an_error_in_the_place_of_a_piece() -> None:
    with pytest.raises(Reported) as caught:
        heard(delta(content="x"), b'{"error": {"message": "worker died", "code": 502}}')
    assert caught.value.complaint.said == "worker died"
    assert caught.value.complaint.status == 502


def test_a_whole_message_within_a_stream() -> None:
    whole = {
        "choices": [{"message": {"content": SAID, "reasoning_content": SECRET}, "finish_reason": "stop"}]
    }
    reply = heard(json.dumps(whole).encode())
    assert (reply.text, reply.reasoning) == (SAID, SECRET)


# -- events --------------------------------------------------------------------------------------------

STREAM = (
    b': ping\n\ndata: {"a": 1}\r\n\r\nevent: x\nid: 7\ndata:{"b":\ndata: 2}\n\n\n\ndata: [DONE]\n\ndata: "'
)


@pytest.mark.parametrize("step", [1, 2, 5, 1000])
def test_events_however_they_are_cut(step: int) -> None:
    reader, found = EventReader(), list[bytes]()
    for at in range(0, len(STREAM), step):
        found += reader.feed(STREAM[at : at + step])
    assert found == [b'{"a": 1}', b'{"b":\n2}', b"[DONE]"]
    assert reader.finish() == [b'"']
    assert reader.finish() == []


def test_a_line_without_end_is_ended() -> None:
    reader = EventReader()
    reader.feed(b"x" * 3_000_000)
    with pytest.raises(ValueError, match="without end"):
        reader.feed(b"x" * 2_000_000)
