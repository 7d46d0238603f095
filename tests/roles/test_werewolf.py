"""狼人: the pack and its knife (自爆 is in tests/rules/test_explosion.py)."""

from typing import Any

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Acted, PackMet, Told, Whispered
from tests.rules.table import Table


def victims_shown(t: Table, witch: int) -> list[int]:
    """Whom the witch was shown, night by night (0: nobody)."""
    return [told.seat for told in t.heard(witch, Told) if told.fact == "victim"]


def test_the_card():
    role = registry()["werewolf"]
    assert (role.zh, role.camp, role.side) == ("狼人", "W", "wolves")


def test_N_4_the_pack_knows_itself_and_nobody_else_does():
    """Traps L21, L22."""
    t = Table("official-12")
    for seat in range(13):
        met = [event.wolves for event in t.heard(seat, PackMet)]
        assert met == ([tuple((wolf, "werewolf") for wolf in (1, 2, 3, 4))] if 1 <= seat <= 4 else [])
        assert sorted(t.game.view(seat).hand.pack) == ([1, 2, 3, 4] if 1 <= seat <= 4 else [])


@pytest.mark.parametrize(("victim", "dead"), [(1, (1,)), (0, ()), (9, (9,))])
def test_N_4_self_knife_no_knife_and_any_living_seat(victim: int, dead: tuple[int, ...]):
    assert Table("standard-9").night(knife=victim).to("speech").dead == dead


def test_N_4_the_dead_are_not_knifed_again():
    """Trap L06."""
    t = Table("standard-9").night(knife=9).night(until="knife")
    assert t.refusal(1, "knife", 9) == "target"


def test_N_4_whispers_stay_in_the_pack():
    t = Table("standard-9").answer(2, "whisper", 8, text="刀8吧").pass_all().night(knife=8)
    for seat in range(10):
        whispers = [(w.seat, w.target, w.text) for w in t.heard(seat, Whispered)]
        assert whispers == ([(2, 8, "刀8吧")] if 1 <= seat <= 3 else [])


@pytest.mark.parametrize(("switch", "kinds"), [(True, {"whisper"}), (False, {"knife"})])
def test_N_4_night_talk_by_switch(switch: bool, kinds: set[str]):
    t = Table("standard-9", wolf_talk=switch)
    assert {request.kind for request in t.ask.requests} == kinds


def test_N_4_a_lone_wolf_has_nobody_to_talk_to():
    t = Table(deal="狼预民民民")
    assert [request.kind for request in t.ask.requests] == ["knife"]


def test_N_4_exploded_and_exiled_wolves_hear_no_more_of_the_night():
    t = Table("standard-9").night().exile(1).night(knife=9)
    assert [acted.when for acted in t.heard(1, Acted) if acted.verb == "knife"] == [1, 1, 1]
    assert [acted.when for acted in t.heard(2, Acted) if acted.verb == "knife"] == [1, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("switch", "knives", "victim"),
    [
        ("plurality", {1: 8, 2: 8, 3: 8}, 8),
        ("plurality", {1: 8, 2: 8, 3: 9}, 8),
        ("plurality", {1: 8, 2: 8, 3: 0}, 8),
        ("plurality", {1: 8, 2: 9, 3: 7}, 0),
        ("plurality", {1: 8, 2: 9, 3: 0}, 0),
        ("plurality", {1: 8, 2: 0, 3: 0}, 0),
        ("unanimous", {1: 8, 2: 8, 3: 8}, 8),
        ("unanimous", {1: 8, 2: 8, 3: 9}, 0),
        ("unanimous", {1: 8, 2: 8, 3: 0}, 0),
    ],
)
def test_N_5_agreement_of_the_pack(switch: str, knives: dict[int, int], victim: int):
    """Trap R11."""
    t = Table("standard-9", wolf_agreement=switch).night(knife=knives)
    assert victims_shown(t, 5) == [victim]
    assert t.to("speech").dead == ((victim,) if victim else ())


def test_N_5_the_pack_is_told_what_it_agreed_on():
    t = Table("standard-9").night(knife={1: 8, 2: 8, 3: 9})
    assert [told.seat for told in t.heard(3, Told) if told.fact == "knife"] == [8]
    assert not [told for told in t.heard(7, Told) if told.fact == "knife"]


