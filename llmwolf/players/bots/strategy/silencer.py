"""禁言长老: silences a suspect, not the seer or whoever leads; often nobody before anything was said."""

from __future__ import annotations

from typing import Final

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules.asks import Choice, Request

WAITS: Final = 50
"""Percent of first nights on which nobody is silenced."""


class SilencerPlay(TownPlay):
    """The silencer."""

    run_percent = 8

    def night(self, m: Mind, request: Request) -> Answer:
        """Night 1 tells nothing about anybody."""
        if m.facts.day == 1 and m.chance("waits", WAITS):
            return Answer()
        return super().night(m, request)

    def aimed(self, m: Mind, choice: Choice, aim: str) -> tuple[int, ...]:
        """The suspect whose words would hurt most; never one he needs to hear."""
        seer = m.belief.seer

        def hurts(seat: int) -> float:
            leads = seer.get(seat, 0.0) + 0.3 * (seat == m.facts.sheriff) + (seat in m.dear)
            return m.suspicion(seat) - leads

        return tuple(m.ranked(choice.pool, hurts, choice.verb)[: choice.most])
