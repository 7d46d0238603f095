"""炸弹人: says so to keep good players' votes away, and lets wolves run into it."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay


class BomberPlay(TownPlay):
    """The bomber."""

    run_percent = 4

    def shows(self, m: Mind) -> str:
        """In danger, unless most of those who want him out look like wolves."""
        if not super().shows(m):
            return ""
        accusers = self._accusers(m)
        wolfish = sum(m.suspicion(s) for s in accusers)
        return "" if accusers and 2 * wolfish >= len(accusers) else "bomber"

    def _accusers(self, m: Mind) -> list[int]:
        if m.facts.stage != "pk":
            return m.accusers()
        return [voter for voter, target in m.facts.votes if target == m.me and voter != m.me]
