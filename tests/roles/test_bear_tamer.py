"""驯熊师: the roar at dawn."""

from functools import partial

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Announced, Roared
from tests.rules.table import Table

BEAR = partial(Table, deal="驯熊师 狼 预女猎 民民民 狼", sheriff=False)
"""The tamer sits in seat 1, wolves beside it in 2 and 9."""
ROOM = partial(Table, deal="驯熊师 民 狼 预女猎 民 狼 民", sheriff=False)
"""Nobody beside the tamer is a wolf; behind the neighbours in 2 and 9 wolves sit in 3 and 8."""


def roars(t: Table) -> int:
    """How often the bear has roared."""
    return len(t.events(Roared))


def test_the_card():
    role = registry()["bear_tamer"]
    assert (role.zh, role.camp, role.side) == ("驯熊师", "G", "good")


def test_R_1_it_roars_beside_a_wolf_on_either_side():
    assert roars(BEAR().night().to("speech")) == 1
    for seats in ("熊狼民民预女猎民民", "熊民民民预女猎民狼"):
        assert roars(Table(deal=seats, sheriff=False).night().to("speech")) == 1


def test_R_1_it_is_silent_otherwise():
    assert roars(ROOM().night().to("speech")) == 0


def test_R_1_the_roar_is_public_and_names_nobody():
    t = BEAR().night().to("speech")
    assert Roared() in t.heard(0, Roared)
    assert t.story(Announced, Roared) == ["Announced", "Roared"]


@pytest.mark.parametrize("dead", [2, 9])
def test_R_1_the_nearest_living_count_after_the_nights_deaths(dead: int):
    """Trap R28."""
    assert roars(ROOM().night(knife=dead).to("speech")) == 1
    assert roars(ROOM().night(knife=7).to("speech")) == 0


def test_R_1_dawn_after_dawn_with_new_neighbours():
    """Trap R28: computed anew each day, never a stored flag."""
    t = BEAR().night(poison=2).to("speech")
    assert roars(t) == 1, "seat 9 is still there"
    t = Table(deal="熊狼预女猎民狼民民", sheriff=False).night().to("speech")
    assert roars(t) == 1
    t.exile(2).night().to("speech")
    assert roars(t) == 1, "beside it are 3 and 9 now"
    t.vote({1: 9}).night(knife=8).to("speech")
    assert roars(t) == 2, "beside it are 3 and the wolf in 7"


def test_R_1_a_tamer_who_died_tonight_is_silent():
    assert roars(BEAR().night(knife=1).to("speech")) == 0
    assert roars(BEAR().night().exile(1).night().to("speech")) == 1


def test_R_1_a_hidden_wolf_does_not_make_it_roar():
    t = Table(deal="驯熊师 隐狼 预女猎 民民民 狼 隐狼", sheriff=False).night()
    assert roars(t.to("speech")) == 0
    t.exile(9).night()
    assert roars(t.to("speech")) == 0, "not even once he has the knife"


@pytest.mark.parametrize("card", ["白狼王", "狼王", "狼美人"])
def test_R_1_every_other_wolf_does(card: str):
    t = Table(deal=f"驯熊师 {card} 预女猎 民民民 狼 民", sheriff=False).night()
    assert roars(t.to("speech")) == 1


def test_R_1_a_possessed_does_not():
    assert roars(Table(deal="驯熊师 狂人 预女猎 民民民 狼 民", sheriff=False).night().to("speech")) == 0


def test_R_1_a_wild_child_does_once_turned():
    t = Table(deal="驯熊师 野孩子 预女猎 民民民 狼 民", sheriff=False).night(model=8)
    assert roars(t.to("speech")) == 0
    t.exile(8).night()
    assert roars(t.to("speech")) == 1


def test_R_1_a_thief_who_became_a_wolf_does():
    t = Table(deal="驯熊师 盗贼 预女猎 民民民 狼 民", spare="狼 民", sheriff=False).night(thief="first")
    assert roars(t.to("speech")) == 1


def test_D_14_it_comes_after_the_announcement_and_the_shots():
    t = Table(deal="驯熊师 猎 狼 预女民民 狼 民", sheriff=False).night(knife=2).shoot(3)
    assert roars(t.to("speech")) == 0, "the wolf behind the hunter was shot"
    t = Table(deal="驯熊师 猎 狼 预女民民 狼 民", sheriff=False).night(knife=2).shoot(9)
    assert roars(t.to("speech")) == 1


def test_D_1_not_before_the_election():
    t = BEAR(sheriff=True).night().to("sign_up")
    assert roars(t) == 0
    assert roars(t.run().to("speech")) == 1


def test_I_2_a_blast_in_the_election_does_not_silence_the_bear():
    t = Table(deal="驯熊师 狼 预女猎 民民民 狼").night().run(3, 4).explode(2)
    assert roars(t.to("night")) == 1, "seat 9 is a wolf as well"


def test_C_5_with_the_powers_lost_it_is_silent():
    t = Table(deal="驯熊师 狼 预女猎 长老 民民民 狼", sheriff=False).night().exile(6).night()
    assert roars(t.to("speech")) == 1
    assert t.told(1, "powers") == [(1, "lost")]


def test_R_1_two_tamers_each_with_a_bear():
    t = Table(deal="熊狼民 预女猎 民熊狼民", sheriff=False).night().to("speech")
    assert roars(t) >= 1
    t = Table(deal="熊民民 预女猎 民熊狼民", sheriff=False).night().to("speech")
    assert roars(t) == 1
