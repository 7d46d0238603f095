"""What can be wrong with a look at many games."""

from __future__ import annotations

from llmwolf.players.told import ToldError


class AnalysisError(ToldError):
    """Games, an agent or a query cannot be used: what is wrong and what to do, in one line."""
