"""狼王: a wolf with a gun."""

from functools import partial

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Revealed, Shot
from tests.rules.table import Table

KING = partial(Table, deal="狼狼 狼王 预女猎守 民民民民民", sheriff=False)
"""Wolves 1 and 2, wolf king 3, seer 4, witch 5, hunter 6, guard 7, villagers 8 to 12."""


def may_shoot(t: Table, seat: int = 3) -> bool:
    """Whether ``seat`` is asked for a shot now."""
    return t.stage == "last_act" and t.asked == (seat,)


def test_the_card():
    role = registry()["wolf_king"]
    assert (role.zh, role.camp, role.side) == ("狼王", "W", "wolves")


def test_R_1_exiled_he_may_shoot_one():
    t = KING().night().exile(3)
    assert may_shoot(t)
    assert t.options(3) == ("shoot 1 2 4 5 6 7 8 9 10 11 12", "pass")
    assert t.game.view(0).asked == ()
    t.shoot(4)
    assert t.dead == (3, 4)
    assert t.causes == {3: "exile", 4: "shot"}
    assert t.events(Revealed, Shot) == [Revealed(3, "wolf_king"), Shot(3, 4)]


def test_C_2_he_may_hold_fire():
    t = KING().night().exile(3).shoot(0).to("night")
    assert t.dead == (3,)
    assert t.events(Revealed, Shot) == []


def test_R_1_knifed_by_his_own_pack_he_may():
    t = KING().night(knife=3)
    assert may_shoot(t)
    assert t.shoot(4).to("speech").dead == (3, 4)
    assert t.facts.gone[4] == ("night", 1, "shot")


def test_R_1_shot_by_a_hunter_he_may():
    t = KING().night().exile(6).shoot(3)
    assert may_shoot(t)
    assert t.shoot(4).dead == (6, 3, 4)


def test_R_1_poisoned_he_may_not():
    assert not may_shoot(KING().night(poison=3))
    assert not may_shoot(KING().night(poison=3, knife=3)), "knifed and poisoned is poisoned"


def test_R_1_by_his_own_blast_he_may_not():
    t = KING().night().to("speech").explode(3)
    assert not may_shoot(t)
    assert t.to("night").dead == (3,)


def test_R_1_as_a_lover_or_charmed_or_duelled_or_bombed_he_may_not():
    t = Table(deal="狼狼 狼王 丘 预女 民民民", sheriff=False).night(link=(3, 8)).exile(8)
    assert (t.dead, may_shoot(t)) == ((8, 3), False)
    t = Table(deal="狼狼 狼王 骑士 预女 民民民", sheriff=False).night().duel(4, 3)
    assert not may_shoot(t)
    t = Table(deal="狼狼 狼王 炸弹人 预女 民民民", sheriff=False).night().vote({3: 4, 5: 4})
    assert (t.dead, may_shoot(t)) == ((4, 3, 5), False)


@pytest.mark.parametrize(
    "cause", ["poison", "explode", "lover", "charm", "duel", "bomb", "exile", "knife", "shot"]
)
def test_R_1_each_cause_of_death(cause: str):
    judge = KING().game.judge
    may = registry()["wolf_king"].last_act(judge, 3, cause) is not None
    assert may is (cause in ("exile", "knife", "shot"))


@pytest.mark.parametrize("blocked", [(), ("poison", "lover", "charm")])
def test_C_1_the_hunters_blocked_causes_are_not_his(blocked: tuple[str, ...]):
    assert not may_shoot(KING(hunter_blocked_by=blocked).night(poison=3))
    assert may_shoot(KING(hunter_blocked_by=blocked).night().exile(3))


def test_N_1_he_knifes_with_the_pack():
    t = KING().night(until="knife")
    assert {1, 2, 3} <= set(t.asked)
    assert t.game.view(1).hand.pack == {1: "werewolf", 2: "werewolf", 3: "wolf_king"}


def test_I_1_he_may_blow_himself_up_and_takes_nobody():
    t = KING().night().to("speech")
    assert not t.no_right(3, "explode")
    assert t.no_right(3, "explode", 4)


def test_R_3_the_seer_sees_a_wolf():
    assert KING().night(check=3).told(4, "check") == [(3, "wolf")]


def test_C_4_king_and_hunter_out_in_one_night_shoot_lowest_seat_first():
    t = Table(deal="狼狼 猎 狼王 预女女 民民民", sheriff=False).night(knife=4, poison={6: 3})
    assert may_shoot(t, 4), "the hunter was poisoned"
    t = Table(deal="狼狼 猎 狼王 预女 民民民民", sheriff=False, hunter_blocked_by=())
    t.night(knife=4, poison=3)
    assert may_shoot(t, 3)
    assert may_shoot(t.shoot(1), 4)


def test_C_4_a_shot_at_the_hunter_is_answered():
    t = KING().night().exile(3).shoot(6)
    assert may_shoot(t, 6)
    assert t.shoot(1).dead == (3, 6, 1)


def test_W_8b_his_shot_falls_before_the_win_check():
    t = Table(deal="狼王 预 民民民", sheriff=False).night().exile(1)
    assert may_shoot(t, 1)
    assert t.shoot(2).winner == "good"
    t = Table(deal="狼王 预 民民民", sheriff=False, shot_before_win_check=False).night().exile(1)
    assert t.winner == "good"
    assert t.events(Shot) == []


def test_C_5_the_powers_lost_leave_him_his_gun():
    t = Table(deal="狼狼 狼王 长老 预女 民民民", sheriff=False).night().exile(4).night().exile(3)
    assert may_shoot(t)


def test_C_2_where_a_turned_card_must_shoot_a_hunter_must_and_a_king_may():
    t = KING(hunter_must_shoot=True).night().exile(3).to("night")
    assert t.dead == (3,)


def test_R_1_two_kings_with_a_gun_each():
    t = (
        Table(deal="狼 狼王 狼王 预女 民民民民", sheriff=False)
        .night()
        .exile(2)
        .shoot(6)
        .night()
        .exile(3)
        .shoot(7)
    )
    assert t.dead == (2, 6, 3, 7)
