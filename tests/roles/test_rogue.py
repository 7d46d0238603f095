"""老流氓: no charm takes him along; by switch slow to go out."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Announced, Died
from tests.rules.table import Table

ROGUE = partial(Table, deal="狼狼 狼美人 老流氓 预女猎 民民民民", sheriff=False)
"""Wolves 1 and 2, wolf beauty 3, rogue 4, seer 5, witch 6, hunter 7, villagers 8 to 11."""
SLOW = partial(ROGUE, rogue_lingers=True)


def test_the_card():
    role = registry()["rogue"]
    assert (role.zh, role.camp, role.side) == ("老流氓", "V", "good")


def test_R_1_charmed_he_does_not_follow():
    t = ROGUE().night(charm=4)
    assert t.hidden.charms == {3: 4}
    assert t.exile(3).dead == (3,)
    assert ROGUE().night(charm=8).exile(3).dead == (3, 8)


def test_R_1_at_night_neither():
    assert ROGUE().night(charm=4, poison=3).to("speech").dead == (3,)


@pytest.mark.parametrize("acts", [{"knife": 4}, {"poison": 4}])
def test_R_1_he_dies_of_everything_else(acts: dict[str, Any]):
    assert ROGUE().night(**acts).to("speech").dead == (4,)


def test_R_1_exiled_shot_or_as_a_lover_he_is_out():
    assert ROGUE().night().exile(4).dead == (4,)
    assert ROGUE().night().exile(7).shoot(4).dead == (7, 4)
    t = Table(deal="狼狼 狼美人 老流氓 预女丘 民民民", sheriff=False).night(link=(4, 8), charm=4).exile(8)
    assert t.dead == (8, 4)


def test_W_2_he_counts_as_a_villager():
    t = Table(deal="狼 老流氓 预女 民", sheriff=False).night(knife=5)
    assert not t.game.over
    assert t.exile(2).facts.reason == "villagers_out"


def test_C_3_by_switch_poisoned_he_goes_out_after_his_next_day_speech():
    t = SLOW().night(poison=4)
    assert t.last(Announced).seats == ()
    t.to("speak", 4)
    assert 4 in t.living
    t.say(4, "我中毒了")
    assert t.dead == (4,)
    assert t.causes == {4: "poison"}
    assert t.facts.gone == {4: ("day", 1, "lingered")}
    assert t.to("ballot").asked == (1, 2, 3, 5, 6, 7, 8, 9, 10, 11)


def test_C_3_by_switch_shot_by_day_he_speaks_the_next_day():
    t = SLOW().night().exile(7).shoot(4).to("night")
    assert 4 in t.living
    t.night().to("ballot")
    assert 4 in t.speakers("speech")
    assert t.dead == (7, 4)
    assert t.causes[4] == "shot"


def test_C_3_by_switch_shot_at_dawn_he_speaks_that_day():
    t = SLOW().night(knife=7).shoot(4).to("ballot")
    assert 4 in t.speakers("speech")
    assert t.dead == (7, 4)


def test_C_3_by_switch_knifed_he_is_out_at_once():
    assert SLOW().night(knife=4).to("speech").dead == (4,)


def test_C_3_by_switch_exiled_he_is_out_at_once():
    assert SLOW().night().exile(4).dead == (4,)


def test_C_3_by_switch_he_may_be_knifed_while_he_lingers():
    t = SLOW().night().exile(7).shoot(4).night(knife=4).to("speech")
    assert t.dead == (7, 4)
    assert t.causes[4] == "knife"
    assert len([event for event in t.events(Died) if event.seat == 4]) == 0, "announced, and that is all"


def test_C_3_by_switch_a_day_cut_short_lets_him_wait_for_his_speech():
    t = SLOW().night(poison=4).to("speech").explode(1)
    t.night()
    assert 4 in t.living
    assert 4 in t.to("ballot").dead


def test_C_3_by_switch_a_silenced_one_goes_out_when_his_turn_is_passed_over():
    t = Table(deal="狼狼 禁言长老 老流氓 预女 民民民", sheriff=False, rogue_lingers=True)
    t.night(poison=4, silence=4).to("ballot")
    assert t.speakers("speech") == tuple(s for s in t.order("speech")[0] if s != 4)
    assert t.dead == (4,)


def test_W_8_by_switch_the_win_is_checked_when_he_goes():
    t = Table(deal="狼 老流氓 预女 民", sheriff=False, rogue_lingers=True).night(knife=5, poison=2)
    assert not t.game.over, "he is still in"
    t.to("speak", 2).say(2, "过")
    assert (t.winner, t.facts.reason) == ("wolves", "villagers_out")


def test_C_3_by_switch_nobody_else_lingers():
    assert SLOW().night(poison=8).to("speech").dead == (8,)


def test_C_3_by_switch_two_rogues_each_in_his_turn():
    t = Table(deal="狼狼 流氓 流氓 预女猎 民民民", sheriff=False, rogue_lingers=True)
    t.night(poison=3, knife=7).shoot(4).to("ballot")
    assert t.dead[0] == 7
    assert sorted(t.dead[1:]) == [3, 4]
    assert {3, 4} <= set(t.speakers("speech"))
