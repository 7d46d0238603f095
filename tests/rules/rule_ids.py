"""The rules of the rule book, and which tests are named after them.

    python -m tests.rules.rule_ids        lists every rule with its number of tests and cases

A rule ``W-8b`` is tested by the functions called ``test_W_8b_…`` and by the cases whose file is called
``W-8b_….toml``; ``test_N_10_N_11_…`` and ``N-10+N-11_….toml`` name two rules. The exit code is 1 if a rule
or a trap has neither.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent.parent
CASES = TESTS / "cases"

RULES = {
    "R-1": "camp and powers belong to the card",
    "R-2": "cards that the thief left count for no side",
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
    "N-12": "the elder survives the first effective attack",
    "N-13": "the little girl peeks and may be caught",
    "N-14": "both ways of the piper",
    "N-15": "what the thief may take",
    "N-16": "what the lovers learn of each other",
    "N-17": "the hunter's nightly sign",
    "N-18": "deaths of a night are simultaneous, causes secret",
    "N-19": "the event card and the ally",
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
    "S-3": "table manners are reported, not enforced",
    "S-4": "the turned idiot may talk with every speaker",
    "V-1": "the exile ballot",
    "V-2": "lovers do not vote for each other",
    "V-3": "ties and PK",
    "V-4": "self-votes; everybody tied",
    "V-5": "whether the exiled turns the card",
    "V-6": "exact weighted tallies",
    "I-1": "when a wolf may blow himself up",
    "I-2": "night deaths after an election blast",
    "I-3": "the white wolf king takes one along in speeches only",
    "I-4": "the partial speech stays on record",
    "I-5": "two interruptions at once",
    "L-1": "who has last words",
    "L-2": "last words of a night, or of all day deaths",
    "L-3": "the quota of last words",
    "L-4": "the quota is not passed on",
    "L-5": "last words never or always, by switch",
    "C-1": "what blocks the hunter's gun",
    "C-2": "the hunter may hold fire",
    "C-3": "lovers follow in the same phase",
    "C-4": "a chain settles before the win check",
    "C-5": "the village's powers end with the elder",
    "C-6": "the knife decides at night",
    "C-7": "the badge decides among two",
    "C-8": "no endless game",
    "W-1": "good wins",
    "W-2": "wolves win",
    "W-3": "the whole city, by switch",
    "W-4": "factions judged lost one by one",
    "W-5": "the third faction",
    "W-6": "with whom cupid sides",
    "W-7": "the piper's victory",
    "W-8": "when the win is checked",
    "W-8b": "the shot before the win check",
    "W-9": "both sides' conditions at once",
    "W-10": "every winner by seat",
    "B-1": "sane boards play, insane ones are refused",
    "M-1": "the first victim is safe in the next game",
    "M-2": "what alternates from game to game",
    "X-1": "same decisions, same events",
    "X-2": "a seat is shown only what it may know",
    "X-3": "no answer harms the state",
    "X-4": "every game ends",
}
"""Every rule of the rule book by its id, in few words."""

TRAPS = {
    "R01": "guarded and saved at once lives although the two cancel",
    "R02": "the guard stops more than the knife",
    "R04": "the antidote never runs out",
    "R05": "a knifed witch gets no turn",
    "R07": "whether a knifed witch's poison works is not stated",
    "R08": "a potion without a target, a word for a yes",
    "R10": "a split pack and a poison, and dawn breaks down",
    "R11": "what a split pack leads to is not the named option's",
    "R13": "two who kill each other in one night",
    "R14": "knifed and poisoned is announced twice",
    "R16": "what blocks the gun looks at poison alone",
    "R17": "the second link of a chain never fires",
    "R19": "the printed card is woken, not the one the thief took",
    "R20": "the thief gets more than the two cards",
    "R22": "the game ends before the wild child turns",
    "R23": "a wild child is credited to the wrong side",
    "R25": "the charmed are woken although the piper's power is gone",
    "R26": "a passing piper, or one uncharmed player, blocks the night",
    "R28": "the bear's neighbours are a stored flag",
    "R29": "a sleeping wolf is left out of the count",
    "R31": "checks on oneself or the dead",
    "R32": "causes of death are told",
    "R34": "a number that is no seat",
    "R35": "logged as saved, and dead all the same",
    "R37": "a second antidote in the record",
    "D01": "the win check before or after the last shot",
    "D03": "no way to hold fire",
    "D04": "a shot loses its day and phase",
    "D06": "the sheriff's vote counts twice over",
    "D07": "ties for sheriff go on for ever",
    "D09": "the order after the badge was handed on",
    "D10": "the election knows the night's result",
    "D12": "the second blast in an election",
    "D13": "one, none or all run",
    "D15": "the blast window never closes",
    "D16": "all the tied are exiled",
    "D18": "one self-vote and abstentions",
    "D19": "a dead player is exiled, one ballot is kept",
    "D21": "open voting",
    "D22": "the text describes another rule than the one played",
    "D24": "the scapegoat's list is never lifted",
    "D25": "asked twice, the duel's window falls through",
    "D27": "same-side or dead lovers are credited as a side",
    "D28": "hostile lovers, last alive, do not win",
    "D30": "one wolf and one other left",
    "D31": "everybody dead",
    "D33": "the phase goes on after the last wolf",
    "D34": "a question after the end",
    "D36": "a resumed day begins anew",
    "D37": "last words for the wrong deaths",
    "D39": "sheriff ballots in the exile statistics",
    "D40": "leftovers of the last game",
    "D42": "an early claim is missing from a late prompt",
    "D43": "a self-vote is printed and not counted",
    "D45": "the order of shot and check is not stated",
    "L06": "the dead are asked or voted for",
    "L21": "wolves do not know their pack",
    "L22": "the announcement names the pack",
    "L24": "gaps in event numbers",
    "T06": "chance inside the fold",
}
"""Faults met by others: all of the rule tables, and others that the engine could have. A test against one
says ``Trap R01`` in its docstring, a case in a comment."""

PARTLY = {
    "R11": "a tie of the pack is 空刀 in every profile: there is no pick among the tied to replay",
    "R16": "dreams are no cause of death here: no card deals in them",
    "R25": "the elder's loss does not end the pipe (C-5): only a dead piper has lost it",
    "R34": "a seat's number is its only identity: nothing has to be mapped",
}
"""What of a trap cannot arise in this game, and why; the rest of it is tested like the others."""

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


def case_files() -> list[Path]:
    """Every case, in the order of their names."""
    return sorted(CASES.rglob("*.toml"))


def ruled_by(case: Path) -> list[str]:
    """The rule ids that a case's name starts with: ``N-10+N-11_what.toml`` → N-10, N-11."""
    return case.name.partition("_")[0].split("+")


