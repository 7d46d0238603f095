"""The speech is taken out of partial JSON, and nothing else ever is."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwolf.llm.stream import FieldTap

TEXT = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('"\\{}[]:,\n🐺你好'), max_size=30)
NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT | st.just("speech"), inner, max_size=3),
    max_leaves=6,
)


def tapped(chunks: list[str]) -> str:
    tap = FieldTap("speech")
    return "".join(tap.feed(chunk) for chunk in chunks)


def cut(text: str, places: list[int]) -> list[str]:
    marks = [0, *sorted(p % (len(text) + 1) for p in places), len(text)]
    return [text[a:b] for a, b in pairwise(marks)]


def test_keys_and_thoughts_are_never_shown() -> None:
    """L07."""
    assert tapped(['{"spe', 'ech":"大家', '好"}']) == "大家好"
    assert tapped(['{"thought": "我是狼, \\"speech\\": \\"x\\"", "speech": "我是好人"}']) == "我是好人"


@given(
    st.dictionaries(TEXT.filter(lambda key: key != "speech"), NESTED, max_size=4),
    TEXT,
    st.dictionaries(TEXT.filter(lambda key: key != "speech"), NESTED, max_size=2),
    st.booleans(),
    st.lists(st.integers(min_value=0), max_size=40),
)
def test_any_object_in_any_pieces_gives_its_speech(
    before: dict[str, object], speech: str, after: dict[str, object], escaped: bool, places: list[int]
) -> None:
    text = json.dumps({**before, "speech": speech, **after}, ensure_ascii=escaped)
    assert tapped(cut(text, places)) == speech


@pytest.mark.parametrize("escaped", [True, False])
def test_every_chunk_boundary(escaped: bool) -> None:
    speech = '3号说："查杀\\n" 🐺\n过'
    text = json.dumps({"thought": "私", "speech": speech, "claims": [{"speech": "x"}]}, ensure_ascii=escaped)
    for a in range(len(text) + 1):
        for b in range(a, len(text) + 1, 5):
            assert tapped([text[:a], text[a:b], text[b:]]) == speech


def test_only_the_top_level_field_counts() -> None:
    assert tapped(['{"a": {"speech": "no"}, "b": ["speech", "no"], "speech": "yes"}']) == "yes"
    assert tapped(['{"speech": {"speech": "no"}, "x": "no"}']) == ""
    assert tapped(['{"speech": ["no"], "x": "no"}']) == ""
    assert tapped(['{"thought": "speech", "act": "no"}']) == ""
    assert tapped(['[{"speech": "no"}]']) == ""
    assert tapped(['{"act": "x"} {"speech": "no"}']) == ""


def test_after_the_field_nothing_comes() -> None:
    tap = FieldTap("speech")
    pieces = ['{"speech": "a', 'b", "speech": "c"}{"speech": "d"}', '"speech": "e"']
    assert [(tap.feed(piece), tap.closed) for piece in pieces] == [("a", False), ("b", True), ("", True)]


@pytest.mark.parametrize("half", ['"\\ud83d x"', '"\\udc3a x"', '"\\ud83d\\ud83d\\udc3a"'])
def test_half_a_pair_is_dropped(half: str) -> None:
    got = tapped(list('{"speech": ' + half + "}"))
    assert got in (" x", "🐺")


@pytest.mark.parametrize(
    ("lead", "comes"),
    [
        ("", True),
        ("\n  ", True),
        ("```json\n", True),
        ("```\n", True),
        ('<think>先想 {"speech": "draft"}</think>\n', True),
        ("<thought>a</thought><think>b</think>", True),
        ("好的，以下是回答：", False),
        ("我是狼…</think>", False),
        ("<b>", False),
        ("```json {", False),
    ],
)
def test_only_a_reply_that_begins_with_the_object_is_tapped(lead: str, comes: bool) -> None:
    text = lead + '{"speech": "大家好"}'
    for size in (1, 3, 1000):
        chunks = [text[at : at + size] for at in range(0, len(text), size)]
        assert tapped(chunks) == ("大家好" if comes else "")


def test_plain_prose_is_not_tapped() -> None:
    assert tapped(["我是好人", '，"speech": "x"', "{"]) == ""


def test_a_bad_escape_ends_the_tap() -> None:
    assert tapped(['{"speech": "a\\uzzzz b"}']) == "a"
