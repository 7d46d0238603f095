"""白痴: the card that survives the exile vote."""

from functools import partial
from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import BadgePassed, Marked, Spoke
from tests.rules.table import Table

FOOL = partial(Table, "official-12")
"""The idiot sits in seat 8."""


def test_the_card():
    role = registry()["idiot"]
    assert (role.zh, role.camp, role.side) == ("白痴", "G", "good")


def test_R_1_the_exiled_idiot_turns_the_card_and_lives_without_a_vote():
    t = FOOL().run().exile(8)
    assert t.living == tuple(range(1, 13))
    assert t.facts.shown == {8: "idiot"}
    assert t.facts.marks == {"voteless": (8,)}
    assert t.events(Marked) == [Marked("voteless", (8,))]
    assert t.facts.day == 2
    t.night().to("ballot")
    assert 8 not in t.asked
    assert t.refusal(8, "vote", 1) == "not_yours"
    assert t.refusal(1, "vote", 8) == "target"


def test_R_1_the_idiot_dies_of_everything_else():
    assert FOOL().night(knife=8).run().to("speech").dead == (8,)
    assert FOOL().night(poison=8).run().to("speech").dead == (8,)
    assert FOOL().run().exile(7).shoot(8).dead == (7, 8)


def test_R_1_a_bomb_a_charm_and_a_link_kill_him_too():
    t = Table(deal="狼狼 白痴 炸弹人 预女 民民民", sheriff=False).night().vote({3: 4})
    assert t.dead == (4, 3)
    t = Table(deal="狼狼 白痴 狼美人 预女 民民民", sheriff=False).night(charm=3).exile(4)
    assert t.dead == (4, 3)
    t = Table(deal="狼狼 白痴 丘 预女 民民民", sheriff=False).night(link=(3, 7)).exile(7)
    assert t.dead == (7, 3)


def test_R_1_spared_he_takes_no_lover_along():
    t = Table(deal="狼狼 白痴 丘 预女 民民民", sheriff=False).night(link=(3, 7)).exile(3)
    assert t.dead == ()


def test_R_1_the_revealed_idiot_still_speaks():
    t = FOOL().run().exile(8).night().to("ballot")
    assert 8 in t.speakers("speech")


def test_R_1_spared_he_has_no_last_words():
    t = FOOL().run().exile(8).to("night")
    assert [event for event in t.events(Spoke) if event.stage == "last_words"] == []


def test_R_1_the_revealed_idiot_can_still_be_knifed_and_shot():
    t = FOOL().run().exile(8).night(knife=8).to("speech")
    assert t.dead == (8,)
    t = FOOL().run().exile(8).night().exile(7).shoot(8)
    assert t.dead == (7, 8)
    assert t.facts.shown == {8: "idiot", 7: "hunter"}, "an open card is not turned again"


def test_R_1_his_vote_is_gone_in_a_pk_and_in_a_later_election_too():
    t = FOOL().run().exile(8).night().vote({1: 9, 2: 10}).to("pk_ballot")
    assert 8 not in t.asked
    t = FOOL(election_when="day2").night().exile(8).night().run(1, 5).to("badge_ballot")
    assert 8 not in t.asked
    assert 7 in t.asked


@pytest.mark.parametrize(("turns", "dead"), [(True, ()), (False, (8,))])
def test_R_1_turning_the_card_by_choice(turns: bool, dead: tuple[int, ...]):
    t = FOOL(idiot_flip="choice").run().exile(8)
    assert t.stage == "flip"
    assert t.options(8) == ("flip", "pass")
    assert t.game.view(0).asked == ()
    t.flip(turns).to("night")
    assert t.dead == dead
    assert t.facts.shown == ({8: "idiot"} if turns else {})


@pytest.mark.parametrize(
    ("switch", "asked", "holder"), [("handed_on", (8,), 5), ("lost", (), 0), ("kept", (), 8)]
)
def test_D_9_what_becomes_of_his_badge(switch: str, asked: tuple[int, ...], holder: int):
    t = FOOL(idiot_badge=switch).run(8).exile(8)
    if asked:
        assert (t.stage, t.asked) == ("badge", asked)
        assert t.refusal(8, "give", 8) == "target"
        assert t.refusal(8, "pass") == ""
        t.give(5)
    assert t.to("night").sheriff == holder
    assert t.story(BadgePassed) == ([] if switch == "kept" else ["BadgePassed"])


def test_D_9_the_empty_office_weighs_nothing_and_ends_with_him():
    t = FOOL(idiot_badge="kept").run(8).exile(8).night().vote({1: 9})
    assert t.tally("ballot") == {9: 1}
    t.night(knife=8).to("speech")
    assert t.sheriff == 0


def test_D_9_where_the_badge_leaves_the_game_he_may_not_inherit_it():
    rules: dict[str, Any] = {"idiot_badge": "lost"}
    t = FOOL(**rules).run(5).exile(8).night(knife=5).to("badge")
    assert t.refusal(5, "give", 8) == "target"
    assert t.refusal(5, "give", 9) == ""
    t = FOOL().run(5).exile(8).night(knife=5).to("badge")
    assert t.refusal(5, "give", 8) == ""


@pytest.mark.parametrize("switch", [True, False])
def test_S_4_he_may_talk_with_each_speaker_by_switch(switch: bool):
    t = FOOL(idiot_talks=switch).run().exile(8).night(knife=12).to("ballot")
    talks = t.speakers("talk")
    assert talks == ((8,) * 10 if switch else ()), "after each of the ten others, never after himself"
    assert len(t.speakers("speech")) == 11


def test_S_4_not_with_those_who_leave():
    t = FOOL(idiot_talks=True).run().exile(8).night().exile(9).to("night")
    last = [event.seat for event in t.events(Spoke) if event.stage == "last_words"]
    assert last == [9]
    spoke = [(event.seat, event.stage) for event in t.events(Spoke)]
    assert spoke.count((8, "talk")) == 11


def test_S_4_not_on_the_day_he_turned():
    t = FOOL(idiot_talks=True).run().exile(8).to("night")
    assert not [event for event in t.events(Spoke) if event.stage == "talk"]


@pytest.mark.parametrize(("counted", "over"), [((), False), (("idiot",), True)])
def test_W_2_god_or_villager_by_switch(counted: tuple[str, ...], over: bool):
    t = Table(deal="狼 预 白痴 民民", sheriff=False, counted_as_villager=counted).night(knife=2)
    assert t.game.over is over, "where he counts as a villager the last god is out"
    t = Table(deal="狼 预 白痴 民民", sheriff=False, counted_as_villager=counted).night(knife=4).exile(5)
    assert t.game.over is not over, "otherwise the last villager is"


def test_W_2_turned_but_alive_he_still_counts():
    t = Table(deal="狼 白痴 民民民", sheriff=False).night().exile(2)
    assert not t.game.over
    assert t.night(knife=2).winner == "wolves"


def test_C_5_with_the_powers_lost_he_is_spared_no_more():
    t = Table(deal="狼狼 白痴 长老 预女 民民民", sheriff=False).night().exile(4).night().exile(3)
    assert t.dead == (4, 3)
    assert t.told(3, "powers") == [(3, "lost")]


def test_R_1_two_idiots_each_turn_their_own():
    t = Table(deal="狼狼 白白 预女 民民民", sheriff=False).night().exile(4).night().exile(3)
    assert t.dead == ()
    assert t.facts.shown == {4: "idiot", 3: "idiot"}
    assert sorted(t.facts.marks["voteless"]) == [3, 4]
