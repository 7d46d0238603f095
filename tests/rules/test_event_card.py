"""The event card: the first who died names an ally of the wolves (N-19)."""

from functools import partial

from llmwolf.rules.events import AllyMade, EventDrawn
from tests.rules.table import Table

DECK = partial(Table, deal="狼狼 狂人 预女猎 民民民民", sheriff=False, events=("ally",))
"""Wolves 1 and 2, possessed 3, seer 4, witch 5, hunter 6, villagers 7 to 10."""


def test_N_19_the_card_is_turned_at_the_start_of_a_day_once():
    t = DECK().night().to("speech")
    assert t.heard(0, EventDrawn) == [EventDrawn("ally")]
    t.night().to("speech")
    assert t.facts.events == ("ally",)
    assert not Table(deal="狼狼 预女猎 民民民", sheriff=False).night().to("speech").events(EventDrawn)


def test_N_19_the_first_to_die_names_a_living_player_with_all_eyes_closed():
    t = DECK().night(knife=8, poison=9).to("ally")
    assert t.asked == (8,)
    assert t.game.view(0).asked == ()
    assert t.refusal(8, "ally", 8) == "target"
    assert t.refusal(8, "ally", 9) == "target"
    assert t.refusal(8, "ally", 7) == ""


def test_N_19_nobody_dead_nobody_asked():
    t = DECK().night().to("night")
    assert t.stage == "night"
    assert t.exile(10).to("ally").asked == (10,)


def test_N_19_not_a_wolf_but_a_possessed_may_be_named():
    t = DECK().night(knife=8).to("ally")
    assert t.refusal(8, "ally", 3) == ""
    t.name_ally(3)
    assert t.events(AllyMade) == [AllyMade(3)]


def test_N_19_the_ally_is_shown_the_wolves_and_nobody_else_hears_of_it():
    t = DECK().night(knife=8).name_ally(7)
    assert t.told(7, "ally") == [(7, "")]
    assert t.told(7, "ally_wolf") == [(1, ""), (2, "")]
    for seat in (0, 1, 2, 3, 4, 8):
        assert not t.heard(seat, AllyMade)
        assert t.told(seat, "ally") == t.told(seat, "ally_wolf") == []


def test_N_19_the_ally_keeps_the_card_and_does_not_wake_with_them():
    t = DECK().night(knife=8).name_ally(4).night(until="knife")
    assert t.asked == (1, 2)
    assert t.game.view(1).hand.pack == {1: "werewolf", 2: "werewolf"}
    assert t.night(check=1).told(4, "check") == [(1, "wolf")]
    assert t.role(4) == "seer"


def test_N_19_W_10_the_ally_wins_if_the_wolves_win():
    t = DECK().night(knife=8).exile(9).name_ally(4).night(knife=10).exile(7)
    assert not t.game.over, "the possessed is the last villager"
    t.night(knife=3)
    assert (t.winner, t.facts.winners) == ("wolves", (1, 2, 3, 4))


def test_N_19_W_10_and_not_if_good_wins():
    t = DECK().night(knife=8).exile(9).name_ally(4).night(poison=1).exile(2)
    assert (t.winner, t.facts.winners) == ("good", (5, 6, 7, 8, 9, 10))


def test_N_19_named_once_in_the_game():
    t = DECK().night(knife=8).name_ally(7).night(knife=9).exile(10).to("night")
    assert t.facts.day == 3
    assert t.stage == "night"
    assert len(t.events(AllyMade)) == 1


def test_N_19_he_may_name_nobody():
    t = DECK().night(knife=8).to("ally").pass_all()
    assert t.events(AllyMade) == [AllyMade(0)]
    assert t.told(7, "ally") == []


def test_R_3_the_seer_sees_an_ally_as_before():
    assert DECK().night(knife=8).name_ally(7).night(check=7).told(4, "check") == [(7, "good")]
