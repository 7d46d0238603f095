"""丘比特: links two lovers; what becomes of a pair is a matter of the law (W-5, W-6)."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.errors import SetupError
from llmwolf.rules.events import Acted, Called, Linked, LoversMet, Told
from tests.rules.table import Table

LINK = partial(Table, deal="狼狼 预女猎丘 民民民民", sheriff=False)
"""Wolves 1 and 2, seer 3, witch 4, hunter 5, cupid 6, villagers 7 to 10."""


def linked(one: int, other: int, **rules: Any) -> Table:
    """The first night up to its end, with these two linked."""
    return LINK(**rules).night(link=(one, other))


def card_of_the_lover(t: Table, seat: int) -> list[tuple[int, str]]:
    """Which cards ``seat`` was shown as a lover."""
    return [(other, card) for _, fact, other, card in t.game.view(seat).hand.told if fact == "lover_card"]


def test_the_card():
    role = registry()["cupid"]
    assert (role.zh, role.camp, role.side) == ("丘比特", "X", "good")


def test_R_5_the_link_may_not_be_passed():
    t = LINK().night(until="link")
    assert t.asked == (6,)
    assert t.refusal(6, "pass") == "compulsory"


@pytest.mark.parametrize(
    ("targets", "code"),
    [
        ((), "count"),
        ((1,), "count"),
        ((1, 2, 3), "count"),
        ((7, 7), "repeat"),
        ((7, 11), "target"),
        ((7, 6), ""),
    ],
)
def test_R_5_two_different_players(targets: tuple[int, ...], code: str):
    assert LINK().night(until="link").refusal(6, "link", *targets) == code


def test_N_16_he_may_link_himself():
    t = linked(6, 7)
    assert t.hidden.lovers == (6, 7)
    assert t.game.view(6).hand.lover == 7


def test_N_16_the_order_of_the_two_does_not_matter():
    assert linked(9, 1).hidden.lovers == linked(1, 9).hidden.lovers == (1, 9)


def test_N_16_only_on_night_one():
    t = linked(1, 9).to("night")
    assert t.facts.day == 2
    while t.stage == "night":
        assert "link" not in [request.kind for request in t.ask.requests]
        t.pass_all()


def test_N_16_lovers_learn_who_the_other_is_and_not_the_card():
    t = linked(1, 9)
    assert t.game.view(1).hand.lover == 9
    assert t.game.view(9).hand.lover == 1
    assert card_of_the_lover(t, 1) == card_of_the_lover(t, 9) == []
    assert not t.game.view(9).hand.pack


def test_N_16_lovers_show_each_other_the_card_by_switch():
    t = linked(1, 9, lovers_see="card")
    assert card_of_the_lover(t, 1) == [(9, "villager")]
    assert card_of_the_lover(t, 9) == [(1, "werewolf")]


def test_X_2_nobody_else_hears_of_the_link():
    t = linked(1, 9)
    for seat in (0, 2, 3, 4, 5, 7, 8, 10):
        assert not t.heard(seat, LoversMet)
        assert not t.heard(seat, Linked)
        assert t.game.view(seat).hand.lover == 0
    assert [acted.target for acted in t.heard(6, Acted)] == [1, 9]
    assert not t.heard(6, LoversMet), "cupid does not wake with them"


def test_R_3_neither_cupid_nor_a_lover_shows_to_the_seer():
    t = LINK().night(link=(1, 6), check=6)
    assert t.told(3, "check") == [(6, "good")]
    assert LINK().night(link=(1, 7), check=7).told(3, "check") == [(7, "good")]


def test_R_3_face_to_face_the_black_lovers_and_their_cupid_are_not_of_the_village():
    f2f = partial(
        Table, deal="狼狼 预女猎丘 民民民民", sheriff=False, seer_sees="faction", judged="one_by_one"
    )
    rules: dict[str, Any] = {"cupid_sides": "lovers"}
    answers = {
        target: f2f(**rules).night(link=(1, 7), check=target).told(3, "check")[0][1]
        for target in (1, 2, 6, 7, 8)
    }
    assert answers == dict.fromkeys((1, 2, 6, 7), "not_village") | {8: "village"}
    assert f2f(**rules).night(link=(7, 8), check=6).told(3, "check") == [(6, "village")]
    assert f2f(**rules).night(link=(1, 2), check=6).told(3, "check") == [(6, "not_village")]


@pytest.mark.parametrize(
    ("acts", "dead"),
    [({"knife": 7}, (7, 9)), ({"knife": 9}, (7, 9)), ({"poison": 9}, (7, 9)), ({"knife": 8}, (8,))],
)
def test_C_3_one_out_at_night_the_other_with_it(acts: dict[str, Any], dead: tuple[int, ...]):
    t = LINK().night(link=(7, 9), **acts).to("speech")
    assert t.dead == dead
    if len(dead) > 1:
        assert "lover" in t.causes.values()


def test_C_3_a_saved_lover_saves_the_other():
    assert LINK().night(link=(7, 9), knife=7, save=7).to("speech").dead == ()


def test_C_3_one_exiled_the_other_follows():
    t = linked(7, 9).exile(9)
    assert t.dead == (9, 7)
    assert t.causes == {9: "exile", 7: "lover"}
    assert t.facts.gone[7] == ("day", 1, "follow")


def test_C_3_both_struck_is_one_death_each():
    t = LINK().night(link=(7, 9), knife=7, poison=9).to("speech")
    assert t.dead == (7, 9)
    assert t.causes == {7: "knife", 9: "poison"}


def test_C_3_cupid_does_not_follow():
    assert linked(7, 9).exile(9).to("night").living == (1, 2, 3, 4, 5, 6, 8, 10)
    assert LINK().night(link=(7, 9), knife=6).to("speech").dead == (6,)


def test_C_1_a_hunter_dying_of_grief_by_switch():
    """Trap R16."""
    blocked = linked(5, 9, hunter_blocked_by=("lover",)).exile(9)
    assert blocked.stage != "last_act"
    free = linked(5, 9, hunter_blocked_by=("poison", "charm")).exile(9)
    assert (free.stage, free.asked) == ("last_act", (5,))


def test_W_2_cupid_is_neither_god_nor_villager():
    deal = "狼 预 丘 民民"
    t = Table(deal=deal, sheriff=False).night(link=(2, 4), knife=3).exile(5)
    assert not t.game.over
    t = Table(deal="狼 预 丘 民民", sheriff=False).night(link=(2, 4), knife=5).exile(4)
    assert t.winner == "wolves", "no villager is left, and cupid does not stand for one"
    t = Table(deal="狼 预女 丘 民民", sheriff=False, counted_as_villager=("cupid",)).night(
        link=(5, 6), knife=5
    )
    assert not t.game.over, "where he counts as one, he does"


@pytest.mark.parametrize(
    ("rule", "winners"), [("good", (3, 4, 5, 6, 7, 8, 9, 10)), ("lovers", (3, 4, 5, 7, 8, 9, 10))]
)
def test_W_6_with_two_wolves_cupid_wins_with_good_or_with_them(rule: str, winners: tuple[int, ...]):
    t = linked(1, 2, cupid_sides=rule).exile(1)
    assert (t.winner, t.facts.winners) == ("good", winners)


@pytest.mark.parametrize("rule", ["good", "lovers"])
def test_W_6_with_two_good_lovers_cupid_is_good(rule: str):
    """Trap D27: the pair is no side of its own."""
    t = linked(7, 8, cupid_sides=rule).exile(1).night().exile(2)
    assert (t.winner, t.facts.winners) == ("good", (3, 4, 5, 6, 7, 8, 9, 10))


def test_W_5_a_wolf_and_a_good_player_win_with_cupid_alone():
    """Trap D28."""
    t = Table(deal="狼 女 丘 民民", sheriff=False).night(link=(1, 4), knife=2, poison=5)
    assert t.living == (1, 3, 4)
    assert (t.winner, t.facts.reason, t.facts.winners) == ("lovers", "last_left", (1, 3, 4))


def test_W_5_two_good_lovers_last_alive_are_no_third_side():
    """Trap D27."""
    t = linked(7, 8).exile(1).night(poison=2)
    assert (t.winner, 7 in t.facts.winners) == ("good", True)


def test_W_5_dead_hostile_lovers_win_nothing():
    """Trap D27: both dead, good wins, and neither the wolf nor the other nor their cupid is credited."""
    t = linked(1, 9).exile(9).night(poison=2).exile(6)
    assert t.winner == "good"
    assert t.facts.winners == (3, 4, 5, 7, 8, 10)


def test_W_1_good_waits_for_cupid_of_a_hostile_pair():
    t = linked(1, 9).exile(9).night(poison=2)
    assert not t.game.over
    assert t.living == (3, 4, 5, 6, 7, 8, 10)
    assert linked(1, 9, good_waits_for_lovers=False).exile(9).night(poison=2).winner == "good"


def test_C_5_the_powers_lost_do_not_undo_a_link():
    t = Table(deal="狼狼 预女丘 长老 民民民", sheriff=False).night(link=(7, 8)).exile(6).night(knife=7)
    assert t.hidden.powerless
    assert t.told(5, "powers") == [], "his power was not of the village"
    assert t.to("speech").dead == (6, 7, 8)


def test_B_1_there_is_one_cupid():
    with pytest.raises(SetupError, match="there can be one"):
        Table(deal="狼狼 预女丘丘 民民民民")


def test_N_2_the_lovers_are_called_even_where_cupid_lies_in_the_middle():
    t = Table(deal="狼狼 预女 盗贼 民民民", spare="丘 民", sheriff=False).night(thief="second")
    assert not t.heard(0, Told)
    called = [role for event in t.events(Called) for role in event.roles]
    assert {"cupid", "lovers"} <= set(called)
