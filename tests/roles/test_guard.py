"""守卫: the shield."""

import pytest

from llmwolf.roles import registry
from tests.rules.table import Table


def test_the_card():
    role = registry()["guard"]
    assert (role.zh, role.camp, role.in_pack) == ("守卫", "G", False)


def test_N_9_not_the_same_seat_two_nights_running():
    t = Table("guard-12").night(guard=9).night(until="guard")
    assert t.refusal(8, "guard", 9) == "target"
    assert t.refusal(8, "guard", 10) == ""


def test_N_9_a_skipped_night_resets_the_rule():
    t = Table("guard-12").night(guard=9).night().night(until="guard")
    assert t.refusal(8, "guard", 9) == ""


@pytest.mark.parametrize(
    ("switch", "next_night", "night_after"),
    [("not_running", "target", ""), ("once_per_game", "target", "target"), ("free", "", "")],
)
def test_N_9_repeating_by_switch(switch: str, next_night: str, night_after: str):
    t = Table("guard-12", guard_repeat=switch).night(guard=9).night(until="guard")
    assert t.refusal(8, "guard", 9) == next_night
    t.night(guard=10).night(until="guard")
    assert t.refusal(8, "guard", 9) == night_after


def test_N_9_the_guard_may_protect_himself():
    assert Table("guard-12").night(guard=8, knife=8).to("speech").dead == ()


@pytest.mark.parametrize(
    ("guard", "save", "dead"),
    [(9, 9, (9,)), (9, 0, ()), (0, 9, ()), (0, 0, (9,)), (10, 9, ()), (10, 0, (9,))],
)
def test_N_10_guard_and_antidote_on_one_victim_cancel(guard: int, save: int, dead: tuple[int, ...]):
    """Trap R01."""
    assert Table("guard-12").night(knife=9, guard=guard, save=save).to("speech").dead == dead


def test_N_10_or_the_victim_lives_by_switch():
    t = Table("guard-12", guard_and_antidote="lives").night(knife=9, guard=9, save=9)
    assert t.to("speech").dead == ()


def test_N_11_the_guard_does_not_stop_poison():
    """Trap R02."""
    t = Table("guard-12").night(guard=9, knife=10, poison=9).to("speech")
    assert t.dead == (9, 10)
