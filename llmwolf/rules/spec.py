"""What a game depends on beside its decisions (X-1)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from llmwolf.rules.ruleset import Ruleset

LOVERS: Final = "lovers"
"""The call of the lovers, a mark and not a card, in the hours of the night (N-1)."""
SPARES: Final = 2
"""How many cards lie in the middle where a thief plays (N-15)."""


@dataclass(frozen=True, slots=True)
class Spec:
    """All that a game depends on beside its decisions (X-1).

    ``cards`` is a multiset of role ids, one for each seat and two more where a thief is among them;
    ``hours`` the night's calls, grouped, and ``first_night`` those of them that are made on night 1
    only (N-1); ``minute`` the clock minute for 单顺双逆 (D-3); ``dealt`` the cards by seat, then the
    spare ones, where they are not to be drawn from the seed; ``events`` the event cards in play
    (N-19); ``game`` the number in a series (M-2) and ``safe`` the seats that may not be knifed in its
    night 1 (M-1). ``draws`` (label → index) and ``outs`` (day → seat exiled by a ballot that nobody
    wrote down) are outcomes that a record of a played game states: they stand instead of a draw or ballot.
    So do ``turns`` (round and day, such as ``speech/2`` → seats, once for each time that they spoke) where
    a table talked in an order of its own.
    """

    board: str
    cards: tuple[str, ...]
    hours: tuple[tuple[str, ...], ...]
    rules: Ruleset
    first_night: tuple[str, ...] = ()
    seed: int = 0
    minute: int = 0
    dealt: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    game: int = 1
    safe: tuple[int, ...] = ()
    draws: tuple[tuple[str, int], ...] = ()
    outs: tuple[tuple[int, int], ...] = ()
    turns: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def seats(self) -> int:
        """How many players sit down."""
        return seats_of(self.cards)

    @property
    def spares(self) -> int:
        """How many cards lie in the middle."""
        return len(self.cards) - self.seats


def seats_of(cards: Collection[str]) -> int:
    """How many players sit down to ``cards``: two lie in the middle where a thief is among them (N-15)."""
    return len(cards) - SPARES if "thief" in cards else len(cards)
