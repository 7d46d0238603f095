"""The public log is kept within its budget by rule, and never cut in silence."""

from hypothesis import given
from hypothesis import strategies as st

from llmwolf.llm.publiclog import PublicLog, public_log
from llmwolf.players.phrases import say_event
from llmwolf.rules import events as ev
from llmwolf.rules.claims import Claim
from tests.llm.scenes import played

CLAIMS = (Claim("role", value="seer"), Claim("check", (5,), "wolf", 1))
LONG = "昨晚我查验了5号，他是狼人，请大家相信我，今天全票出5号，明天我再报验人。" * 3


def speech(seat: int, text: str = LONG, claims: tuple[Claim, ...] = ()) -> ev.Spoke:
    return ev.Spoke(seat, "speech", text, "", claims)


def test_a_speech_is_shortened_to_what_it_claimed() -> None:
    log = public_log([speech(1, claims=CLAIMS), speech(2), speech(3)], "zh", 325)
    assert log.split("\n")[1:] == [
        "1号（摘要）：自称预言家；称第1夜查验5号为狼人",
        f"2号（摘要）：「{LONG[:24]}…」",
        f"3号：「{LONG}」",
        "",
    ]


def test_a_short_speech_is_not_made_longer() -> None:
    assert "1号：「过」" in public_log([speech(1, "过"), *(speech(n) for n in range(2, 6))], "zh", 420)


def test_what_is_left_out_is_said_to_be() -> None:
    log = public_log([speech(n % 12 + 1) for n in range(60)], "zh", 300)
    assert log.startswith("## 公开记录\n（更早的部分内容已略去）\n")
    assert "12号" in log


def test_votes_and_deaths_outlive_speeches() -> None:
    vote = ev.Ballots("ballot", ((1, 2), (3, 2)), ((2, 4),))
    log = public_log([vote, ev.Died(2, "exile"), *(speech(n % 12 + 1) for n in range(40))], "zh", 300)
    assert say_event(vote) in log
    assert "2号被放逐出局。" in log


def test_private_events_are_no_part_of_it() -> None:
    secret = [
        ev.Told((1,), "check", 5, "wolf", 1),
        ev.NightResolved(((5, "knife"),)),
        ev.Dealt((1,), 1, "seer"),
    ]
    assert public_log(secret, "zh", 1000) == "## 公开记录\n"


@given(st.integers(200, 4000), st.integers(0, 3), st.sampled_from(["zh", "en"]))
def test_it_stays_within_its_budget_and_rarely_changes_its_beginning(
    budget: int, seed: int, lang: str
) -> None:
    *_, (game, _) = played(seed)
    log, breaks, lines, before = PublicLog(lang, budget), 0, 0, ""
    for event in game.log:
        log.add(event)
        text = log.text
        lines += text != before
        breaks += not text.startswith(before)
        before = text
    assert len(before) <= budget + 60
    assert before == public_log(game.log, lang, budget)
    assert breaks <= lines / 3


def test_a_budget_that_suffices_changes_nothing() -> None:
    *_, (game, _) = played(1)
    before = ""
    for upto in range(0, len(game.log), 7):
        text = public_log(game.log[:upto], "zh", 100_000)
        assert text.startswith(before)
        before = text