def test_N_5_a_split_pack_and_a_poison_make_one_death():
    """Trap R10."""
    t = Table("standard-9").night().night(knife={1: 8, 2: 9, 3: 7}, poison=2).to("speech")
    assert t.dead == (2,)


def test_M_1_protected_seats_are_no_targets_in_night_one():
    t = Table("standard-9", safe=(8, 9)).night(until="knife")
    assert t.options(1)[0] == "knife 1 2 3 4 5 6 7"
    assert t.refusal(1, "knife", 9) == "target"
    t.night(knife=7).night(until="knife")
    assert t.refusal(1, "knife", 9) == ""


def test_M_1_the_protected_may_be_poisoned_and_exiled():
    assert Table("standard-9", safe=(9,)).night(poison=9).to("speech").dead == (9,)
    assert Table("standard-9", safe=(9,)).night().exile(9).dead == (9,)


def test_N_4_a_mixed_pack_wakes_as_one():
    t = Table(deal="狼人 白狼王 狼王 狼美人 隐狼 预女猎 民民民民民", sheriff=False).night(until="knife")
    assert t.asked == (1, 2, 3, 4)
    assert t.game.view(4).hand.pack == {
        1: "werewolf", 2: "white_wolf_king", 3: "wolf_king", 4: "wolf_beauty",
    }  # fmt: skip
    t.night(knife=9)
    assert t.told(4, "knife") == [(9, "")]


def test_W_4_the_wolf_lover_has_no_part_in_the_knife_where_factions_are_judged_one_by_one():
    t = Table(deal="狼狼 预女丘 民民民民", sheriff=False, house="face-to-face")
    t.night(link=(1, 6), until="knife")
    assert t.asked == (2,)
    t = Table(deal="狼狼 预女丘 民民民民", sheriff=False).night(link=(1, 6), until="knife")
    assert t.asked == (1, 2)


def widow(**acts: Any) -> Table:
    """Face to face: wolf 1 is linked to villager 6, the lost pack's last wolf 2 went out on day 1."""
    t = Table(deal="狼狼 预女丘 民民民民", sheriff=False, house="face-to-face").night(link=(1, 6)).exile(2)
    assert "wolves" in t.hidden.lost
    return t.night(**acts)


def test_W_5_the_wolf_lover_of_a_lost_pack_has_one_knife_of_their_own():
    t = widow(until="widow")
    assert t.asked == (1,)
    assert t.options(1) == ("widow 1 3 4 5 6 7 8 9", "pass")
    t.night(widow=8).to("speech")
    assert t.dead == (2, 8)
    assert t.causes[8] == "knife"
    t.to("night")
    while t.stage == "night":
        assert 1 not in t.asked
        t.pass_all()


def test_W_5_kept_it_can_be_used_in_a_later_night():
    t = widow().night(widow=8).to("speech")
    assert t.dead == (2, 8)


def test_N_6_the_witch_is_shown_the_widows_victim():
    t = widow(widow=8)
    assert t.told(4, "victim")[-1] == (8, "")


def test_W_5_the_witch_may_save_the_widows_victim():
    assert widow(widow=8, save=8).to("speech").dead == (2,)


def test_N_4_two_are_enough_to_talk():
    t = Table(deal="狼狼 预 民民民", sheriff=False)
    assert {request.kind for request in t.ask.requests} == {"whisper"}


def test_N_4_a_pack_that_stays_the_same_meets_once():
    assert len(Table("standard-9").night(knife=9).night(knife=8).events(PackMet)) == 1
    t = Table(deal="狼狼 盗贼 预女 民民民", spare="狼 民", sheriff=False).night(thief="first").night().night()
    assert len(t.events(PackMet)) == 1


def test_S_2_a_whisper_is_cut_at_its_limit():
    t = Table("standard-9").answer(2, "whisper", text="长" * 121).pass_all()
    assert t.request(1).kind == "knife"
    assert [len(event.text) for event in t.heard(1, Whispered)] == [120]


def test_N_4_a_whisper_names_one_seat_or_none():
    t = Table("standard-9")
    assert t.refusal(1, "whisper", 8, 9) == "count"
    assert t.refusal(1, "whisper", text="先看看") == t.refusal(1, "whisper", 8) == t.refusal(1, "pass") == ""
