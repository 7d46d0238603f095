"""猎人: the nightly sign and the gun."""

from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Revealed, Shot, Told
from tests.rules.table import Table


def may_shoot(t: Table, seat: int) -> bool:
    """Whether ``seat`` is asked for a shot now."""
    return t.stage == "last_act" and t.asked == (seat,)


def test_the_card():
    role = registry()["hunter"]
    assert (role.zh, role.camp, role.side) == ("猎人", "G", "good")


@pytest.mark.parametrize(("switch", "signs"), [(True, ["yes", "no"]), (False, [])])
def test_N_17_the_hunter_is_shown_each_night_whether_he_could_shoot(switch: bool, signs: list[str]):
    t = Table("standard-9", hunter_shown_nightly=switch).night().night(poison=6)
    assert [told.value for told in t.heard(6, Told) if told.fact == "gun"] == signs
    assert not t.heard(5, Told) or all(told.fact == "victim" for told in t.heard(5, Told))


def test_N_17_the_sign_follows_the_house_rule_on_poison():
    t = Table("standard-9", hunter_blocked_by=()).night(poison=6)
    assert [told.value for told in t.heard(6, Told)] == ["yes"]


@pytest.mark.parametrize(
    "cause", ["knife", "exile", "shot", "poison", "lover", "charm", "bomb", "explode", "duel"]
)
@pytest.mark.parametrize("blocked", [(), ("poison",), ("poison", "lover"), ("poison", "lover", "charm")])
def test_C_1_each_cause_of_death_by_switch(cause: str, blocked: tuple[str, ...]):
    """Trap R16: grief and charm block the gun as the house rules say, on whatever board they come up."""
    judge = Table("standard-9", hunter_blocked_by=blocked).game.judge
    may = registry()["hunter"].last_act(judge, 6, cause) is not None
    assert may is (cause not in blocked)


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


def test_C_2_by_switch_a_turned_card_must_shoot():
    t = Table("standard-9", hunter_must_shoot=True).exile(6)
    assert t.options(6) == ("turn", "pass")
    assert t.game.view(0).asked == ()
    t.answer(6, "turn")
    assert (t.stage, t.asked) == ("last_act", (6,))
    assert t.refusal(6, "pass") == "compulsory"
    assert t.refusal(6, "shoot", 6) == "target"
    t.answer(6, "shoot", 1)
    assert t.dead == (6, 1)


def test_C_2_by_switch_he_need_not_turn_it():
    t = Table("standard-9", hunter_must_shoot=True).exile(6).to("night")
    assert t.dead == (6,)
    assert not t.events(Shot, Revealed)


def test_C_1_taken_by_a_white_wolf_king_he_may_shoot():
    t = Table(deal="狼狼 白狼王 预女猎 民民民", sheriff=False).night().to("speech").explode(3, take=6)
    assert may_shoot(t, 6)
    assert t.shoot(1).dead == (3, 6, 1)


def test_C_1_following_a_wolf_beauty_he_may_not_by_switch():
    """Trap R16."""
    charmed = "狼狼 狼美人 预女猎 民民民"
    t = Table(deal=charmed, sheriff=False).night(charm=6).exile(3)
    assert t.dead == (3, 6)
    assert not may_shoot(t, 6)
    assert may_shoot(Table(deal=charmed, sheriff=False, hunter_blocked_by=()).night(charm=6).exile(3), 6)


def test_C_4_the_shot_waits_for_the_announcement():
    """Trap D04: the shot falls after the election and the announcement, and belongs to the night."""
    t = Table("official-12").night(knife=7).run(5, 6)
    assert t.dead == ()
    t.shoot(1)
    assert t.facts.gone == {7: ("night", 1, "night"), 1: ("night", 1, "shot")}


def test_R_4_the_shooter_may_take_a_partner_or_a_lover():
    t = Table(deal="狼狼 猎丘 预女 民民民", sheriff=False, hunter_blocked_by=()).night(link=(3, 7)).exile(3)
    assert t.dead == (3, 7), "the lover has followed"
    assert t.refusal(3, "shoot", 7) == "target"
    assert t.shoot(1).dead == (3, 7, 1)


def test_C_5_with_the_powers_lost_there_is_no_shot_and_no_sign():
    t = Table(deal="狼狼 猎 长老 预女 民民民", sheriff=False).night().exile(4).night(knife=3)
    assert t.told(3, "gun").count((3, "yes")) == 1, "in the first night only"
    assert not may_shoot(t, 3)


def test_C_4_two_hunters_shoot_each_for_himself():
    t = Table(deal="狼狼狼 猎猎 预女 民民民", sheriff=False).night(knife=4).shoot(1).exile(5).shoot(2)
    assert t.dead == (4, 1, 5, 2)
    t = Table(deal="狼狼狼 猎猎 预女 民民民", sheriff=False).night(knife=4, poison=5)
    assert t.asked == (4,)
    assert t.refusal(4, "shoot", 5) == "target", "out the same night"


@pytest.mark.parametrize(("switch", "reason"), [(True, "knife_decides"), (False, "wolves_out")])
def test_C_6_alone_with_the_last_wolf_the_knife_is_quicker_than_his_gun(switch: bool, reason: str):
    rules: dict[str, Any] = {"knife_decides": switch, "wolves_win": "city", "sheriff": False}
    t = Table(deal="狼猎民", **rules).night(knife=3).night(knife=2)
    if not t.game.over:
        t.shoot(1)
    assert t.facts.reason == reason
