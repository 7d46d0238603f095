"""Chains of deaths and when they settle (C-4)."""

from llmwolf.rules.events import Announced, Died, GameEnded, Shot
from tests.rules.table import Table


def may_shoot(t: Table, seat: int) -> bool:
    """Whether ``seat`` is asked for a shot now."""
    return t.stage == "last_act" and t.asked == (seat,)


def test_C_4_a_hunter_shot_by_a_hunter_shoots():
    t = Table(deal="狼狼狼猎猎民民民", sheriff=False).night(knife=4).shoot(5).shoot(1)
    assert t.dead == (4, 5, 1)
    assert t.story(Announced, Shot, Died)[-5:] == ["Announced", "Shot", "Died", "Shot", "Died"]


def test_C_4_shots_fall_lowest_seat_first():
    t = Table(deal="女狼狼猎狼猎预民民民", sheriff=False).night(knife=6, poison=4)
    assert t.asked == (6,), "the poisoned one is skipped"
    t = Table(deal="女狼狼猎狼猎预民民民", sheriff=False, hunter_blocked_by=()).night(knife=6, poison=4)
    assert t.asked == (4,)
    t.shoot(2)
    assert t.asked == (6,)
    t.shoot(3).to("speech")
    assert t.dead == (4, 6, 2, 3)


def test_C_4_a_shot_belongs_to_the_phase_of_its_first_cause():
    """Trap D04."""
    t = Table("standard-9").night().night(knife=6).shoot(1)
    assert t.facts.gone[1] == ("night", 2, "shot")
    t = Table("standard-9").exile(6).shoot(1)
    assert t.facts.gone == {6: ("day", 1, "exile"), 1: ("day", 1, "shot")}


def test_C_4_the_chain_settles_before_the_win_check():
    t = Table(deal="狼猎猎民民", sheriff=False).night(knife=2).shoot(3).shoot(1)
    assert t.story(Shot, GameEnded) == ["Shot", "Shot", "GameEnded"]
    assert t.winner == "good"


def test_C_4_the_win_check_comes_before_each_shot_by_switch():
    t = Table(deal="狼狼猎猎民民", sheriff=False, shot_before_win_check=False, wolves_win="parity")
    t.night(knife=3)
    assert may_shoot(t, 3), "two wolves, three others"
    t.shoot(4)
    assert t.winner == "wolves", "the second hunter's shot comes too late"
    assert len(t.events(Shot)) == 1


def test_C_4_the_badge_is_handed_on_after_the_chain_and_the_check():
    t = Table("official-12").run(7).exile(7).shoot(1).to("badge")
    assert t.asked == (7,)
    assert t.refusal(7, "give", 1) == "target"
