"""平民: no power at all."""

from llmwolf.roles import registry
from tests.rules.table import Table


def test_the_card():
    role = registry()["villager"]
    assert (role.zh, role.camp, role.side) == ("平民", "V", "good")


def test_R_1_a_villager_is_asked_nothing_at_night_and_has_no_rights_by_day():
    t = Table("official-12")
    while t.stage == "night":
        assert not set(t.asked) & {9, 10, 11, 12}
        t.pass_all()
    t.run(5, 6)
    assert t.rights(9) == ()
    assert t.to("speech").rights(9) == ()


def test_R_1_a_villager_leaves_without_a_last_act():
    assert Table("standard-9").exile(9).stage == "last_words"
    assert Table("standard-9").night(knife=9).stage == "last_words"


def test_W_2_all_villagers_out_is_one_edge():
    t = Table(deal="狼预女民民", sheriff=False).night(knife=4).exile(5)
    assert (t.winner, t.facts.reason, t.facts.winners) == ("wolves", "villagers_out", (1,))
