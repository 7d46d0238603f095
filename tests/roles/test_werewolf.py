"""狼人: the pack and its knife (自爆 is in tests/rules/test_explosion.py)."""

import pytest

from llmwolf.roles import registry
from llmwolf.rules.events import Acted, PackMet, Told, Whispered
from tests.rules.table import Table


def victims_shown(t: Table, witch: int) -> list[int]:
    """Whom the witch was shown, night by night (0: nobody)."""
    return [told.seat for told in t.heard(witch, Told) if told.fact == "victim"]


def test_the_card():
    role = registry()["werewolf"]
    assert (role.zh, role.camp, role.in_pack) == ("狼人", "W", True)


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
