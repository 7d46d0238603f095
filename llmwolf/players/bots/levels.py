"""How well a bot plays: 新手, 普通, 高手, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from llmwolf.players.bots.weights import WEIGHTS


@dataclass(frozen=True, eq=False)
class Level:
    """One strength.

    ``trust`` tempers every likelihood (1: as in the table, 0: none), ``noise`` is the width of a keyed
    error in each suspicion, ``herd`` how much the calls of others count. ``poison_at`` and ``shoot_at``
    are the suspicions from which potion and gun are used, ``save_first`` the percentage of first nights
    on which the antidote is. ``mistakes`` gives the percentage of each named beginner's mistake.
    """

    id: str
    zh: str
    en: str
    trust: float
    noise: float
    herd: float
    poison_at: float
    shoot_at: float
    save_first: int
    mistakes: Mapping[str, int]

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """The likelihood table as this level feels it."""
        return {name: 1 + (ratio - 1) * self.trust for name, ratio in WEIGHTS.items()}


LEVELS: Final[Mapping[str, Level]] = {
    level.id: level
    for level in (
        Level(
            "novice", "新手", "novice", 0.55, 0.16, 0.55, 0.5, 0.3, 65,
            {"stays_down": 15, "hides_check": 8, "one_seat_flow": 35, "no_reason": 35, "shows_card": 20,
             "breaks_word": 25, "poisons_early": 20, "blind_knife": 50, "spares_mates": 60},
        ),
        Level(
            "normal", "普通", "normal", 0.65, 0.11, 0.45, 0.66, 0.5, 80,
            {"breaks_word": 10, "no_reason": 5, "blind_knife": 15, "poisons_early": 8},
        ),
        Level("expert", "高手", "expert", 1.0, 0.06, 0.35, 0.62, 0.5, 92, {}),
    )
}  # fmt: skip
"""Every level by id."""
