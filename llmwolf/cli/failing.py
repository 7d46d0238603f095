"""Says, beside a game that is printed, that a model cannot be used, once for each model and reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from llmwolf.llm.findings import why
from llmwolf.players.words import pick
from llmwolf.rules.game import Game
from llmwolf.table.ports import Source

_FOR_GOOD: Final = ("auth", "bad_request", "context", "moderation", "not_an_api", "not_found", "quota")
"""Why a model fails that will fail again, however often it is asked."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The model of a seat: its ``label`` (seats of one label have one model), and what looks it over."""

    label: str
    name: str
    command: str


@dataclass(slots=True)
class Failing:
    """What is told about the models of a sitting: each reason once, also where several games are played.

    ``models`` is by seat. A failure over a hidden ask is told where the judge's ``view`` (-1) is printed
    only: that a model was asked by night, and when, would tell the table who has something to do there.
    """

    models: Mapping[int, Seated]
    view: int
    lang: str
    write: Callable[[str], None]
    _told: set[tuple[str, str]] = field(default_factory=set, init=False)

    def beside(self, game: Game) -> FailingWatcher:
        """The spectator for ``game``."""
        return FailingWatcher(self, game)

    def failed(self, seat: int, reason: str) -> None:
        """Tell that the model of ``seat`` fails for that reason, if that is for good and news."""
        model = self.models.get(seat)
        if model is None or reason not in _FOR_GOOD or (model.label, reason) in self._told:
            return
        self._told.add((model.label, reason))
        seats = [str(other) for other, its in self.models.items() if its.label == model.label]
        zh, en = why(reason)
        words = (
            f"{'、'.join(seats)}号的模型 {model.name} 不能用（{zh}），内置玩家代打；"
            f"`{model.command}` 看怎么改",
            f"the model {model.name} of seat {', '.join(seats)} cannot be used ({en}); built-in players stand"
            f" in; `{model.command}` tells what to change",
        )
        self.write(pick(words, self.lang))


class FailingWatcher:
    """Hears of one game's failures; a :class:`~llmwolf.table.ports.Spectator`."""

    def __init__(self, failing: Failing, game: Game) -> None:
        self._failing = failing
        self._game = game
        self._public_ply = -1

    def changed(self) -> None:
        """Note whether the table may know who is asked now."""
        ask = self._game.ask
        if ask is not None and ask.public:
            self._public_ply = self._game.ply

    def spoken(self, seat: int, piece: str) -> None:
        """Speeches are others' matter."""

    def noticed(self, source: Source) -> None:
        """Tell of a failure, unless it would tell of a hidden ask."""
        if self._failing.view < 0 or source.ply == self._public_ply:
            self._failing.failed(source.seat, source.reason)
