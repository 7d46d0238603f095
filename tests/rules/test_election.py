"""The sheriff's election, from the sign-up to the badge (D-1 … D-7, D-12)."""

import pytest

from llmwolf.rules.events import (
    Announced,
    Ballots,
    DayBroke,
    Elected,
    ElectionPutOff,
    Exploded,
    NoBadge,
    SignedUp,
    Spoke,
    StageBegan,
    Tied,
    Withdrew,
)
from tests.rules.table import Table, ballots_for, everyone_but

ALL = tuple(range(1, 13))


def ending(t: Table) -> tuple[int, str]:
    """Who holds the badge (0: nobody) and how the election ended."""
    assert not t.facts.election_open
    [(_, holder, how)] = t.facts.badge
    assert [type(event) for event in t.events(Elected, NoBadge)] == [Elected if holder else NoBadge]
    return holder, how


# -- when ------------------------------------------------------------------------------------------


def test_D_1_the_election_comes_before_the_deaths_are_announced():
    t = Table("official-12").night(knife=9).run(1, 5).badge_vote({6: 5})
    assert t.to("speech").story(DayBroke, SignedUp, Elected, Announced) == [
        "DayBroke", "SignedUp", "Elected", "Announced",
    ]  # fmt: skip


def test_D_1_somebody_knifed_may_run_speak_vote_and_win():
    """Trap D10: nobody can tell before the announcement."""
    t = Table("official-12").night(knife=9).run(5, 9)
    assert t.asked == (5,)
    t.badge_vote({6: 9, 10: 5, 11: 9})
    assert t.sheriff == 9
    assert t.speakers("election") == (5, 9)
    t.give(5)
    assert t.dead == (9,)
    assert t.sheriff == 5


def test_D_1_somebody_knifed_below_the_stage_votes():
    t = Table("official-12").night(knife=9).run(5, 6).badge_vote({9: 5})
    assert t.sheriff == 5


def test_D_1_nothing_in_the_election_tells_of_the_night():
    """Trap D10: only the pack and the witch can tell a quiet night from a deadly one."""
    quiet, deadly = (Table("official-12").night(knife=knife).run(5, 9).to("badge_ballot") for knife in (0, 9))
    for seat in (0, 5, *range(7, 13)):
        assert repr(quiet.game.view(seat)) == repr(deadly.game.view(seat))
    assert repr(quiet.game.view(6)) != repr(deadly.game.view(6))


@pytest.mark.parametrize("board", ["official-10", "official-12", "guard-12"])
def test_D_12_these_boards_have_a_sheriff(board: str):
    t = Table(board).night()
    assert t.stage == "sign_up"


def test_D_12_the_nine_seat_table_has_none():
    t = Table("standard-9").night()
    assert t.stage == "speech"
    assert not t.facts.election_open
    assert not t.events(SignedUp)


# -- who runs --------------------------------------------------------------------------------------


def test_D_2_nobody_runs_no_badge():
    assert ending(Table("official-12").run()) == (0, "nobody_ran")


def test_D_2_the_only_candidate_is_sheriff_at_once():
    t = Table("official-12").run(7)
    assert ending(t) == (7, "only")
    assert not t.events(Spoke)


def test_D_2_sign_up_is_sealed():
    t = Table("official-12").to("sign_up")
    before = [repr(t.game.view(seat).log) for seat in range(13)]
    t.answer(1, "run").answer(2).answer(3, "run")
    assert [repr(t.game.view(seat).log) for seat in range(13)] == before
    assert not t.events(SignedUp)


def test_D_2_everybody_runs_and_stays_no_badge():
    """Trap D13."""
    t = Table("official-12").run(*ALL).withdraw_at_call()
    assert ending(t) == (0, "all_ran")
    assert t.speakers("election") == ALL
    assert not t.events(Ballots)


def test_D_2_everybody_runs_and_one_stays_sheriff():
    t = Table("official-12").run(*ALL).withdraw_at_call(*everyone_but(5))
    assert ending(t) == (5, "last_standing")


def test_D_2_everybody_runs_and_two_stay_no_badge():
    t = Table("official-12").run(*ALL).withdraw_at_call(*everyone_but(5, 6))
    assert ending(t) == (0, "all_ran")


def test_D_2_all_but_one_withdrew_elected_without_a_ballot():
    """Trap D13."""
    t = Table("official-12").run(1, 5, 6).withdraw_at_call(1, 6)
    assert ending(t) == (5, "last_standing")
    assert not t.events(Ballots)


def test_D_2_all_withdrew_no_badge():
    """Trap D13."""
    assert ending(Table("official-12").run(1, 5).withdraw_at_call(1, 5)) == (0, "all_withdrew")


def test_D_2_all_withdrew_while_speaking_no_badge():
    t = Table("official-12").run(1, 5).withdraw_now(5).withdraw_now(1).answer(1, "say", text="都退了")
    assert ending(t) == (0, "all_withdrew")


