"""白狼王: a blast in a speech phase may take one along (I-3)."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Died, Exploded, Shot
from tests.rules.table import Table

KING = partial(Table, deal="狼狼 白狼王 预女猎守 民民民民民", sheriff=False)
"""Wolves 1 and 2, white wolf king 3, seer 4, witch 5, hunter 6, guard 7, villagers 8 to 12."""


def test_the_card():
    role = registry()["white_wolf_king"]
    assert (role.zh, role.camp, role.side) == ("白狼王", "W", "wolves")


def test_I_3_he_takes_one_along_or_nobody():
    t = KING().night().to("speech").explode(3, take=4)
    assert t.events(Exploded) == [Exploded(3, "speech", 4)]
    assert t.dead == (3, 4)
    assert t.causes == {3: "explode", 4: "explode"}
    assert [event.how for event in t.events(Died)] == ["explode", "taken"]
    assert t.to("night").facts.day == 2
    assert KING().night().to("speech").explode(3).to("night").dead == (3,)


@pytest.mark.parametrize(
    ("targets", "legal"),
    [((), True), ((4,), True), ((1,), True), ((3,), False), ((8,), False), ((4, 5), False)],
)
def test_R_4_at_most_one_other_living_player(targets: tuple[int, ...], legal: bool):
    t = KING().night(knife=8).to("speech")
    assert t.no_right(3, "explode", *targets) is not legal


def test_I_3_a_plain_wolf_takes_nobody():
    t = KING().night().to("speech")
    assert t.no_right(1, "explode", 4)
    assert not t.no_right(1, "explode")


def test_I_3_in_the_election_and_its_pk():
    t = KING(sheriff=True).night().run(4, 9).explode(3, take=4).to("night")
    assert t.dead == (3, 4)
    assert t.sheriff == 0
    t = KING(sheriff=True).night().run(4, 9).badge_vote({1: 4, 2: 9}).to("election_pk").explode(3, take=9)
    assert t.to("night").dead == (3, 9)


def test_I_3_in_a_pk_of_the_day():
    t = KING().night().vote({1: 8, 4: 9}).to("pk").explode(3, take=8)
    assert t.to("night").dead == (3, 8)


def test_I_3_not_during_a_ballot():
    t = KING().night().to("ballot")
    assert t.no_right(3, "explode")
    assert t.no_right(3, "explode", 4)


def test_I_3_in_last_words_at_most_alone():
    t = KING().night().exile(8).to("last_words")
    assert t.no_right(3, "explode")
    t = KING(explode_phases=("election", "speech", "pk", "last_words")).night().exile(8).to("last_words")
    assert t.no_right(3, "explode", 4)
    assert not t.no_right(3, "explode")


def test_I_3_not_where_no_blast_is_available():
    t = KING(explode_phases=()).night().to("speech")
    assert t.no_right(3, "explode", 4)


def test_I_3_a_hunter_taken_may_shoot():
    t = KING().night().to("speech").explode(3, take=6)
    assert (t.stage, t.asked) == ("last_act", (6,))
    t.shoot(1)
    assert t.dead == (3, 6, 1)
    assert t.to("night").facts.day == 2


def test_I_3_N_18_somebody_knifed_tonight_may_be_taken_and_died_of_the_knife_all_the_same():
    t = KING(sheriff=True).night(knife=8).run(4, 9).explode(3, take=8).to("night")
    assert t.dead == (3, 8)
    assert t.causes[8] == "knife"


def test_I_2_the_nights_dead_are_announced_after_his_blast():
    t = KING(sheriff=True).night(knife=8).run(4, 9).explode(3, take=4).to("night")
    assert t.dead == (3, 4, 8)


@pytest.mark.parametrize("acts", [{"knife": 3}, {"poison": 3}])
def test_R_1_any_other_death_is_a_plain_one(acts: dict[str, Any]):
    t = KING().night(**acts).to("speech")
    assert t.dead == (3,)
    assert t.events(Shot) == []
    assert KING().night().exile(3).to("night").dead == (3,)


def test_N_1_he_knifes_with_the_pack():
    t = KING().night(until="knife")
    assert {1, 2, 3} <= set(t.asked)
    assert t.game.view(1).hand.pack == {1: "werewolf", 2: "werewolf", 3: "white_wolf_king"}


def test_R_3_the_seer_sees_a_wolf():
    assert KING().night(check=3).told(4, "check") == [(3, "wolf")]


def test_C_3_who_is_bound_to_the_taken_follows():
    t = Table(deal="狼狼 白狼王 丘 预女 民民民", sheriff=False).night(link=(7, 8)).to("speech")
    assert t.explode(3, take=7).to("night").dead == (3, 7, 8)


def test_D_9_a_sheriff_taken_hands_the_badge_on():
    t = KING(sheriff=True).night().run(4).to("speech").explode(3, take=4).to("badge")
    assert t.asked == (4,)
    assert t.give(9).to("night").sheriff == 9


def test_L_1_neither_of_the_two_has_last_words_under_the_official_rules():
    t = KING().night().to("speech").explode(3, take=4).to("night")
    assert t.heard(0, Died) == [Died(3, "explode"), Died(4, "taken")]
    assert not t.speakers("last_words")


def test_C_4_both_are_out_before_the_win_is_checked():
    t = Table(deal="白狼王 预 民民民", sheriff=False).night().to("speech").explode(1, take=2)
    assert t.winner == "good", "no wolf lives"


def test_C_5_the_powers_lost_leave_him_his():
    t = Table(deal="狼狼 白狼王 长老 预女猎 民民民", sheriff=False).night().exile(4).night().to("speech")
    assert t.explode(3, take=7).to("night").dead == (4, 3, 7)


def test_I_3_two_kings_take_one_each():
    t = Table(deal="狼 白狼王 白狼王 预女猎 民民民", sheriff=False).night().to("speech").explode(2, take=4)
    t.night().to("speech").explode(3, take=9).to("night")
    assert t.dead == (2, 4, 3, 9)
