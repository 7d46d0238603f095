"""守墓人: tells what the exiled were as soon as it says something about the living."""

from __future__ import annotations

from dataclasses import replace

from llmwolf.players.bots.entries import Check
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.bots.strategy.town import TownPlay


class GravekeeperPlay(TownPlay):
    """The gravekeeper."""

    run_percent = 10

    def shows(self, m: Mind) -> str:
        """With the first grave that somebody's claim hangs on, in danger, and always once shown."""
        if m.facts.stage.startswith("election"):
            return ""
        telling = any(self._tells(m, grave) for grave in self._graves(m))
        if telling or m.book.roles.get(m.me) == "gravekeeper":
            return "gravekeeper"
        return super().shows(m)

    def line(self, m: Mind) -> Line:
        """The common line; once shown, with every grave."""
        line = super().line(m)
        return replace(line, reports=self._graves(m)) if line.role == "gravekeeper" else line

    def _graves(self, m: Mind) -> tuple[Check, ...]:
        return tuple(Check(night, s, value) for night, fact, s, value in m.hand.told if fact == "grave")

    def _tells(self, m: Mind, grave: Check) -> bool:
        """A wolf's grave, a claimant's, or one that a claimant had spoken of."""
        spoken_of = any(story.value_of(grave.target) for story in m.claims)
        return grave.value == "wolf" or grave.target in m.book.stories or spoken_of
