"""What a table's memory is made of: checks, speeches, opinions, ballots, and the story of a seer claim."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from llmwolf.rules.claims import Claim


class Check(NamedTuple):
    """A check that somebody reports: ``target`` is ``value`` (good or wolf), found in ``night``."""

    night: int
    target: int
    value: str


class Speech(NamedTuple):
    """One speech with its claims; ``round`` counts the rounds of speeches so far (an election is one)."""

    day: int
    stage: str
    seat: int
    claims: tuple[Claim, ...]
    text: str
    round: int
    cut: bool = False
    """Whether somebody cut in on it."""


class Opinion(NamedTuple):
    """A side, suspicion or trust that was spoken; ``known`` seats had claimed seer by then."""

    seat: int
    day: int
    claim: Claim
    known: int


class Ballot(NamedTuple):
    """One opened ballot: voter → target (0: abstained)."""

    day: int
    stage: str
    votes: dict[int, int]
    heard: int = 0
    """How many speeches there had been."""


@dataclass(slots=True)
class SeerStory:
    """What one seat that claims to be the seer has said: when, its checks by night, its latest 警徽流."""

    seat: int
    day: int
    place: int
    """How many other seats had claimed before."""
    checks: dict[int, Check] = field(default_factory=dict)
    flow: tuple[int, ...] = ()
    flow_day: int = 0
    retracted: bool = False

    def value_of(self, target: int) -> str:
        """What this story says of ``target``: good, wolf, or nothing."""
        return next((c.value for c in self.checks.values() if c.target == target), "")
