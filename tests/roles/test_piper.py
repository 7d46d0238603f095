"""吹笛者: both ways of charming (N-14), and the win of its own faction (W-7, W-4)."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Marked, Piped, Skipped, Told
from tests.rules.table import Table

PIPE = partial(Table, deal="狼狼 吹笛者 预女猎 民民民民", sheriff=False)
"""Wolves 1 and 2, piper 3, seer 4, witch 5, hunter 6, villagers 7 to 10."""
F2F = partial(Table, deal="狼狼 吹笛者 预女守丘 民民民民", sheriff=False, house="face-to-face")
"""Wolves 1 and 2, piper 3, seer 4, witch 5, guard 6, cupid 7, villagers 8 to 11."""


def test_the_card():
    role = registry()["piper"]
    assert (role.zh, role.camp, role.side) == ("吹笛者", "X", "piper")
    assert role.aliases == ("乐师",)


def test_N_14_two_a_night_or_one_or_none():
    t = PIPE().night(until="pipe")
    assert [t.refusal(3, "pipe", *targets) for targets in ((7, 8), (7,), (1, 4))] == ["", "", ""]
    assert t.refusal(3, "pass") == ""
    assert t.refusal(3, "pipe", 7, 8, 9) == "count"
    assert t.refusal(3, "pipe", 7, 7) == "repeat"
    assert t.refusal(3, "pipe") == "count"


def test_N_14_not_himself_and_not_the_dead():
    t = PIPE().night(knife=10).night(until="pipe")
    assert t.refusal(3, "pipe", 3) == "target"
    assert t.refusal(3, "pipe", 10, 7) == "target"


def test_N_14_the_charmed_learn_who_is_charmed_and_nobody_else_does():
    t = PIPE().night(pipe=(7, 9))
    assert t.hidden.piped == (7, 9)
    assert t.told(7, "charmed") == t.told(9, "charmed") == [(7, ""), (9, "")]
    assert all(not t.told(seat, "charmed") for seat in (0, 1, 3, 4, 8))
    t.night(pipe=(1, 4))
    assert t.told(1, "charmed") == [(1, ""), (4, ""), (7, ""), (9, "")]


def test_N_14_they_keep_speech_and_powers():
    t = PIPE().night(pipe=(4, 7)).night(check=1).to("ballot")
    assert {4, 7} <= set(t.speakers("speech"))
    assert t.told(4, "check") == [(1, "wolf")]
    assert t.facts.marks == {}


def test_N_14_no_spread_to_lovers():
    t = Table(deal="狼狼 吹笛者 预女丘 民民民民", sheriff=False).night(link=(7, 8), pipe=(7, 9))
    assert t.hidden.piped == (7, 9)


def test_N_14_lovers_can_be_charmed_in_the_new_moon_way():
    t = Table(deal="狼狼 吹笛者 预女丘 民民民民", sheriff=False).night(link=(7, 8), pipe=(7, 8))
    assert t.hidden.piped == (7, 8)


def nearly(**rules: Any) -> Table:
    """The third night at the piper's call: 1 and 2 are uncharmed, 4 to 9 are charmed, 10 is out."""
    t = PIPE(**rules).night(pipe=(4, 5), knife=10).night(pipe=(6, 7)).night(pipe=(8, 9))
    return t.night(until="pipe")


def test_N_14_not_two_charmed_ones_while_an_uncharmed_one_is_left():
    t = nearly()
    assert t.refusal(3, "pipe", 4, 5)
    assert t.refusal(3, "pipe", 1, 2) == ""
    assert t.refusal(3, "pipe", 1, 4) == "", "one of each is legal"


def test_N_14_with_one_left_that_one_alone_or_with_a_charmed_one():
    """Trap R26: one legal target, and nothing is blocked."""
    t = nearly().night(pipe=(1,)).exile(9).night(until="pipe")
    assert t.refusal(3, "pass") == ""
    assert t.refusal(3, "pipe", 2) == ""
    assert t.refusal(3, "pipe", 2, 4) == ""
    assert t.refusal(3, "pipe", 4, 5), "two charmed ones"
    assert t.refusal(3, "pipe", 4), "a charmed one alone"


def test_N_14_passing_blocks_nothing():
    """Trap R26."""
    t = PIPE().night().night().to("speech")
    assert t.hidden.piped == ()


def test_W_7_all_others_alive_charmed_after_a_night():
    t = (
        Table(deal="狼 吹笛者 预女 民民", sheriff=False, wolves_win="city")
        .night(pipe=(1, 3), knife=6)
        .exile(5)
    )
    assert not t.game.over, "the witch is not charmed"
    t.night(pipe=(4,), knife=0)
    assert (t.winner, t.facts.winners, t.facts.reason) == ("piper", (2,), "charmed_all")


def test_W_7_all_others_alive_charmed_after_a_ballot():
    t = (
        Table(deal="狼 吹笛者 预女 民民", sheriff=False, wolves_win="city")
        .night(pipe=(1, 3), knife=6)
        .night(pipe=(4,))
        .exile(5)
    )
    assert (t.winner, t.facts.winners) == ("piper", (2,))


