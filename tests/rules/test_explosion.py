"""自爆: when, by whom, and what is left of the day (I-1 … I-5)."""

import pytest

from llmwolf.rules.asks import CutIn
from llmwolf.rules.errors import Illegal, Stale
from llmwolf.rules.events import Announced, Ballots, Died, Exploded, NightFell, NoBadge, Spoke
from tests.rules.table import Table


def test_I_1_a_blast_in_a_day_speech_ends_the_day():
    t = Table("standard-9").to("speech").explode(2, heard="我觉得")
    assert t.dead == (2,)
    assert t.facts.gone[2] == ("day", 1, "explode")
    assert t.stage == "night"
    assert t.facts.day == 2
    assert not t.events(Ballots)
    assert t.story(Spoke, Exploded, Died, NightFell)[1:] == ["Spoke", "Exploded", "Died", "NightFell"]


def test_I_1_a_blast_in_the_own_turn():
    t = Table("standard-9").to("speech", 2).explode(2, heard="我不装了")
    assert (t.last(Spoke).seat, t.last(Spoke).text, t.last(Spoke).cut) == (2, "我不装了", "cut_in")
    assert t.facts.day == 2


def test_I_1_a_blast_in_the_pk_saves_the_tied():
    t = Table("standard-9").vote({1: 4, 2: 4, 5: 3, 6: 3}).explode(1)
    assert t.last(Exploded).stage == "pk"
    assert t.dead == (1,)
    assert t.facts.day == 2


def test_I_1_a_tied_wolf_may_blast_in_the_pk():
    t = Table("standard-9").vote({1: 4, 2: 4, 5: 3, 6: 3}).to("pk", 3).explode(3)
    assert t.dead == (3,)


@pytest.mark.parametrize(
    "name", ["night", "sign_up", "withdraw", "badge_ballot", "order", "ballot", "pk_ballot"]
)
def test_I_1_no_blast_while_nobody_speaks(name: str):
    t = Table("official-12")
    if name == "pk_ballot":
        t.vote({1: 4, 5: 3})
    elif name in ("withdraw", "badge_ballot"):
        t.run(5, 6)
    elif name == "order":
        t.run(5)
    t.to(name)
    assert all(t.no_right(seat, "explode") for seat in range(1, 13))


def test_I_1_no_blast_in_last_words():
    t = Table("standard-9").night(knife=9)
    assert t.stage == "last_words"
    assert all(t.no_right(seat, "explode") for seat in range(1, 10))
    t = Table("standard-9").exile(9)
    assert t.stage == "last_words"
    assert all(t.no_right(seat, "explode") for seat in range(1, 10))


def test_I_1_a_blast_in_last_words_by_switch():
    everywhere = ("election", "speech", "pk", "last_words")
    t = Table("standard-9", explode_phases=everywhere).night(knife=9).explode(1, heard="我走了")
    assert t.dead == (9, 1)
    assert t.facts.day == 2


@pytest.mark.parametrize("phase", ["election", "speech", "pk", "last_words"])
def test_I_1_each_phase_by_switch(phase: str):
    stages = {"election": "election", "speech": "speech", "pk": "pk", "last_words": "last_words"}
    for allowed in (True, False):
        t = Table("official-12", explode_phases=[phase] if allowed else []).night(knife=12)
        if phase == "election":
            t.run(5, 6)
        if phase == "pk":
            t.vote({1: 4, 5: 3})
        t.to(stages[phase])
        assert t.no_right(2, "explode") is not allowed


def test_I_1_only_living_wolves_may_blast():
    t = Table("official-12").night(poison=1).to("speech")
    assert [seat for seat in range(1, 13) if not t.no_right(seat, "explode")] == [2, 3, 4]
    for seat in (1, 5, 12, 0, 13):
        error = t.game.why_not(CutIn(t.game.ply, seat, "explode"))
        assert isinstance(error, Illegal)


def test_I_1_a_blast_takes_nobody_along():
    t = Table("standard-9").to("speech")
    error = t.game.why_not(CutIn(t.game.ply, 1, "explode", (4,)))
    assert error is not None
    assert error.options == ("explode",)


@pytest.mark.parametrize("switch", [False, True])
def test_I_1_last_words_of_the_exploded_by_switch(switch: bool):
    t = Table("standard-9", explode_last_words=switch).to("speech").explode(2)
    assert (t.stage == "last_words") is switch
    t = Table("official-12", explode_last_words=switch).run(5, 6).explode(2).to("night")
    assert t.facts.day == 2
    assert any(spoke.stage == "last_words" for spoke in t.events(Spoke)) is switch


def test_I_1_the_last_wolf_to_blast_loses_the_game():
    t = Table(deal="狼预女民民", sheriff=False).to("speech").explode(1)
    assert (t.winner, t.facts.reason) == ("good", "wolves_out")


@pytest.mark.parametrize("sheriff", [False, True])
def test_I_2_night_deaths_are_announced_after_an_election_blast(sheriff: bool):
    t = Table("official-12").night(knife=9).run(*((9, 5) if sheriff else (5, 6))).explode(1)
    assert t.stage == "last_words"
    assert t.asked == (9,)
    assert t.dead == (1, 9)
    assert t.story(NoBadge, Announced) == ["NoBadge", "Announced"]
    t.answer(9, "say", text="我是平民")
    assert t.facts.day == 2


def test_I_2_a_hunter_dead_that_night_still_shoots():
    t = Table("official-12").night(knife=7).run(5, 6).explode(1).shoot(2)
    assert t.dead == (1, 7, 2)
    assert t.speakers("last_words") == ()
    t.to("night")
    assert t.facts.day == 2


def test_I_2_a_wolf_who_was_knifed_and_blasts_is_announced_once():
    t = Table("official-12").night(knife=1).run(5, 6).explode(1)
    assert t.last(Announced).seats == ()
    assert t.dead == (1,)
    assert t.causes == {1: "explode"}


def test_I_4_the_speech_so_far_stays_in_the_record():
    t = Table("standard-9").to("speech")
    speaker = t.asked[0]
    t.explode(1, heard="我是预言家，昨晚验了")
    assert t.last(Spoke) == Spoke(speaker, "speech", "我是预言家，昨晚验了", "cut_in")


def test_I_4_what_was_heard_is_cut_at_the_limit_like_any_speech():
    t = Table("standard-9", speech_limit=5).to("speech").explode(1, heard="一二三四五六七")
    assert t.last(Spoke).text == "一二三四五"


def test_I_4_a_speech_cut_before_its_first_word_is_on_record_too():
    t = Table("standard-9").to("speech")
    speaker = t.asked[0]
    assert t.explode(1).last(Spoke) == Spoke(speaker, "speech", "", "cut_in")


def test_I_5_the_second_of_two_interruptions_is_refused_with_a_reason():
    t = Table("standard-9").to("speech")
    first, second = (CutIn(t.game.ply, seat, "explode") for seat in (1, 2))
    t.game.cut_in(first)
    before = len(t.game.log)
    with pytest.raises(Stale, match="is over"):
        t.game.cut_in(second)
    assert len(t.game.log) == before
    assert t.dead == (1,)


def test_I_5_two_who_withdraw_in_one_speech_both_do():
    t = Table("official-12").run(1, 5, 6).withdraw_now(6).withdraw_now(5)
    assert t.facts.withdrawn == (6, 5)
