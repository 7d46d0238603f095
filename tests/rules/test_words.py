"""What becomes of a text on its way in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwolf.rules.words import clean, clip
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("我是好人", "我是好人"),
        ("  plain  ", "plain"),
        ("a\x1b[31mred", "a[31mred"),
        ("a\x00b\x7fc\x9bd", "abcd"),
        ("左\u202e右\u2066中\u200f", "左右中"),
        ("零\u200b宽\ufeff", "零宽"),
        ("一\r\n二\r三\u2028四\u2029五\x85六", "一\n二\n三\n四\n五\n六"),
        ("表\t格", "表 格"),
        ("坏\ud800半个", "坏半个"),
        ("\U000e0041标签", "标签"),
        ("👨\u200d👩\u200d👧 狼🐺", "👨\u200d👩\u200d👧 狼🐺"),
    ],
)
def test_clean(raw: str, kept: str):
    assert clean(raw) == kept


@given(st.text(st.characters(codec=None)))
def test_clean_is_clean_for_good(text: str):
    once = clean(text)
    assert clean(once) == once
    assert not set(once) & set("\x00\x07\x1b\r\t\u202e\u2066\u200b\ufeff\u2028")


@given(st.text(alphabet="一二。！\n a", max_size=60), st.integers(1, 40))
def test_clip_never_exceeds_the_limit_and_only_ever_cuts(text: str, limit: int):
    short, cut = clip(text, limit)
    assert len(short) <= limit
    assert text.startswith(short)
    assert cut is (len(text) > limit)
    assert cut or short == text


@pytest.mark.parametrize("text", ["\x1b]0;x\x07我是好人", "\u202e我是好人", "我是\x00好人", "  我是好人\n"])
def test_a_speech_is_cleaned_on_entry(text: str):
    t = Table("standard-9").to("speech")
    t.answer(t.asked[0], "say", text=text)
    assert "我是好人" in repr(t.game.log[-1])
    assert not set(repr(t.game.log[-1].text)) & set("\x00\x07\x1b\u202e")  # type: ignore[attr-defined]
    assert t.game.moves[-1].text == clean(text)  # type: ignore[union-attr]


def test_what_was_heard_is_cleaned_on_entry():
    t = Table("standard-9").to("speech").explode(1, heard="\x1b[2J我是")
    assert t.game.moves[-1].heard == "[2J我是"  # type: ignore[union-attr]


def test_a_text_without_end_is_cut_on_entry():
    t = Table("standard-9").to("speech")
    t.answer(t.asked[0], "say", text="狼" * 1_000_000)
    assert len(t.game.moves[-1].text) == 20_000  # type: ignore[union-attr]
