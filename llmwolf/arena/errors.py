"""What can be wrong with a tournament."""

from __future__ import annotations

from llmwolf.players.told import ToldError


class ArenaError(ToldError):
    """A plan or a folder of games cannot be used: what is wrong and what to do, in one line."""