def count_tests(root: Path = TESTS) -> Counter[str]:
    """How many test functions and cases name each rule."""
    counts = Counter(rule for function in functions(root) for rule in named_in(function.name))
    counts.update(rule for case in case_files() for rule in ruled_by(case))
    return counts


def traps_met(root: Path = TESTS) -> set[str]:
    """The traps that a test's docstring or a case's comment names."""
    texts = [ast.get_docstring(function) or "" for function in functions(root)]
    texts += [
        line
        for case in case_files()
        for line in case.read_text("utf-8").splitlines()
        if line.startswith("# Trap")
    ]
    return {trap for text in texts for trap in _TRAP.findall(text)}


def main() -> int:
    """List every rule with its tests, and the traps that arise here in part only; 1 if a test is missing."""
    counts = count_tests()
    for rule, what in RULES.items():
        sys.stdout.write(f"{rule:5} {counts[rule]:3}  {what}\n")
    for trap, why in PARTLY.items():
        sys.stdout.write(f"{trap:5} in part: {why}\n")
    missing = [rule for rule in RULES if not counts[rule]]
    unmet = sorted(set(TRAPS) - traps_met())
    sys.stdout.write(f"{len(RULES)} rules, without a test: {', '.join(missing) or 'none'}\n")
    sys.stdout.write(f"{len(TRAPS)} traps, without a test: {', '.join(unmet) or 'none'}\n")
    return 1 if missing or unmet else 0


if __name__ == "__main__":
    sys.exit(main())
