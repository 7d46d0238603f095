"""盗贼: sees the two spare cards and takes one (N-15)."""

from dataclasses import replace
from functools import partial

import pytest

from llmwolf.roles import registry
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.errors import SetupError
from llmwolf.rules.events import Became, Called, PackMet, Revealed, Spares, Told
from tests.rules.table import Table

STEAL = partial(Table, deal="狼狼 盗贼 预女猎 民民民", sheriff=False)
"""Wolves 1 and 2, thief 3, seer 4, witch 5, hunter 6, villagers 7 to 9; two cards in the middle."""
VERBS = ("first", "second", "pass")


def legal(t: Table) -> list[str]:
    """What the thief may answer now."""
    t.night(until="thief")
    return [verb for verb in VERBS if not t.refusal(3, verb)]


def test_the_card():
    role = registry()["thief"]
    assert (role.zh, role.camp, role.side) == ("盗贼", "X", "good")
    assert role.aliases == ("小偷",)


@pytest.mark.parametrize(
    ("rule", "spare", "verbs"),
    [
        ("wolf_first", "狼 民", ["first"]),
        ("wolf_first", "民 狼", ["second"]),
        ("wolf_first", "隐狼 民", ["first"]),
        ("wolf_first", "狂人 民", ["first", "second"]),
        ("wolf_first", "守 民", ["first", "second"]),
        ("always", "狼 民", ["first", "second"]),
        ("always", "守 民", ["first", "second"]),
        ("always", "狼 狼", ["first", "second"]),
        ("may_keep", "狼 民", ["first", "second", "pass"]),
        ("may_keep", "守 民", ["first", "second", "pass"]),
        ("may_keep", "狼 狼", ["first", "second"]),
    ],
)
def test_N_15_what_he_may_take_by_switch(rule: str, spare: str, verbs: list[str]):
    """Trap R20: one of the two, by the board's rule, and never more than the two."""
    assert legal(STEAL(spare=spare, thief_takes=rule)) == verbs


def test_N_15_both_cards_are_shown_to_him_alone():
    t = STEAL(spare="守 民").night(until="thief")
    assert t.told(3, "spare") == [(1, "guard"), (2, "villager")]
    assert not t.heard(0, Told)
    assert not t.heard(1, Told)
    assert not t.heard(0, Spares)


def test_N_15_he_names_no_seat():
    t = STEAL(spare="守 民").night(until="thief")
    assert t.refusal(3, "first", 4) == "count"
    assert t.refusal(3, "third") == "verb"


def test_N_15_the_one_taken_is_his_card_from_then_on():
    t = STEAL(spare="守 民").night(thief="first")
    assert t.role(3) == "guard"
    assert t.heard(3, Became) == [Became((3,), 3, "guard", True)]
    assert all(not t.heard(seat, Became) for seat in (0, 1, 2, 4, 5, 6))
    assert t.exile(3).to("night").facts.shown == {}
    assert STEAL(spare="守 民", exile_shows_card=True).night(thief="first").exile(3).facts.shown == {
        3: "guard"
    }


def test_N_15_he_acts_as_it_the_same_night():
    """Trap R19: the seat that took the card is woken, not the printed one."""
    t = STEAL(deal="狼狼 盗贼 女猎 民民民", spare="预 民").night(thief="first", check=1)
    assert t.told(3, "check") == [(1, "wolf")]
    t = STEAL(spare="守 民").night(thief="first", guard=9, knife=9)
    assert t.to("speech").dead == ()


def test_N_15_a_wolf_among_them_joins_the_pack_that_night():
    t = STEAL(spare="狼 民").night(thief="first", until="knife")
    assert t.asked == (1, 2, 3)
    assert t.heard(3, PackMet)[-1].wolves == ((1, "werewolf"), (2, "werewolf"), (3, "werewolf"))
    assert set(t.game.view(1).hand.pack) == {1, 2, 3}
    assert not t.heard(4, PackMet)


def test_N_4_where_a_thief_may_join_the_pack_meets_only_once_he_has_chosen():
    t = STEAL(spare="守 民")
    assert t.events(PackMet) == []
    t.night(thief="first")
    assert [event.ears for event in t.events(PackMet)] == [(1, 2)]


def test_N_15_kept_he_plays_on_as_a_villager():
    t = STEAL(spare="守 民", thief_takes="may_keep").night()
    assert t.role(3) == "villager"
    assert t.hidden.spares == ("guard", "villager")


@pytest.mark.parametrize(("card", "kind"), [("丘", "link"), ("野孩子", "model"), ("白痴", "")])
def test_N_15_cards_of_the_first_night_act_at_once(card: str, kind: str):
    t = STEAL(spare=f"{card} 民").night(thief="first", until=kind)
    if kind:
        assert t.request(3).kind == kind
    else:
        assert t.exile(3).facts.shown == {3: "idiot"}


def test_N_15_taking_cupid_he_links():
    t = STEAL(spare="丘 民").night(thief="first", link=(3, 7))
    assert t.hidden.lovers == (3, 7)
    assert t.hidden.cupid == 3


