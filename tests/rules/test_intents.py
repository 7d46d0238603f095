"""The night's sum as one pure function."""

import pytest

from llmwolf.rules.intents import NightPlan, agree, resolve
from llmwolf.rules.ruleset import Ruleset

DIES, LIVES = Ruleset(), Ruleset(guard_and_antidote="lives")


@pytest.mark.parametrize(
    ("plan", "deaths"),
    [
        (NightPlan(), {}),
        (NightPlan(knife=9), {9: "knife"}),
        (NightPlan(knife=9, saved=9), {}),
        (NightPlan(knife=9, guarded=9), {}),
        (NightPlan(knife=9, guarded=8), {9: "knife"}),
        (NightPlan(knife=9, guarded=9, saved=9), {9: "knife"}),
        (NightPlan(poisoned=2, guarded=2), {2: "poison"}),
        (NightPlan(knife=9, poisoned=2), {2: "poison", 9: "knife"}),
        (NightPlan(knife=9, poisoned=9), {9: "poison"}),
        (NightPlan(knife=9, saved=9, poisoned=9), {9: "poison"}),
    ],
)
def test_N_10_N_11_N_18_what_kills_and_what_shields(plan: NightPlan, deaths: dict[int, str]):
    assert resolve(plan, DIES) == deaths
    assert list(resolve(plan, DIES)) == sorted(deaths)


def test_N_10_both_shields_hold_where_the_house_says_so():
    assert resolve(NightPlan(knife=9, guarded=9, saved=9), LIVES) == {}


@pytest.mark.parametrize("agreement", ["plurality", "unanimous"])
def test_N_5_nobody_awake_no_knife(agreement: str):
    assert agree({}, agreement) == 0
    assert agree({1: 0, 2: 0}, agreement) == 0
    assert agree({3: 7}, agreement) == 7