# -- the speeches ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minute", "order"), [(25, (1, 4, 7, 12)), (26, (12, 7, 4, 1)), (0, (12, 7, 4, 1)), (59, (1, 4, 7, 12))]
)
def test_D_3_odd_minutes_ascend_even_minutes_descend(minute: int, order: tuple[int, ...]):
    t = Table("official-12", minute=minute).run(1, 4, 7, 12).to("withdraw")
    assert t.order("election") == (order, "minute")
    assert t.speakers("election") == order


@pytest.mark.parametrize(
    ("switch", "order"), [("minute", (4, 1)), ("ascending", (1, 4)), ("descending", (4, 1))]
)
def test_D_3_order_by_switch(switch: str, order: tuple[int, ...]):
    t = Table("official-12", minute=2, election_order=switch).run(1, 4).to("withdraw")
    assert t.order("election") == (order, switch)


def test_D_4_withdrawing_in_somebody_elses_speech():
    t = Table("official-12").run(1, 5, 6).to("election", 5).withdraw_now(1)
    assert t.asked == (5,), "the speech goes on"
    t.badge_vote({7: 5, 8: 6, 9: 6})
    assert ending(t) == (6, "ballot")
    assert t.speakers("election") == (1, 5, 6)


def test_D_4_withdrawing_in_ones_own_speech():
    t = Table("official-12").run(1, 5, 6).to("election", 5).withdraw_now(5, heard="我退")
    t.answer(5, "say", text="我退水，票给6")
    assert t.story(Withdrew, Spoke) == ["Spoke", "Withdrew", "Spoke"]
    assert t.last(Spoke).text == "我退水，票给6"
    t.to("badge_ballot")
    assert t.options(7)[0] == "vote 1 6"


def test_D_4_withdrawing_before_ones_turn_gives_up_the_speech():
    t = Table("official-12").run(1, 5, 6).withdraw_now(5).to("withdraw")
    assert t.speakers("election") == (1, 6)


def test_D_4_withdrawing_at_the_call_is_sealed():
    t = Table("official-12").run(1, 5, 6).to("withdraw")
    assert t.asked == (1, 5, 6)
    t.answer(1, "withdraw").answer(5)
    assert not t.events(Withdrew)
    t.answer(6)
    assert [event.seat for event in t.events(Withdrew)] == [1]


def test_D_4_nobody_withdraws_twice():
    t = Table("official-12").run(1, 5, 6).withdraw_now(5)
    assert t.no_right(5, "withdraw")
    t.to("withdraw")
    assert t.asked == (1, 6)


def test_D_4_who_does_not_run_cannot_withdraw():
    t = Table("official-12").run(1, 5, 6)
    assert t.no_right(7, "withdraw")
    assert not t.no_right(6, "withdraw")


def test_D_4_only_at_the_call_by_switch():
    t = Table("official-12", withdraw_when="after_speeches").run(1, 5, 6)
    assert all(t.no_right(seat, "withdraw") for seat in (1, 5, 6))
    assert t.withdraw_at_call(1).to("badge_ballot").options(7)[0] == "vote 5 6"


def test_D_4_withdrawn_may_not_vote_nor_be_voted():
    t = Table("official-12").run(1, 5, 6).withdraw_at_call(1).to("badge_ballot")
    assert t.asked == everyone_but(1, 5, 6)
    assert t.refusal(7, "vote", 1) == "target"
    assert t.refusal(1, "vote", 5) == "not_yours"


# -- the ballot ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switch", "voters"),
    [("never_ran", everyone_but(1, 5, 6)), ("not_running", everyone_but(5, 6)), ("everyone", ALL)],
)
def test_D_5_voters_by_switch(switch: str, voters: tuple[int, ...]):
    t = Table("official-12", badge_voters=switch).run(1, 5, 6).withdraw_at_call(1).to("badge_ballot")
    assert t.asked == voters


def test_D_5_most_ballots_win():
    t = Table("official-12").run(1, 5, 6).badge_vote({2: 1, 3: 1, 7: 5, 8: 5, 9: 5, 10: 6})
    assert ending(t) == (5, "ballot")
    assert t.tally("badge_ballot") == {1: 2, 5: 3, 6: 1}


def test_D_5_no_ballot_no_badge():
    assert ending(Table("official-12").run(1, 5).badge_vote({})) == (0, "no_votes")


def test_D_5_the_ballot_is_sealed_and_opened_at_once():
    """Trap D21."""
    t = Table("official-12").run(1, 5).to("badge_ballot")
    before = [repr(t.game.view(seat).log) for seat in range(13)]
    for voter in t.asked[:-1]:
        t.answer(voter, "vote", 5)
    assert [repr(t.game.view(seat).log) for seat in range(13)] == before
    t.answer(12, "vote", 1)
    assert len(t.last(Ballots).ballots) == 10


def test_D_5_ballots_for_sheriff_are_not_exile_ballots():
    """Trap D39."""
    t = Table("official-12").run(1, 5).badge_vote({6: 5}).vote({6: 1})
    assert [event.stage for event in t.events(Ballots)] == ["badge_ballot", "ballot"]


# -- ties ------------------------------------------------------------------------------------------

TIE = {2: 1, 3: 1, 7: 5, 8: 5}


