"""猎人: the nightly sign and the gun."""

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Revealed, Shot, Told
from tests.rules.table import Table


def may_shoot(t: Table, seat: int) -> bool:
    """Whether ``seat`` is asked for a shot now."""
    return t.stage == "last_act" and t.asked == (seat,)


def test_the_card():
    role = registry()["hunter"]
    assert (role.zh, role.camp, role.in_pack) == ("猎人", "G", False)


@pytest.mark.parametrize(("switch", "signs"), [(True, ["yes", "no"]), (False, [])])
def test_N_17_the_hunter_is_shown_each_night_whether_he_could_shoot(switch: bool, signs: list[str]):
    t = Table("standard-9", hunter_shown_nightly=switch).night().night(poison=6)
    assert [told.value for told in t.heard(6, Told) if told.fact == "gun"] == signs
    assert not t.heard(5, Told) or all(told.fact == "victim" for told in t.heard(5, Told))


def test_N_17_the_sign_follows_the_house_rule_on_poison():
    t = Table("standard-9", hunter_blocked_by=()).night(poison=6)
    assert [told.value for told in t.heard(6, Told)] == ["yes"]


@pytest.mark.parametrize(
    ("cause", "may"),
    [("knife", True), ("exile", True), ("shot", True), ("poison", False), ("lover", False), ("charm", False)],
)
def test_C_1_each_cause_of_death(cause: str, may: bool):
    """Trap R16: grief and charm block the gun as poison does, on whatever board they come up."""
    judge = Table("standard-9").game.judge
    assert (registry()["hunter"].last_act(judge, 6, cause) is not None) is may


def test_C_1_knifed_he_may_shoot():
    assert may_shoot(Table("standard-9").night(knife=6), 6)


def test_C_1_exiled_he_may_shoot():
    assert may_shoot(Table("standard-9").exile(6), 6)


def test_C_1_knifed_guarded_and_saved_he_may_shoot():
    assert may_shoot(Table("guard-12").night(knife=7, guard=7, save=7).run(), 7)


def test_C_1_poisoned_he_may_not():
    t = Table("standard-9").night(poison=6)
    assert t.stage == "last_words"
    assert not t.to("speech").events(Shot)


def test_C_1_knifed_and_poisoned_he_may_not():
    """Trap R14."""
    t = Table("standard-9").night(knife=6, poison=6)
    assert not may_shoot(t, 6)


@pytest.mark.parametrize(
    ("switch", "may"), [(("poison", "lover", "charm"), False), (("lover",), True), ((), True)]
)
def test_C_1_blocked_causes_by_switch(switch: tuple[str, ...], may: bool):
    t = Table("standard-9", hunter_blocked_by=switch).night(poison=6)
    assert may_shoot(t, 6) is may


def test_C_1_the_shot_turns_the_card_and_takes_one():
    t = Table("standard-9").exile(6).shoot(1)
    assert t.dead == (6, 1)
    assert t.causes == {6: "exile", 1: "shot"}
    assert t.facts.shown == {6: "hunter"}
    assert t.last(Shot) == Shot(6, 1)


def test_C_1_the_dead_are_no_targets():
    """Trap L06."""
    t = Table("standard-9").night(knife=9, poison=8).exile(6)
    assert t.options(6) == ("shoot 1 2 3 4 5 7", "pass")
    assert t.refusal(6, "shoot", 9) == "target"
    assert t.refusal(6, "shoot", 6) == "target"


def test_C_1_who_dies_the_same_night_is_out_before_the_shot():
    t = Table("standard-9").night().night(knife=6, poison=1)
    assert may_shoot(t, 6)
    assert t.refusal(6, "shoot", 1) == "target"


def test_C_1_nobody_is_told_that_a_hunter_is_being_asked():
    t = Table("standard-9").exile(6)
    assert may_shoot(t, 6)
    assert t.game.view(0).asked == ()
    assert t.game.view(1).request is None
    assert t.game.view(6).request is not None


def test_C_2_he_may_hold_fire():
    """Trap D03: holding fire is among the options, and turns no card."""
    t = Table("standard-9").exile(6)
    assert "pass" in t.options(6)
    t.shoot(0).to("night")
    assert t.dead == (6,)
    assert not t.events(Shot, Revealed)


def test_C_2_he_may_hold_fire_at_dawn():
    t = Table("standard-9").night(knife=6).shoot(0).to("speech")
    assert t.dead == (6,)
    assert not t.events(Revealed)
