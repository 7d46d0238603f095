"""Deals that an observer may hold for the true one, drawn by the weight of their readings."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from random import Random

from llmwolf.coach.odds.readings import Reading, Readings
from llmwolf.coach.odds.reference import Reference
from llmwolf.coach.odds.weights import fitted
from llmwolf.roles import registry


@dataclass(frozen=True, slots=True)
class _Table:
    """Weighed readings, with the sums of their weights."""

    readings: list[Reading]
    sums: list[float]


class Deals:
    """The deals that fit what ``observer`` knew at ``ply``, weighed as :mod:`~.weights` says."""

    def __init__(self, ref: Reference, observer: int, ply: int) -> None:
        self._readings = Readings(ref, observer, ply)
        self._spec = ref.game.spec
        self._seats = range(1, ref.seats + 1)
        self.known = self._readings.known
        self.book = self._readings.book
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
            every = self._readings.every(wolves)
            logs = self._readings.logs(every, fitted(len(self._seats)))
            gone = self._readings.gone

            def alike(i: int) -> tuple[object, ...]:
                seer, chosen = every[i]
                return seer, len(gone.intersection(chosen)), logs[i], chosen

            # What decides the game lies together: whose claim is true, who is out, how well the wolves hide.
            places = sorted(range(len(every)), key=alike)
            top = max(logs, default=0.0)
            sums = accumulate(exp(logs[i] - top) for i in places)
            self._tables[wolves] = _Table([every[i] for i in places], list(sums))
        return self._tables[wolves]
