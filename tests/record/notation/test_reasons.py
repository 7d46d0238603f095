"""The real reason of every refusal, with the rule's id where there is one, in both languages."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

from llmwolf.record import notation
from llmwolf.record.notation.errors import NotationError
from llmwolf.record.notation.faults import FAULTS
from llmwolf.record.notation.grounds import GROUNDS
from tests.record.notation.records import MILLERS, NINE, OFFICIAL, judged

GUARD = "狼人 狼人 预言家 女巫 猎人 守卫 平民 平民 平民"
BEAUTY = "狼美人 狼人 预言家 女巫 猎人 禁言长老 平民 平民 平民"
KING = "狼王 狼人 狼人 狼人 预言家 女巫 猎人 守卫 平民 平民 平民 平民"
CUPID = "狼人 狼人 狼人 预言家 女巫 猎人 丘比特 平民 平民 平民"
ELDER = "狼人 狼人 预言家 女巫 猎人 长老 平民 平民 平民"
THIEF = "盗贼 狼人 狼人 预言家 女巫 平民 平民 平民 平民"
HIDDEN = "隐狼 狼人 狼人 预言家 女巫 平民 平民 平民 平民"
GOAT = "狼人 狼人 预言家 女巫 替罪羊 平民 平民 平民"
GIRL = 'profile = "millers-hollow"'
SPARE = 'spare = ["狼人", "平民"]'

_SHORTER = ["board_fault", "over", "rule_other"]
"""Sentences that tell more in one language."""

REASONS = {
    "no such card": ("N1: 守 4", NINE, "", "no guard on this board", "本局没有守卫"),
    "holder out": (
        "N1: 刀 4\nD1:\nN2: 验 2",
        NINE,
        "",
        "the seer, seat 4, is out since N1",
        "预言家（4号）在 N1",
    ),
    "potion used": ("N1: 毒 7\nD1:\nN2: 毒 8", NINE, "", "毒 was used in N1", "毒在 N1 已经用掉"),
    "antidote used": ("N1: 刀 9; 救\nD1:\nN2: 刀 8; 救", NINE, "", "救 was used in N1", "救在 N1 已经用掉"),
    "both potions": ("N1: 刀 9; 救; 毒 9", NINE, "", "(N-8)", "同一夜不能用两瓶药（N-8）"),
    "both the other way": ("N1: 刀 9; 毒 8; 救", NINE, "", "(N-8)", "（N-8）"),
    "nobody attacked": ("N1: 救", NINE, "", "nobody is attacked tonight", "今夜没有人被刀"),
    "self-save": ("N1: 刀 5; 救", NINE, "", "(N-7)", "女巫不能自救（N-7）"),
    "guarded": ("N1: 守 4\nD1:\nN2: 守 4", GUARD, "", "guarded last night (N-9)", "不能连守（N-9）"),
    "silenced": ("N1: 禁 4\nD1:\nN2: 禁 4", BEAUTY, "", "last night; not twice running", "昨夜禁的就是4号"),
    "charmed": ("N1: 魅 4\nD1:\nN2: 魅 4", BEAUTY, "", "last night; not twice running", "昨夜魅的就是4号"),
    "of her pack": ("N1: 魅 2", BEAUTY, "", "of the pack she knows", "狼同伴"),
    "no sheriff": ("N1:\nD1: 上警 1", NINE, "", "no sheriff at this table (D-12)", "本局没有警长（D-12）"),
    "no badge": ("N1:\nD1: 警徽 1", OFFICIAL, "", "nobody holds the badge", "没有人持有警徽"),
    "nobody ran": ("N1:\nD1: 警票 9>1", OFFICIAL, "", "nobody ran", "没有人上警"),
    "one ran": ("N1:\nD1: 上警 3; 警票 9>3", OFFICIAL, "", "seat 3 alone ran", "只有3号上警"),
    "powers lost": ("N1:\nD1: 票 1>6\nN2: 验 1", ELDER, "", "ended with the elder (C-5)", "都已失效（C-5）"),
    "blocked shot": (
        "N1: 毒 6\nD1: 枪 6>1",
        NINE,
        "",
        "by poison, and may not shoot then (C-1)",
        "6号被毒，不能开枪",
    ),
    "charmed shot": (
        "N1: 魅 5\nD1: 票 2>1; 枪 5>7",
        BEAUTY,
        "",
        "the charm, and may not",
        "被魅惑带走，不能开枪",
    ),
    "poisoned king": (
        "N1: 刀 1; 毒 1\nD1: 上警 1; 枪 1>5; 警徽 2",
        KING,
        "",
        "the wolf king, went out by poison",
        "狼王1号被毒",
    ),
    "still in": ("N1:\nD1: 枪 6>1; 票 1>6", NINE, "", "seat 6 is not out here", "还没有出局"),
    "no gun": ("N1:\nD1: 票 1>7; 枪 7>1", NINE, "", "seat 7 (villager) has no gun", "平民）不能开枪"),
    "lovers": ("N1: 连 4 5\nD1: 票 4>5", CUPID, 'profile = "last-words"', "(V-2)", "情侣不能互投（V-2）"),
    "voteless": (
        "N1:\nD1: 票 1>8\nN2:\nD2: 票 8>1",
        OFFICIAL,
        "",
        "a turned idiot, has no vote",
        "没有投票权",
    ),
    "idiot voted": ("N1:\nD1: 票 1>8\nN2:\nD2: 票 1>8", OFFICIAL, "", "cannot be voted", "不能再被投"),
    "day over": (
        "N1:\nD1: 自爆 1; 票 2>3",
        NINE,
        "",
        "the day is over: seat 1",
        "1号自爆，白天已经结束（I-1）",
    ),
    "no explosion": (
        "N1:\nD1: 自爆 1",
        MILLERS,
        GIRL,
        "not available in this profile (I-1)",
        "本局不能自爆（I-1）",
    ),
    "hidden wolf": ("N1:\nD1: 自爆 1", HIDDEN, "", "the hidden wolf: no 自爆", "其他狼出局前不能自爆"),
    "hidden knife": ("N1: 刀 1>6", HIDDEN, "", "the hidden wolf: no knife", "其他狼出局前不能刀"),
    "wrong holder": ("N1: 验 5>3", NINE, "", "seat 5 is no seer; seat 4 is", "5号不是预言家；预言家是4号"),
    "thief": ("N1: 盗 2", THIEF, SPARE, "must take it (N-15)", "盗贼必须拿狼（N-15）"),
    "thief keeps": ("N1: 盗 -", THIEF, SPARE, "must take one (N-15)", "必须拿一张（N-15）"),
    "peeked": ("N1: 窥获 6; 窥", MILLERS, GIRL, "窥获 6 has answered this", "已经由“窥获 6”回答过了"),
    "caught": ("N1: 窥获 6; 刀 5", MILLERS, GIRL, "stands instead of the knife (N-13)", "代替了刀（N-13）"),
    "knifed and caught": (
        "N1: 刀 5; 窥获 6",
        MILLERS,
        GIRL,
        "instead of 刀, not beside",
        "两者不能都写（N-13）",
    ),
    "vote too early": ("N1:\nD1: 上警 1 5; 票 1>2; 警票 9>1", OFFICIAL, "", "after the speeches", "发言之后"),
    "himself along": (
        "N1:\nD1: 自爆 1>1",
        "白狼王 狼人 预言家 女巫 平民 平民 平民",
        "",
        "(R-4)",
        "不能对自己",
    ),
    "twice": ("N1: 刀 3; 刀 4", NINE, "", "刀 3 has answered this already", "已经由“刀 3”回答过了"),
    "too late": (
        "N1: 刀 6\nD1: 票 2>3; 枪 6>1",
        NINE,
        "",
        "this belongs before 票 2>3",
        "要写在“票 2>3”之前",
    ),
    "tied voter": ("N1:\nD1: 票 1>7 2>8; PK票 7>8", NINE, "", "seat 7 is tied", "7号在平票中"),
    "not tied": ("N1:\nD1: 票 1>7 2>8; PK票 1>9", NINE, "", "not among the tied", "9号不在平票中"),
    "no tie": ("N1:\nD1: 票 1>7; PK票 1>7", NINE, "", "not tied (V-3)", "没有平票（V-3）"),
    "goat": ("N1:\nD1: 票 1>6; 可投 1", GOAT, "", "no tie has fallen on the scapegoat", "没有承担平票"),
    "first night": ("N1: 连 7 8\nD1:\nN2: 连 7 9", CUPID, "", "for night 1 alone", "只在第一夜"),
    "known exile": ("N1:\nD1: 出 7; 票 1>7", NINE, "", "出 7 states the exile", "“出 7”已经写明结果"),
}


@pytest.mark.parametrize("name", REASONS)
def test_the_reason_is_the_real_one(name: str):
    lines, deal, head, english, chinese = REASONS[name]
    rules = "sheriff = false" if deal not in (OFFICIAL, KING) else ""
    with pytest.raises(NotationError) as error:
        judged(lines, deal, head, rules)
    assert english in error.value.sentence
    assert chinese in error.value.told("zh")
    assert str(error.value) == error.value.told("en")


def options(lines: str, deal: str = NINE, head: str = "") -> tuple[str, ...]:
    """What is shown as legal where a record goes wrong."""
    with pytest.raises(NotationError) as error:
        judged(lines, deal, head)
    return error.value.options


def test_what_is_shown_as_legal_can_be_written_there():
    assert options("N1: 魅 5\nD1: 票 2>1 3>1; 枪 5>7", BEAUTY) == ()
    assert options("N1: 刀 9; 救; 毒 9") == ("验 {1 2 3 5 6 7 8 9 -}",)
    assert not any("窥" in way or "刀" in way for way in options("N1: 窥获 6; 窥", MILLERS, GIRL))
    assert not any("窥" in way or "刀" in way for way in options("N1: 窥获 6; 刀 5", MILLERS, GIRL))
    assert options("N1:\nD1: 枪 6>1; 发言 1 2 3 4 5 6 7 8 9; 票 2>3") == ()
    assert not any("票" in way for way in options("N1:\nD1: 枪 6>1; 票 2>3"))


def test_both_languages_say_the_same_things():
    names = [
        [{field for _, field, _, _ in Formatter().parse(text) if field} for text in pair]
        for pair in (FAULTS | GROUNDS).values()
    ]
    different = [key for key, (zh, en) in zip(FAULTS | GROUNDS, names, strict=True) if zh != en]
    assert different == _SHORTER


def test_every_sentence_is_said_somewhere():
    root = Path(notation.__file__).parent
    code = "\n".join(
        path.read_text("utf-8") for path in root.glob("*.py") if path.stem not in ("faults", "grounds")
    )
    unused = [key for key in FAULTS | GROUNDS if f'"{key}"' not in code]
    assert unused == ["rule_count", "rule_repeat", "rule_no_text"]  # said by the engine's code
