"""小女孩: peeks on most nights, votes by what she saw, and tells it once it can change a day."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from llmwolf.players.base import Answer
from llmwolf.players.bots.entries import Check
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules.asks import Request

PEEKS: Final = 75
"""Percent of nights on which she looks: each look may be noticed."""
TELLS: Final = 60
"""Percent of days on which she names a wolf she saw who is still in."""


class LittleGirlPlay(TownPlay):
    """The little girl."""

    run_percent = 6

    def night(self, m: Mind, request: Request) -> Answer:
        """Look, unless every wolf is known."""
        if request.kind != "peek":
            return super().night(m, request)
        if len(self._seen(m)) >= m.wolves or not m.chance("peek", PEEKS, m.facts.day):
            return Answer()
        return Answer("peek")

    def shows(self, m: Mind) -> str:
        """In danger, once shown, or with a living wolf to name from day 2 on."""
        if m.facts.stage.startswith("election"):
            return ""
        living = [c for c in self._seen(m) if c.target in m.facts.living]
        shown = m.book.roles.get(m.me) == "little_girl"
        if shown or (living and m.facts.day > 1 and m.chance("tells", TELLS, m.facts.day)):
            return "little_girl"
        return super().shows(m)

    def line(self, m: Mind) -> Line:
        """The common line; once shown, with every wolf seen."""
        line = super().line(m)
        return replace(line, reports=self._seen(m)) if line.role == "little_girl" else line

    def _seen(self, m: Mind) -> tuple[Check, ...]:
        found = {seat: Check(night, seat, "wolf") for night, fact, seat, _ in m.hand.told if fact == "seen"}
        return tuple(found.values())
