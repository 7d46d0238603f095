"""预言家: the check."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Told
from tests.rules.table import SEATING, Table

MIXED = partial(
    Table,
    deal="狼人 白狼王 狼王 狼美人 隐狼 预言家 野孩子 丘比特 吹笛者 小女孩 老流氓 狂人 守墓人 民 民",
    sheriff=False,
)
"""The seer in seat 6, one of many cards in each other seat."""
SIDES = (*4 * ["wolf"], "good", "-", *9 * ["good"])
"""What she learns of each seat; the hidden wolf in seat 5 looks good."""


def test_the_card():
    role = registry()["seer"]
    assert (role.zh, role.camp, role.side) == ("预言家", "G", "good")
    assert role.aliases == ("先知",)


def test_R_4_seer_may_check_neither_herself_nor_an_announced_dead():
    """Trap R31, L06."""
    t = Table("standard-9").night(knife=9, until="check")
    assert t.refusal(4, "check", 4) == "target"
    t.night(check=1).night(until="check")
    assert t.refusal(4, "check", 9) == "target"
    assert t.refusal(4, "check", 8) == ""


def test_R_4_somebody_knifed_tonight_may_still_be_checked_and_poisoned():
    t = Table("standard-9").night(knife=4, check=1, poison=4)
    assert t.causes == {4: "poison"}
    assert t.told(4, "check") == [(1, "wolf")]


def test_R_5_she_may_pass_and_the_same_seat_may_be_checked_again():
    t = Table("standard-9").night(check=1).night(until="check")
    assert t.refusal(4, "pass") == ""
    assert t.refusal(4, "check", 1) == ""


@pytest.mark.parametrize("board", sorted(SEATING))
def test_R_3_the_seer_learns_the_side_and_never_the_card(board: str):
    deal = SEATING[board]
    seer = deal.index("预") + 1
    for target, card in enumerate(deal, 1):
        if target == seer:
            continue
        t = Table(board).night(check=target)
        assert t.told(seer, "check") == [(target, "wolf" if card == "狼" else "good")]
        assert not [told for told in t.heard(0, Told) if told.fact == "check"]


@pytest.mark.parametrize("target", [seat for seat in range(1, 16) if seat != 6])
def test_R_3_the_side_of_every_card(target: int):
    assert MIXED().night(check=target).told(6, "check") == [(target, SIDES[target - 1])]


@pytest.mark.parametrize("target", [seat for seat in range(1, 16) if seat != 6])
def test_R_3_the_card_itself_by_switch(target: int):
    t = MIXED(seer_sees="card").night(check=target)
    assert t.told(6, "check") == [(target, t.role(target))]


def test_R_3_the_current_side_of_a_wild_child():
    deal = "狼狼 野孩子 预女 民民民"
    t = Table(deal=deal, sheriff=False).night(model=8, check=3).exile(8).night(check=3)
    assert t.told(4, "check") == [(3, "good"), (3, "wolf")]


def test_R_3_the_current_side_of_a_thief():
    deal = "狼狼 盗贼 预女 民民民"
    t = Table(deal=deal, spare="狼 民", sheriff=False).night(thief="first", check=3)
    assert t.told(4, "check") == [(3, "wolf")]
    t = Table(deal=deal, spare="守 民", sheriff=False).night(thief="first", check=3)
    assert t.told(4, "check") == [(3, "good")]


def test_R_3_a_seer_who_dies_tonight_still_learns_the_answer():
    t = Table("standard-9").night(knife=4, check=1).to("speech")
    assert t.dead == (4,)
    assert t.told(4, "check") == [(1, "wolf")]


def test_R_3_by_faction_as_it_stands_that_night():
    deal = "狼狼 预女猎丘 民民民民"
    rules: dict[str, Any] = {"sheriff": False, "seer_sees": "faction", "judged": "one_by_one"}
    t = Table(deal=deal, **rules).night(link=(1, 7), check=7)
    assert t.told(3, "check") == [(7, "not_village")], "linked to a wolf before she looked"


def test_C_5_with_the_powers_lost_nothing_is_seen():
    t = Table(deal="狼狼 预 长老 女 民民民", sheriff=False).night().exile(4).to("night")
    while t.stage == "night":
        assert 3 not in t.asked
        t.pass_all()
    assert t.told(3, "powers") == [(3, "lost")]


def test_R_3_two_seers_learn_each_their_own():
    t = Table(deal="狼狼 预预 女 民民民", sheriff=False).night(check={3: 1, 4: 6})
    assert t.told(3, "check") == [(1, "wolf")]
    assert t.told(4, "check") == [(6, "good")]
    t = Table(deal="狼狼 预预 女 民民民", sheriff=False).night(check={3: 4, 4: 3})
    assert t.told(3, "check") == [(4, "good")]
