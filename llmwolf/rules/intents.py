"""What the night's acts add up to: harms and shields in, deaths out; one pure function."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from llmwolf.rules.ruleset import Ruleset

KNIFE: Final = "knife"
POISON: Final = "poison"


@dataclass(slots=True)
class NightPlan:
    """The acts of one night, as the calls collect them.

    ``round`` is the round of asks within the hour (the pack talks, then knifes).
    ``knife`` is the pack's victim (0: 空刀), ``knives`` each wolf's own choice (0: nobody), ``widow`` the
    wolf lover's own victim (W-5); ``poisoned`` the witch's targets, ``guarded`` and ``saved`` the shields,
    ``muffled`` and ``pipes`` whom the pipe cannot and would charm (N-14).
    """

    round: int = 0
    knives: dict[int, int] = field(default_factory=dict)
    knife: int = 0
    widow: int = 0
    poisoned: list[int] = field(default_factory=list)
    guarded: list[int] = field(default_factory=list)
    saved: list[int] = field(default_factory=list)
    muffled: list[int] = field(default_factory=list)
    pipes: list[int] = field(default_factory=list)

    def victims(self) -> tuple[int, ...]:
        """Whom a knife is meant for, the pack's first."""
        if self.widow and self.widow != self.knife:
            return (self.knife, self.widow) if self.knife else (self.widow,)
        return (self.knife,) if self.knife else ()


class Outcome(NamedTuple):
    """Tonight's dead with their causes, who lost a first life, whom a knife killed, ascending by seat."""

    deaths: dict[int, str]
    spent: tuple[int, ...]
    struck: tuple[int, ...]


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


def resolve(
    plan: NightPlan, rules: Ruleset, tough: Container[int] = (), unshielded: Container[int] = ()
) -> Outcome:
    """What the plan leads to.

    The guard stops only the knife (N-11), and not for the ``unshielded`` (N-13); guard and antidote on
    one victim by ``guard_and_antidote`` (N-10); the ``tough`` survive one effective attack, which the
    antidote does not give back (N-12); knifed and poisoned is one death, by poison (N-18).
    """
    deaths: dict[int, str] = {}
    spent: list[int] = []
    for victim in plan.victims():
        guarded = victim in plan.guarded and victim not in unshielded
        saved = victim in plan.saved
        both_fail = guarded and saved and rules.guard_and_antidote == "dies"
        if guarded and not both_fail:
            continue
        if victim in tough:
            spent.append(victim)
        elif both_fail or not saved:
            deaths[victim] = KNIFE
    struck = tuple(sorted(deaths))
    for seat in plan.poisoned:
        deaths[seat] = POISON
    return Outcome(dict(sorted(deaths.items())), tuple(sorted(spent)), struck)