def test_W_7_he_must_live():
    t = (
        Table(deal="狼 吹笛者 预女 民民", sheriff=False)
        .night(pipe=(1, 3))
        .night(pipe=(4, 5), poison=2, knife=6)
    )
    assert 2 in t.dead
    assert t.winner != "piper"


def test_W_7_good_does_not_wait_for_him():
    t = PIPE().night(poison=1).exile(2)
    assert 3 in t.living
    assert (t.winner, 3 in t.facts.winners) == ("good", False)


def test_W_3_the_wolves_must_remove_him():
    city = Table(deal="狼 吹笛者 预 民", sheriff=False, wolves_win="city").night(knife=3).exile(4)
    assert not city.game.over
    assert city.night(knife=2).winner == "wolves"


def test_W_2_he_is_neither_god_nor_villager():
    t = Table(deal="狼 吹笛者 预 民民", sheriff=False).night(knife=3)
    assert t.facts.reason == "gods_out"


def test_R_3_the_seer_sees_a_good_player_but_face_to_face_one_who_is_not_of_the_village():
    assert PIPE().night(check=3).told(4, "check") == [(3, "good")]
    assert F2F().night(check=3).told(4, "check") == [(3, "not_village")]
    assert F2F().night(pipe=8, check=8).told(4, "check") == [(8, "village")]


def test_N_14_face_to_face_one_a_night():
    t = F2F().night(until="pipe")
    assert t.refusal(3, "pipe", 8) == ""
    assert t.refusal(3, "pipe", 8, 9) == "count"
    assert t.refusal(3, "pipe", 3) == "target"
    assert t.refusal(3, "pass") == ""


def test_N_14_face_to_face_the_charmed_are_announced_and_mute_by_day():
    t = F2F().night(pipe=8).to("ballot")
    assert t.last(Marked) == Marked("charmed", (8,))
    assert t.facts.marks["charmed"] == (8,)
    assert t.heard(0, Skipped) == [Skipped(8, "charmed")]
    assert 8 not in t.speakers("speech")
    assert 8 in t.asked, "they vote"
    assert not t.told(8, "charmed"), "they do not meet"


def test_N_14_face_to_face_the_mute_stay_mute():
    t = F2F().night(pipe=8).night(pipe=9).to("ballot")
    assert t.facts.marks["charmed"] == (8, 9)
    assert not {8, 9} & set(t.speakers("speech"))


@pytest.mark.parametrize("cause", ["exile", "poison", "knife"])
def test_N_14_face_to_face_until_the_piper_is_out(cause: str):
    how: dict[str, Any] = {"poison": {"poison": 3}, "knife": {"knife": 3}}.get(cause, {})
    t = F2F().night(pipe=8)
    if cause == "exile":
        t.exile(3)
    t.night(**how).to("ballot")
    assert 3 in t.dead
    assert 8 in t.speakers("speech")
    assert t.events(Skipped) == [Skipped(8, "charmed")], "on day 1 alone"


def test_N_14_face_to_face_a_lover_is_not_charmed_and_the_piper_is_not_told():
    t = F2F().night(link=(8, 9), pipe=8)
    assert t.hidden.piped == ()
    assert t.events(Piped) == []
    assert not t.heard(3, Told)


def test_N_14_face_to_face_the_muffled_is_not_charmed():
    assert F2F().night(muffle=8, pipe=8).hidden.piped == ()
    assert F2F().night(muffle=9, pipe=8).hidden.piped == (8,)


def test_W_4_face_to_face_every_unlinked_villager_and_wolf_charmed():
    t = Table(deal="狼 吹笛者 预 民民 守", sheriff=False, house="face-to-face")
    t.night(pipe=1, knife=6).night(pipe=3).exile(4)
    assert not t.game.over
    t.night(pipe=5)
    assert (t.winner, t.facts.winners) == ("piper", (2,))


def test_W_4_face_to_face_out_he_has_lost():
    t = F2F().night(pipe=8).exile(3)
    assert "piper" in t.hidden.lost


def test_N_18_a_piper_knifed_tonight_has_piped():
    t = PIPE().night(pipe=(7, 8), knife=3)
    assert t.hidden.piped == (7, 8)
    t.night(until="check")
    assert 3 not in t.asked


def test_N_14_with_the_piper_out_nobody_is_woken():
    """Trap R25: the charmed are called no more."""
    t = PIPE().night(pipe=(7, 8)).exile(3).night().night()
    assert t.told(7, "charmed") == [(7, ""), (8, "")]


def test_C_5_his_power_is_not_of_the_village():
    """Trap R25: the elder's loss leaves the pipe alone, so the charmed are rightly called."""
    t = Table(deal="狼狼 吹笛者 长老 预女 民民民", sheriff=False).night().exile(4).night(pipe=(7, 8))
    assert t.hidden.piped == (7, 8)


def test_N_14_two_pipers_charm_for_one_faction():
    t = Table(deal="狼 笛笛 预女 民民民", sheriff=False).night(pipe={2: (4, 5), 3: (6, 7)})
    assert t.hidden.piped == (4, 5, 6, 7)
    t.night(pipe={2: (1, 8), 3: ()})
    assert (t.winner, t.facts.winners) == ("piper", (2, 3))
