"""Evidence while it is gathered: what the likelihoods read, and what they write to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from llmwolf.players.bots.entries import SeerStory
from llmwolf.players.bots.ledger import Ledger
from llmwolf.rules.facts import Facts


class Doubts(NamedTuple):
    """Whether a check's answer "good", and its answer "wolf", may be wrong about wolves (R-3)."""

    good: bool = False
    wolf: bool = False

    def of(self, answer: str) -> bool:
        """Whether ``answer`` (good or wolf) may be wrong."""
        return self.wolf if answer == "wolf" else self.good


@dataclass(slots=True)
class Draft:
    """Evidence being gathered: ``factors`` by seat, ``ties`` by seat and seat."""

    book: Ledger
    facts: Facts
    weights: Mapping[str, float]
    factors: list[float]
    ties: list[list[float]]
    doubts: Doubts
    good: int = 0
    evil: int = 0

    def pair(self, a: int, b: int, ratio: float) -> None:
        """Both seats as wolves are ``ratio`` times as likely."""
        self.ties[a][b] = self.ties[b][a] = self.ties[a][b] * ratio


@dataclass(slots=True)
class Tale:
    """A story being told: ``real`` is the claim held for true, ``rivals`` the others."""

    draft: Draft
    real: SeerStory | None
    rivals: list[SeerStory]
    factors: list[float]
    prior: float = 1.0
    good: int = 0
    evil: int = 0


def doubtful_check(weights: Mapping[str, float], answer: str) -> float:
    """What a check that may be wrong about wolves still says."""
    return weights["doubtful_wolf_check" if answer == "wolf" else "doubtful_good_check"]
