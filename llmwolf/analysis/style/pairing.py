"""Two groups on the same footing: what each did on every deal, seats compared with their like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from statistics import fmean
from typing import Final, NamedTuple

from llmwolf.analysis.style.figures import Distance
from llmwolf.analysis.style.groups import Seated
from llmwolf.analysis.style.measure import STYLE, Deal, Kind
from llmwolf.analysis.style.shuffling import Contrast, Shuffles, Sides
from llmwolf.arena.stats import ALPHA

DISTANCE: Final = (
    "F01", "F11", "F13", "F14", "F25", *(id_ for id_ in STYLE if id_.startswith("F28.")), "F29", "F30", "F31",
)  # fmt: skip
"""What the style distance is made of (F40)."""
NOTHING: Final = 1e-12
_CHANCE: Final = 199


class Trial(NamedTuple):
    """A test to be made, of ``feature`` for the card ``role`` (empty: all)."""

    pair: Pair
    role: str
    feature: str
    contrast: Contrast
    level: float
    """The mean of all seats alike, about which the sides are told."""


class Pair:
    """Two groups: what each did on every deal, seats compared with those of their kind alone."""

    def __init__(
        self, names: tuple[str, str], one: Sequence[Seated], other: Sequence[Seated], seed: int
    ) -> None:
        self.names = names
        shared = {seat.sat.kind for seat in one} & {seat.sat.kind for seat in other}
        self._seats = [[seat for seat in side if seat.sat.kind in shared] for side in (one, other)]
        present = [{seat.game.deal for seat in side} for side in self._seats]
        self._deals = sorted(present[0] | present[1])
        self._present = [(deal in present[0], deal in present[1]) for deal in self._deals]
        self._seed = seed
        self._shuffles = Shuffles(self._present, seed)

    def trials(self, features: Iterable[str], roles: Iterable[str]) -> Iterator[Trial]:
        """The tests of ``features`` for ``roles`` for which there are seats, and anything to be seen."""
        wanted = list(features)
        for role in roles:
            for feature in wanted:
                found = self.contrast(feature, role)
                if found is not None:
                    yield Trial(self, role, feature, *found)

    def contrast(self, feature: str, role: str = "") -> tuple[Contrast, float] | None:
        """The sides of a feature, each value about the mean of its kind; ``None``: nothing to compare."""
        cases: list[dict[Kind, list[tuple[Deal, float]]]] = []
        for side in self._seats:
            by_kind: dict[Kind, list[tuple[Deal, float]]] = defaultdict(list)
            for game, sat in side:
                if feature in sat.values and role in ("", sat.kind.role):
                    by_kind[sat.kind].append((game.deal, sat.values[feature]))
            cases.append(by_kind)
        shared = sorted(cases[0].keys() & cases[1].keys())
        if not shared:
            return None
        every = {kind: [value for case in cases for _, value in case[kind]] for kind in shared}
        level = fmean(value for values in every.values() for value in values)
        middle = {kind: fmean(values) for kind, values in every.items()}
        means: list[dict[Deal, float]] = []
        for case in cases:
            by_deal: dict[Deal, list[float]] = defaultdict(list)
            for kind in shared:
                for deal, value in case[kind]:
                    by_deal[deal].append(value - middle[kind])
            means.append({deal: fmean(values) for deal, values in by_deal.items()})
        sides: list[Sides] = [(means[0].get(deal), means[1].get(deal)) for deal in self._deals]
        if all(abs(value or 0.0) < NOTHING for pair in sides for value in pair):
            return None  # the same everywhere, such as no slip at all
        return Contrast(sides), level

    def chance(self, contrast: Contrast, most: int) -> float | None:
        """How often chance alone would show as much as ``contrast``; ``None``: of too few deals to be tested.

        Where the feature lacks no deal the shuffles are those of all such features.
        """
        if not contrast.enough:
            return None
        whole = contrast.present == self._present
        return contrast.chance(self._shuffles if whole else Shuffles(contrast.present, self._seed), most)

    def distance(self) -> Distance | None:
        """The style distance with what chance alone makes of it; ``None``: too few deals."""
        every = (self.contrast(feature) for feature in DISTANCE)
        found = [c for c in every if c and c[0].enough and c[0].spread() > NOTHING]
        if not found:
            return None
        spreads = [(contrast, contrast.spread()) for contrast, _ in found]

        def size(differences: Iterable[float]) -> float:
            return sqrt(fmean((d / s) ** 2 for d, (_, s) in zip(differences, spreads, strict=True)))

        value = size(contrast.difference for contrast, _ in spreads)
        shuffled = sorted(
            size(contrast.shuffled(self._shuffles[number]) for contrast, _ in spreads)
            for number in range(_CHANCE)
        )
        reached = sum(one >= value - NOTHING for one in shuffled)
        p = max((reached + 1) / (_CHANCE + 1), 1 / self._shuffles.ways)
        chance = shuffled[int((1 - ALPHA) * (_CHANCE + 1)) - 1]
        return Distance(self.names, value, chance, p, p, len(found), len(self._deals))
