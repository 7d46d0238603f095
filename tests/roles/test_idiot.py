"""白痴: the card that survives the exile vote."""

import pytest

from llmwolf.roles import registry
from tests.rules.table import Table


def test_the_card():
    role = registry()["idiot"]
    assert (role.zh, role.camp, role.in_pack) == ("白痴", "G", False)


def test_R_1_the_exiled_idiot_turns_the_card_and_lives_without_a_vote():
    t = Table("official-12").run().exile(8)
    assert t.living == tuple(range(1, 13))
    assert t.facts.shown == {8: "idiot"}
    assert t.facts.day == 2
    t.to("night").to("night").night().to("ballot")
    assert 8 not in t.asked
    assert t.refusal(1, "vote", 8) == "target"


def test_R_1_the_idiot_dies_of_everything_else():
    assert Table("official-12").night(knife=8).run().to("speech").dead == (8,)
    assert Table("official-12").night(poison=8).run().to("speech").dead == (8,)
    assert Table("official-12").run().exile(7).shoot(8).dead == (7, 8)


def test_R_1_the_revealed_idiot_still_speaks():
    t = Table("official-12").run().exile(8).night().to("ballot")
    assert 8 in t.speakers("speech")


def test_R_1_the_revealed_idiot_can_still_be_knifed_and_shot():
    t = Table("official-12").run().exile(8).night(knife=8).to("speech")
    assert t.dead == (8,)


@pytest.mark.parametrize(("turns", "dead"), [(True, ()), (False, (8,))])
def test_R_1_turning_the_card_by_choice(turns: bool, dead: tuple[int, ...]):
    t = Table("official-12", idiot_flip="choice").run().exile(8)
    assert t.stage == "flip"
    assert t.game.view(0).asked == ()
    t.flip(turns).to("night")
    assert t.dead == dead
    assert t.facts.shown == ({8: "idiot"} if turns else {})
