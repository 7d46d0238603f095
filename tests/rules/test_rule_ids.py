"""Every rule that the shipped boards play by has a test named after it."""

import re
from pathlib import Path

from llmwolf.rules.ruleset import switches
from tests.rules.rule_ids import PARTLY, RULES, TRAPS, case_files, count_tests, named_in, ruled_by, traps_met

CHAPTERS = {"R": 5, "N": 19, "D": 14, "S": 4, "V": 6, "I": 5, "L": 5, "C": 8, "W": 10, "B": 1, "M": 2, "X": 4}
"""How many rules each chapter of the rule book has, W-8b not counted."""


def test_the_list_holds_every_rule_of_the_book():
    book = [f"{letter}-{n}" for letter, last in CHAPTERS.items() for n in range(1, last + 1)]
    assert sorted(RULES) == sorted([*book, "W-8b"])
    assert all(RULES.values())


def test_every_rule_has_a_test_named_after_it():
    counts = count_tests()
    assert [rule for rule in RULES if not counts[rule]] == []


def test_no_test_is_named_after_a_rule_that_is_not_on_the_list():
    assert sorted(set(count_tests()) - set(RULES)) == []


def test_every_trap_has_a_test_that_names_it():
    assert sorted(set(TRAPS) - traps_met()) == []
    assert set(PARTLY) <= set(TRAPS)


def test_every_switch_comes_from_a_rule_on_the_list():
    assert {info.seed for info in switches()} <= set(RULES)


def test_names_are_read_as_meant():
    assert named_in("test_W_8b_last_god") == ["W-8b"]
    assert named_in("test_N_10_N_11_N_18_what") == ["N-10", "N-11", "N-18"]
    assert named_in("test_clean") == []
    assert ruled_by(Path("N-10+N-11_what_dies.toml")) == ["N-10", "N-11"]
    assert all(re.fullmatch(r"[A-Z]-\d+b?", rule) for rule in RULES)


def test_every_case_is_named_after_rules_and_says_what_it_is_about():
    names = [path.name for path in case_files()]
    rule = r"[A-Z]-\d+b?"
    assert [n for n in names if not re.fullmatch(rf"{rule}(\+{rule})*_[a-z0-9_-]+\.toml", n)] == []
