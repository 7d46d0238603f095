"""Who is polled when: known from a game's moves alone, also when it is gone on with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from llmwolf.players.base import Heard
from llmwolf.rules.asks import CutIn
from llmwolf.rules.game import Game, Move
from llmwolf.rules.view import View
from llmwolf.table.moments import is_last, moment
from llmwolf.table.quick import is_speech

_Place = tuple[int, int, str, str]
"""A seat, a day, a round and why the seat is polled: once each."""


@dataclass(frozen=True, slots=True)
class _Round:
    """The polls that are put beside the speech ``ply``, and how far everybody concerned had listened."""

    ply: int
    places: tuple[_Place, ...]
    seen: Mapping[int, int]


class Polling:
    """The polls of the seats in ``budgets``, which says how many each takes a game.

    A poll counts once the speech is over that it was put beside. So one that was under way as the table broke
    off has not been put: it is put again with its speech, and counts once. One beside a speech that was cut
    off before a word was heard does not count either.
    """

    def __init__(self, game: Game, budgets: Mapping[int, int]) -> None:
        self._left = dict(budgets)
        self._seen = dict.fromkeys(budgets, 0)
        self._put: set[_Place] = set()
        self._round: _Round | None = None
        if budgets and game.moves:
            self._catch_up(game)

    def due(self, game: Game, heard: Heard) -> list[tuple[int, View, str]]:
        """Who is to be polled beside the open speech of ``game``, with what it sees, and why."""
        ask = game.ask
        assert ask is not None
        self._settle(game)
        due: list[tuple[int, View, str]] = []
        seen: dict[int, int] = {}
        places: list[_Place] = []
        for seat in sorted({right.seat for right in ask.rights} & self._left.keys()):
            view = game.view(seat)
            why = moment(view, view.log[self._seen[seat] :], ask.stage, heard)
            seen[seat] = len(view.log)
            place = (seat, game.judge.facts.day, ask.stage, why)
            if why and seat != heard.speaker and place not in self._put and self._left[seat] > 0:
                places.append(place)
                due.append((seat, view, why))
        self._round = _Round(game.ply, tuple(places), seen)
        return due

    def _settle(self, game: Game) -> None:
        """Count the last polls, if the speech that they were put beside is over."""
        last, self._round = self._round, None
        if last is None or last.ply == game.ply or not _was_heard(game.moves, last.ply):
            return
        self._seen |= last.seen
        self._put.update(last.places)
        for seat, *_ in last.places:
            self._left[seat] -= 1

    def _catch_up(self, game: Game) -> None:
        """Know who was polled before; the open speech is still to come."""
        past, begun = Game(game.spec, game.roles), -1
        self._seen = {seat: len(past.view(seat).log) for seat in self._seen}
        for move in game.moves:
            silent = isinstance(move, CutIn) and not move.heard
            if past.ask is not None and is_speech(past.ask) and past.ply != begun and not silent:
                begun = past.ply
                self.due(past, opening(past))
            past.play([move])
        self._settle(game)


def _was_heard(moves: Sequence[Move], ply: int) -> bool:
    """Whether the speech ``ply`` was not cut off before a word of it was heard."""
    last = next((move for move in reversed(moves) if move.ply == ply), None)
    return not isinstance(last, CutIn) or bool(last.heard)


def opening(game: Game) -> Heard:
    """What there is to be heard as the open speech of ``game`` begins: nothing yet."""
    assert game.ask is not None
    speaker = game.ask.requests[0].seat
    return Heard(speaker, last=is_last(game.view(0), game.ask.stage, speaker))
