"""How the lines of a record are read."""

from __future__ import annotations

import pytest

from llmwolf.record.notation.errors import Illegal, Malformed
from llmwolf.record.notation.grammar import parse
from llmwolf.record.notation.items import Item
from llmwolf.record.notation.words import WORDS, Word


def items(*lines: str) -> list[Item]:
    """The items of a record with these lines."""
    return [item for line in parse(enumerate(lines, 1)) for item in line.items]


def shape(line: str) -> list[tuple[object, ...]]:
    """What was read, without where it stood."""
    return [(i.word.id, i.seats, i.pairs, i.nobody, i.cut, i.side, i.words) for i in items(line)]


def example(word: Word) -> str:
    """A line with the first example of ``word``."""
    return f"{word.when[0]}1: {word.form.split(' · ')[0]}"


@pytest.mark.parametrize("word", WORDS.values(), ids=lambda word: word.id)
def test_every_word_is_read_in_chinese_and_english(word: Word):
    line = example(word)
    assert items(line)[0].word is word
    assert shape(line) == shape(line.replace(word.zh, word.id).replace("左", "left"))


@pytest.mark.parametrize("word", WORDS.values(), ids=lambda word: word.id)
def test_a_slip_in_any_word_names_the_line_and_the_nearest_word(word: Word):
    slip = word.id[:-1] + "qx"
    with pytest.raises(Malformed) as error:
        items("", f"{word.when[0]}1: {slip} 3")
    assert error.value.line == 2
    assert slip in str(error.value)
    assert "did you mean" in error.value.sentence or "known are" in error.value.sentence


@pytest.mark.parametrize("word", WORDS.values(), ids=lambda word: word.id)
def test_what_a_word_does_not_take_is_refused_with_an_example(word: Word):
    with pytest.raises((Malformed, Illegal)) as error:
        items(f"{word.when[0]}1: {word.zh} 3>x")
    assert word.form.split(" · ")[0] in str(error.value)


def test_full_width_characters_are_read_like_plain_ones():
    assert shape("Ｎ１：刀　１＞５，２＞－；救") == shape("N1: 刀 1>5 2>-; 救")
    assert shape("D1：发言 ９、１、２～；自爆 ６") == shape("D1: 发言 9 1 2~; 自爆 6")
    assert shape("n1: 刀5") == shape("N1: 刀 5")
    assert shape("D1: 警pk票 1 > 2") == shape("D1: 警PK票 1>2")


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("N1: 刀 9号", "N1: 刀 9"),
        ("N1: 刀 1号>5号 2号 > 5号", "N1: 刀 1>5 2>5"),
        ("D1: 票 4>弃 1号>2号 3>弃票", "D1: 票 4>- 1>2 3>-"),
        ("D1: 发言 3号、4号 5号~", "D1: 发言 3 4 5~"),
        ('D1: 说 3号："好"', 'D1: 说 3: "好"'),
        ("第1夜：刀 5", "N1: 刀 5"),
        ("第1天: 票 1>2", "D1: 票 1>2"),
        ("第 1 晚: 刀 5", "N1: 刀 5"),
    ],
)
def test_what_comes_naturally_is_read_too(typed: str, plain: str):
    assert shape(typed) == shape(plain)
    assert [item.phase for item in items(typed)] == [item.phase for item in items(plain)]


@pytest.mark.parametrize(
    ("line", "word"), [("N1: 杀 9", "刀 5"), ("N1: 查验 3", "验 4"), ("D1: 投票 1>2", "票 1>6")]
)
def test_another_word_is_refused_with_the_one_to_write(line: str, word: str):
    with pytest.raises(Malformed, match=f"write {word}") as error:
        items(line)
    assert f"写作 {word}" in error.value.told("zh")


def test_a_long_item_is_shortened_in_messages():
    with pytest.raises(Illegal) as error:
        items("N1: 刀 " + "1>2 " * 90)
    assert len(str(error.value)) < 200
    assert len(error.value.item) > 300


def test_a_comment_ends_the_line():
    assert shape("N1: 刀 5 # 救") == shape("N1: 刀 5")
    assert shape('D1: 说 3: "a # b"')[0][-1] == "a # b"
    assert items("# nothing", "", "N1:") == []


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ('"我是好人；刀 3; 救"', "我是好人；刀 3; 救"),
        ("“我是‘好人’”", "我是‘好人’"),
        ('"他说"好"的"', '他说"好"的'),
        (r'"a\"; b\\c\nd\u4e2d"', 'a"; b\\c\nd中'),
        ('""', ""),
    ],
)
def test_a_speech_keeps_its_text(written: str, words: str):
    read = items(f"D1: 说 3: {written}; 票 1>2")
    assert [item.word.id for item in read] == ["say", "vote"]
    assert read[0].words == words
    assert read[0].seats == (3,)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('D1: 说 3: "a', "not closed"),
        (r'D1: 说 3: "a\q"', "stands for nothing"),
        ("D1: 说 3 text", "text in quotes"),
        ("D1: 顺序 中", "no side"),
        ("刀 5", "starts with its night or day"),
        ("N0: 刀 5", "starts with its night or day"),
        ("N1: 刀 5; N2: 刀 6", "begins a line of its own"),
        ("N1: 刀 五", "not understood"),
        ("D1: 发言 1~ 2", "only the last speaker"),
        ("D1: 断; 票 1>2", "last item"),
        ("D1: 上警 - 3", "do not go together"),
    ],
)
def test_what_is_not_well_written_says_why(line: str, what: str):
    with pytest.raises(Malformed, match=what) as error:
        items("N1:", line)
    assert error.value.line == 2


@pytest.mark.parametrize(
    "line",
    [
        "N1: 票 1>2",
        "D1: 刀 5",
        "D1: 票 1>2 1>3",
        "D1: 发言 1 2 1",
        "N1: 刀 1 2",
        "N1: 连 1",
        "N1: 验",
        "D1: 决斗 3",
    ],
)
def test_what_no_rules_allow_is_illegal_and_not_malformed(line: str):
    with pytest.raises(Illegal) as error:
        items(line)
    assert error.value.options or "twice" in error.value.sentence


def test_lines_go_forward():
    assert len(parse(enumerate(["N1:", "N1: 刀 3", "D1:", "N2:"]))) == 4
    with pytest.raises(Malformed, match="N1 comes after D1"):
        parse(enumerate(["D1:", "N1:"]))
    with pytest.raises(Malformed, match="D1: the record has broken off"):
        parse(enumerate(["N1: 断", "D1:"]))
