"""骑士: one duel, in the day speeches."""

from functools import partial

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Ballots, Dueled, Revealed, Spoke
from tests.rules.table import Table

DUEL = partial(Table, deal="狼狼狼 骑士 预女猎 民民民", sheriff=False)
"""Wolves 1 to 3, knight 4, seer 5, witch 6, hunter 7, villagers 8 to 10."""


def test_the_card():
    role = registry()["knight"]
    assert (role.zh, role.camp, role.side) == ("骑士", "G", "good")


def test_R_1_a_wolf_duelled_is_out_and_night_falls():
    t = DUEL().night().duel(4, 1)
    assert t.events(Revealed, Dueled) == [Revealed(4, "knight"), Dueled(4, 1, True)]
    t.to("night")
    assert (t.dead, t.facts.day) == ((1,), 2)
    assert t.causes == {1: "duel"}
    assert t.facts.gone == {1: ("day", 1, "duel")}
    assert t.events(Ballots) == [], "no ballot that day"


def test_R_1_a_good_player_duelled_costs_the_knight_and_the_day_goes_on():
    t = DUEL().night().duel(4, 9)
    assert t.last(Dueled) == Dueled(4, 9, False)
    assert t.dead == (4,)
    assert t.stage == "speech"
    t.to("ballot")
    assert t.asked == (1, 2, 3, 5, 6, 7, 8, 9, 10)
    assert 4 not in t.speakers("speech")


def test_R_1_once():
    t = DUEL().night().duel(4, 1).night().to("speech")
    assert t.no_right(4, "duel", 2)
    assert t.rights(4) == ()


@pytest.mark.parametrize(
    ("targets", "legal"), [((1,), True), ((4,), False), ((), False), ((1, 2), False), ((9,), True)]
)
def test_R_4_one_other_living_player(targets: tuple[int, ...], legal: bool):
    t = DUEL().night(knife=10).to("speech")
    assert t.no_right(4, "duel", *targets) is not legal
    assert t.no_right(4, "duel", 10), "the dead are no targets"


def test_R_1_nobody_else_duels():
    t = DUEL().night().to("speech")
    assert t.no_right(5, "duel", 1)
    assert t.rights(4) == ("duel",)
    assert t.rights(5) == ()


def test_R_1_only_in_the_day_speeches_before_the_ballot():
    """Trap D25: asked as often as one likes, the answer is the same."""
    t = Table(deal="狼狼狼 骑士 预女猎 民民民").night().run(5, 6)
    assert t.stage == "election"
    assert t.no_right(4, "duel", 1)
    t.to("speech")
    assert [t.no_right(4, "duel", 1) for _ in range(3)] == [False, False, False]
    assert t.rights(4) == t.rights(4) == ("duel",)
    t.vote({1: 2, 2: 3})
    assert t.stage == "pk"
    assert t.no_right(4, "duel", 1)
    t = DUEL().night().exile(1)
    assert t.stage == "last_words"
    assert t.no_right(4, "duel", 2)


def test_R_1_in_whoevers_speech_his_own_included():
    t = DUEL().night().to("speak", 4)
    assert t.cut_in(4, "duel", "我是骑士", 9).dead == (4,)
    assert [event.text for event in t.events(Spoke) if event.seat == 4] == ["我是骑士"]
    assert t.to("ballot").asked == (1, 2, 3, 5, 6, 7, 8, 9, 10)


def test_I_4_whoever_spoke_is_cut_off_and_goes_on_after_a_miss():
    t = DUEL().night().to("speak", 8).cut_in(4, "duel", "我觉得", 9)
    assert t.asked == (8,)
    t.say(8, "我继续说")
    words = [(event.text, event.cut) for event in t.events(Spoke) if event.seat == 8]
    assert words == [("我觉得", "cut_in"), ("我继续说", "")]


