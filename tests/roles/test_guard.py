"""守卫: the shield, and where a piper plays the muffling (隔音)."""

from functools import partial

import pytest

from llmwolf.roles import registry
from tests.rules.table import Table

PIPED = partial(
    Table, deal="狼狼 守卫 吹笛者 预女猎 民民民", sheriff=False, piper="face_to_face", guard_muffles=True
)
"""Wolves 1 and 2, guard 3, piper 4, seer 5, witch 6, hunter 7, villagers 8 to 10."""


def test_the_card():
    role = registry()["guard"]
    assert (role.zh, role.camp, role.side) == ("守卫", "G", "good")
    assert role.aliases == ("守护者",)


def test_R_4_only_the_living_are_guarded():
    """Trap L06."""
    t = Table("guard-12").night(knife=9).night(until="guard")
    assert t.refusal(8, "guard", 9) == "target"


def test_R_5_the_guard_may_skip():
    assert Table("guard-12").night(until="guard").refusal(8, "pass") == ""


def test_N_9_not_the_same_seat_two_nights_running():
    t = Table("guard-12").night(guard=9).night(until="guard")
    assert t.refusal(8, "guard", 9) == "target"
    assert t.refusal(8, "guard", 10) == ""


def test_N_9_a_skipped_night_resets_the_rule():
    t = Table("guard-12").night(guard=9).night().night(until="guard")
    assert t.refusal(8, "guard", 9) == ""


@pytest.mark.parametrize(
    ("switch", "next_night", "night_after"),
    [("not_running", "target", ""), ("once_per_game", "target", "target"), ("free", "", "")],
)
def test_N_9_repeating_by_switch(switch: str, next_night: str, night_after: str):
    t = Table("guard-12", guard_repeat=switch).night(guard=9).night(until="guard")
    assert t.refusal(8, "guard", 9) == next_night
    t.night(guard=10).night(until="guard")
    assert t.refusal(8, "guard", 9) == night_after


def test_N_9_the_guard_may_protect_himself():
    assert Table("guard-12").night(guard=8, knife=8).to("speech").dead == ()


@pytest.mark.parametrize(
    ("guard", "save", "dead"),
    [(9, 9, (9,)), (9, 0, ()), (0, 9, ()), (0, 0, (9,)), (10, 9, ()), (10, 0, (9,))],
)
def test_N_10_guard_and_antidote_on_one_victim_cancel(guard: int, save: int, dead: tuple[int, ...]):
    """Trap R01."""
    assert Table("guard-12").night(knife=9, guard=guard, save=save).to("speech").dead == dead


def test_N_10_or_the_victim_lives_by_switch():
    t = Table("guard-12", guard_and_antidote="lives").night(knife=9, guard=9, save=9)
    assert t.to("speech").dead == ()


def test_N_11_the_guard_does_not_stop_poison():
    """Trap R02."""
    t = Table("guard-12").night(guard=9, knife=10, poison=9).to("speech")
    assert t.dead == (9, 10)


def test_N_11_knifed_and_poisoned_the_shield_stops_one_of_the_two():
    t = Table("guard-12").night(guard=9, knife=9, poison=9).to("speech")
    assert (t.dead, t.causes) == ((9,), {9: "poison"})


def test_N_11_a_guarded_lover_still_follows():
    t = Table(deal="狼狼 守丘 预女 民民民", sheriff=False).night(link=(7, 8), knife=7, guard=8)
    assert t.to("speech").dead == (7, 8)


def test_N_18_a_guard_who_dies_tonight_has_guarded():
    t = Table("guard-12").night(guard=9, knife=9, poison=8).to("speech")
    assert t.dead == (8,)


def test_N_14_where_a_piper_plays_he_is_asked_once_more_whom_to_muffle():
    t = PIPED().night(until="muffle")
    assert 3 in t.asked
    assert t.refusal(3, "pass") == ""
    assert t.refusal(3, "muffle", 3) == ""
    t.night(muffle=8)
    assert t.facts.day == 1


@pytest.mark.parametrize(("muffled", "charmed"), [(8, ()), (9, (8,)), (0, (8,))])
def test_N_14_the_muffled_is_not_charmed(muffled: int, charmed: tuple[int, ...]):
    assert PIPED().night(muffle=muffled, pipe=8).hidden.piped == charmed


def test_N_9_each_is_muffled_once_in_the_game_whatever_was_guarded():
    t = PIPED(guard_repeat="once_per_game").night(guard=9, muffle=8).night(until="guard")
    assert t.refusal(3, "guard", 9) == "target"
    assert t.refusal(3, "guard", 8) == ""
    t.night(guard=8, until="muffle")
    assert t.refusal(3, "muffle", 8) == "target"
    assert t.refusal(3, "muffle", 9) == ""
    t.night().night(until="muffle")
    assert t.refusal(3, "muffle", 8) == "target", "a skipped night resets nothing here"


def test_N_14_no_muffling_without_a_piper_or_by_switch():
    for t in (PIPED(guard_muffles=False), PIPED(deal="狼狼 守卫 民 预女猎 民民民")):
        while t.stage == "night":
            assert "muffle" not in [request.kind for request in t.ask.requests]
            t.pass_all()


def test_N_14_with_the_piper_out_the_guard_is_still_asked():
    t = PIPED().night(knife=4).night(until="muffle")
    assert t.request(3).kind == "muffle", "nothing may tell him who is out"


def test_C_5_with_the_powers_lost_nobody_is_shielded():
    t = Table(deal="狼狼 守卫 长老 预女 民民民", sheriff=False).night().exile(4).night(until="knife")
    assert t.asked == (1, 2)
    assert t.told(3, "powers") == [(3, "lost")]
    assert t.night(knife=8).to("speech").dead == (4, 8)


def test_N_9_two_guards_shield_two_and_remember_their_own():
    t = Table(deal="狼狼 守守 预女 民民民", sheriff=False).night(guard={3: 7, 4: 8}, knife=8)
    assert t.to("speech").dead == ()
    t.night(until="guard")
    assert (t.refusal(3, "guard", 7), t.refusal(3, "guard", 8)) == ("target", "")
    assert (t.refusal(4, "guard", 7), t.refusal(4, "guard", 8)) == ("", "target")
