"""A game printed line by line, for pipes, logs and terminals without a screen."""

from __future__ import annotations

from collections.abc import Callable

from llmwolf.players.phrases import say_event
from llmwolf.rules.events import GameEnded
from llmwolf.rules.game import Game
from llmwolf.table.ports import Source


class PlainWatcher:
    """Prints every event that ``seat`` may know (0: the public; -1: the judge) as a sentence.

    The result is left to the caller, who may have more to print before it.
    """

    def __init__(self, game: Game, seat: int, lang: str, write: Callable[[str], None]) -> None:
        self._game = game
        self._seat = seat
        self._lang = lang
        self._write = write
        self._printed = 0

    def changed(self) -> None:
        """Print what is new."""
        log = self._game.log if self._seat < 0 else self._game.view(self._seat).log
        for event in log[self._printed :]:
            if not isinstance(event, GameEnded):
                self._write(say_event(event, self._lang))
        self._printed = len(log)

    def spoken(self, seat: int, piece: str) -> None:
        """Speeches are printed whole, when they are over."""

    def noticed(self, source: Source) -> None:
        """Where a decision came from is not printed."""
