"""野孩子: when the model is out, becomes a wolf."""

from collections.abc import Callable
from functools import partial

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Became, PackMet
from tests.rules.table import Table

CHILD = partial(Table, deal="狼狼 野孩子 预女猎 民民民民", sheriff=False)
"""Wolves 1 and 2, child 3, seer 4, witch 5, hunter 6, villagers 7 to 10."""


def test_the_card():
    role = registry()["wild_child"]
    assert (role.zh, role.camp, role.side) == ("野孩子", "X", "good")


def test_R_5_a_model_must_be_named_and_not_oneself():
    t = CHILD().night(until="model")
    assert t.refusal(3, "pass") == "compulsory"
    assert t.refusal(3, "model", 3) == "target"
    assert t.refusal(3, "model", 7, 8) == "count"
    assert t.refusal(3, "model", 1) == t.refusal(3, "model", 10) == ""


def test_R_1_once_in_night_one():
    t = CHILD().night(model=7).to("night")
    while t.stage == "night":
        assert 3 not in t.asked
        t.pass_all()


def test_R_1_model_alive_nothing_changes():
    """Trap R23."""
    t = CHILD().night(model=7, poison=1).exile(2)
    assert t.role(3) == "wild_child"
    assert (t.winner, 3 in t.facts.winners) == ("good", True)


OUT: dict[str, tuple[int, Callable[[Table], Table]]] = {
    "exile": (7, lambda t: t.exile(7)),
    "knife": (7, lambda t: t.night(knife=7).to("speech")),
    "poison": (7, lambda t: t.night(poison=7).to("speech")),
    "shot": (8, lambda t: t.exile(6).shoot(8)),
    "explode": (1, lambda t: t.to("speech").explode(1)),
}
"""How a model in that seat may go out."""


@pytest.mark.parametrize("how", OUT)
def test_R_1_model_out_by_whatever_cause_a_wolf_at_once(how: str):
    model, goes = OUT[how]
    t = goes(CHILD().night(model=model))
    assert t.causes[model] == how
    assert t.role(3) == "werewolf"
    assert t.heard(3, Became) == [Became((3,), 3, "werewolf")]
    assert t.told(3, "model_gone") == [(model, "")]


def test_X_2_nobody_hears_of_it_before_the_next_night():
    t = CHILD().night(model=7).exile(7)
    for seat in (0, 1, 2, 4, 5):
        assert not t.heard(seat, Became)
    assert 3 not in t.game.view(1).hand.pack
    t.night(until="knife")
    assert set(t.game.view(1).hand.pack) == {1, 2, 3}
    assert t.heard(3, PackMet)[-1].ears == (1, 2, 3)
    assert not t.heard(4, PackMet)


def test_R_1_he_joins_the_pack_the_next_night():
    t = CHILD().night(model=7).exile(7).night(until="knife")
    assert t.asked == (1, 2, 3)
    t.night(knife={1: 8, 2: 9, 3: 8}).to("speech")
    assert t.dead == (7, 8)


def test_R_1_he_does_not_know_the_wolves_before():
    t = CHILD().night(model=7)
    assert t.game.view(3).hand.pack == {}
    assert t.heard(3, PackMet) == []


def test_I_1_a_turned_child_may_blow_himself_up_that_very_day():
    t = CHILD().night(model=7, knife=7).to("speech")
    assert not t.no_right(3, "explode")
    t = CHILD().night(model=7).to("speech")
    assert t.no_right(3, "explode")


def test_D_1_before_the_announcement_nothing_has_changed():
    """Trap D10."""
    t = CHILD(sheriff=True).night(model=7, knife=7).run(4, 8)
    assert t.role(3) == "wild_child"
    assert t.no_right(3, "explode")
    assert t.to("speech").role(3) == "werewolf"


