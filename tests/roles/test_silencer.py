"""禁言长老: silences one player for the day."""

from functools import partial

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Announced, Marked, Skipped
from tests.rules.table import Table

HUSH = partial(Table, deal="狼狼狼 禁言长老 预女猎 民民民民", sheriff=False)
"""Wolves 1 to 3, silencer 4, seer 5, witch 6, hunter 7, villagers 8 to 11."""


def test_the_card():
    role = registry()["silencer"]
    assert (role.zh, role.camp, role.side) == ("禁言长老", "G", "good")


def test_R_1_the_silenced_does_not_speak_but_votes():
    t = HUSH().night(silence=8).to("ballot")
    assert t.heard(0, Marked) == [Marked("silenced", (8,))]
    assert t.story(Announced, Marked) == ["Announced", "Marked"]
    assert t.heard(0, Skipped) == [Skipped(8, "silenced")]
    assert t.speakers("speech") == tuple(seat for seat in t.order("speech")[0] if seat != 8)
    assert 8 in t.asked
    assert t.refusal(8, "vote", 1) == ""


def test_R_4_one_other_living_player_or_nobody():
    t = HUSH().night(knife=8).night(until="silence")
    assert t.refusal(4, "silence", 4) == "target"
    assert t.refusal(4, "silence", 8) == "target"
    assert t.refusal(4, "silence", 9) == ""
    assert t.refusal(4, "pass") == ""
    assert t.refusal(4, "silence", 9, 10) == "count"


def test_R_1_not_the_same_one_twice_running():
    t = HUSH().night(silence=8).night(until="silence")
    assert t.refusal(4, "silence", 8) == "target"
    t.night(silence=9).night(until="silence")
    assert t.refusal(4, "silence", 8) == ""
    assert t.refusal(4, "silence", 9) == "target"


def test_R_1_a_skipped_night_lifts_the_bar():
    t = HUSH().night(silence=8).night().night(until="silence")
    assert t.refusal(4, "silence", 8) == ""


def test_R_1_for_one_day_only():
    t = HUSH().night(silence=8).night().to("ballot")
    assert 8 in t.speakers("speech")
    assert not t.facts.marks["silenced"]
    t = HUSH().night(silence=8).night(silence=9).to("ballot")
    assert t.facts.marks["silenced"] == (9,)
    assert 8 in t.speakers("speech")


def test_S_1_the_silenced_has_no_word_in_a_pk_either():
    t = HUSH().night(silence=8).vote({1: 8, 2: 8, 5: 1, 6: 1}).to("pk_ballot")
    assert t.order("pk")[0] == (1, 8)
    assert t.speakers("pk") == (1,)


def test_S_1_nor_last_words_that_day():
    t = HUSH().night(silence=8).exile(8).to("night")
    assert t.speakers("last_words") == ()
    assert t.events(Skipped)[-1] == Skipped(8, "silenced")


def test_R_1_election_speeches_are_not_affected():
    t = HUSH(sheriff=True).night(silence=8).run(8, 9).to("withdraw")
    assert set(t.speakers("election")) == {8, 9}
    assert "silenced" not in t.facts.marks
    t.to("ballot")
    assert 8 not in t.speakers("speech")


def test_R_1_nor_the_election_of_the_day_after():
    """From the announcement to the end of that day: an election put off comes before the next one."""
    t = HUSH(sheriff=True, explosions_to_lose_badge=2).night(silence=8).run(8, 9).explode(1)
    t.night().run(8, 9).to("withdraw")
    assert set(t.speakers("election")) == {8, 9}


def test_D_1_an_election_after_the_announcement_is():
    t = HUSH(sheriff=True, election_when="day1_after_discussion").night(silence=8).run(8, 9).to("withdraw")
    assert t.speakers("election") == (9,)


def test_R_1_who_silenced_is_not_told():
    t = HUSH().night(silence=8)
    for seat in (0, 1, 8, 9):
        assert not [
            event for event in t.game.view(seat).log if "silence" in repr(event) and "Acted" in repr(event)
        ]


def test_R_1_a_silenced_sheriff_still_picks_the_side():
    t = HUSH(sheriff=True).night(silence=8).run(8).to("order")
    assert t.asked == (8,)
    t.side("right").to("ballot")
    assert 8 not in t.speakers("speech")


def test_N_18_a_silencer_who_dies_tonight_has_silenced():
    t = HUSH().night(silence=8, knife=4).to("ballot")
    assert t.dead == (4,)
    assert 8 not in t.speakers("speech")


def test_R_1_who_died_tonight_is_not_named_as_silenced():
    t = HUSH().night(silence=8, knife=8).to("speech")
    assert 8 not in t.facts.marks.get("silenced", ())


def test_I_2_after_a_blast_the_silenced_is_still_announced():
    t = HUSH(sheriff=True).night(silence=8).run(5, 6).explode(1).to("night")
    assert Marked("silenced", (8,)) in t.events(Marked)


@pytest.mark.parametrize("seat", [1, 5])
def test_I_1_a_silenced_wolf_may_still_blow_himself_up(seat: int):
    t = HUSH().night(silence=seat).to("speech")
    assert t.no_right(seat, "explode") is (seat == 5)


def test_C_5_with_the_powers_lost_nobody_is_silenced():
    t = Table(deal="狼狼 长老 禁言长老 预女 民民民", sheriff=False).night().exile(3).to("night")
    while t.stage == "night":
        assert 4 not in t.asked
        t.pass_all()
    assert t.told(4, "powers") == [(4, "lost")]


def test_R_1_two_silencers_silence_two():
    t = Table(deal="狼狼 禁禁 预女 民民民", sheriff=False).night(silence={3: 8, 4: 7}).to("ballot")
    assert t.facts.marks["silenced"] == (7, 8)
    assert not {7, 8} & set(t.speakers("speech"))
