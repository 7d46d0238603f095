"""What all games of a tournament may spend together, and the stop when it is spent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from llmwolf.arena.unasked import Refusal, Unasked, Watched
from llmwolf.llm.budget import Budget
from llmwolf.llm.failure import ModelFailure
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Decision
from llmwolf.rules.game import Game


class Spent(Exception):
    """A game was stopped where the budget did not allow its next call; its record can be gone on with."""


class Portion:
    """What one of so many games, ``lanes``, may spend of the common ``purse``, set aside for it.

    For games that are played elsewhere, and cannot ask before each call.
    """

    def __init__(self, purse: Budget, lanes: int) -> None:
        """Raises :class:`Spent` where nothing is left."""
        tokens, cost = purse.left()
        self._purse = purse
        self._held = (
            max(1, min(tokens, (purse.max_tokens - purse.tokens) // lanes)) if purse.max_tokens else 0,
            max(1e-9, min(cost, (purse.max_cost - purse.cost) / lanes)) if purse.max_cost else 0.0,
        )
        try:
            purse.hold(*self._held)
        except ModelFailure:
            raise Spent from None

    @property
    def tokens(self) -> int:
        """How many tokens are left of it, at least one; 0: they are not limited."""
        return max(1, self._held[0]) if self._purse.max_tokens else 0

    @property
    def cost(self) -> float:
        """The dollars, likewise."""
        return max(1e-9, self._held[1]) if self._purse.max_cost else 0.0

    def spent(self, tokens: int, cost: float) -> None:
        """So much more was spent of it."""
        over = min(tokens, self._held[0]), min(cost, self._held[1])
        self._held = self._held[0] - over[0], self._held[1] - over[1]
        self._purse.settle(over, tokens, cost)

    def give_back(self) -> None:
        """What is left of it is for others."""
        self._purse.settle(self._held, 0, 0.0)
        self._held = 0, 0.0


class Share(Budget):
    """One game's hand in the common ``purse``.

    ``refused`` counts the calls of this game alone that were not made: a game that needs no more calls, or
    has its last ones under way, comes to its end though the purse is empty. ``asking`` is called before each.
    """

    def __init__(self, purse: Budget, asking: Callable[[], None] = lambda: None) -> None:
        super().__init__(purse.max_tokens, purse.max_cost)
        self._purse = purse
        self._asking = asking

    def hold(self, tokens: int, cost: float) -> None:
        """As the purse does; raises :class:`ModelFailure`."""
        self._asking()
        try:
            self._purse.hold(tokens, cost)
        except ModelFailure:
            self.refused += 1
            raise

    def settle(self, held: tuple[int, float], tokens: int, cost: float) -> None:
        """As the purse does."""
        self._purse.settle(held, tokens, cost)
        self.tokens += tokens
        self.cost += cost


class Guarded:
    """A game's recorder that takes no answer any more once a call of the game was refused.

    A table lets the stand-in answer for a model that may not be asked, or cannot be; in a tournament such a
    game would be one of other players, so it stops before that answer is written down.
    """

    def __init__(
        self,
        writer: Writer,
        share: Share,
        tick: Callable[[], None],
        askers: Mapping[int, tuple[str, Watched]],
    ) -> None:
        """``tick`` is called after each step; ``askers`` are by seat the agent and whom it asks."""
        self._writer = writer
        self._share = share
        self._tick = tick
        self._askers = askers
        self._refusal: Refusal | None = None

    def take(self, game: Game) -> None:
        """As the writer does; raises :class:`Spent` and :class:`Unasked`."""
        self._check()
        self._writer.take(game)
        self._tick()

    def pending(self, *decisions: Decision) -> None:
        """As the writer does; raises :class:`Spent` and :class:`Unasked`."""
        self._check()
        self._writer.pending(*decisions)

    def decided(self, ply: int, seat: int, source: str, thought: str = "", reason: str = "") -> None:
        """As the writer does; raises :class:`Spent` and :class:`Unasked`."""
        self._check()
        self._writer.decided(ply, seat, source, thought, reason)

    def called(self, call: dict[str, Any]) -> None:
        """Write a call down: it was paid for, whatever becomes of the game."""
        self._writer.llm(call)
        if (reason := call["failed"]) and self._refusal is None:
            agent, asker = self._askers[call["seat"]]
            self._refusal = asker.refusal(agent, reason)

    def _check(self) -> None:
        if self._refusal is not None:
            raise Unasked(self._refusal)
        if self._share.refused:
            raise Spent
