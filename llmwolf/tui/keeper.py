"""Between the table and its record: what the disk does not take is kept until it does."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial

from llmwolf.record.errors import NotWritten
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Decision
from llmwolf.rules.game import Game


class Keeper:
    """A :class:`~llmwolf.table.ports.Recorder` of ``writer`` that loses nothing where the disk is full.

    Whatever is refused is held, and tried again with what comes next. Only :meth:`take` raises, so that no
    answer that came in beside others is lost by it; in ``lenient`` mode it does not either, until the
    disk has taken everything.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._beside: deque[Callable[[], object]] = deque()
        self._sealed: list[Decision] = []
        self._game: Game | None = None
        self.problem: NotWritten | None = None
        """Why the end of the game is not in the record; ``None``: it is."""
        self.lenient = False
        """Whether the game goes on although it is not saved."""

    def take(self, game: Game) -> None:
        """Write the moves and events that are new; raises :class:`NotWritten`, unless in lenient mode."""
        self._game = game
        self._save()
        if self.problem is not None and not self.lenient:
            raise self.problem

    def pending(self, *decisions: Decision) -> None:
        """Keep answers of an ask that is not complete yet."""
        self._sealed.extend(decisions)
        self._save()

    def decided(self, ply: int, seat: int, source: str, thought: str = "", reason: str = "") -> None:
        """Note where a decision came from."""
        self._beside.append(partial(self._writer.decided, ply, seat, source, thought, reason))
        self._save_beside()

    def llm(self, fields: Mapping[str, object]) -> None:
        """Add a line on a call to a model."""
        self._beside.append(partial(self._writer.llm, fields))
        self._save_beside()

    def close(self) -> None:
        """Try once more what is held, and close the record."""
        if self.problem is not None:
            self._save()
        self._writer.close()

    def _save_beside(self) -> None:
        try:
            while self._beside:
                self._beside[0]()
                self._beside.popleft()
        except NotWritten as error:
            self.problem = error

    def _save(self) -> None:
        """Write everything that is held, in its order: the lines beside, whole asks, sealed answers."""
        self._save_beside()
        if self._beside:
            return
        try:
            if (game := self._game) is not None:
                self._writer.take(game)
                self._sealed = [answer for answer in self._sealed if answer.ply == game.ply and not game.over]
            if self._sealed:
                self._writer.pending(*self._sealed)
                self._sealed.clear()
        except NotWritten as error:
            self.problem = error
        else:
            self.problem, self.lenient = None, False