def test_N_15_only_on_night_one():
    t = STEAL(spare="守 民").night(thief="second").to("night")
    while t.stage == "night":
        assert "thief" not in [request.kind for request in t.ask.requests]
        t.pass_all()


def test_R_3_the_seer_sees_what_he_became():
    assert STEAL(spare="狼 民").night(thief="first", check=3).told(4, "check") == [(3, "wolf")]
    assert STEAL(spare="守 民").night(thief="first", check=3).told(4, "check") == [(3, "good")]


def test_R_2_the_cards_left_count_for_no_side():
    t = STEAL(deal="狼 盗贼 猎 民民", spare="预 民").night(thief="second", knife=3).shoot()
    assert t.facts.reason == "gods_out", "the seer in the middle is none"


def test_R_2_left_in_the_middle_a_side_that_was_never_dealt_cannot_be_wiped():
    t = Table(deal="狼狼 盗贼 民民民民", spare="民 守", sheriff=False).night(thief="first", knife=7).exile(6)
    assert not t.game.over, "there is no god among the seats"
    t = Table(deal="狼狼 盗贼 预女猎", spare="守 民", sheriff=False).night(thief="first", knife=4)
    assert not t.game.over, "nor a villager"


def test_R_2_left_wolves_are_none():
    t = STEAL(spare="狼 民", thief_takes="always").night(thief="second", poison=1).exile(2)
    assert t.winner == "good"
    assert t.hidden.spares == ("werewolf", "thief")


@pytest.mark.parametrize(
    ("spare", "verb", "winners"),
    [("狼 民", "first", (4, 5, 6, 7, 8, 9)), ("守 民", "first", (3, 4, 5, 6, 7, 8, 9))],
)
def test_W_10_he_wins_with_what_he_became(spare: str, verb: str, winners: tuple[int, ...]):
    t = STEAL(spare=spare).night(thief=verb, poison=1).exile(2)
    if not t.game.over:
        t.night().exile(3)
    assert (t.winner, t.facts.winners) == ("good", winners)


@pytest.mark.parametrize(("verb", "over"), [("first", False), ("second", True)])
def test_W_2_god_or_villager_by_what_he_chose(verb: str, over: bool):
    t = Table(deal="狼狼 盗贼 预女 民", spare="民 守", sheriff=False).night(thief=verb, knife=6)
    assert t.game.over is over, "the last villager, unless the thief is one"


def test_N_15_the_thief_himself_may_lie_in_the_middle():
    t = Table(deal="狼狼 预女猎白 民民民", spare="盗贼 民", sheriff=False)
    assert len(t.living) == 9
    assert "thief" in t.events(Called)[0].roles, "and he is called all the same"
    t.night(knife=9)
    assert t.events(Became) == []
    assert t.to("speech").dead == (9,)


def test_N_15_two_wolves_cannot_be_laid_there_either():
    with pytest.raises(SetupError, match="N-15"):
        STEAL(spare="狼 狼")
    assert STEAL(spare="狼 狼", thief_takes="may_keep").hidden.spares == ("werewolf", "werewolf")


def test_B_1_there_is_one_thief():
    with pytest.raises(SetupError, match="there can be one"):
        STEAL(spare="盗贼 民")


def middles(t: Table) -> set[tuple[str, ...]]:
    """What lies in the middle when the cards of ``t`` are dealt with one seed after the other."""
    spec = t.game.spec
    deals = [deal(replace(spec, seed=seed, dealt=()), registry()) for seed in range(300)]
    assert all(sorted(dealt) == sorted(spec.cards) for dealt in deals)
    return {tuple(sorted(dealt[spec.seats :])) for dealt in deals}


def test_N_15_never_two_wolves_in_the_middle_where_a_wolf_must_be_taken():
    found = middles(STEAL(deal="狼狼 盗贼 预女猎 狼民", spare="狼 民"))
    assert ("werewolf", "werewolf") not in found
    assert any("werewolf" in middle for middle in found)


def test_N_15_the_middle_is_drawn_like_any_seat():
    found = middles(STEAL(deal="狼狼 盗贼 预女猎 狼民", spare="狼 民", thief_takes="always"))
    assert ("werewolf", "werewolf") in found
    assert any("thief" in middle for middle in found)


def test_X_2_what_he_left_is_known_to_him_alone():
    one = STEAL(spare="守 民").night(thief="second")
    other = STEAL(spare="白 民").night(thief="second")
    for seat in (1, 2, 4, 5, 6, 7):
        mine, yours = (g.game.view(seat).log[1:] for g in (one, other))
        assert [repr(e) for e in mine if not isinstance(e, Called)] == [
            repr(e) for e in yours if not isinstance(e, Called)
        ]


def test_V_5_a_card_kept_is_the_one_turned():
    t = STEAL(spare="守 民", thief_takes="may_keep", exile_shows_card=True).night().exile(3)
    assert t.events(Revealed) == [Revealed(3, "thief")]
