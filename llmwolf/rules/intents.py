"""What the night's acts add up to: harms and shields in, deaths out; one pure function."""

from __future__ import annotations

from dataclasses import dataclass, field

from llmwolf.rules.ruleset import Ruleset

KNIFE = "knife"
POISON = "poison"
GUARD = "guard"
ANTIDOTE = "antidote"


@dataclass(slots=True)
class NightPlan:
    """The acts of one night, as the calls collect them.

    ``round`` is the round of asks within the hour (the pack talks, then knifes).
    ``knife`` is the pack's victim (0: 空刀), ``knives`` each wolf's own choice (0: nobody),
    ``poisoned`` the witch's target, ``guarded`` and ``saved`` the shields.
    """

    round: int = 0
    knives: dict[int, int] = field(default_factory=dict)
    knife: int = 0
    poisoned: int = 0
    guarded: int = 0
    saved: int = 0


def agree(knives: dict[int, int], agreement: str) -> int:
    """The pack's victim from each wolf's choice (N-5); 0 is 空刀, and counts as a choice like any seat."""
    if not knives:
        return 0
    counts: dict[int, int] = {}
    for target in knives.values():
        counts[target] = counts.get(target, 0) + 1
    if agreement == "unanimous":
        return next(iter(counts)) if len(counts) == 1 else 0
    most = max(counts.values())
    top = [target for target, count in counts.items() if count == most]
    return top[0] if len(top) == 1 else 0


def resolve(plan: NightPlan, rules: Ruleset) -> dict[int, str]:
    """Tonight's dead with their causes, ascending by seat.

    The guard stops only the knife (N-11); guard and antidote on one victim by ``guard_and_antidote``
    (N-10); knifed and poisoned is one death, by poison (N-18).
    """
    deaths: dict[int, str] = {}
    victim = plan.knife
    if victim:
        guarded, saved = plan.guarded == victim, plan.saved == victim
        both_fail = guarded and saved and rules.guard_and_antidote == "dies"
        if both_fail or not (guarded or saved):
            deaths[victim] = KNIFE
    if plan.poisoned:
        deaths[plan.poisoned] = POISON
    return dict(sorted(deaths.items()))
