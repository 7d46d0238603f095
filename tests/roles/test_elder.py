"""长老: two lives against the knife; lost to the village, its powers end."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Called, LifeSpent, PowersEnded, Shot, Told
from tests.rules.table import Table

OLD = partial(Table, deal="狼狼 狼王 长老 预女猎白守 民民民", sheriff=False)
"""Wolves 1 and 2, wolf king 3, elder 4, seer 5, witch 6, hunter 7, idiot 8, guard 9, villagers 10 to 12."""


def powerless(t: Table) -> bool:
    """Whether the village's powers are lost, and everybody who lost one was told."""
    holders = [s for s in t.living if t.role(s) in ("seer", "witch", "hunter", "idiot", "guard")]
    told = [s for s in holders if t.told(s, "powers") == [(s, "lost")]]
    assert told == (holders if t.hidden.powerless else [])
    return t.hidden.powerless


def test_the_card():
    role = registry()["elder"]
    assert (role.zh, role.camp, role.side) == ("长老", "G", "good")
    assert role.aliases == ("长者",)


def test_N_12_the_first_knife_is_survived_the_second_kills():
    t = OLD().night(knife=4).to("speech")
    assert (t.dead, t.hidden.spent) == ((), (4,))
    t.night(knife=4).to("speech")
    assert t.causes == {4: "knife"}


def test_N_12_a_guarded_attack_spends_nothing():
    assert OLD().night(knife=4, guard=4).hidden.spent == ()
    t = OLD().night(knife=4, guard=4).night(knife=4).to("speech")
    assert (t.dead, t.hidden.spent) == ((), (4,))


def test_N_12_saved_by_the_antidote_the_life_is_spent():
    t = OLD().night(knife=4, save=4).to("speech")
    assert (t.dead, t.hidden.spent) == ((), (4,))
    assert t.night(knife=4).to("speech").dead == (4,)


def test_N_12_the_second_attack_can_be_guarded_or_saved():
    assert OLD().night(knife=4).night(knife=4, guard=4).to("speech").dead == ()
    assert OLD().night(knife=4).night(knife=4, save=4).to("speech").dead == ()


def test_N_12_nobody_is_told_that_a_life_was_spent():
    t = OLD().night(knife=4).to("speech")
    assert t.events(LifeSpent) == [LifeSpent(4)]
    assert all(not t.heard(seat, LifeSpent) for seat in range(13))
    assert not t.heard(4, Told)


@pytest.mark.parametrize("sees", ["attack", "net"])
def test_N_6_whether_the_witch_sees_an_attack_that_is_survived(sees: str):
    t = OLD(witch_sees=sees).night(knife=4)
    assert t.told(6, "victim") == [(4 if sees == "attack" else 0, "")]
    assert t.night(knife=4).told(6, "victim")[-1] == (4, "")


def test_N_6_what_is_not_shown_cannot_be_saved():
    t = OLD(witch_sees="net").night(knife=4, until="potion")
    assert t.refusal(6, "save", 4)


def test_N_18_knifed_and_poisoned_the_first_life_does_not_help():
    t = OLD().night(knife=4, poison=4).to("speech")
    assert (t.dead, t.causes) == ((4,), {4: "poison"})
    assert powerless(t)


def test_C_5_exiled_the_powers_end():
    t = OLD().night().exile(4)
    assert powerless(t)
    assert t.last(PowersEnded).seat == 4
    t.night(until="knife")
    kinds = {request.kind for request in t.ask.requests}
    assert kinds == {"knife"}, "neither the guard nor anybody else is asked"
    t.night()
    assert [r.kind for r in t.ask.requests] != ["potion"]


@pytest.mark.parametrize(
    ("acts", "ends"), [({"poison": 4}, True), ({"knife": 4}, False), ({"knife": 4, "poison": 4}, True)]
)
def test_C_5_at_night_only_the_poison_ends_them(acts: dict[str, Any], ends: bool):
    t = OLD().night(knife=4).night(**acts).to("speech")
    assert 4 in t.dead
    assert powerless(t) is ends


def test_C_5_shot_by_the_hunter_they_end():
    t = OLD().night().exile(7).shoot(4).to("night")
    assert t.dead == (7, 4)
    assert powerless(t)


def test_C_5_shot_by_the_wolf_king_they_stay():
    t = OLD().night().exile(3).shoot(4).to("night")
    assert t.dead == (3, 4)
    assert not powerless(t), "the hunter's shot and no other"