def test_D_6_the_tied_speak_again_and_the_second_ballot_decides():
    t = Table("official-12").run(1, 5, 6).badge_vote(TIE)
    assert t.stage == "election_pk"
    t.to("badge_pk_ballot")
    assert t.speakers("election_pk") == (1, 5)
    assert t.asked == everyone_but(1, 5, 6), "loser and candidates stay below"
    assert t.options(7)[0] == "vote 1 5"
    t.badge_pk_vote({2: 1, 7: 5, 8: 5})
    assert ending(t) == (5, "ballot")


def test_D_6_second_tie_no_badge_and_the_game_goes_on():
    """Trap D07."""
    t = (
        Table("official-12")
        .run(1, 5)
        .badge_vote(ballots_for(5, (2, 3, 4, 6)) | ballots_for(1, (7, 8, 9, 10)))
    )
    t.badge_pk_vote(ballots_for(1, (2, 3, 4, 6)) | ballots_for(5, (7, 8, 9, 10)))
    assert ending(t) == (0, "tied")
    assert [event.stage for event in t.events(Tied)] == ["badge_ballot", "badge_pk_ballot"]
    t.to("speech").night().day()
    assert t.events(StageBegan)
    assert len(t.events(SignedUp)) == 1, "no second election"


def test_D_6_no_ballots_in_the_pk_no_badge():
    t = Table("official-12").run(1, 5).badge_vote(TIE).badge_pk_vote({})
    assert ending(t) == (0, "no_votes")


def test_D_6_withdrawn_still_may_not_vote_in_the_pk():
    t = Table("official-12").run(1, 5, 6).withdraw_at_call(6).badge_vote(TIE).to("badge_pk_ballot")
    assert t.asked == everyone_but(1, 5, 6)


@pytest.mark.parametrize("switch", ["not_running", "everyone"])
def test_D_6_elsewhere_everybody_but_the_tied_votes_in_the_pk(switch: str):
    t = Table("official-12", badge_voters=switch).run(1, 5, 6).badge_vote(TIE).to("badge_pk_ballot")
    assert t.asked == everyone_but(1, 5)


def test_D_6_withdrawing_in_the_pk_leaves_the_other():
    t = Table("official-12").run(1, 5).badge_vote(TIE).withdraw_now(1).to("speech")
    assert ending(t) == (5, "last_standing")


def test_D_6_who_withdraws_before_his_turn_in_the_pk_does_not_speak():
    t = Table("official-12").run(1, 5).badge_vote(TIE).to("election_pk", 1).withdraw_now(5)
    assert t.to("speech").speakers("election_pk") == (1,)
    assert ending(t) == (1, "last_standing")


def test_D_6_both_withdraw_in_the_pk_no_badge():
    t = Table("official-12").run(1, 5).badge_vote(TIE).withdraw_now(5).withdraw_now(1).to("speech")
    assert ending(t) == (0, "all_withdrew")


def test_D_6_a_tie_is_no_badge_by_switch():
    assert ending(Table("official-12", badge_tie="lost").run(1, 5).badge_vote(TIE)) == (0, "tied")


# -- 自爆 -------------------------------------------------------------------------------------------


def test_D_7_blast_in_an_election_speech_no_badge():
    t = Table("official-12").run(1, 5, 6).to("election", 5).explode(2, heard="我是")
    assert ending(t) == (0, "explosion")
    assert t.dead == (2,)
    assert t.facts.day == 2, "night falls at once"


def test_D_7_blast_in_the_election_pk_no_badge():
    t = Table("official-12").run(1, 5).badge_vote(TIE).explode(3)
    assert t.last(Exploded).stage == "election_pk"
    assert ending(t) == (0, "explosion")


def test_D_7_a_candidate_may_blast_in_the_own_speech():
    t = Table("official-12").run(1, 5).explode(1, heard="不演了")
    assert ending(t) == (0, "explosion")
    assert (t.last(Spoke).seat, t.last(Spoke).text, t.last(Spoke).cut) == (1, "不演了", "cut_in")


def test_D_7_two_blasts_lose_the_badge_by_switch():
    """Trap D12: the first puts the election off, all sign up anew, the second loses the badge."""
    t = Table("official-12", explosions_to_lose_badge=2).run(1, 5).explode(2)
    assert t.events(ElectionPutOff)
    assert t.facts.election_open
    t.to("night").run(3, 6)
    assert t.facts.day == 2
    assert t.last(SignedUp).seats == (3, 6)
    t.explode(4)
    assert ending(t) == (0, "explosion")
    t.to("night").night().day()
    assert len(t.events(SignedUp)) == 2


def test_D_7_after_one_blast_the_second_election_may_succeed():
    t = Table("official-12", explosions_to_lose_badge=2).run(1, 5).explode(2).to("night").run(6)
    assert ending(t) == (6, "only")


def test_D_7_only_blasts_in_an_election_count():
    t = Table("official-12", explosions_to_lose_badge=2).run(5).to("speech").explode(1)
    assert t.facts.blasts == 0
    assert t.sheriff == 5
