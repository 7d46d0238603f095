"""Words against the record are found, with the event that they contradict (L27, L30)."""

import pytest

from llmwolf.coach.contradictions import contradictions
from llmwolf.llm.saying import is_copy
from llmwolf.rules.events import Spoke
from tests.rules.table import Table

OPENING = "我先说一下我的视角，我是好人牌，这一轮没有太多信息，先听听大家怎么聊。"


def said(t: Table) -> list[tuple[str, int, bool]]:
    return [(f.what[0], f.seat, f.private) for f in contradictions(t.game)]


@pytest.mark.parametrize("words", ["{n}号一直没发言", "{n}号今天都没有说过话", "我看{n}号从头到尾没开过口"])
def test_L27_a_silence_that_was_none(words: str):
    t = Table("standard-9").to("speech")
    first = t.asked[0]
    t.say(first, "我先聊两句。")
    second = t.asked[0]
    t.say(second, f"{words.format(n=first)}，很可疑。").to("night")
    found = contradictions(t.game)
    assert said(t) == [("说没发过言的人发过言", second, False)]
    against = t.game.log[found[0].against - 1]
    assert isinstance(against, Spoke)
    assert against.seat == first
    assert found[0].quote == words.format(n=first).removeprefix("我看")


def test_L27_whoever_is_yet_to_speak_is_silent_indeed():
    t = Table("standard-9").to("speech")
    first = t.asked[0]
    last = next(s for s in t.game.judge.facts.living if s != first)
    t.say(first, f"{last}号还没发言，先听他说。").to("night")
    assert said(t) == []


def test_L27_eight_openings_alike_are_copies():
    others = [OPENING.replace("我先", f"{n}号我先") for n in range(1, 8)]
    assert is_copy(OPENING, others)
    assert not is_copy("我站边4号，3号两天的票都跟着狼走，今天出3号。", others)


def test_L30_a_spent_potion_is_not_used_again():
    t = Table("standard-9").night(knife=9, save=9).to("speech")
    witch = 5
    while t.asked[0] != witch:
        t.say(t.asked[0], "过")
    t.say(witch, "昨晚有人用药，今晚我会用解药救人。").to("night")
    assert said(t) == [("要用的药已经用掉了", witch, True)]
