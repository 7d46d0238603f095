"""Every rule that the shipped boards play by has a test named after it."""

import re

from llmwolf.rules.ruleset import switches
from tests.rules.rule_ids import OFFICIAL, TRAPS, count_tests, named_in, traps_met


def test_every_rule_has_a_test_named_after_it():
    counts = count_tests()
    assert [rule for rule in OFFICIAL if not counts[rule]] == []


def test_no_test_is_named_after_a_rule_that_is_not_on_the_list():
    assert sorted(set(count_tests()) - set(OFFICIAL)) == []


def test_every_trap_has_a_test_that_names_it():
    assert sorted(set(TRAPS) - traps_met()) == []


def test_every_switch_comes_from_a_rule_on_the_list():
    assert {info.seed for info in switches()} <= set(OFFICIAL)


def test_names_are_read_as_meant():
    assert named_in("test_W_8b_last_god") == ["W-8b"]
    assert named_in("test_N_10_N_11_N_18_what") == ["N-10", "N-11", "N-18"]
    assert named_in("test_clean") == []
    assert all(re.fullmatch(r"[A-Z]-\d+b?", rule) for rule in OFFICIAL)
