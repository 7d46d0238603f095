"""Which rules the shipped boards play by, and which tests are named after them.

    python -m tests.rules.rule_ids        lists every rule with its number of tests

A rule ``W-8b`` is tested by the functions called ``test_W_8b_…``; a function may name several rules.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent.parent

OFFICIAL = {
    "R-1": "camp and powers belong to the card",
    "R-3": "the seer sees the side",
    "R-4": "targets are living players, by public knowledge",
    "R-5": "everything may be passed unless a rule says otherwise",
    "N-1": "order of the calls",
    "N-2": "every call is announced every night",
    "N-3": "independent calls may be answered in any order",
    "N-4": "wolves know each other; self-knife and no knife",
    "N-5": "agreement of the pack",
    "N-6": "what the witch is told",
    "N-7": "the witch saving herself",
    "N-8": "both potions in one night",
    "N-9": "the guard's repeats",
    "N-10": "guard and antidote on one victim",
    "N-11": "the guard stops only the knife",
    "N-17": "the hunter's nightly sign",
    "N-18": "deaths of a night are simultaneous, causes secret",
    "D-1": "the election comes before the announcement",
    "D-2": "sealed sign-up; none, one, all run; withdrawals",
    "D-3": "order of the election speeches by the minute",
    "D-4": "withdrawing",
    "D-5": "who votes for sheriff",
    "D-6": "ties in the election",
    "D-7": "blasts in the election",
    "D-8": "weight of the sheriff's vote",
    "D-9": "the badge of a sheriff who is out",
    "D-10": "the sheriff picks the side and speaks last",
    "D-11": "where speaking starts without a sheriff",
    "D-12": "which boards have a sheriff",
    "D-13": "the announcement",
    "D-14": "what follows the announcement",
    "S-1": "everybody living speaks once",
    "S-2": "length of a speech",
    "V-1": "the exile ballot",
    "V-3": "ties and PK",
    "V-4": "self-votes; everybody tied",
    "V-5": "whether the exiled turns the card",
    "V-6": "exact weighted tallies",
    "I-1": "when a wolf may blow himself up",
    "I-2": "night deaths after an election blast",
    "I-4": "the partial speech stays on record",
    "I-5": "two interruptions at once",
    "L-1": "who has last words",
    "L-5": "last words never or always, by switch",
    "C-1": "what blocks the hunter's gun",
    "C-2": "the hunter may hold fire",
    "C-4": "a chain settles before the win check",
    "C-8": "no endless game",
    "W-1": "good wins",
    "W-2": "wolves win",
    "W-3": "the whole city, by switch",
    "W-8": "when the win is checked",
    "W-8b": "the shot before the win check",
    "W-9": "both sides' conditions at once",
    "W-10": "every winner by seat",
    "B-1": "sane boards play, insane ones are refused",
    "X-1": "same decisions, same events",
    "X-2": "a seat is shown only what it may know",
    "X-3": "no answer harms the state",
    "X-4": "every game ends",
}
"""The rules of profile ``official`` that standard-9, official-10, official-12 and guard-12 reach."""

TRAPS = (
    *(
        "R01",
        "R02",
        "R04",
        "R05",
        "R07",
        "R08",
        "R10",
        "R11",
        "R13",
        "R14",
        "R16",
        "R31",
        "R32",
        "R34",
        "R35",
        "R37",
    ),
    *(
        "D01",
        "D03",
        "D04",
        "D06",
        "D07",
        "D09",
        "D10",
        "D12",
        "D13",
        "D15",
        "D16",
        "D18",
        "D19",
        "D21",
        "D25",
    ),
    *(
        "D30",
        "D31",
        "D33",
        "D34",
        "D36",
        "D37",
        "D39",
        "D40",
        "D43",
        "D45",
        "L06",
        "L21",
        "L22",
        "L24",
        "T06",
    ),
)
"""Faults met by others that could arise on these boards; a test against one says ``Trap R01``."""

_ID = re.compile(r"(?:^test|(?<=[0-9b]))_([A-Z])_(\d+b?)(?=_)")
_TRAP = re.compile(r"\b[A-Z]\d\d\b")


def named_in(function: str) -> list[str]:
    """The rule ids that a test's name starts with: ``test_N_10_N_11_what`` → N-10, N-11."""
    return [f"{letter}-{number}" for letter, number in _ID.findall(function)]


def functions(root: Path = TESTS) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function in every test file below ``root``."""
    for path in sorted(root.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


def count_tests(root: Path = TESTS) -> Counter[str]:
    """How many test functions name each rule."""
    return Counter(rule for function in functions(root) for rule in named_in(function.name))


def traps_met(root: Path = TESTS) -> set[str]:
    """The traps that a test's docstring names."""
    texts = [ast.get_docstring(function) or "" for function in functions(root)]
    return {trap for text in texts if "Trap" in text for trap in _TRAP.findall(text)}


def main() -> int:
    """List every rule with its tests; the exit code is 1 if one has none."""
    counts = count_tests()
    for rule, what in OFFICIAL.items():
        sys.stdout.write(f"{rule:5} {counts[rule]:3}  {what}\n")
    missing = [rule for rule in OFFICIAL if not counts[rule]]
    sys.stdout.write(f"{len(OFFICIAL)} rules, without a test: {', '.join(missing) or 'none'}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
