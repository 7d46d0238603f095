"""守墓人: reads the graves of the exiled."""

from functools import partial

import pytest

from llmwolf.roles import registry
from tests.rules.table import Table

GRAVE = partial(Table, deal="狼狼 守墓人 预女猎白 民民民", sheriff=False)


def test_the_card():
    role = registry()["gravekeeper"]
    assert (role.zh, role.camp, role.side) == ("守墓人", "G", "good")


@pytest.mark.parametrize(("exiled", "answer"), [(1, "wolf"), (4, "good"), (8, "good")])
def test_R_1_each_night_shown_whether_the_exiled_was_a_wolf(exiled: int, answer: str):
    t = GRAVE().night().exile(exiled).night()
    assert t.told(3, "grave") == [(exiled, answer)]
    for seat in (0, 1, 2, 4, 9):
        assert t.told(seat, "grave") == []


def test_R_1_night_after_night():
    t = GRAVE().night().exile(10).night(knife=9).exile(1).night()
    assert t.told(3, "grave") == [(10, "good"), (1, "wolf")]


def test_R_1_nothing_without_an_exile_and_nothing_of_the_knifed():
    assert GRAVE().night().night(knife=9).night().told(3, "grave") == []


def test_R_1_an_idiot_who_stayed_has_no_grave():
    t = GRAVE().night().exile(7).night()
    assert 7 in t.living
    assert t.told(3, "grave") == []


def test_R_1_who_followed_or_was_shot_is_not_read():
    t = GRAVE().night().exile(6).shoot(1).night()
    assert t.told(3, "grave") == [(6, "good")]


@pytest.mark.parametrize(("card", "answer"), [("隐狼", "wolf"), ("狂人", "good"), ("狼王", "wolf")])
def test_R_1_what_the_exiled_was_and_not_what_a_seer_would_see(card: str, answer: str):
    t = Table(deal=f"狼狼 守墓人 {card} 预女 民民民", sheriff=False).night().exile(4).night()
    assert t.told(3, "grave") == [(4, answer)]


def test_R_1_a_wild_child_who_turned_was_a_wolf():
    t = Table(deal="狼狼 守墓人 野孩子 预女 民民民", sheriff=False).night(model=9, knife=9)
    assert t.exile(4).night().told(3, "grave") == [(4, "wolf")]


def test_R_1_a_dead_gravekeeper_learns_no_more():
    t = GRAVE().night(knife=3).exile(1).night()
    assert t.told(3, "grave") == []


def test_R_1_knifed_tonight_he_still_learns_tonight():
    assert GRAVE().night().exile(1).night(knife=3).told(3, "grave") == [(1, "wolf")]


def test_C_5_with_the_powers_lost_graves_are_silent():
    t = Table(deal="狼狼 守墓人 长老 预女 民民民", sheriff=False).night().exile(4).night()
    assert t.told(3, "powers") == [(3, "lost")]
    assert t.told(3, "grave") == []


def test_R_1_two_gravekeepers_read_the_same_grave():
    t = Table(deal="狼狼 墓墓 预女 民民民", sheriff=False).night().exile(1).night()
    assert t.told(3, "grave") == t.told(4, "grave") == [(1, "wolf")]
