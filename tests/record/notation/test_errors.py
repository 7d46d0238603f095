"""For every item: a message that names the line, the item, the reason and what would be legal."""

from __future__ import annotations

import pytest

from llmwolf.record.notation.errors import NotationError
from llmwolf.record.notation.words import WORDS
from llmwolf.roles import declared
from tests.record.notation.records import OFFICIAL, judged

FIRST_LINE = 9
"""The line of the file on which the record begins."""

FAULTS = {
    "kill": ("N1: 刀 13", "no seat 13; seats are 1 to 12"),
    "check": ("N1: 验 5", "not be done to oneself (R-4)", "验 {1 2 3 4 6 7 8 9 10 11 12 -}"),
    "guard": ("N1: 守 4", "there is no guard on this board", "刀 {1 2 3"),
    "charm": ("N1: 魅 4", "there is no wolf beauty on this board", "验 {1 2 3"),
    "silence": ("N1: 禁 4", "there is no silencer on this board", "毒 {1 2 3"),
    "save": ("N1: 刀 6; 救", "may not save herself (N-7)", "毒 {1 2 3 4 5 7"),
    "poison": ("N1: 刀 9; 救; 毒 1", "in one night (N-8)", "legal here: 验 {1 2 3"),
    "link": ("N1: 连 1", "takes 2 seats, not 1", "连 2 9"),
    "model": ("N1: 榜样 1", "there is no wild child on this board", "刀 {1 2 3"),
    "thief": ("N1: 盗 1", "there is no thief on this board", "刀 {1 2 3"),
    "charm_pipe": ("N1: 笛 1 2 3", "takes 1 to 2 seats, not 3", "笛 3 5"),
    "peek": ("N1: 窥", "there is no little girl on this board", "刀 {1 2 3"),
    "caught": ("N1: 窥获 9", "there is no little girl on this board", "刀 {1 2 3"),
    "noticed": ("N1: 窥见", "there is no little girl on this board", "刀 {1 2 3"),
    "muffle": ("D1: 隔 3", "隔 stands on a night line", "N1: 隔 3"),
    "widow": ("N1: 寡 3", "the wolf lover's, from the night after the wolves have lost (W-5)", "刀 {1 2 3"),
    "run": ("N1: 刀 9\nD1: 上警 1 1", "seat 1 stands here twice", "上警 1 4 5"),
    "withdraw": ("N1:\nD1: 上警 1 5; 退水 7", "seat 7 is no candidate", "退水 {1 5}"),
    "badge_vote": ("N1:\nD1: 上警 1 5; 警票 1>5", "seat 1 ran", "(D-5)", "6 7 8 9 10 11 12}>{1 5 -}"),
    "badge_pk": (
        "N1:\nD1: 上警 1 5; 警票 9>1 10>5; 警PK票 11>9",
        "seat 9 is no candidate for sheriff",
        "警PK票 11>{1 5 -}",
    ),
    "badge": ("N1:\nD1: 警徽 5", "nobody holds the badge", "上警 {1 2 3"),
    "order": ("N1:\nD1: 顺序 中", "'中' is no side", "顺序 左"),
    "speak": ("N1:\nD1: 上警 1; 顺序 左; 发言 11 12", "do not allow this order", "发言 2 3 4 5"),
    "say": ("N1:\nD1: 说 3 好人", "a text in quotes", '说 3: "text"'),
    "explode": ("N1:\nD1: 自爆 5", "seat 5 is no werewolf", "自爆 {1 2 3 4}"),
    "duel": ("N1:\nD1: 决斗 5>1", "there is no knight on this board", "自爆 {1 2 3 4}"),
    "vote": ("N1: 刀 9\nD1: 票 1>9", "seat 9 is out since N1", "票 1>{1 2 3 4 5 6 7 8 10 11 12 -}"),
    "pk_vote": ("N1:\nD1: 票 1>2; PK票 1>2", "the exile ballot is not tied (V-3)"),
    "shoot": ("N1:\nD1: 票 1>7; 枪 8>1", "seat 8 (idiot) has no gun", "枪 7>{1 2 3"),
    "ally": ("N1: 盟 3", "the event card of the ally is not in play (N-19)", "刀 {1 2 3"),
    "keep_card": ("N1:\nD1: 票 1>8; 不翻 8", "turns the card by rule (R-1)"),
    "voters": ("N1:\nD1: 可投 1", "there is no scapegoat on this board", "上警 {1 2 3"),
    "drawn": ("N1:\nD1: 票 1>2; 抽 2", "no lot is drawn here"),
    "out": ("N1: 刀 9\nD1: 出 9", "seat 9 is out since N1", "出 1 | 出 2"),
    "cut": ("N1: 断; 刀 3", "nothing comes after it"),
}  # fmt: skip


def test_every_word_has_its_fault():
    assert FAULTS.keys() == WORDS.keys() - declared().keys()


@pytest.mark.parametrize("word", FAULTS)
def test_a_fault_in_every_kind_of_item_is_told_in_full(word: str):
    lines, *wanted = FAULTS[word]
    with pytest.raises(NotationError) as error:
        judged(lines, OFFICIAL)
    message = str(error.value)
    assert error.value.line == FIRST_LINE + lines.count("\n")
    assert f"line {error.value.line}, {error.value.item}: " in message
    assert WORDS[word].zh in error.value.item
    for part in wanted:
        assert part in message


def test_the_message_begins_with_the_file():
    with pytest.raises(NotationError) as error:
        judged("N1: 刀 13", OFFICIAL)
    assert str(error.value.at("a.toml")).startswith("a.toml, line 9, 刀 13: ")
