"""A bot's head in a roll-out: the same questions, answered from coarser beliefs."""

from __future__ import annotations

from bisect import bisect_right

from llmwolf.coach.odds.lean.beliefs import believe, readings
from llmwolf.players.bots.beliefs import Belief, Knowledge
from llmwolf.players.bots.kept import Kept
from llmwolf.players.bots.mind import Mind


class LeanMind(Mind):
    """A mind that weighs the sets of wolves once for the table, and keeps what it asks itself of seats."""

    def _believing(self, known: Knowledge) -> Belief:
        if known.plain:
            return super()._believing(known)
        gone = sum([1 << seat for seat in self.facts.gone])
        seats, wolves = self.facts.seats, self.wolves
        return believe(readings(self.evidence, seats, wolves, gone), seats, wolves, known)

    @Kept
    def doubt(self) -> list[float]:
        """The suspicion against every seat (index = seat), with the level's error."""
        return [p + error for p, error in zip(self.belief.wolf, self._errors, strict=True)]

    def suspicion(self, seat: int) -> float:
        """How much ``seat`` looks like a wolf, with the level's error."""
        return self.doubt[seat]

    @Kept
    def called(self) -> dict[int, float]:
        """Seat → how much the calls of today speak for its exile."""
        pull = self.level.herd / len(self.facts.living)
        return {seat: voices * pull for seat, voices in self.voices.items()}

    def _beyond_chance(self, found: dict[int, float]) -> dict[int, float]:
        """As the mind does; the calls after each seat's first words are counted by their place."""
        first: dict[int, int] = {}
        calls: list[int] = []
        own: dict[int, list[int]] = {}
        for at, speech in enumerate(self.book.speeches):
            first.setdefault(speech.seat, at)
            if speech.day == 1 and speech.stage == "speech":
                calls.append(at)
                own.setdefault(speech.seat, []).append(at)
        each = sum(found.values()) / max(1, len(calls) * (len(self.facts.living) - 1))
        heard = {
            seat: len(calls) - bisect_right(calls, since) - sum([at > since for at in own.get(seat, ())])
            for seat, since in first.items()
        }
        return {s: found.get(s, 0.0) - each * heard.get(s, 0) for s in self.others}