def test_C_4_a_model_who_dies_of_grief_turns_him_before_the_win_is_checked():
    """Trap R22."""
    t = Table(deal="狼 野孩子 丘 预女 民民民", sheriff=False).night(model=6, link=(6, 7)).exile(7)
    assert t.dead == (7, 6)
    assert t.role(2) == "werewolf"
    t = Table(deal="狼 野孩子 丘 预女 民民民", sheriff=False, good_waits_for_lovers=False)
    t.night(model=1, link=(1, 6)).exile(6)
    assert t.dead == (6, 1)
    assert not t.game.over, "the last wolf is out, but there is a new one"
    assert t.night(until="knife").asked == (2,)


def test_C_4_he_turns_before_a_shot_falls():
    t = CHILD().night(model=6).exile(6)
    assert t.role(3) == "werewolf"
    assert t.asked == (6,)
    assert t.shoot(3).dead == (6, 3)


def test_N_18_model_and_child_out_in_one_night_he_never_turned():
    t = CHILD().night(model=7, knife=7, poison=3).to("speech")
    assert t.role(3) == "wild_child"
    assert t.events(Became) == []


def test_W_10_turned_he_wins_and_loses_with_the_wolves():
    """Trap R23."""
    t = CHILD().night(model=1, poison=1).exile(2)
    assert not t.game.over
    t.night().exile(3)
    assert (t.winner, 3 in t.facts.winners) == ("good", False)
    t = CHILD().night(model=7, knife=7).exile(8).night(knife=9).exile(10)
    assert (t.winner, 3 in t.facts.winners) == ("wolves", True)


def test_W_2_neither_god_nor_villager():
    t = Table(deal="狼狼 野孩子 预女 民", sheriff=False).night(model=4, knife=6)
    assert t.facts.reason == "villagers_out"
    t = Table(deal="狼狼 野孩子 预 民民", sheriff=False).night(model=5, knife=4)
    assert t.facts.reason == "gods_out"


@pytest.mark.parametrize(("model", "over"), [(5, True), (6, False)])
def test_W_2_under_parity_he_counts_where_he_stands(model: int, over: bool):
    t = Table(deal="狼 野孩子 预 民民 民", sheriff=False, wolves_win="parity").night(model=model, knife=5)
    assert not t.game.over
    t.exile(4)
    assert t.game.over is over, "2 wolves of 4, or 1"


def test_R_3_the_seer_sees_the_current_side():
    t = CHILD().night(model=7, check=3).exile(7).night(check=3)
    assert t.told(4, "check") == [(3, "good"), (3, "wolf")]


def test_V_5_the_card_that_is_turned_is_the_one_dealt():
    t = CHILD(exile_shows_card=True).night(model=7).exile(7).night().exile(3)
    assert t.facts.shown[3] == "wild_child"


def test_N_4_they_may_knife_him_before_he_turns():
    assert CHILD().night(model=7, knife=3).to("speech").dead == (3,)


def test_R_1_a_thief_can_become_one():
    t = Table(deal="狼狼 盗贼 预女猎 民民民", spare="野孩子 民", sheriff=False)
    t.night(thief="first", model=7).exile(7)
    assert t.role(3) == "werewolf"


def test_W_8_a_win_before_the_election_waits_for_his_turning():
    t = CHILD(sheriff=True, check_before_election=True, deal="狼 野孩子 预女猎 民民民民")
    t.night(model=1, poison=1).to("sign_up")
    assert not t.game.over
    assert t.role(2) == "werewolf"


def test_R_1_two_children_of_one_model_turn_together():
    t = Table(deal="狼狼 野野 预女 民民民民", sheriff=False).night(model={3: 7, 4: 7}).exile(7)
    assert (t.role(3), t.role(4)) == ("werewolf", "werewolf")
    assert t.night(until="knife").asked == (1, 2, 3, 4)


def test_R_1_a_child_of_a_child_turns_when_that_one_goes():
    t = Table(deal="狼狼 野野 预女 民民民民", sheriff=False).night(model={3: 4, 4: 7}).exile(7)
    assert (t.role(3), t.role(4)) == ("wild_child", "werewolf")
    assert t.night().exile(4).role(3) == "werewolf"
