"""隐狼: seen as good, unknown to the pack, without knife or 自爆 until the others are out."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Acted, PackMet, Whispered
from tests.rules.table import Table

VEIL = partial(Table, deal="狼狼 隐狼 预女猎守 民民民民", sheriff=False)
"""Wolves 1 and 2, hidden wolf 3, seer 4, witch 5, hunter 6, guard 7, villagers 8 to 11."""


def alone(**rules: Any) -> Table:
    """The hidden wolf is the last wolf; it is day 2 at the latest."""
    return VEIL(**rules).night(poison=1).exile(2)


def test_the_card():
    role = registry()["hidden_wolf"]
    assert (role.zh, role.camp, role.side) == ("隐狼", "W", "wolves")


def test_R_3_the_seer_sees_a_good_player():
    assert VEIL().night(check=3).told(4, "check") == [(3, "good")]
    assert VEIL(seer_sees="card").night(check=3).told(4, "check") == [(3, "hidden_wolf")]


def test_R_3_even_once_he_has_the_knife():
    t = alone().night(check=3)
    assert t.told(4, "check") == [(3, "good")]


def test_N_4_he_knows_the_pack_and_the_pack_does_not_know_him():
    t = VEIL()
    assert t.game.view(3).hand.pack == {1: "werewolf", 2: "werewolf"}
    assert t.game.view(1).hand.pack == t.game.view(2).hand.pack == {1: "werewolf", 2: "werewolf"}
    assert [event.ears for event in t.events(PackMet)] == [(1, 2), (3,)]


def test_N_4_he_neither_talks_nor_knifes_with_them():
    t = VEIL().night(until="knife")
    assert t.asked == (1, 2)
    t.night(knife=9)
    assert t.heard(3, Whispered) == t.heard(3, Acted) == []
    assert t.told(3, "knife") == []


def test_N_4_they_may_knife_him():
    assert VEIL().night(knife=3).to("speech").dead == (3,)


def test_I_1_no_blast_until_the_others_are_out():
    t = VEIL().night().to("speech")
    assert t.no_right(3, "explode")
    assert not t.no_right(1, "explode")
    t = alone().night(knife=8).to("speech")
    assert not t.no_right(3, "explode")
    assert t.explode(3).winner == "good"


def test_W_1_the_last_open_wolf_out_is_not_the_end():
    """Trap R29."""
    t = alone()
    assert not t.game.over
    t.night(until="knife")
    assert t.asked == (3,)
    t.night(knife=9)
    assert t.to("speech").dead == (1, 2, 9)


def test_W_1_good_wins_once_he_is_out_too():
    t = alone().night().exile(3)
    assert (t.winner, t.facts.winners) == ("good", (4, 5, 6, 7, 8, 9, 10, 11))


def test_W_10_he_wins_with_the_wolves():
    t = VEIL().night(knife=8).exile(9).night(knife=10).exile(11)
    assert (t.winner, t.facts.winners) == ("wolves", (1, 2, 3))


@pytest.mark.parametrize("rule", ["parity", "edge_or_parity"])
def test_W_2_he_counts_as_a_wolf(rule: str):
    t = Table(deal="狼 隐狼 预女 民民", sheriff=False, wolves_win=rule).night(knife=6)
    assert not t.game.over
    assert t.exile(5).winner == "wolves", "two of four"


def test_N_4_a_wolf_poisoned_tonight_still_holds_the_knife():
    t = Table(deal="狼 隐狼 预女猎守 民民民民", sheriff=False).night(poison=1, knife=8)
    assert t.to("speech").dead == (1, 8)
    assert t.night(until="knife").asked == (2,)


def test_N_4_the_knife_does_not_pass_before_the_death_is_announced():
    """Trap D10: on the stage of the election nobody may learn from a right that the pack is gone."""
    t = Table(deal="狼 隐狼 预女猎守 民民民民").night(poison=1).run(3, 4)
    assert t.no_right(2, "explode")
    assert not t.no_right(1, "explode")
    t.to("speech")
    assert not t.no_right(2, "explode")


def test_R_1_the_knight_hits_him():
    t = Table(deal="狼狼 隐狼 骑士 预女猎 民民民", sheriff=False).night().duel(4, 3)
    assert t.dead == (3,)


def test_R_1_a_charm_on_him_has_no_effect():
    t = Table(deal="狼狼 隐狼 狼美人 预女猎 民民民", sheriff=False).night(charm=3)
    assert t.hidden.charms == {4: 3}
    assert t.exile(4).dead == (4,)


def test_N_4_a_turned_wild_child_keeps_the_knife_from_him():
    t = Table(deal="狼 隐狼 野孩子 预女猎 民民民民", sheriff=False).night(model=1).exile(1)
    assert t.role(3) == "werewolf"
    assert t.night(until="knife").asked == (3,)
    assert t.game.view(2).hand.pack == {3: "werewolf"}, "he knows who has joined"
    assert 2 not in t.game.view(3).hand.pack


def test_N_4_two_hidden_wolves_take_over_together():
    t = Table(deal="狼 隐狼 隐狼 预女猎 民民民民", sheriff=False).night().exile(1).night(until="knife")
    assert t.asked == (2, 3)
    assert t.game.view(2).hand.pack.keys() >= {3}
    assert t.game.view(3).hand.pack.keys() >= {2}


def test_W_2_out_with_all_gods_alive_the_wolves_have_lost():
    t = VEIL().night(poison=3).exile(1).night().exile(2)
    assert t.winner == "good"


def test_N_4_where_a_thief_may_join_the_pack_he_is_told_once_it_has_met():
    t = Table(deal="狼 盗贼 隐狼 预女 民民民", spare="狼 民", sheriff=False)
    assert t.game.view(3).hand.pack == {}
    t.night(thief="first", until="knife")
    assert t.game.view(3).hand.pack == {1: "werewolf", 2: "werewolf"}
    assert 3 not in t.game.view(1).hand.pack
