"""狂人: counts and looks like a villager, wins with the wolves."""

from functools import partial

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import PackMet
from tests.rules.table import Table

MAD = partial(Table, deal="狼狼 狂人 预女猎 民民民", sheriff=False)


def test_the_card():
    role = registry()["possessed"]
    assert (role.zh, role.camp, role.side) == ("狂人", "V", "wolves")


def test_R_1_asked_nothing_and_no_rights():
    t = MAD()
    while t.stage == "night":
        assert 3 not in t.asked
        t.pass_all()
    assert t.rights(3) == ()
    assert t.rights(1) == ("explode",)


def test_R_1_knows_no_wolf_and_no_wolf_knows_him():
    t = MAD().night()
    assert t.heard(3, PackMet) == []
    assert t.game.view(3).hand.pack == {}
    assert t.game.view(1).hand.pack == {1: "werewolf", 2: "werewolf"}


def test_R_3_the_seer_sees_a_good_player():
    assert MAD().night(check=3).told(4, "check") == [(3, "good")]


def test_R_3_and_the_card_where_cards_are_seen():
    assert MAD(seer_sees="card").night(check=3).told(4, "check") == [(3, "possessed")]


def test_W_10_he_wins_with_the_wolves_alive_or_dead():
    t = MAD().night(knife=7).exile(8).night(knife=9).exile(3)
    assert (t.winner, t.facts.winners) == ("wolves", (1, 2, 3))
    assert t.facts.reason == "villagers_out"


def test_W_10_and_not_with_good():
    t = MAD().night().exile(1).night().exile(2)
    assert (t.winner, t.facts.winners) == ("good", (4, 5, 6, 7, 8, 9))


def test_W_1_good_does_not_wait_for_him():
    t = MAD().night(poison=2).exile(1)
    assert 3 in t.living
    assert t.winner == "good"


def test_W_2_as_the_last_villager_he_keeps_the_edge():
    t = MAD().night(knife=7).exile(8).night(knife=9)
    assert not t.game.over
    assert t.night(knife=3).winner == "wolves"


@pytest.mark.parametrize("rule", ["parity", "edge_or_parity"])
def test_W_2_under_parity_he_counts_among_the_others(rule: str):
    t = Table(deal="狼狼 狂人 预 民民", sheriff=False, wolves_win=rule)
    assert not t.game.over, "two wolves and four others"
    assert not t.night(knife=6).game.over
    assert t.exile(5).facts.reason in ("parity", "villagers_out")


def test_W_4_he_is_no_half_of_the_wolves():
    t = Table(deal="狼 狂人 预女猎守", sheriff=False, house="face-to-face").night(knife=6).exile(5)
    assert t.living == (1, 2, 3, 4)
    assert not t.game.over, "one wolf of four is no half"


def test_D_2_he_may_run_and_vote_like_anybody():
    t = Table(deal="狼狼 狂人 预女猎 民民民").run(3, 4).badge_vote({5: 3})
    assert t.sheriff == 3
