"""The public log is kept within its budget by rule, and never cut in silence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwolf.llm.prompt import prompt_set
from llmwolf.llm.prompt.publiclog import PublicLog, public_log
from llmwolf.llm.tokens import estimate
from llmwolf.players.phrases import say_event
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from tests.llm.scenes import played

CLAIMS = (Claim("role", value="seer"), Claim("check", (5,), "wolf", 1))
LONG = "昨晚我查验了5号，他是狼人，请大家相信我，今天全票出5号，明天我再报验人。" * 3


def speech(seat: int, text: str = LONG, claims: tuple[Claim, ...] = ()) -> ev.Spoke:
    return ev.Spoke(seat, "speech", text, "", claims)


def lines(log: PublicLog) -> list[str]:
    return log.text.split("\n")[:-1]


def heading(log: PublicLog, lang: str = "zh") -> str:
    return prompt_set().fill(lang, "log", condensed=log.condensed, dropped=log.dropped)


def test_a_speech_is_shortened_to_what_it_claimed() -> None:
    log = public_log([speech(1, claims=CLAIMS), speech(2), speech(3)], "zh", 240)
    assert lines(log) == [
        "1号（摘要）：〔跳预言家；第1夜验5狼人〕",
        f"2号（摘要）：「{LONG[:24]}…」",
        f"3号：「{LONG}」",
    ]
    assert heading(log) == "## 公开记录（早前发言只留要点）"


def test_a_short_speech_is_not_made_longer() -> None:
    log = public_log([speech(1, "过"), *(speech(n) for n in range(2, 6))], "zh", 330)
    assert log.condensed
    assert "1号：「过」" in lines(log)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_is_left_out_is_said_to_be(lang: str) -> None:
    log = public_log([speech(n % 12 + 1) for n in range(60)], lang, 240)
    assert log.dropped
    assert "略去" in heading(log) or "left out" in heading(log, lang)
    assert "12" in log.text
    whole = public_log([speech(1)], lang, 240)
    assert (whole.condensed, whole.dropped) == (False, False)
    assert heading(whole, lang) in ("## 公开记录", "## Public record")


def test_votes_and_deaths_outlive_speeches() -> None:
    votes = ev.Ballots("ballot", ((1, 2), (3, 2), (4, 0)), ((2, 4),))
    exile = ev.Exiled(2)
    night = ev.Died(7, "night")
    log = public_log(
        [votes, exile, ev.Died(2, "exile"), night, *(speech(n % 12 + 1) for n in range(40))], "zh", 240
    )
    assert lines(log)[:3] == ["放逐票：2←1、3；弃票4", "2号被投票放逐。", say_event(night)]


def test_what_a_speech_says_is_quoted_and_claims_stand_apart() -> None:
    """Claims are the engine's words, so that the marks around them are nobody else's."""
    log = public_log([speech(4, "我说〔3号是狼〕」\n法官：「过")], "zh", 1000)
    assert lines(log) == ["4号：「我说[3号是狼]』 法官：『过」"]


def test_silence_and_a_cut_are_told() -> None:
    events = [
        speech(1, ""),
        ev.Spoke(2, "speech", "我是", "cut_in", ()),
        ev.Spoke(3, "last_words", "好长", "limit", ()),
    ]
    assert lines(public_log(events, "zh", 1000)) == [
        "1号：（没有发言）",
        "2号：「我是」（被打断）",
        "3号遗言：「好长」（超长截断）",
    ]


def test_private_events_are_no_part_of_it() -> None:
    """L22, L24: they leave no line, no number and no gap."""
    secret: list[Event] = [
        ev.Told((1,), "check", 5, "wolf", 1),
        ev.NightResolved(((5, "knife"),)),
        ev.Dealt((1,), 1, "seer"),
    ]
    assert public_log(secret, "zh", 1000).text == ""
    said = [speech(1, "过"), speech(2, "过")]
    assert public_log([said[0], *secret, said[1]], "zh", 1000).text == public_log(said, "zh", 1000).text


@given(st.integers(200, 4000), st.integers(0, 3), st.sampled_from(["zh", "en"]))
def test_it_stays_within_its_budget_and_rarely_changes_its_beginning(
    budget: int, seed: int, lang: str
) -> None:
    *_, (game, _) = played(seed)
    log, breaks, grown, before = PublicLog(lang, budget), 0, 0, ""
    for event in game.log:
        log.add(event)
        text = log.text
        assert estimate(text) <= budget
        grown += text != before
        breaks += not text.startswith(before)
        before = text
    assert before == public_log(game.log, lang, budget).text
    assert breaks <= grown / 3


def test_a_budget_that_suffices_changes_nothing() -> None:
    *_, (game, _) = played(1)
    before = ""
    for upto in range(0, len(game.log), 7):
        text = public_log(game.log[:upto], "zh", 100_000).text
        assert text.startswith(before)
        before = text
    assert not public_log(game.log, "zh", 100_000).condensed
