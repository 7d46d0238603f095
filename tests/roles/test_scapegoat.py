"""替罪羊: the first tie falls on him; he names tomorrow's voters."""

from functools import partial

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Died, NobodyExiled, Scapegoated, StageBegan, Tied, VotersNamed
from tests.rules.table import Table

GOAT = partial(Table, deal="狼狼狼 替罪羊 预女猎 民民民民", sheriff=False)
"""Wolves 1 to 3, scapegoat 4, seer 5, witch 6, hunter 7, villagers 8 to 11."""
TIE = {1: 8, 2: 8, 5: 1, 6: 1}


def test_the_card():
    role = registry()["scapegoat"]
    assert (role.zh, role.camp, role.side) == ("替罪羊", "G", "good")


@pytest.mark.parametrize("rule", ["pk", "nobody", "random", "sheriff_decides", "revote_then_random"])
def test_V_3_a_tie_falls_on_him_whatever_the_rule_on_ties(rule: str):
    t = GOAT(tie=rule).night().vote(TIE)
    assert t.last(Tied).seats == (1, 8)
    assert t.events(Scapegoated) == [Scapegoated(4)]
    assert t.dead == (4,)
    assert t.causes == {4: "scapegoat"}
    assert t.facts.gone[4] == ("day", 1, "scapegoat")
    assert "pk" not in [event.stage for event in t.events(StageBegan)]


def test_V_3_he_may_be_among_the_tied():
    t = GOAT().night().vote({1: 4, 5: 1})
    assert t.dead == (4,)
    assert t.events(Scapegoated) == [Scapegoated(4)]


def test_V_3_no_tie_no_goat():
    t = GOAT().night().vote({1: 8, 2: 8, 5: 1})
    assert t.dead == (8,)
    assert GOAT().night().vote({}).events(Scapegoated, NobodyExiled) == [NobodyExiled("no_votes")]


def test_V_3_exiled_like_anybody_he_names_nobody():
    t = GOAT().night().exile(4).to("night")
    assert t.events(VotersNamed) == []
    assert t.causes == {4: "exile"}


def test_V_3_he_names_who_may_vote_tomorrow():
    t = GOAT().night().vote(TIE)
    assert (t.stage, t.asked) == ("voters", (4,))
    assert t.refusal(4, "allow", 4) == "target", "he is out"
    assert t.refusal(4, "allow", 1, 1) == "repeat"
    t.name_voters(5, 1, 9)
    assert t.last(VotersNamed) == VotersNamed(4, 2, (1, 5, 9))
    assert t.facts.voters == (2, (1, 5, 9))
    t.night().to("ballot")
    assert t.asked == (1, 5, 9)
    assert t.options(1) == ("vote 1 2 3 5 6 7 8 9 10 11", "pass")
    assert t.refusal(6, "vote", 1) == "not_yours"


def test_V_3_the_list_is_for_one_day():
    t = GOAT().night().vote(TIE).name_voters(5, 1).night().vote({5: 1}).night().to("ballot")
    assert t.asked == (2, 3, 5, 6, 7, 8, 9, 10, 11)


def test_V_3_the_dead_on_the_list_vote_no_more():
    """Trap D24: with the only voter dead the day has no ballot, and the next one is normal."""
    t = GOAT().night().vote(TIE).name_voters(9).night(knife=9).to("speech")
    t.to("night")
    assert t.facts.day == 3
    assert t.events(NobodyExiled)[-1] == NobodyExiled("no_votes")
    assert t.night().to("ballot").asked == (1, 2, 3, 5, 6, 7, 8, 10, 11)


@pytest.mark.parametrize(
    ("seats", "voters"), [((), ()), ((1, 2, 3, 5, 6, 7, 8, 9, 10, 11), (1, 2, 3, 5, 6, 7, 8, 9, 10, 11))]
)
def test_V_3_he_may_name_nobody_or_everybody(seats: tuple[int, ...], voters: tuple[int, ...]):
    t = GOAT().night().vote(TIE).name_voters(*seats).night().to("speech")
    day = t.facts.day
    while t.facts.day == day and t.stage != "ballot":
        t.pass_all()
    assert (t.asked if t.stage == "ballot" else ()) == voters


def test_V_3_naming_nobody_at_all_lets_everybody_vote():
    t = GOAT().night().vote(TIE).to("night").night().to("ballot")
    assert t.events(VotersNamed) == []
    assert t.asked == (1, 2, 3, 5, 6, 7, 8, 9, 10, 11)


def test_V_3_the_list_holds_in_the_pk_too():
    t = GOAT().night().vote(TIE).name_voters(1, 5, 9).night().vote({1: 10, 5: 11}).to("pk_ballot")
    assert t.asked == (1, 5, 9)


def test_V_3_only_a_tie_of_the_exile_ballot():
    t = GOAT(sheriff=True).night().run(1, 5).badge_vote({6: 5, 7: 1})
    assert t.events(Scapegoated) == []
    assert t.stage == "election_pk"


def test_V_3_half_votes_that_tie_fall_on_him_as_well():
    t = GOAT(sheriff=True, badge_weight=2).night().run(9).vote({9: 1, 10: 8, 11: 8})
    assert t.events(Scapegoated) == [Scapegoated(4)]


def test_V_3_with_the_goat_gone_ties_go_their_usual_way():
    t = GOAT().night().vote(TIE).night().vote({1: 8, 5: 1})
    assert t.stage == "pk"
    assert len(t.events(Scapegoated)) == 1
    assert GOAT().night(knife=4).vote(TIE).stage == "pk"


def test_C_5_with_the_powers_lost_ties_go_their_usual_way():
    t = Table(deal="狼狼 长老 替罪羊 预女 民民民", sheriff=False).night().exile(3).night().vote({1: 8, 5: 1})
    assert t.told(4, "powers") == [(4, "lost")]
    assert t.stage == "pk"
    assert t.events(Scapegoated) == []


def test_C_3_who_is_bound_to_him_follows():
    t = Table(deal="狼狼 丘 替罪羊 预女 民民民", sheriff=False).night(link=(4, 7)).vote({1: 8, 5: 1})
    assert t.to("night").dead == (4, 7)
    assert [event.how for event in t.events(Died)] == ["scapegoat", "follow"]


def test_D_9_as_sheriff_he_hands_the_badge_on():
    t = GOAT(sheriff=True).night().run(4).vote({1: 8, 5: 1}).to("badge")
    assert t.asked == (4,)
    assert t.give(5).to("night").sheriff == 5


def test_W_8_a_tie_can_end_the_game():
    t = Table(deal="狼 替罪羊 民民民", sheriff=False).night().vote({1: 3, 4: 5})
    assert (t.winner, t.facts.reason) == ("wolves", "gods_out")
    assert t.events(VotersNamed) == []


@pytest.mark.parametrize("switch", [True, False])
def test_V_5_his_card_is_turned_only_where_the_dead_turn_theirs(switch: bool):
    t = GOAT(reveal_on_death=switch).night().vote(TIE)
    assert t.facts.shown == ({4: "scapegoat"} if switch else {})


def test_V_3_two_goats_take_a_tie_each():
    t = (
        Table(deal="狼狼 羊羊 预女猎 民民民", sheriff=False)
        .night()
        .vote({1: 8, 5: 1})
        .night()
        .vote({1: 8, 5: 1})
    )
    assert [event.seat for event in t.events(Scapegoated)] == [3, 4]
