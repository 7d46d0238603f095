"""丘比特: links two others, whoever they are."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.rules.asks import Choice


class CupidPlay(TownPlay):
    """Cupid; what he does for his pair every play does for its dear ones."""

    run_percent = 6

    def aimed(self, m: Mind, choice: Choice, aim: str) -> tuple[int, ...]:
        """Not himself, as long as there are two others: his own life should not hang on a stranger's."""
        pool = tuple(s for s in choice.pool if s != m.me)
        return super().aimed(m, choice._replace(pool=pool) if len(pool) >= choice.least else choice, aim)