def test_C_5_out_as_a_lover_they_stay():
    t = Table(deal="狼狼 长老 丘 预女猎 民民民", sheriff=False).night(link=(3, 8)).exile(8)
    assert t.dead == (8, 3)
    assert not t.hidden.powerless


def test_C_5_bombed_duelled_and_taken_they_stay():
    t = Table(deal="狼狼 长老 炸弹人 预女猎 民民民", sheriff=False).night().vote({3: 4, 1: 4})
    assert (3 in t.dead, t.hidden.powerless) == (True, False)
    t = Table(deal="狼狼 长老 白狼王 预女猎 民民民", sheriff=False).night().to("speech").explode(4, take=3)
    assert (3 in t.dead, t.hidden.powerless) == (True, False)


def test_C_5_a_poisoned_elder_ends_them_only_when_announced():
    t = OLD().night(poison=4, check=1, guard=10)
    assert t.dead == (4,)
    assert powerless(t.to("speech"))
    assert t.told(5, "check") == [(1, "wolf")], "what was done tonight has been done"


def test_C_5_the_shots_of_the_same_batch_still_fall():
    t = OLD().night(knife=7, poison=4)
    assert (t.stage, t.asked) == ("last_act", (7,))
    assert t.shoot(1).dead == (4, 7, 1)
    assert t.hidden.powerless


def test_C_5_and_later_ones_do_not():
    t = OLD().night().exile(4).night(knife=7)
    assert t.stage != "last_act"
    assert t.to("speech").events(Shot) == []


def test_C_5_the_idiot_is_spared_no_more():
    t = OLD().night().exile(4).night().exile(8)
    assert t.dead == (4, 8)
    assert t.facts.shown == {}


@pytest.mark.parametrize(("switch", "dead"), [(True, (4, 8)), (False, (4,))])
def test_C_5_a_turned_idiot_goes_with_it_by_switch(switch: bool, dead: tuple[int, ...]):
    t = OLD(elder_takes_idiot=switch).night().exile(8).night().exile(4).to("night")
    assert t.dead == dead
    if switch:
        assert t.causes[8] == "elder"


def test_C_5_an_idiot_who_did_not_turn_stays_in_any_case():
    assert OLD(elder_takes_idiot=True).night().exile(4).to("night").dead == (4,)


def test_C_5_the_wolves_lose_nothing():
    t = OLD().night().exile(4).night(knife=10).exile(3)
    assert (t.stage, t.asked) == ("last_act", (3,)), "a wolf king still shoots"
    t.shoot(11).night().to("speech")
    assert not t.no_right(1, "explode")


def test_C_5_the_piper_loses_nothing():
    t = Table(deal="狼狼 长老 吹笛者 预女猎 民民民", sheriff=False).night().exile(3).night(until="pipe")
    assert t.asked == (4,)


def test_C_5_nothing_public_tells_of_the_loss():
    t = OLD().night().exile(4).night()
    assert t.heard(0, PowersEnded) == []
    assert t.told(0, "powers") == []
    called = {role for event in t.today() if isinstance(event, Called) for role in event.roles}
    assert {"seer", "witch", "guard"} <= called


def test_C_5_of_two_elders_the_other_keeps_no_second_life():
    t = Table(deal="狼狼 老老 预女猎 民民民", sheriff=False).night().exile(3).night(knife=4).to("speech")
    assert t.hidden.powerless
    assert t.dead == (3, 4)


def test_N_12_two_elders_have_two_lives_each():
    t = Table(deal="狼狼 老老 预女猎 民民民", sheriff=False).night(knife=3).night(knife=4).night(knife=3)
    assert t.to("speech").dead == (3,)
    assert t.hidden.spent == (3, 4)


def test_W_3_with_a_thief_on_the_board_the_elder_counts_as_a_villager_by_switch():
    rules: dict[str, Any] = {"counted_as_villager": ("elder_with_thief",), "sheriff": False}
    with_thief = Table(deal="狼狼 长老 盗贼 预女 民", spare="民 守", **rules).night(thief="second", knife=7)
    assert not with_thief.game.over, "the elder is the last villager"
    without = Table(deal="狼狼 长老 守 预女 民", **rules).night(knife=7)
    assert without.facts.reason == "villagers_out"
    unset = Table(deal="狼狼 长老 盗贼 预女 民", spare="民 守", sheriff=False)
    assert unset.night(thief="second", knife=7).facts.reason == "villagers_out"
