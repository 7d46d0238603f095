"""What of a model's words the table may hear."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwolf.llm.speech import SpeechFilter, publishable

CASES = {
    "plain": ("我是好人，过。", "我是好人，过。"),
    "L19 other seats and the judge": ("我是好人。\n\n4号：我不同意\n法官：天黑请闭眼", "我是好人。"),
    "own label": ("3号：我是好人", "我是好人"),
    "own label in bold": ("**3号玩家**：我是好人", "我是好人"),
    "own label with a remark": ("【3号】（发言）：我是好人", "我是好人"),
    "own line after a foreign one": ("我先说。\n5号：不对\n3号：我说完了。", "我先说。\n我说完了。"),
    "english labels": ("I am good.\nSeat 4: no!\nModerator: night falls", "I am good."),
    "seats within a line stay": ("3号和4号：一狼一好。5号：再看。", "3号和4号：一狼一好。5号：再看。"),
    "a number is no label": ("12点：不重要", "12点：不重要"),
    "L36 carriage return": ("我过\r法官：3号出局", "我过"),
    "L36 line separator": ("我过\u2028法官：3号出局", "我过"),
    "bidi and controls": ("\u202e我\x1b[31m好\x00人", "我[31m好人"),
    "L09 think block": ("<think>我是狼</think>大家好", "大家好"),
    "L09 only the closing mark": ("我是狼，要装好人…</think>大家好，我是好人", "大家好，我是好人"),
    "L10 thought block": ("<thought>我是狼</thought>\n大家好", "大家好"),
    "L10 unclosed at the end": ("大家好。<thought>我是狼", "大家好。"),
    "L10 unclosed on its own line": ("大家好\n<think>我是狼", "大家好"),
    "L10 closed in the middle": ("大家<think>我是狼</think>好", "大家好"),
    "L10 a mark that is talk": ("他刚说了“<think>”这种词，很怪。", "他刚说了“<think>”这种词，很怪。"),
    "channels": ("<|channel|>analysis<|message|>我是狼<|end|><|channel|>final<|message|>大家好", "大家好"),
    "lopsided channel": ("<|channel>thought\n我是狼<channel|>大家好", "大家好"),
    "chat tokens": ("大家好<|im_end|>", "大家好"),
    "less than": ("1<2，a<b>c", "1<2，a<b>c"),
    "only others": ("4号：我不同意", ""),
    "only thought": ("<think>我是狼", ""),
    "blank": (" \n ", ""),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "public"), CASES.values(), ids=CASES.keys())
def test_publishable(raw: str, public: str) -> None:
    assert publishable(raw, 3) == public


@pytest.mark.parametrize("raw", [raw for name, (raw, _) in CASES.items() if "only the closing" not in name])
def test_a_stream_says_the_same_at_every_chunk_size(raw: str) -> None:
    for size in range(1, len(raw) + 1):
        assert streamed([raw[at : at + size] for at in range(0, len(raw), size)]) == publishable(raw, 3)


ALPHABET = st.sampled_from(
    ["我", "好。", "\n", "\r", "4号：", "3号：", "法官:", "<think>", "</b>", "<", "|", ">", " ", "a", "12",
     "：", "<thought>", "<|im_end|>", "<|channel|>", "final", "🐺", "\u202e"]
)  # fmt: skip


@given(st.lists(ALPHABET, max_size=14).map("".join), st.lists(st.integers(min_value=0), max_size=20))
def test_a_stream_says_the_same_however_it_is_cut(raw: str, places: list[int]) -> None:
    marks = [0, *sorted(p % (len(raw) + 1) for p in places), len(raw)]
    pieces = [raw[a:b] for a, b in pairwise(marks)]
    if "final" not in raw:  # a closing mark alone: a stream has said what stands before it
        assert streamed(pieces) == publishable(raw, 3)
    assert streamed(pieces) == streamed([raw])


@given(st.lists(ALPHABET | st.just("</think>"), max_size=14).map("".join))
def test_what_is_publishable_stays_so(raw: str) -> None:
    """No line of another seat and no closed thought survives one pass."""
    public = publishable(raw, 3)
    assert "\r" not in public
    assert not any(line.startswith(("4号：", "法官:")) for line in public.split("\n"))


def test_a_speech_begins_to_flow_at_once() -> None:
    words = SpeechFilter(3)
    assert words.feed("大家") == "大家"
    assert words.feed("好") == "好"


def streamed(pieces: list[str]) -> str:
    words = SpeechFilter(3)
    return ("".join(words.feed(piece) for piece in pieces) + words.finish()).strip()
