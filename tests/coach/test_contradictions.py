"""Words against the record are found, with the event that they contradict (L27, L30)."""

import pytest

from llmwolf.coach.claims.findings import findings_after
from llmwolf.coach.minutes import minutes
from llmwolf.coach.room import of_log, study
from llmwolf.llm.saying import is_copy
from llmwolf.rules.events import Spoke
from tests.rules.table import Table

OPENING = "我先说一下我的视角，我是好人牌，这一轮没有太多信息，先听听大家怎么聊。"


def said(t: Table) -> list[tuple[str, int]]:
    return [(one.kind, one.seat) for one in study(t.game).findings]


@pytest.mark.parametrize("words", ["{n}号一直没发言", "{n}号今天都没有说过话", "我看{n}号从头到尾没开过口"])
def test_L27_a_silence_that_was_none(words: str):
    t = Table("standard-9").to("speech")
    first = t.asked[0]
    t.say(first, "我先聊两句。")
    second = t.asked[0]
    t.say(second, f"{words.format(n=first)}，很可疑。").to("night")
    (found,) = study(t.game).findings
    assert said(t) == [("silent", second)]
    against = t.game.log[found.against - 1]
    assert isinstance(against, Spoke)
    assert against.seat == first
    assert found.quote.text == words.format(n=first)


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
    assert said(t) == []
    assert of_log(t.game.log).after is None  # what the witch knows is told after the game only
    (found,) = findings_after(minutes(t.game.log), (), t.game.log)
    assert (found.kind, found.seat, found.quote.text) == ("spent", witch, "今晚我会用解药")
