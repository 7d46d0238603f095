"""Who wins, when it is checked, and that every game ends (rules.md §8, C-8)."""

from typing import Any

import pytest

from llmwolf.rules.events import Announced, GameEnded, Shot, SignedUp, Spoke, StageBegan
from tests.rules.table import Table


def small(deal: str, **switches: Any) -> Table:
    """A small table without a sheriff."""
    return Table(deal=deal, sheriff=False, **switches)


def result(t: Table) -> tuple[str, str]:
    assert t.game.over, "the game goes on"
    return t.winner, t.facts.reason


# -- the sides -------------------------------------------------------------------------------------


def test_W_1_good_wins_when_all_wolves_are_out():
    t = Table("standard-9").exile(1).night().exile(2).night().exile(3)
    assert result(t) == ("good", "wolves_out")


def test_W_1_good_wins_at_night_by_poison():
    assert result(small("狼预女猎民民").night(poison=1)) == ("good", "wolves_out")


def test_W_2_wolves_win_when_all_gods_are_out():
    t = Table("standard-9").night(knife=4).night(knife=5).exile(6).shoot(0)
    assert result(t) == ("wolves", "gods_out")


def test_W_2_wolves_win_when_all_villagers_are_out():
    t = Table("standard-9").night(knife=7).night(knife=8).exile(9)
    assert result(t) == ("wolves", "villagers_out")


def test_W_2_the_idiot_and_the_guard_count_as_gods():
    t = Table("official-12").night(knife=5).run().night(knife=6).night(knife=7)
    t.shoot(0).to("speech")
    assert not t.game.over, "the idiot lives"
    assert result(t.night(knife=8)) == ("wolves", "gods_out")
    t = Table("guard-12").night(knife=5).run().night(knife=6).night(knife=7).shoot(0).night(knife=8)
    assert result(t) == ("wolves", "gods_out")


def test_W_2_a_revealed_idiot_is_still_a_god():
    t = small("狼狼白民民民民").exile(3)
    assert not t.game.over
    assert result(t.night(knife=3)) == ("wolves", "gods_out")


def test_W_2_a_side_empty_at_the_deal_cannot_be_wiped():
    t = small("狼民民民").night().exile(2).night().to("speech")
    assert not t.game.over, "there never was a god"
    t = small("狼预女猎").night(knife=2)
    assert not t.game.over, "there never was a villager"


WAYS = ("edge", "city", "parity", "edge_or_parity")
LAST = ("villagers_out", "", "", "villagers_out")


@pytest.mark.parametrize(
    ("switch", "reason"), [*zip(WAYS, ("villagers_out", "", "", "villagers_out"), strict=True)]
)
def test_W_2_the_last_villager_by_switch(switch: str, reason: str):
    """Trap D30: two wolves and three gods are left."""
    t = small("狼狼预女猎民", wolves_win=switch).night(knife=6)
    assert t.facts.reason == reason


@pytest.mark.parametrize(("switch", "reason"), [*zip(WAYS, ("", "", "parity", "parity"), strict=True)])
def test_W_2_half_of_the_living_by_switch(switch: str, reason: str):
    """Trap D30: two wolves, a seer and a villager are left."""
    t = small("狼狼预女民民", wolves_win=switch).night(knife=4)
    assert not t.game.over, "two wolves, three others"
    assert t.exile(5).facts.reason == reason


@pytest.mark.parametrize(
    ("switch", "reason"), [*zip(WAYS, ("villagers_out", "", "parity", "villagers_out"), strict=True)]
)
def test_W_2_one_wolf_and_one_god_by_switch(switch: str, reason: str):
    """Trap D30."""
    t = small("狼预民", wolves_win=switch).night(knife=3)
    assert t.facts.reason == reason


def test_W_3_city_wants_every_other_out():
    t = small("狼预民", wolves_win="city").night(knife=3).night(knife=2)
    assert result(t) == ("wolves", "others_out")


def test_W_9_good_wins_when_nobody_of_either_side_is_left():
    """Trap D31: the last wolf and the last villager the same night."""
    t = small("狼女预民").night(knife=4, poison=1)
    assert result(t) == ("good", "wolves_out")
    assert len(t.events(GameEnded)) == 1


def test_W_9_the_last_god_takes_the_last_wolf_along():
    t = small("狼猎民民").night(knife=2).shoot(1)
    assert result(t) == ("good", "wolves_out")


def test_W_10_the_result_names_every_winner_by_seat():
    t = Table("standard-9").night(knife=9).exile(1).night().exile(2).night().exile(3)
    assert t.facts.winners == (4, 5, 6, 7, 8, 9), "the dead win with their side"
    t = Table("standard-9").night(knife=7).exile(1).night(knife=8).exile(9)
    assert t.facts.winners == (1, 2, 3)
    assert t.last(GameEnded) == GameEnded("wolves", (1, 2, 3), "villagers_out")


# -- when it is checked ----------------------------------------------------------------------------


def test_W_8_dawn_deaths_are_checked_before_talk_goes_on():
    t = Table("standard-9").night(knife=7).night(knife=8).night(knife=9)
    assert result(t) == ("wolves", "villagers_out")
    assert isinstance(t.game.log[-2], Announced)


