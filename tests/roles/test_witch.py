"""女巫: what she is told, and her two potions."""

from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Acted, Told
from tests.rules.table import Table


def victims_shown(t: Table, witch: int) -> list[int]:
    """Whom the witch was shown, night by night (0: nobody)."""
    return [told.seat for told in t.heard(witch, Told) if told.fact == "victim"]


def test_the_card():
    role = registry()["witch"]
    assert (role.zh, role.camp, role.side) == ("女巫", "G", "good")


@pytest.mark.parametrize(("switch", "code"), [(False, "target"), (True, "")])
def test_R_4_poison_on_oneself_by_switch(switch: bool, code: str):
    t = Table("standard-9", poison_self=switch).night(until="potion")
    assert t.refusal(5, "poison", 5) == code


def test_R_4_a_potion_needs_a_target():
    """Trap R08."""
    t = Table("standard-9").night(knife=9, until="potion")
    assert t.refusal(5, "poison") == "count"
    assert t.refusal(5, "save") == "count"
    assert t.refusal(5, "save", 8) == "target"


def test_R_4_an_announced_dead_is_not_poisoned():
    """Trap L06."""
    t = Table("standard-9").night(knife=9).exile(8).night(until="potion")
    for dead in (8, 9):
        assert t.refusal(5, "poison", dead) == "target"
    assert t.refusal(5, "poison", 7) == ""


def test_N_6_witch_is_told_each_night_until_the_antidote_is_gone():
    """Traps R04, R37."""
    t = Table("standard-9").night().night(knife=9, save=9)
    assert victims_shown(t, 5) == [0, 9]
    t.night(knife=8, until="potion")
    assert victims_shown(t, 5) == [0, 9]
    assert t.request(5).hint == 0
    assert t.options(5) == ("poison 1 2 3 4 6 7 8 9", "pass")
    before = len(t.game.log)
    assert t.refusal(5, "save", 8) == "verb"
    assert len(t.game.log) == before
    assert t.night().to("speech").dead == (8,)


def test_N_6_told_even_after_use_by_switch():
    t = Table("standard-9", witch_told_after_use=True).night(knife=9, save=9).night(knife=8, until="potion")
    assert victims_shown(t, 5) == [9, 8]
    assert t.request(5).hint == 8
    assert t.refusal(5, "save", 8) == "verb"


def test_N_6_nothing_to_save_on_a_night_without_a_knife():
    t = Table("standard-9").night(until="potion")
    assert t.refusal(5, "save", 9) == "verb"


@pytest.mark.parametrize(
    ("switch", "night1", "night2"),
    [("never", False, False), ("first_night", True, False), ("always", True, True)],
)
def test_N_7_self_save(switch: str, night1: bool, night2: bool):
    for nights, may in ((1, night1), (2, night2)):
        t = Table("standard-9", witch_self_save=switch)
        for _ in range(nights - 1):
            t.night()
        t.night(knife=5, until="potion")
        assert (t.refusal(5, "save", 5) == "") is may
        t.night(save=5 if may else 0).to("speech")
        assert t.dead == (() if may else (5,))


def test_N_7_the_knifed_witch_is_asked_and_may_poison():
    """Traps R05, R07: the night is simultaneous, so her poison works."""
    t = Table("standard-9").night(knife=5, poison=1).to("speech")
    assert t.dead == (1, 5)


def test_N_8_both_potions_in_one_night_by_switch():
    """Trap R35: what is refused is not logged, what is logged has happened."""
    t = Table("standard-9", witch_both_potions=True).night(knife=9, save=9, poison=1).to("speech")
    assert t.dead == (1,)
    assert [acted.verb for acted in t.heard(5, Acted)] == ["save", "poison"]


@pytest.mark.parametrize("first", ["save", "poison"])
def test_N_8_the_second_potion_is_asked_for_only_where_both_are_allowed(first: str):
    for switch in (False, True):
        t = Table("standard-9", witch_both_potions=switch).night(knife=9, until="potion")
        t.answer(5, first, 9 if first == "save" else 1).pass_all()
        assert (t.stage == "night" and t.asked == (5,)) is switch


