"""What a comparison of groups comes to: every figure with its n and its interval."""

from __future__ import annotations

from dataclasses import dataclass, field

from llmwolf.analysis.style.measure import LeftOut
from llmwolf.arena.stats import ALPHA, Interval


@dataclass(frozen=True, slots=True)
class Member:
    """A group as it was found: how many games, deals and seats, and under which versions they were played."""

    name: str
    games: int
    deals: int
    seats: int
    engines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One feature of two groups, of seats with the card ``role`` (empty: all cards, each with its like).

    ``one`` and ``other`` are the means over ``deals_one`` and ``deals_other`` deals, ``difference`` is theirs
    with its interval, ``effect`` the same in standard deviations between deals. ``adjusted`` is ``p`` after
    Holm's correction for all tests of its kind; both are ``None`` where a side has too few deals for a test.
    """

    groups: tuple[str, str]
    role: str
    feature: str
    one: float
    other: float
    deals_one: int
    deals_other: int
    difference: Interval
    effect: Interval
    p: float | None
    adjusted: float | None

    @property
    def decided(self) -> bool:
        """Whether the two are distinguishable in this feature."""
        return self.adjusted is not None and self.adjusted <= ALPHA and not self.difference.holds(0.0)


@dataclass(frozen=True, slots=True)
class Distance:
    """How unlike two groups are in all (F40): the root mean square of the effects of ``features`` features.

    ``chance`` is what 95 % of shuffles of the same deals stay below, ``p`` how many reach as far,
    ``adjusted`` the same after Holm's correction for the distances of all groups.
    """

    groups: tuple[str, str]
    value: float
    chance: float
    p: float
    adjusted: float
    features: int
    deals: int


@dataclass(slots=True)
class Comparison:
    """All of it: ``findings`` over all cards, ``by_role`` card by card, ``calls`` of the calls to models."""

    members: list[Member]
    findings: list[Finding] = field(default_factory=list)
    by_role: list[Finding] = field(default_factory=list)
    calls: list[Finding] = field(default_factory=list)
    distances: list[Distance] = field(default_factory=list)
    alone: dict[str, int] = field(default_factory=dict)
    """How many seats of a group no other group has the like of."""
    left_out: list[LeftOut] = field(default_factory=list)
