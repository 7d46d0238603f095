"""Breaches of the 遗言版's manners are pointed out, quoted, and nothing else is (S-3)."""

import pytest

from llmwolf.coach.etiquette import breaches
from tests.rules.table import Table

CLAIM = "我是预言家，昨晚验了3号是查杀。"
PLAIN = ("狼坑我排1号3号。", "如果我是狼，我会这样聊吗？", "我站边4号，出3号。", "过。")


def said(t: Table) -> list[tuple[str, int, int]]:
    return [(f.rule[0], f.seat, f.day) for f in breaches(t.game)]


def test_S_3_the_first_dead_who_is_no_seer_must_not_claim_to_be_one():
    t = Table("standard-9").night(knife=9).to("last_words").say(9, CLAIM).to("night")
    assert said(t) == [("死民不认预言家", 9, 1)]
    seer = Table("standard-9").night(knife=4).to("last_words").say(4, CLAIM).to("night")
    assert said(seer) == []


def test_S_3_the_living_who_are_good_must_not_call_themselves_wolves():
    t = Table("standard-9").to("speech")
    speaker = t.asked[0]
    evil = speaker <= 3
    t.say(speaker, "行吧，我就是狼，你们出我。").to("night")
    assert said(t) == ([] if evil else [("活民不认狼", speaker, 1)])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("我要不是好人，我死全家。", "不贴脸"),
        ("我对天发誓我是民。", "不贴脸"),
        ("你是不是有病，闭嘴吧。", "不情绪"),
        ("晚上我听到3号那边有动静。", "不场外"),
        ("看法官的眼神就知道3号是狼。", "不场外"),
        ("I swear to god I am good.", "不贴脸"),
    ],
)
def test_S_3_oaths_temper_and_outside_news_are_quoted(text: str, rule: str):
    t = Table("standard-9").to("speech")
    t.say(t.asked[0], text).to("night")
    (finding,) = breaches(t.game)
    assert finding.rule[0] == rule
    assert finding.quote.strip("…") in text


@pytest.mark.parametrize("text", PLAIN)
def test_S_3_an_ordinary_speech_is_no_breach(text: str):
    t = Table("standard-9").to("speech")
    t.say(t.asked[0], text).to("night")
    assert said(t) == []
