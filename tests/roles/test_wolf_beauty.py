"""狼美人: the charm, and who follows her."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Acted, Charmed, Died
from tests.rules.table import Table

BEAUTY = partial(Table, deal="狼狼 狼美人 预女猎守 民民民民民", sheriff=False)
"""Wolves 1 and 2, wolf beauty 3, seer 4, witch 5, hunter 6, guard 7, villagers 8 to 12."""


def test_the_card():
    role = registry()["wolf_beauty"]
    assert (role.zh, role.camp, role.side) == ("狼美人", "W", "wolves")


def test_R_4_neither_herself_nor_the_pack_nor_the_dead():
    t = BEAUTY().night(knife=12).night(until="charm")
    assert t.options(3) == ("charm 4 5 6 7 8 9 10 11", "pass")
    for seat in (1, 2, 3, 12):
        assert t.refusal(3, "charm", seat) == "target"
    assert t.refusal(3, "charm", 8, 9) == "count"


def test_R_1_a_hidden_wolf_may_be_charmed_without_effect():
    t = Table(deal="狼狼 狼美人 隐狼 预女猎 民民民民", sheriff=False).night(until="charm")
    assert t.refusal(3, "charm", 4) == ""
    t.night(charm=4)
    assert t.exile(3).dead == (3,)


def test_R_1_not_the_same_one_twice_running():
    t = BEAUTY().night(charm=8).night(until="charm")
    assert t.refusal(3, "charm", 8) == "target"
    t.night(charm=9).night(until="charm")
    assert t.refusal(3, "charm", 8) == ""
    assert BEAUTY().night(charm=8).night().night(until="charm").refusal(3, "charm", 8) == ""


@pytest.mark.parametrize(
    ("acts", "dead"),
    [
        ({"poison": 3}, (3, 8)),
        ({"knife": 3}, (3,)),
        ({"knife": 3, "poison": 3}, (3,)),
        ({"knife": 3, "guard": 3}, ()),
        ({"knife": 3, "save": 3}, ()),
        ({"knife": 8, "poison": 3}, (3, 8)),
        ({"knife": 8}, (8,)),
    ],
)
def test_R_1_who_follows_her_at_night(acts: dict[str, Any], dead: tuple[int, ...]):
    t = BEAUTY().night(charm=8, **acts).to("speech")
    assert t.dead == dead
    if acts == {"poison": 3}:
        assert t.causes == {3: "poison", 8: "charm"}


def test_R_1_knifed_by_her_own_pack_the_charmed_stays_though_she_was_poisoned_too():
    t = BEAUTY().night(charm=8, knife=3, poison=3).to("night")
    assert t.causes == {3: "poison"}
    assert t.dead == (3,)


def test_R_1_exiled_he_follows():
    t = BEAUTY().night(charm=8).exile(3)
    assert t.dead == (3, 8)
    assert t.causes == {3: "exile", 8: "charm"}
    assert t.facts.gone[8] == ("day", 1, "follow")
    assert [event.how for event in t.events(Died)] == ["exile", "follow"]


def test_R_1_shot_duelled_or_as_a_lover_he_follows():
    assert BEAUTY().night(charm=8).exile(6).shoot(3).dead == (6, 3, 8)
    t = Table(deal="狼狼 狼美人 骑士 预女 民民民", sheriff=False).night(charm=8).duel(4, 3)
    assert t.to("night").dead == (3, 8)
    t = Table(deal="狼狼 狼美人 丘 预女 民民民", sheriff=False).night(charm=8, link=(3, 9)).exile(9)
    assert t.dead == (9, 3, 8)


def test_R_1_after_her_own_blast_he_stays():
    t = BEAUTY().night(charm=8).to("speech").explode(3).to("night")
    assert t.dead == (3,)


def test_R_1_only_the_latest_nights_charm_counts():
    t = BEAUTY().night(charm=8).night(charm=9).exile(3)
    assert t.dead == (3, 9)
    t = BEAUTY().night(charm=8).night().exile(3)
    assert t.dead == (3,), "she skipped the last night"
    assert t.events(Charmed) == [Charmed(3, 8), Charmed(3, 0)]
    assert [acted.target for acted in t.heard(3, Acted) if acted.verb == "charm"] == [8]
    assert BEAUTY().night().events(Charmed) == []


def test_R_1_a_charm_of_tonight_counts_tonight():
    assert BEAUTY().night(charm=8).night(charm=9, poison=3).to("speech").dead == (3, 9)


def test_R_1_a_charmed_one_who_is_out_already_is_not_taken_again():
    t = BEAUTY().night(charm=8, knife=8).exile(3)
    assert t.dead == (8, 3)


def test_C_4_a_second_link_of_the_chain():
    """Trap R17: beauty, charmed, lover, all in one resolution."""
    t = Table(deal="狼狼 狼美人 丘 预女 民民民", sheriff=False).night(charm=8, link=(8, 9)).exile(3)
    assert t.dead == (3, 8, 9)
    assert t.causes == {3: "exile", 8: "charm", 9: "lover"}
    t = Table(deal="狼狼 狼美人 丘 预女 民民民", sheriff=False).night(charm=8, link=(8, 9), poison=3)
    assert t.to("speech").dead == (3, 8, 9)


def test_D_13_followers_of_the_night_are_announced_by_seat_without_a_cause():
    t = Table(deal="预女 狼美人 狼狼 民民民 守", sheriff=False).night(charm=1, poison=3).to("speech")
    assert t.dead == (1, 3)
    assert t.facts.gone[1] == ("night", 1, "night")


def test_X_2_nobody_else_learns_of_the_charm():
    t = BEAUTY().night(charm=8)
    for seat in (0, 1, 2, 8, 9):
        assert not [acted for acted in t.heard(seat, Acted) if acted.verb == "charm"]
    assert [acted.target for acted in t.heard(3, Acted) if acted.verb == "charm"] == [8]


def test_N_1_she_knifes_with_the_pack_as_well():
    t = BEAUTY().night(until="knife")
    assert {1, 2, 3} <= set(t.asked)
    assert t.night(knife=9, charm=8).to("speech").dead == (9,)


def test_R_3_the_seer_sees_a_wolf():
    assert BEAUTY().night(check=3).told(4, "check") == [(3, "wolf")]


def test_L_1_the_charmed_have_no_last_words_by_day():
    t = BEAUTY().night(charm=8).exile(3).to("last_words")
    assert t.asked == (3,)
    assert t.pass_all().stage != "last_words"


def test_W_8_the_charmed_is_out_before_the_win_is_checked():
    t = Table(deal="狼美人 预 民民", sheriff=False).night(charm=2).exile(1)
    assert t.dead == (1, 2)
    assert t.winner == "good", "no wolf lives, though no god does either"


def test_C_5_the_powers_lost_leave_the_charm_alone():
    t = Table(deal="狼狼 狼美人 长老 预女 民民民", sheriff=False).night().exile(4).night(charm=8).exile(3)
    assert t.dead == (4, 3, 8)


def test_R_1_two_beauties_each_with_a_charm():
    t = Table(deal="狼 狼美 狼美 预女猎 民民民", sheriff=False).night(charm={2: 8, 3: 9}).exile(2)
    assert t.dead == (2, 8)
    assert t.night().exile(3).dead == (2, 8, 3), "her charm of the first night no longer counts"
