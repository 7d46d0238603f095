"""The built-in opponents: beliefs from what happened, a strategy for each card, speeches about this game."""

from __future__ import annotations

from llmwolf.players.base import Player
from llmwolf.players.bots.bot import Bot
from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.levels import LEVELS
from llmwolf.players.personas import PLAIN, Persona, personas

__all__ = ["LEVELS", "Bot", "Ledger", "Persona", "make_bot", "personas"]


def make_bot(
    seat: int,
    level: str = "normal",
    seed: int = 0,
    persona: Persona | None = None,
    lang: str = "zh",
    words: bool = True,
    book: Ledger | None = None,
) -> Player:
    """A bot for ``seat``; ``level`` is novice, normal or expert, ``lang`` zh or en.

    Without ``words`` its speeches are their claims alone, for games that nobody reads. Bots of one table
    that are asked one after the other may share a fresh ``book``, which saves time.
    Raises :class:`ValueError` naming what is allowed.
    """
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}; known are {', '.join(LEVELS)}")
    if lang not in ("zh", "en"):
        raise ValueError(f"unknown language {lang!r}; known are zh, en")
    return Bot(seat, LEVELS[level], seed, persona or PLAIN, lang, words, book)
