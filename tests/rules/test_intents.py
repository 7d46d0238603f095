"""The night's sum as one pure function."""

import pytest

from llmwolf.rules.intents import NightPlan, Outcome, agree, resolve
from llmwolf.rules.ruleset import Ruleset

DIES, LIVES = Ruleset(), Ruleset(guard_and_antidote="lives")


@pytest.mark.parametrize(
    ("plan", "deaths"),
    [
        (NightPlan(), {}),
        (NightPlan(knife=9), {9: "knife"}),
        (NightPlan(knife=9, saved=[9]), {}),
        (NightPlan(knife=9, guarded=[9]), {}),
        (NightPlan(knife=9, guarded=[8]), {9: "knife"}),
        (NightPlan(knife=9, guarded=[8, 9]), {}),
        (NightPlan(knife=9, guarded=[9], saved=[9]), {9: "knife"}),
        (NightPlan(poisoned=[2], guarded=[2]), {2: "poison"}),
        (NightPlan(poisoned=[2], saved=[2]), {2: "poison"}),
        (NightPlan(poisoned=[5, 2]), {2: "poison", 5: "poison"}),
        (NightPlan(knife=9, poisoned=[2]), {2: "poison", 9: "knife"}),
        (NightPlan(knife=9, poisoned=[9]), {9: "poison"}),
        (NightPlan(knife=9, saved=[9], poisoned=[9]), {9: "poison"}),
    ],
)
def test_N_10_N_11_N_18_what_kills_and_what_shields(plan: NightPlan, deaths: dict[int, str]):
    assert resolve(plan, DIES).deaths == deaths
    assert list(resolve(plan, DIES).deaths) == sorted(deaths)


def test_N_10_both_shields_hold_where_the_house_says_so():
    assert resolve(NightPlan(knife=9, guarded=[9], saved=[9]), LIVES).deaths == {}


@pytest.mark.parametrize(
    ("plan", "rules", "deaths", "spent"),
    [
        (NightPlan(knife=9), DIES, {}, (9,)),
        (NightPlan(knife=9, guarded=[9]), DIES, {}, ()),
        (NightPlan(knife=9, saved=[9]), DIES, {}, (9,)),
        (NightPlan(knife=9, guarded=[9], saved=[9]), LIVES, {}, ()),
        (NightPlan(knife=9, poisoned=[9]), DIES, {9: "poison"}, (9,)),
    ],
)
def test_N_12_the_first_effective_attack_costs_a_life(
    plan: NightPlan, rules: Ruleset, deaths: dict[int, str], spent: tuple[int, ...]
):
    assert resolve(plan, rules, tough=[9])[:2] == (deaths, spent)


def test_N_13_no_shield_for_whom_it_does_not_work():
    assert resolve(NightPlan(knife=9, guarded=[9]), DIES, unshielded=[9]).deaths == {9: "knife"}
    assert resolve(NightPlan(knife=9, guarded=[9], saved=[9]), DIES, unshielded=[9]).deaths == {}


def test_W_5_two_knives_are_two_deaths_on_two_seats_and_one_on_one():
    assert resolve(NightPlan(knife=9, widow=2), DIES).deaths == {2: "knife", 9: "knife"}
    assert resolve(NightPlan(knife=9, widow=9), DIES).deaths == {9: "knife"}
    assert resolve(NightPlan(knife=9, widow=2, saved=[2], guarded=[9]), DIES) == Outcome({}, (), ())


def test_N_18_who_was_knifed_is_kept_beside_the_cause():
    assert resolve(NightPlan(knife=9, poisoned=[9, 2]), DIES).struck == (9,)
    assert resolve(NightPlan(knife=9, poisoned=[9], guarded=[9]), DIES).struck == ()


@pytest.mark.parametrize("agreement", ["plurality", "unanimous"])
def test_N_5_nobody_awake_no_knife(agreement: str):
    assert agree({}, agreement) == 0
    assert agree({1: 0, 2: 0}, agreement) == 0
    assert agree({3: 7}, agreement) == 7