@pytest.mark.parametrize(
    ("card", "hit"), [("隐狼", True), ("狼王", True), ("白狼王", True), ("狼美人", True), ("狂人", False)]
)
def test_R_1_what_counts_as_a_wolf(card: str, hit: bool):
    t = Table(deal=f"狼狼 {card} 骑士 预女猎 民民民", sheriff=False).night().duel(4, 3)
    assert t.last(Dueled).hit is hit
    assert t.dead == ((3,) if hit else (4,))


@pytest.mark.parametrize(("gone", "hit"), [(0, False), (8, True)])
def test_R_1_a_wild_child_is_one_once_turned(gone: int, hit: bool):
    t = Table(deal="狼狼 野孩子 骑士 预女猎 民民民", sheriff=False).night(model=8, knife=gone).duel(4, 3)
    assert t.last(Dueled).hit is hit


def test_R_1_a_wolf_king_duelled_does_not_shoot():
    t = Table(deal="狼狼 狼王 骑士 预女猎 民民民", sheriff=False).night().duel(4, 3)
    assert t.stage != "last_act"
    assert t.to("night").dead == (3,)


def test_C_3_who_is_bound_to_the_loser_follows():
    t = Table(deal="狼狼 丘 骑士 预女 民民民", sheriff=False).night(link=(4, 7)).duel(4, 8)
    assert t.dead == (4, 7)
    t = Table(deal="狼狼 狼美人 骑士 预女 民民民", sheriff=False).night(charm=7).duel(4, 3)
    assert t.dead == (3, 7)


def test_C_1_a_hunter_bound_to_him_may_shoot_where_grief_does_not_forbid_it():
    deal = "狼狼 丘 骑士 预女猎 民民"
    t = Table(deal=deal, sheriff=False, hunter_blocked_by=("poison",)).night(link=(4, 7)).duel(4, 8)
    assert (t.stage, t.asked) == ("last_act", (7,))
    assert t.shoot(1).dead == (4, 7, 1)
    assert t.stage == "speech", "and the day goes on"


def test_W_8_a_duel_can_end_the_game():
    t = Table(deal="狼 骑士 预 民民", sheriff=False).night().duel(2, 1)
    assert (t.winner, t.facts.winners) == ("good", (2, 3, 4, 5))
    t = Table(deal="狼 骑士 民民民", sheriff=False).night().duel(2, 3)
    assert (t.winner, t.facts.reason) == ("wolves", "gods_out")


def test_D_9_a_duelled_sheriff_hands_the_badge_on():
    t = Table(deal="狼狼狼 骑士 预女猎 民民民").night().run(1).duel(4, 1).to("badge")
    assert t.asked == (1,)
    t.give(2).to("night")
    assert t.sheriff == 2
    t = Table(deal="狼狼狼 骑士 预女猎 民民民").night().run(4).duel(4, 9).to("badge")
    assert t.asked == (4,)
    assert t.give(5).to("ballot").sheriff == 5


def test_C_5_with_the_powers_lost_there_is_no_duel():
    t = Table(deal="狼狼 长老 骑士 预女 民民民", sheriff=False).night().exile(3).night().to("speech")
    assert t.told(4, "powers") == [(4, "lost")]
    assert t.no_right(4, "duel", 1)


def test_R_1_a_dead_knight_duels_nobody():
    assert DUEL().night(knife=4).to("speech").no_right(4, "duel", 1)


def test_D_1_knifed_but_not_announced_he_has_no_speech_to_duel_in():
    t = Table(deal="狼狼狼 骑士 预女猎 民民民").night(knife=4).run(5, 6)
    assert t.no_right(4, "duel", 1)


def test_R_1_two_knights_have_a_duel_each():
    t = Table(deal="狼狼狼 骑骑 预女猎 民民民", sheriff=False).night().duel(4, 9)
    assert not t.no_right(5, "duel", 1)
    assert t.cut_in(5, "duel", target=1).to("night").dead == (4, 1)
