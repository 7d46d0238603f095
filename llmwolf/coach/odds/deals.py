"""Deals that an observer may hold for the true one, drawn by the belief of the bots."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import exp
from random import Random
from typing import Final

from llmwolf.coach.known import Certain, certain
from llmwolf.coach.odds.reference import Reference
from llmwolf.players.bots import LEVELS, Ledger
from llmwolf.players.bots.evidence import Evidence, Story
from llmwolf.players.bots.mind import Mind
from llmwolf.players.personas import PLAIN
from llmwolf.roles import registry
from llmwolf.rules.facts import Facts
from llmwolf.rules.view import View, fold

TRUST: Final = 0.926
"""The power to which a belief's weight counts."""
HINDSIGHT: Final = {
    "seer_knifed": 0.688,  # the one held for the seer was announced dead after a night
    "seer_spared": 0.118,  # for each night that he lived after his claim
    "seer_exiled": -0.604,
    "seer_elected": 1.1,
    "no_seer": 0.479,  # nobody who claims is the seer
    "wolf_exiled": 0.771,  # for each
    "wolf_knifed": -0.221,  # for each wolf among those announced dead after a night
    "wolf_sheriff": 1.611,
}
"""What the table's own argument leaves out: logarithms of ratios, fitted (conditional logit) on 700 moments
of 350 games of normal bots on official-12; :mod:`llmwolf.coach.odds.reliability` measures on other games."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Weighed readings (which claimant is the seer, who the wolves are), with the sums of their weights."""

    readings: list[tuple[int, tuple[int, ...]]]
    sums: list[float]


class Deals:
    """The deals that fit what ``observer`` knew at ``ply``, weighed by what a bot that knows it thinks."""

    def __init__(self, ref: Reference, observer: int, ply: int) -> None:
        spec = ref.game.spec
        log = ref.log(observer)[: ref.goal(observer, ply)]
        facts, hand = fold(observer, ref.seats, log)
        view = View(observer, facts, hand, log, spec.rules, None, (), ())
        self.book = Ledger()
        for event in log:
            self.book.take(event)
        self._spec = spec
        self._seats = range(1, ref.seats + 1)
        self.known: Certain = certain(view, self.book)
        mind = Mind(view, self.book, LEVELS["expert"], 0, PLAIN, "zh", {})
        self._evidence: Evidence = mind.evidence
        self._own = next((card for seat, card in self.known.cards.items() if seat == observer), "")
        self._observer = observer
        self._gone = frozenset(facts.gone)
        self._facts = facts
        self._tables: dict[int, _Table] = {}

    def draw(self, place: float, rng: Random) -> tuple[str, ...] | None:
        """A deal: ``place`` (0 to 1) says where among the weighed readings, ``rng`` who holds the rest.

        ``None`` where nothing fits.
        """
        cards = list(self._spec.cards)
        for card in self.known.cards.values():
            cards.remove(card)
        rng.shuffle(cards)
        middle = self._spec.spares
        spare, cards = cards[:middle], cards[middle:]
        camps = registry()
        wolf_cards = [card for card in cards if camps[card].camp == "W"]
        fixed = [s for s, card in self.known.cards.items() if camps[card].camp == "W"]
        table = self._of(len(wolf_cards) + len(fixed))
        if not table.sums or not table.sums[-1]:
            return None
        at = min(bisect_left(table.sums, place * table.sums[-1]), len(table.sums) - 1)
        seer, wolves = table.readings[at]
        held = dict(self.known.cards)
        for seat in wolves:
            if seat not in held:
                held[seat] = wolf_cards.pop()
        rest = [card for card in cards if camps[card].camp != "W"]
        claims = dict(self.book.roles)
        if seer:
            claims[seer] = "seer"
        for seat, card in claims.items():
            if seat not in held and card in rest and (card != "seer" or seat == seer):
                held[seat] = card
                rest.remove(card)
        for seat in self._seats:
            if seat not in held:
                if not rest:
                    return None
                held[seat] = rest.pop()
        return (*(held[seat] for seat in self._seats), *spare)

    def _of(self, wolves: int) -> _Table:
        if wolves not in self._tables:
            self._tables[wolves] = self._weighed(wolves)
        return self._tables[wolves]

    def _weighed(self, wolves: int) -> _Table:
        found = list(self._readings(self._evidence.stories, wolves))
        if not any(weight for _, _, weight in found):
            found = [(0, chosen, 1.0) for chosen in self._sets(wolves, self.known.good, self.known.evil)]
        return _Table([(seer, chosen) for seer, chosen, _ in found], list(accumulate(w for *_, w in found)))

    def _readings(
        self, stories: tuple[Story, ...], wolves: int
    ) -> Iterator[tuple[int, tuple[int, ...], float]]:
        proof = self._evidence
        for story in stories:
            if self._rules_out(story):
                continue
            good, evil = proof.good | story.good | self.known.good, proof.evil | story.evil | self.known.evil
            if good & evil:
                continue
            factors = [a * b for a, b in zip(proof.factors, story.factors, strict=True)]
            prior = exp(self._seer_hint(story.seer))
            for chosen in self._sets(wolves, good, evil):
                weight = story.prior
                for seat in chosen:
                    weight *= factors[seat]
                for a, b in combinations(chosen, 2):
                    weight *= proof.ties[a][b]
                yield story.seer, chosen, prior * exp(self._wolf_hint(chosen)) * weight**TRUST

    def _seer_hint(self, seer: int) -> float:
        """What became of the one held for the seer."""
        if not seer:
            return HINDSIGHT["no_seer"]
        facts: Facts = self._facts
        phase, _, how = facts.gone.get(seer, ("", 0, ""))
        knifed, story = how == "night", self.book.stories[seer]
        nights = [dead for n, dead in self.book.nights.items() if n > story.day]
        spared = 0 if knifed or phase == "night" else len(nights)
        elected = any(holder == seer and way != "passed" for _, holder, way in facts.badge)
        return (
            HINDSIGHT["seer_knifed"] * knifed
            + HINDSIGHT["seer_spared"] * spared
            + HINDSIGHT["seer_exiled"] * (how == "exile")
            + HINDSIGHT["seer_elected"] * elected
        )

    def _wolf_hint(self, wolves: tuple[int, ...]) -> float:
        """How the wolves went out, and whether one of them has the badge."""
        hint = HINDSIGHT["wolf_sheriff"] if self._facts.sheriff in wolves else 0.0
        for seat in wolves:
            how = self._facts.gone.get(seat, ("", 0, ""))[2]
            if how == "exile":
                hint += HINDSIGHT["wolf_exiled"]
            elif how == "night":
                hint += HINDSIGHT["wolf_knifed"]
        return hint

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
                chosen = (*caught, *more)
                if not self._gone.issuperset(chosen):
                    yield chosen
