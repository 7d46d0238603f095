"""How cards are played in roll-outs: as at the table, but what is asked most often in few steps.

Seats are compared in rows and not one by one, and a tie goes to the first of them instead of being drawn:
the level's error in every suspicion has drawn already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from llmwolf.coach.odds.lean.mind import LeanMind
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy import pack, play_of
from llmwolf.players.bots.strategy.town import FOLLOWED, OWN_WORD, SEEN, TRUSTED, TownPlay
from llmwolf.players.bots.strategy.wolf import WolfPlay
from llmwolf.rules.facts import Hand


def _first(seats: Iterable[int], score: Sequence[float]) -> int:
    return max(seats, key=score.__getitem__, default=0)


class LeanTown(TownPlay):
    """A good player's decisions by day."""

    def doubts(self, m: Mind, side: int) -> list[float]:
        """How much each seat is suspected aloud (index = seat)."""
        assert isinstance(m, LeanMind)
        return m.doubt

    def suspects(self, m: Mind, side: int) -> tuple[int, ...]:
        """At most three living seats, each more suspicious than a stranger would be."""
        doubt, bar = self.doubts(m, side), m.wolves / max(1, m.facts.seats - 1) + SEEN
        found = sorted([(-doubt[s], s) for s in self.open_to_doubt(m, side) if doubt[s] > bar])
        return tuple([s for _, s in found[: min(3, m.wolves)]])

    def trusts(self, m: Mind) -> tuple[int, ...]:
        """Up to two living seats that look good."""
        assert isinstance(m, LeanMind)
        doubt = m.doubt
        found = sorted([(doubt[s], s) for s in m.others if doubt[s] < TRUSTED])
        return tuple([s for _, s in found[:2]])

    def drives(self, m: Mind, side: int) -> list[float]:
        """What speaks for exiling each seat (index = seat) if ``side`` is the seer."""
        assert isinstance(m, LeanMind)
        found = self.weights(m)
        for seat in self.followed(m, side):
            found[seat] += FOLLOWED
        return found

    def weights(self, m: LeanMind) -> list[float]:
        """How much speaks for exiling each seat (index = seat)."""
        found = list(self.doubts(m, m.book.side_of(m.me)))
        for seat, pull in m.called.items():
            found[seat] += pull
        if m.facts.marks or "bomber" in m.facts.cards:
            for seat in m.others:
                found[seat] += self.risk(m, seat)
        return found

    def choose(self, m: Mind, pool: tuple[int, ...], side: int = 0) -> int:
        """The seat of ``pool`` to vote for."""
        return _first([s for s in pool if s != m.me], self.drives(m, side))

    def vote(self, m: Mind, pool: tuple[int, ...]) -> int:
        """The exile ballot: one's own call unless something better came up."""
        side = self.sides_with(m)
        drive = self.drives(m, side)
        best = _first([s for s in pool if s not in (side, m.me)] or [s for s in pool if s != m.me], drive)
        word = m.book.calls.get((m.facts.day, m.me), 0)
        if word in pool and word != side and not m.slips("breaks_word"):
            enough = 0.0 if m.facts.day == 1 else OWN_WORD
            return word if drive[best] - drive[word] < enough else best
        return best


class LeanWolf(WolfPlay, LeanTown):
    """A wolf's decisions by day."""

    def doubts(self, m: Mind, side: int) -> list[float]:
        """Doubt as in public, a mate spared, bent to the side this wolf has taken aloud."""
        assert isinstance(m, LeanMind)
        found = list(m.doubt)
        for mate in m.mates:
            found[mate] = pack.doubt(m, mate)
        story = m.book.stories.get(side)
        if story is not None and side != m.me:
            for seat in m.belief.seer:
                found[seat] += 0.25
            for check in story.checks.values():
                found[check.target] += 0.3 if check.value == "wolf" else -0.3
            found[side] = pack.doubt(m, side) - 0.6
        return found

    def suspects(self, m: Mind, side: int) -> tuple[int, ...]:
        """As in public, a mate only where sparing him would show; in step with the side taken."""
        pool = m.votable if m.my_story else self.open_to_doubt(m, side)
        doubt, bar = self.doubts(m, side), m.wolves / max(1, m.facts.seats - 1) - 0.05
        found = sorted([(-doubt[s], s) for s in pool if doubt[s] > bar])
        return tuple([s for _, s in found[: min(3, m.wolves)]])

    def weights(self, m: LeanMind) -> list[float]:
        """Doubt, the votes that gather, the mate's call for one who charges, one's own false check."""
        found = LeanTown.weights(self, m)
        mate = pack.claimant(m)
        if mate and mate != m.me and pack.style(m) == "charge":
            found[m.book.calls.get((m.facts.day, mate), 0)] += 0.35
        if m.my_story:
            for check in m.my_story.checks.values():
                if check.value == "wolf" and check.target not in m.mates:
                    found[check.target] += 0.4
        return found


@cache
def _lean(play: TownPlay) -> TownPlay:
    kind = type(play)
    if kind is WolfPlay or kind is TownPlay:
        return LeanWolf() if kind is WolfPlay else LeanTown()
    if isinstance(play, WolfPlay) or kind.weight is not TownPlay.weight:
        return play
    lean: TownPlay = type(f"Lean{kind.__name__}", (kind, LeanTown), {})()
    return lean


def lean_play_of(hand: Hand) -> TownPlay:
    """As :func:`~llmwolf.players.bots.strategy.play_of`; a card that votes in a way of its own keeps it."""
    return _lean(play_of(hand))