def test_W_8_an_exile_that_ends_the_game_skips_last_words_and_badge():
    """Traps D33, D34: nothing is asked after the end."""
    t = Table(deal="狼预民民").run(1).exile(1)
    assert result(t) == ("good", "wolves_out")
    assert isinstance(t.game.log[-1], GameEnded)
    assert [event.stage for event in t.events(StageBegan)][-1] == "ballot"
    assert t.game.ask is None
    assert all(t.game.view(seat).request is None for seat in range(5))


def test_W_8_the_check_waits_for_the_announcement_and_so_for_the_election():
    t = Table(deal="狼女预民").night(poison=1)
    assert t.stage == "sign_up", "the last wolf is dead, and nobody can tell"
    t.run(2)
    assert result(t) == ("good", "wolves_out")
    assert t.story(SignedUp, Announced, GameEnded) == ["SignedUp", "Announced", "GameEnded"]


def test_W_8_or_is_made_before_the_election_by_switch():
    t = Table(deal="狼女预民", check_before_election=True).night(poison=1)
    assert result(t) == ("good", "wolves_out")
    assert t.dead == (1,), "the dead are announced all the same"
    assert not t.events(SignedUp)
    t = Table(deal="狼女预民", check_before_election=True).night(poison=4, knife=0)
    assert result(t) == ("wolves", "villagers_out")


def test_W_8_the_early_check_lets_the_last_shot_fall_first():
    t = Table(deal="狼猎民民", check_before_election=True).night(knife=2).shoot(1)
    assert result(t) == ("good", "wolves_out")


def test_W_8_the_early_check_leaves_other_days_alone():
    t = Table(deal="狼狼预女民民", check_before_election=True).night(knife=5)
    assert t.stage == "sign_up"
    t = Table(deal="狼狼猎民民", check_before_election=True).run().night(knife=3)
    assert t.stage == "last_act", "no election any more: announcement, shot, check"


def test_W_8_after_an_election_blast_the_check_comes_with_the_announcement():
    t = Table(deal="狼预女民民").night(knife=2).run(4, 5).explode(1)
    assert result(t) == ("good", "wolves_out")
    assert t.dead == (1, 2)
    assert not [event for event in t.events(Spoke) if event.stage == "last_words"]


def test_W_8_shot_that_wipes_a_side_ends_the_game():
    t = small("狼狼猎预民").exile(3).shoot(5)
    assert result(t) == ("wolves", "villagers_out")


# -- the shot or the check -------------------------------------------------------------------------


@pytest.mark.parametrize(("switch", "winner"), [(True, "good"), (False, "wolves")])
def test_W_8b_last_god_shoots_last_wolf(switch: bool, winner: str):
    """Trap D01: one wolf and one villager left, the hunter, last of the gods, is exiled."""
    t = small("狼猎民民民", shot_before_win_check=switch).exile(2)
    if switch:
        t.shoot(1)
    assert t.winner == winner
    assert len(t.events(Shot)) == switch


@pytest.mark.parametrize(("switch", "winner"), [(True, "good"), (False, "wolves")])
def test_W_8b_at_dawn_as_well(switch: bool, winner: str):
    t = small("狼猎民民民", shot_before_win_check=switch).night(knife=2)
    if switch:
        t.shoot(1)
    assert t.winner == winner


def test_W_8b_holding_fire_leaves_the_wolves_their_win():
    assert result(small("狼猎民民民").exile(2).shoot(0)) == ("wolves", "gods_out")


def test_W_8b_off_still_lets_a_shot_fall_that_does_not_come_too_late():
    t = Table("standard-9", shot_before_win_check=False).exile(6).shoot(1)
    assert t.dead == (6, 1)
    assert not t.game.over


@pytest.mark.parametrize("switch", [True, False])
def test_W_8b_under_parity_the_shot_keeps_the_game_going(switch: bool):
    """Trap D45: four wolves and four others once the hunter is knifed."""
    t = small("狼狼狼狼猎预民民民", wolves_win="parity", shot_before_win_check=switch).night(knife=5)
    if switch:
        t.shoot(1).to("speech")
        assert t.living == (2, 3, 4, 6, 7, 8, 9), "three wolves, four others"
    else:
        assert result(t) == ("wolves", "parity")


# -- no game without an end ------------------------------------------------------------------------


def test_C_8_a_game_in_which_nothing_happens_is_a_draw():
    t = Table("standard-9", max_days=3)
    for _ in range(3):
        assert not t.game.over
        t.day()
    assert result(t) == ("draw", "max_days")
    assert t.facts.winners == ()
    assert t.facts.day == 3


def test_C_8_thirty_days_unless_said_otherwise():
    t = Table("standard-9")
    days = 0
    while not t.game.over:
        t.day()
        days += 1
    assert (days, t.winner) == (30, "draw")


def test_C_8_a_win_on_the_last_day_is_a_win():
    assert result(small("狼预民民", max_days=1).exile(1)) == ("good", "wolves_out")


def test_X_4_nothing_is_asked_or_said_once_the_game_is_over():
    """Traps D33, D34."""
    t = small("狼预民民").exile(1)
    log = list(t.game.log)
    error = t.game.why_not(None)
    assert error is not None
    for seat in range(5):
        assert t.refusal(seat, "pass") == "over"
        assert t.no_right(seat, "explode")
    assert t.game.log == log
