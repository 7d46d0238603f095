"""The odds over a game, its biggest swings, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Final

from llmwolf.boards.shares import SIDES
from llmwolf.coach.odds.alternatives import Alternative
from llmwolf.coach.odds.cache import Cache, beside, key_of
from llmwolf.coach.odds.reference import Reference
from llmwolf.coach.odds.rollout import MOST, Point, Setting
from llmwolf.coach.odds.work import Piece, Workers, reference
from llmwolf.record.reader import read

COARSE: Final = 20
"""Roll-outs of each moment while the key ones are looked for."""
_LOOKS: Final = 2
"""How often the biggest swings are looked for again, once those found so far are known better."""
_SPEECH: Final = "speak"

Tick = Callable[[int, int], object]
"""Hears how many of how many pieces are done."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A change of the odds of ``side`` between the asks ``start`` and ``end`` (``None``: the game's end).

    ``half`` is half of its interval (95 %). ``alternatives`` are the best other answers at ``start``.
    """

    start: int
    end: int | None
    side: str
    before: float
    after: float
    half: float
    alternatives: tuple[Alternative, ...] = ()

    @property
    def change(self) -> float:
        """By how much the odds rose."""
        return self.after - self.before


class Study:
    """The odds of the record at ``path`` for one setting; kept beside it unless ``keep`` is false.

    Raises :class:`~llmwolf.record.errors.RecordError` where the record cannot be read or does not hold,
    :class:`ValueError` where the setting's observer does not sit at that table.
    """

    def __init__(self, path: Path, setting: Setting, jobs: int = 1, keep: bool = True) -> None:
        self.ref: Reference = reference(path)
        if setting.observer > self.ref.seats:
            raise ValueError(f"there is no seat {setting.observer}; seats are 1 to {self.ref.seats}")
        self.setting, self._path, self._jobs = setting, path, jobs
        self._cache = Cache(beside(path) if keep else None, key_of(read(path)), setting)

    @property
    def points(self) -> dict[int, Point]:
        """Every moment that has been rolled out, by its ask as in :meth:`every`."""
        return self._cache.points

    def every(self) -> list[int]:
        """The asks known to the observer at which it knew something new."""
        observer = self.setting.observer
        first: dict[int, int] = {}
        for ply in self.ref.known(observer):
            first.setdefault(self.ref.same(observer, ply), ply)
        return sorted(first.values())

    def turns(self) -> list[int]:
        """Those of :meth:`every` that are no speech behind another one."""
        marks = self.ref.marks
        return [
            ply
            for ply in self.every()
            if not (ply and marks[ply].kind == _SPEECH == marks[ply - 1].kind)
            or marks[ply].stage != marks[ply - 1].stage
        ]

    def roll(self, plies: list[int], most: int, tick: Tick = lambda done, of: None) -> None:
        """Roll out ``plies`` until each is narrow enough or has ``most`` roll-outs; saved after each."""
        pieces = [
            Piece(ply, point, most)
            for ply in plies
            if (point := self.points.get(ply, Point())).n < most and not (point.n and point.narrow())
        ]
        with Workers(self._path, self.setting, self._jobs) as workers:
            for done, (piece, found) in enumerate(workers.run(pieces), 1):
                assert isinstance(found, Point)
                self.points[piece.ply] = found
                self._cache.save()
                tick(done, len(pieces))

    def swings(self, plies: list[int], count: int) -> list[Swing]:
        """The biggest changes between neighbours of ``plies``, and to the result, the biggest first."""
        asked = [ply for ply in plies if ply in self.points and self.points[ply].n]
        found = [
            swing for a, b in zip(asked, [*asked[1:], None], strict=True) if (swing := self._swing(a, b))
        ]
        return sorted(found, key=lambda swing: (-abs(swing.change), swing.start))[:count]

    def _swing(self, start: int, end: int | None) -> Swing | None:
        """The change for the side whose odds changed most, the good one's where that is as much."""
        if end is None and not self.ref.winner:
            return None
        best: Swing | None = None
        for side in SIDES:
            before, half = self.odds(start, side)
            after, other = self.odds(end, side)
            if best is None or abs(after - before) > abs(best.change) + 1e-9:
                best = Swing(start, end, side, before, after, hypot(half, other))
        return best

    def odds(self, ply: int | None, side: str) -> tuple[float, float]:
        """The chance of ``side`` at ``ply`` (``None``: after the end) and half of its interval."""
        if ply is None:
            return float(side == self.ref.winner), 0.0
        share = self.points[ply].share(side)
        assert share is not None
        return share.share, (share.high - share.low) / 2

    def weigh(self, swings: list[Swing], tick: Tick = lambda done, of: None) -> list[Swing]:
        """``swings`` with the alternatives of the decisions behind them."""
        plies = {swing.start: self._asked(swing) for swing in swings}
        weighed = self._cache.weighed
        pieces = [
            Piece(ply, None) for ply in sorted({p for p in plies.values() if p is not None} - weighed.keys())
        ]
        with Workers(self._path, self.setting, self._jobs) as workers:
            for done, (piece, found) in enumerate(workers.run(pieces), 1):
                assert isinstance(found, list)
                weighed[piece.ply] = found
                self._cache.save()
                tick(done, len(pieces))
        return [
            Swing(s.start, s.end, s.side, s.before, s.after, s.half, tuple(weighed.get(ply, ())))
            if (ply := plies[s.start]) is not None
            else s
            for s in swings
        ]

    def _asked(self, swing: Swing) -> int | None:
        """The ask between the two moments whose decisions can be weighed; ``None``: only speeches."""
        last = swing.end if swing.end is not None else len(self.ref.marks)
        known = set(self.ref.known(self.setting.observer))
        plies = (ply for ply in range(swing.start, last) if ply in known)
        return next((ply for ply in plies if self.ref.marks[ply].kind not in (_SPEECH, "whisper")), None)


def key_moments(study: Study, count: int, every: bool, tick: Tick = lambda done, of: None) -> list[Swing]:
    """The ``count`` biggest swings, with alternatives; all asks are rolled out if ``every``.

    Otherwise every turn of the game is looked at with few roll-outs, and the neighbours of the biggest
    changes with as many as narrow intervals need.
    """
    plies = study.every() if every else study.turns()
    if every:
        study.roll(plies, MOST, tick)
    else:
        study.roll(plies, COARSE, tick)
        for _ in range(_LOOKS):
            study.roll(list(_ends(study.swings(plies, count))), MOST, tick)
    return study.weigh(study.swings(plies, count), tick)


def _ends(swings: list[Swing]) -> Iterator[int]:
    ends = {ply for swing in swings for ply in (swing.start, swing.end) if ply is not None}
    yield from sorted(ends)
