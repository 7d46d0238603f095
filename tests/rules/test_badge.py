"""What the badge weighs, and its way from a sheriff who is out (D-8, D-9)."""

from typing import Any

import pytest

from llmwolf.rules.events import BadgePassed, Died, Exiled, GameEnded, Marked, Spoke
from tests.rules.table import Table


def with_sheriff(seat: int, **switches: Any) -> Table:
    """A table on day 1, before the speeches, whose sheriff is ``seat``."""
    return Table("official-12", **switches).run(seat).to("order")


# -- weight ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("switch", "votes", "outcome"), [(1, 2, 0), (1.5, 2.5, 1), (2, 3, 1)])
def test_D_8_the_sheriffs_vote_weighs(switch: float, votes: float, outcome: int):
    t = with_sheriff(9, badge_weight=switch).vote({9: 1, 10: 1, 11: 2, 12: 2})
    assert t.tally("ballot") == {1: votes, 2: 2}
    assert t.facts.exiles.get(1, 0) == outcome


def test_D_8_the_weight_counts_once():
    """Trap D06."""
    t = with_sheriff(9).vote({9: 1, 10: 1, 11: 2, 12: 2, 5: 2})
    assert t.tally("ballot") == {1: 2.5, 2: 3}
    assert t.facts.exiles == {1: 2}


def test_D_8_the_weight_moves_with_the_badge():
    t = with_sheriff(9).night(knife=9).to("badge").give(10).vote({10: 1})
    assert t.tally("ballot") == {1: 1.5}


def test_D_8_a_torn_badge_weighs_nothing():
    t = with_sheriff(9).night(knife=9).to("badge").give(0).vote({10: 1, 11: 2})
    assert t.tally("ballot") == {1: 1, 2: 1}
    assert t.sheriff == 0


# -- handing on ------------------------------------------------------------------------------------


def test_D_9_sheriff_knifed_hands_on_after_the_announcement():
    """Trap D09: the new sheriff picks the side and speaks last, everybody once."""
    t = with_sheriff(9).night(knife=9)
    assert t.stage == "badge"
    assert t.dead == (9,)
    t.give(10)
    assert t.sheriff == 10
    t.side("right").to("ballot")
    assert t.speakers("speech") == (8, 7, 6, 5, 4, 3, 2, 1, 12, 11, 10)


def test_D_9_sheriff_exiled_hands_on_after_the_last_words():
    t = with_sheriff(9).exile(9).give(5)
    assert t.sheriff == 5
    story = t.story(Exiled, Died, Spoke, BadgePassed)
    assert story[-4:] == ["Exiled", "Died", "Spoke", "BadgePassed"]


def test_D_9_sheriff_shot_hands_on():
    t = with_sheriff(9).exile(7).shoot(9)
    assert t.dead == (7, 9)
    t.give(10)
    assert t.sheriff == 10


def test_D_9_sheriff_poisoned_hands_on():
    t = with_sheriff(9).night(poison=9).give(10)
    assert t.sheriff == 10


def test_D_9_sheriff_who_blows_himself_up_hands_on():
    t = with_sheriff(1).to("speech").explode(1)
    assert t.stage == "badge"
    assert t.give(2).sheriff == 2


def test_D_9_torn_badge_leaves_the_table_without_a_sheriff_for_good():
    t = with_sheriff(9).night(knife=9).give(0)
    assert t.facts.badge == [(1, 9, "only"), (2, 0, "torn")]
    t.to("speech")
    assert t.order("speech")[1] == "last_dead"
    t.night().day()
    assert t.sheriff == 0


def test_D_9_only_another_living_player_gets_it():
    t = with_sheriff(9).night(knife=9, poison=10).to("badge")
    assert t.refusal(9, "give", 9) == "target"
    assert t.refusal(9, "give", 10) == "target"
    assert t.refusal(9, "give", 11) == ""
    assert t.refusal(9, "pass") == ""


def test_D_9_night_and_day_in_one_chain_of_badges():
    t = with_sheriff(9).night(knife=9).give(10).exile(10).give(11).night(knife=11).give(0)
    assert t.facts.badge == [(1, 9, "only"), (2, 10, "passed"), (2, 11, "passed"), (3, 0, "torn")]


def test_D_9_a_dead_candidate_who_was_elected_hands_on_the_badge():
    t = Table("official-12").night(knife=9).run(9)
    assert t.stage == "last_words"
    t.give(5)
    assert t.facts.badge == [(1, 9, "only"), (1, 5, "passed")]


def test_D_9_idiot_sheriff_who_turns_the_card_hands_on_at_once():
    t = with_sheriff(8).exile(8)
    assert t.stage == "badge"
    assert 8 in t.living
    assert t.refusal(8, "give", 8) == "target"
    t.give(5)
    assert t.sheriff == 5
    assert t.story(Exiled, Marked, BadgePassed) == ["Exiled", "Marked", "BadgePassed"]


def test_D_9_idiot_sheriff_may_tear_it():
    assert with_sheriff(8).exile(8).give(0).sheriff == 0


def test_D_9_no_badge_is_handed_on_when_the_game_is_over():
    t = Table(deal="狼预民").run(1).exile(1)
    assert t.winner == "good"
    assert not t.events(BadgePassed)
    assert t.story(Exiled, Died, GameEnded) == ["Exiled", "Died", "GameEnded"]
