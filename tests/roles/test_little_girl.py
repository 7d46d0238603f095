"""小女孩: the peek, and being caught."""

from functools import partial

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Acted, Told
from tests.rules.table import Table

PEEK = partial(Table, deal="狼狼狼 小女孩 预女守 民民民民", sheriff=False)
"""Wolves 1 to 3, girl 4, seer 5, witch 6, guard 7, villagers 8 to 11."""
CAUGHT, UNSEEN = {"caught/1": 1}, {"caught/1": 0}


def test_the_card():
    role = registry()["little_girl"]
    assert (role.zh, role.camp, role.side) == ("小女孩", "V", "good")


def test_N_13_asked_each_night_and_may_pass():
    t = PEEK().night(until="peek")
    assert t.options(4) == ("peek", "pass")
    assert t.refusal(4, "peek", 1) == "count"
    t.night().night(until="peek")
    assert 4 in t.asked


def test_N_13_she_is_asked_before_the_knife():
    t = PEEK().night(until="peek")
    assert "knife" not in [request.kind for request in t.ask.requests]


def test_N_13_unnoticed_she_learns_one_wolf():
    t = PEEK(draws={**UNSEEN, "seen/1": 1}).night(peek="peek")
    assert t.told(4, "seen") == [(2, "")]
    assert t.told(1, "caught") == []
    assert t.game.judge.drawn["caught/1"] == (2, 0)
    assert t.game.judge.drawn["seen/1"] == (3, 1)


def test_N_13_the_wolf_she_sees_is_drawn_by_the_seed():
    seen = [PEEK(seed=seed, girl_caught=0).night(peek="peek").told(4, "seen")[0][0] for seed in range(30)]
    assert set(seen) == {1, 2, 3}
    assert seen == [PEEK(seed=s, girl_caught=0).night(peek="peek").told(4, "seen")[0][0] for s in range(30)]


def test_N_13_noticed_the_wolves_are_told_and_she_sees_nobody():
    t = PEEK(draws=CAUGHT).night(peek="peek", until="knife")
    assert [t.told(wolf, "caught") for wolf in (1, 2, 3)] == [[(4, "")]] * 3
    assert t.told(4, "seen") == t.told(4, "caught") == []
    assert not t.heard(0, Told)


@pytest.mark.parametrize("victim", [4, 9, 0])
def test_N_13_they_may_take_her_or_leave_her(victim: int):
    t = PEEK(draws=CAUGHT).night(peek="peek", knife=victim).to("speech")
    assert t.dead == ((victim,) if victim else ())
    assert t.causes == ({victim: "knife"} if victim else {})


def test_N_13_the_witch_may_save_her():
    assert PEEK(draws=CAUGHT).night(peek="peek", knife=4, save=4).to("speech").dead == ()


@pytest.mark.parametrize(("switch", "dead"), [(True, ()), (False, (4,))])
def test_N_13_whether_the_guard_can_protect_her_by_switch(switch: bool, dead: tuple[int, ...]):
    assert PEEK(girl_guardable=switch).night(guard=4, knife=4).to("speech").dead == dead
    assert PEEK(girl_guardable=switch).night(guard=9, knife=9).to("speech").dead == ()


def test_N_13_guarded_in_vain_and_saved_she_lives():
    t = PEEK(girl_guardable=False).night(guard=4, knife=4, save=4)
    assert t.to("speech").dead == ()


@pytest.mark.parametrize(("chance", "low", "high"), [(0, 0, 0), (0.2, 20, 60), (0.5, 70, 130), (1, 200, 200)])
def test_N_13_the_chance_is_a_switch(chance: float, low: int, high: int):
    found = [PEEK(seed=s, girl_caught=chance).night(peek="peek", until="knife") for s in range(200)]
    assert low <= sum(bool(t.told(1, "caught")) for t in found) <= high


def test_N_13_without_a_peek_nothing_is_drawn():
    t = PEEK(girl_caught=1).night()
    assert "caught/1" not in t.game.judge.drawn
    assert t.told(1, "caught") == t.told(4, "seen") == []


def test_X_2_nobody_else_learns_of_a_peek():
    peeked, slept = PEEK(girl_caught=0).night(peek="peek"), PEEK(girl_caught=0).night()
    for seat in (0, 1, 2, 3, 5, 6, 7, 8):
        assert peeked.game.view(seat).log == slept.game.view(seat).log
    assert [acted.verb for acted in peeked.heard(4, Acted)] == ["peek"]


def test_R_3_the_seer_sees_a_good_player():
    assert PEEK().night(check=4).told(5, "check") == [(4, "good")]


def test_W_2_she_counts_as_a_villager():
    t = Table(deal="狼狼 小女孩 预女 民", sheriff=False).night(knife=6)
    assert not t.game.over
    assert t.exile(3).facts.reason == "villagers_out"


def test_N_18_knifed_tonight_she_has_peeked():
    t = PEEK(girl_caught=0).night(knife=4, peek="peek")
    assert len(t.told(4, "seen")) == 1
    assert t.to("speech").dead == (4,)


def test_C_5_with_the_powers_lost_she_peeks_no_more():
    t = Table(deal="狼狼 小女孩 长老 预女 民民民", sheriff=False).night().exile(4).to("night")
    assert t.told(3, "powers") == [(3, "lost")]
    while t.stage == "night":
        assert 3 not in t.asked
        t.pass_all()


def test_N_13_two_girls_share_the_draw_but_not_the_sight():
    t = Table(deal="狼狼 小女孩 小女孩 预女 民民民", sheriff=False, girl_caught=0)
    t.night(peek={3: "peek", 4: "pass"})
    assert len(t.told(3, "seen")) == 1
    assert t.told(4, "seen") == []
