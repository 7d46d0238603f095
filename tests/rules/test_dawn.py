"""The announcement of the night's dead and what follows it (D-13, D-14)."""

import pytest

from llmwolf.rules.events import Announced, BadgePassed, Died, GameEnded, Revealed, Shot, Spoke
from tests.rules.table import Table


def test_D_13_a_quiet_night_is_announced_as_such():
    t = Table("standard-9").night().to("speech")
    assert t.last(Announced).seats == ()


def test_D_13_several_dead_ascend_whatever_killed_them():
    t = Table("standard-9").night(knife=9, poison=2)
    assert t.last(Announced).seats == (2, 9)
    t = Table("standard-9").night(knife=7, poison=8)
    assert t.last(Announced).seats == (7, 8)


@pytest.mark.parametrize(("switch", "order"), [("seat", (2, 9)), ("cause", (9, 2))])
def test_D_13_order_by_switch(switch: str, order: tuple[int, ...]):
    t = Table("standard-9", announce_order=switch).night(knife=9, poison=2)
    assert t.last(Announced).seats == order
    assert t.dead == order


@pytest.mark.parametrize("switch", [False, True])
def test_D_13_the_dead_turn_their_cards_by_switch(switch: bool):
    t = Table("standard-9", reveal_on_death=switch).night(knife=9).exile(1).to("night")
    assert t.facts.shown == ({9: "villager", 1: "werewolf"} if switch else {})


def test_D_13_shots_come_after_the_announcement():
    """Trap D04: the dead are announced first, and the shot belongs to that dawn."""
    t = Table("standard-9").night().night(knife=6).shoot(1)
    assert t.story(Announced, Shot, Died)[-3:] == ["Announced", "Shot", "Died"]
    assert t.last(Announced).seats == (6,)
    assert t.dead == (6, 1)
    assert t.facts.gone == {6: ("night", 2, "night"), 1: ("night", 2, "shot")}


def test_D_14_shot_then_last_words_then_badge():
    """Trap D37."""
    t = Table("official-12").night(knife=7).run(7)
    assert t.stage == "last_act"
    t.shoot(1).to("badge").give(5).to("order")
    assert t.story(Announced, Shot, Spoke, BadgePassed) == ["Announced", "Shot", "Spoke", "BadgePassed"]


def test_D_14_badge_before_last_words_by_switch():
    t = Table("official-12", badge_before_last_words=True).night(knife=7).run(7).shoot(1)
    t.give(5).to("order")
    assert t.story(Announced, Shot, Spoke, BadgePassed) == ["Announced", "Shot", "BadgePassed", "Spoke"]


def test_D_14_the_win_check_comes_after_the_shot_and_before_last_words():
    t = Table(deal="狼猎民民", sheriff=False).night(knife=2).shoot(1)
    assert t.story(Announced, Revealed, Shot, Died, Spoke, GameEnded) == [
        "Announced", "Revealed", "Shot", "Died", "GameEnded",
    ]  # fmt: skip
    assert t.winner == "good"


def test_D_14_the_same_badge_is_not_offered_twice():
    t = Table("official-12", badge_before_last_words=True).night(knife=9).run(9).give(0)
    assert t.to("speech").facts.badge == [(1, 9, "only"), (1, 0, "torn")]
