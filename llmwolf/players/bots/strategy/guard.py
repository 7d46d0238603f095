"""守卫: guards the seer he believes, then the badge, then those who look good; mostly nobody on night 1."""

from __future__ import annotations

from dataclasses import replace

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules.asks import Request


class GuardPlay(TownPlay):
    """The guard."""

    run_percent = 8

    def night(self, m: Mind, request: Request) -> Answer:
        """空守 on night 1 for fear of 奶穿, later the seat that the good side can least spare."""
        if request.kind != "guard":
            return super().night(m, request)
        pool = request.choices[0].pool
        if not pool or (m.facts.day == 1 and m.chance("open_night", 70)):
            return Answer()
        seer = m.belief.seer

        def worth(seat: int) -> float:
            good = 1 - m.belief.wolf[seat]
            shown = 0.5 if m.book.roles.get(seat) in ("witch", "hunter") else 0
            badge = 0.4 if seat == m.facts.sheriff else 0
            dear = 0.5 if seat in m.dear else 0
            return good * (1 + 2 * seer.get(seat, 0.0) + shown + badge) + dear - (0.3 if seat == m.me else 0)

        return Answer("guard", (m.best(pool, worth, "guard"),))

    def line(self, m: Mind) -> Line:
        """The common line; a shown guard gives the whole list of nights."""
        line = super().line(m)
        return replace(line, guards=tuple(m.hand.uses.get("guard", ()))) if line.role == "guard" else line