def test_N_8_each_potion_once_in_the_game():
    t = Table("standard-9").night(poison=1).night(knife=9, until="potion")
    assert t.options(5) == ("save 9", "pass")
    t.night(save=9)
    t.night(knife=9, until="check")
    assert t.asked == (4,), "an empty bag is not asked about"


def test_N_6_net_shows_nobody_where_the_guard_stopped_the_knife():
    t = Table("guard-12", witch_sees="net").night(knife=9, guard=9, until="potion")
    witch = t.request(6)
    assert witch.hint == 0
    assert t.refusal(6, "save", 9)
    assert t.heard(6, Told)[-1].seat == 0
    assert Table("guard-12", witch_sees="net").night(knife=9, guard=10, until="potion").request(6).hint == 9


def test_N_6_net_shows_nobody_where_nobody_was_attacked():
    assert victims_shown(Table("guard-12", witch_sees="net").night(), 6) == [0]


def test_R_4_somebody_charmed_or_knifed_tonight_may_be_poisoned():
    t = (
        Table(deal="狼狼 狼美人 预女猎 民民民民", sheriff=False)
        .night(charm=8, knife=9, poison=8)
        .to("speech")
    )
    assert t.dead == (8, 9)
    assert Table("standard-9").night(knife=9, poison=9).causes == {9: "poison"}


def test_N_18_saved_and_poisoned_is_poisoned():
    t = Table("standard-9", witch_both_potions=True).night(knife=9, save=9, poison=9).to("speech")
    assert (t.dead, t.causes) == ((9,), {9: "poison"})


def test_R_5_she_may_keep_both():
    t = Table("standard-9").night(knife=9, until="potion")
    assert t.refusal(5, "pass") == ""
    assert t.night().to("speech").dead == (9,)


def test_C_5_with_the_powers_lost_she_is_neither_told_nor_asked():
    t = Table(deal="狼狼 女 长老 预 民民民", sheriff=False).night().exile(4).to("night")
    while t.stage == "night":
        assert 3 not in t.asked
        t.pass_all()
    assert victims_shown(t, 3) == [0], "of the first night only"
    assert t.told(3, "powers") == [(3, "lost")]


def test_N_8_two_witches_have_a_bag_each():
    t = Table(deal="狼狼 女女 预 民民民", sheriff=False).night(knife=8, save={3: 8}, poison={4: 7})
    assert t.to("speech").dead == (7,)
    t.night(knife=8, until="potion")
    assert t.refusal(3, "save", 8) == "verb"
    assert t.refusal(4, "save", 8) == ""
    assert t.refusal(3, "poison", 1) == ""
    assert t.refusal(4, "poison", 1) == "verb"


def test_N_6_of_two_witches_each_is_told_by_her_own_antidote():
    t = Table(deal="狼狼 女女 预 民民民民", sheriff=False, witch_both_potions=True)
    t.night(knife=8, save={3: 8}).night(knife=9, until="potion")
    assert victims_shown(t, 3) == [8]
    assert victims_shown(t, 4) == [8, 9]
    assert (t.request(3).hint, t.request(4).hint) == (0, 9)
    t.answer(3).answer(4, "save", 9).pass_all()
    assert t.stage == "night"
    hints = [request.hint for request in t.ask.requests if request.seat == 3]
    assert not any(hints), "whom the other saved is no news for her"


@pytest.mark.parametrize("empty", [True, False])
def test_C_6_the_knife_decides_against_a_witch_with_a_potion_left(empty: bool):
    rules: dict[str, Any] = {"knife_decides": True, "wolves_win": "city", "sheriff": False}
    t = Table(deal="狼女民民", **rules).night(knife=3, save=3).night(poison=4 if empty else 0)
    t.exile(3)
    if not empty:
        t.night(knife=4)
    t.night(knife=2)
    assert t.facts.reason == ("others_out" if empty else "knife_decides")


def test_N_6_attack_shows_the_victim_whether_guarded_or_not():
    assert victims_shown(Table("guard-12").night(knife=9, guard=9), 6) == [9]
    assert victims_shown(Table("guard-12").night(knife=9, guard=8), 6) == [9]
