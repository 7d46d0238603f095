"""预言家: the check."""

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Told
from tests.rules.table import SEATING, Table


def test_the_card():
    role = registry()["seer"]
    assert (role.zh, role.camp, role.in_pack) == ("预言家", "G", False)


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
    assert [told.value for told in t.heard(4, Told)] == ["wolf"]


@pytest.mark.parametrize("board", sorted(SEATING))
def test_R_3_the_seer_learns_the_side_and_never_the_card(board: str):
    deal = SEATING[board]
    seer = deal.index("预") + 1
    for target, card in enumerate(deal, 1):
        if target == seer:
            continue
        t = Table(board).night(check=target)
        answers = [(told.seat, told.value) for told in t.heard(seer, Told) if told.fact == "check"]
        assert answers == [(target, "wolf" if card == "狼" else "good")]
        assert not [told for told in t.heard(0, Told) if told.fact == "check"]


def test_R_3_a_seer_who_dies_tonight_still_learns_the_answer():
    t = Table("standard-9").night(knife=4, check=1).to("speech")
    assert t.dead == (4,)
    assert [(told.seat, told.value) for told in t.heard(4, Told)] == [(1, "wolf")]
