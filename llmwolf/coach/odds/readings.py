"""Readings of a moment: which seer claim is true and who the wolves are, each with its weight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import log
from typing import NamedTuple

from llmwolf.coach.known import Certain, certain
from llmwolf.coach.odds.reference import Reference
from llmwolf.coach.odds.weights import Weights, fitted
from llmwolf.players.bots import LEVELS, Ledger
from llmwolf.players.bots.evidence import Evidence, Story, gather
from llmwolf.players.bots.mind import Mind
from llmwolf.players.personas import PLAIN
from llmwolf.rules.view import View, fold


class Reading(NamedTuple):
    """``seer`` is the claimant who is the seer (0: none of them), ``wolves`` are the wolves, ascending."""

    seer: int
    wolves: tuple[int, ...]


class Readings:
    """What fits everything that ``observer`` knew at ``ply``."""

    def __init__(self, ref: Reference, observer: int, ply: int) -> None:
        log = ref.log(observer)[: ref.goal(observer, ply)]
        self.facts, hand = fold(observer, ref.seats, log)
        view = View(observer, self.facts, hand, log, ref.game.spec.rules, None, (), ())
        self.book = Ledger()
        for event in log:
            self.book.take(event)
        self.known: Certain = certain(view, self.book)
        self._doubts = Mind(view, self.book, LEVELS["expert"], 0, PLAIN, "zh", {}).doubts
        self._seats = range(1, ref.seats + 1)
        self._observer = observer
        self._own = self.known.cards.get(observer, "")
        self.gone = frozenset(self.facts.gone)

    def every(self, wolves: int) -> list[Reading]:
        """All readings with so many wolves."""
        proof, known = self._evidence(fitted(len(self._seats))), self.known
        found = []
        for story in proof.stories:
            good, evil = proof.good | story.good | known.good, proof.evil | story.evil | known.evil
            if not self._rules_out(story) and not good & evil:
                found += [Reading(story.seer, chosen) for chosen in self._sets(wolves, good, evil)]
        if not found:
            found = [Reading(0, chosen) for chosen in self._sets(wolves, known.good, known.evil)]
        return found

    def logs(self, readings: list[Reading], weights: Weights) -> list[float]:
        """The logarithm of each reading's weight."""
        proof = self._evidence(weights)
        told = {story.seer: self._told(proof, story) for story in proof.stories}
        ties = [list(map(log, row)) for row in proof.ties]
        tied = any(map(any, ties))
        seers = {seer: self._of_seer(seer, weights.hindsight) for seer in (0, *told)}
        seats = self._of_wolves(weights.hindsight)
        found = []
        for seer, wolves in readings:
            prior, factors = told.get(seer, (0.0, seats))
            weight = prior + seers[seer] + sum(factors[s] + seats[s] for s in wolves)
            if tied:
                weight += sum(ties[a][b] for a, b in combinations(wolves, 2))
            found.append(weight)
        return found

    def _evidence(self, weights: Weights) -> Evidence:
        return gather(self.book, self.facts, weights.level, self._doubts)

    @staticmethod
    def _told(proof: Evidence, story: Story) -> tuple[float, list[float]]:
        factors = [log(a * b) for a, b in zip(proof.factors, story.factors, strict=True)]
        return log(story.prior), factors

    def _of_seer(self, seer: int, hints: Mapping[str, float]) -> float:
        """What became of the one held for the seer, and how many checks are then invented."""
        rivals = sum(len(s.checks) for s in self.book.claimants() if s.seat != seer)
        if not seer:
            return hints["no_seer"] + hints["rival_check"] * rivals
        phase, _, how = self.facts.gone.get(seer, ("", 0, ""))
        knifed, story = how == "night", self.book.stories[seer]
        spared = 0 if knifed or phase == "night" else sum(night > story.day for night in self.book.nights)
        elected = any(holder == seer and way != "passed" for _, holder, way in self.facts.badge)
        return (
            hints["rival_check"] * rivals
            + hints["seer_knifed"] * knifed
            + hints["seer_spared"] * spared
            + hints["seer_exiled"] * (how == "exile")
            + hints["seer_elected"] * elected
        )

    def _of_wolves(self, hints: Mapping[str, float]) -> list[float]:
        """By seat: how it went out, and whether it has the badge, if it is a wolf."""
        by_seat = [0.0] * (len(self._seats) + 1)
        for seat, (_, _, how) in self.facts.gone.items():
            by_seat[seat] += hints["wolf_exiled"] * (how == "exile") + hints["wolf_knifed"] * (how == "night")
        if self.facts.sheriff:
            by_seat[self.facts.sheriff] += hints["wolf_sheriff"]
        return by_seat

    def _rules_out(self, story: Story) -> bool:
        """Whether the observer's own card says that ``story`` is not what happened."""
        if self._own == "seer":
            claims = any(told.seat == self._observer for told in self.book.claimants())
            return story.seer != (self._observer if claims else 0)
        return bool(self._own) and story.seer == self._observer

    def _sets(self, wolves: int, good: int, evil: int) -> Iterator[tuple[int, ...]]:
        """The wolf sets that fit; not every wolf is out, for the game goes on."""
        caught = tuple(s for s in self._seats if evil >> s & 1)
        free = [s for s in self._seats if not (good | evil) >> s & 1]
        if wolves >= len(caught):
            for more in combinations(free, wolves - len(caught)):
                chosen = tuple(sorted((*caught, *more)))
                if not self.gone.issuperset(chosen):
                    yield chosen
