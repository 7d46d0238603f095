"""炸弹人: exiled by vote, takes along everyone whose last ballot was for him."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Died, Revealed
from tests.rules.table import Table

BOMB = partial(Table, deal="狼狼狼 炸弹人 预女猎白 民民民民", sheriff=False)


def test_the_card():
    role = registry()["bomber"]
    assert (role.zh, role.camp, role.side) == ("炸弹人", "G", "good")


def test_R_1_exiled_his_voters_go_with_him():
    t = BOMB().night().vote({1: 4, 9: 4, 5: 4, 6: 1, 10: 1})
    assert t.dead == (4, 1, 5, 9), "ascending"
    assert t.causes == {4: "exile", 1: "bomb", 5: "bomb", 9: "bomb"}
    assert [event.how for event in t.events(Died)] == ["exile", "bomb", "bomb", "bomb"]
    assert all(t.facts.gone[seat][:2] == ("day", 1) for seat in t.dead)


def test_R_1_only_the_last_ballot_counts():
    t = BOMB().night().vote({1: 4, 9: 4, 2: 5, 10: 5}).pk_vote({11: 4, 1: 5, 12: 4})
    assert t.dead == (4, 11, 12), "1 and 9 voted for him in the first ballot only"


def test_R_1_his_own_ballot_takes_nobody():
    t = BOMB().night().vote({4: 4})
    assert t.dead == (4,)


def test_R_1_no_card_is_turned():
    assert BOMB().night().vote({1: 4}).to("night").events(Revealed) == []


def test_R_1_voters_of_others_stay():
    t = BOMB().night().vote({1: 4, 2: 4, 9: 1})
    assert 9 in t.living


@pytest.mark.parametrize("acts", [{"knife": 4}, {"poison": 4}])
def test_R_1_nothing_on_deaths_of_the_night(acts: dict[str, Any]):
    t = BOMB().night().vote({1: 4, 2: 9, 3: 9}).night(**acts).to("speech")
    assert t.dead == (9, 4)


def test_R_1_nothing_when_shot():
    t = BOMB().night().vote({9: 7, 10: 7, 1: 4}).shoot(4).to("night")
    assert t.dead == (7, 4)


def test_R_1_a_stated_exile_has_no_known_voters():
    t = Table(deal="狼狼狼 炸弹人 预女猎白 民民民民", sheriff=False, outs={2: 4})
    t.night().vote({1: 4, 2: 9, 3: 9}).night().to("night")
    assert t.dead == (9, 4)


def test_C_1_a_bombed_hunter_shoots():
    t = BOMB().night().vote({7: 4, 1: 4})
    assert (t.stage, t.asked) == ("last_act", (7,))
    assert t.shoot(2).dead == (4, 1, 7, 2)


def test_R_1_a_bombed_idiot_is_out():
    t = BOMB().night().vote({8: 4})
    assert t.dead == (4, 8)
    assert t.facts.shown == {}


def test_C_4_the_bomb_comes_before_the_win_check():
    t = BOMB().night().vote({1: 4, 2: 4, 3: 4})
    assert (t.winner, t.dead) == ("good", (4, 1, 2, 3))
    t = Table(deal="狼 炸弹人 民民民", sheriff=False).night().vote({3: 2, 4: 2, 5: 2, 1: 2})
    assert t.winner == "good", "nobody of either side is left"


def test_L_1_the_bombed_have_no_last_words_under_the_official_rules():
    t = BOMB().night().vote({1: 4, 9: 4}).to("night")
    assert t.facts.day == 2
    day_one = [event.seat for event in t.heard(0, Died)]
    assert day_one == [4, 1, 9]


def test_C_5_with_the_powers_lost_nothing_happens():
    t = Table(deal="狼狼狼 炸弹人 预女猎 长老 民民民民", sheriff=False).night().exile(8).night()
    assert t.told(4, "powers") == [(4, "lost")]
    assert t.vote({1: 4, 9: 4}).dead == (8, 4)


def test_C_5_an_elder_among_the_bombed_costs_no_powers():
    t = Table(deal="狼狼狼 炸弹人 预女猎 长老 民民民民", sheriff=False).night().vote({8: 4, 1: 4})
    assert t.dead == (4, 1, 8)
    assert not t.hidden.powerless


def test_R_1_two_bombers_and_one_who_voted_for_the_other():
    t = Table(deal="狼狼狼 炸炸 预女猎 民民民民", sheriff=False).night().vote({5: 4, 1: 4, 9: 5})
    assert t.dead == (4, 1, 5), "a bombed bomber takes nobody along"
