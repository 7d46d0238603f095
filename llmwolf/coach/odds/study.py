"""The odds over a game, its biggest swings, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Final

from llmwolf.coach.odds.alternatives import best
from llmwolf.coach.odds.cache import Cache, beside, key_of
from llmwolf.coach.odds.point import Point
from llmwolf.coach.odds.reference import Reference
from llmwolf.coach.odds.rollout import Setting
from llmwolf.coach.odds.swings import Swing, biggest, ends, swing, swings
from llmwolf.coach.odds.work import Workers, pieces, reference
from llmwolf.record.reader import read

COARSE: Final = 12
"""Roll-outs of each moment while the key ones are looked for."""
ENOUGH: Final = 0.07
"""Half of the interval of a moment's odds that is narrow enough."""
FIRST, STEP = 80, 20
"""Roll-outs of a moment before the first look at its interval, and between two looks."""
MOST: Final = 240
"""Roll-outs after which an interval is narrow enough whatever the share (196 at a half)."""
_FIELD, _CLOSER = 3, 36
"""The biggest swings are found among so many times as many, by so many roll-outs of their ends."""
_REFUSALS: Final = 12
"""So many worlds are tried for each roll-out before a moment is given up."""
_SPEECH: Final = "speak"

Tick = Callable[[int, int], object]
"""Hears how many of how many roll-outs are done; the second number may grow."""


class Study:
    """The odds of the record at ``path`` for one setting; kept beside it unless ``keep`` is false.

    Raises :class:`~llmwolf.record.errors.RecordError` where the record cannot be read or does not hold,
    :class:`ValueError` where the setting's observer does not sit at that table.
    """

    def __init__(self, path: Path, setting: Setting, jobs: int = 1, keep: bool = True) -> None:
        self.ref: Reference = reference(path)
        if setting.observer > self.ref.seats:
            raise ValueError(f"there is no seat {setting.observer}; seats are 1 to {self.ref.seats}")
        self.setting = setting
        self._workers = Workers(path, setting, jobs)
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

    def working(self) -> AbstractContextManager[None]:
        """While this is open the same processes do all roll-outs."""
        return self._workers.ready()

    def roll(self, plies: Iterable[int], most: int, tick: Tick = lambda done, of: None) -> None:
        """Roll out ``plies`` until each is narrow enough or has ``most`` roll-outs; saved after each.

        How many it takes is guessed, so that there are few rounds; what is kept are the first ones that do,
        so that the odds do not depend on the guesses.
        """
        every = list(plies)
        with self.working():
            while wanted := {ply: n for ply in every if (n := self._wanted(ply, most))}:
                self._try(wanted, most, tick)

    def _wanted(self, ply: int, most: int) -> int:
        """How many worlds of ``ply`` are to be tried in all to make it narrow; 0 where no more are."""
        point = self.points.get(ply, Point())
        n, tried, half, least = point.n, point.tried, point.widest(), min(FIRST, most)
        done = n >= most or (n >= least and n % STEP == 0 and half <= ENOUGH)
        if done or tried >= _REFUSALS * max(n, most // 2):
            return 0
        need = least if n < least else STEP * ceil(max(n * (half / ENOUGH) ** 2, n + 1) / STEP)
        missing = max(min(need, most) - n, 1)
        return tried + (ceil(missing * tried / n) if n else missing)

    def _try(self, wanted: Mapping[int, int], most: int, tick: Tick) -> None:
        """Try the worlds of each ply of ``wanted`` up to its number."""
        todo = [one for ply, upto in wanted.items() for one in pieces(ply, self._tried(ply), upto)]
        late: dict[int, dict[int, str]] = {ply: {} for ply in wanted}
        done, of = 0, sum(upto - self._tried(ply) for ply, upto in wanted.items())
        for piece, letters in self._workers.run(todo):
            waiting = late[piece.ply]
            waiting[piece.start] = letters
            while (more := waiting.pop(self._tried(piece.ply), None)) is not None:
                self.points[piece.ply] = Point(self.points.get(piece.ply, Point()).outcomes + more)
            if self._tried(piece.ply) == wanted[piece.ply]:
                self.points[piece.ply] = _narrow(self.points[piece.ply], most)
                self._cache.save()
            done += len(letters)
            tick(done, of)

    def _tried(self, ply: int) -> int:
        return self.points[ply].tried if ply in self.points else 0

    def swings(self, plies: list[int], count: int) -> list[Swing]:
        """The biggest changes between neighbours of ``plies``, and to the result, the biggest first."""
        return swings(plies, self.points, self.ref.winner)[:count]

    def settle(self, plies: list[int], count: int, tick: Tick = lambda done, of: None) -> list[Swing]:
        """The ``count`` biggest swings by few roll-outs, both ends of each then rolled out in full.

        They are chosen first, or one after the other would have to be known that well.
        """
        seen = {ply: self.points[ply].first(COARSE) for ply in plies}
        fields = ends(swings(plies, seen, self.ref.winner)[: count * _FIELD])
        with self.working():
            self.roll(fields, _CLOSER, tick)
            seen |= {ply: self.points[ply].first(_CLOSER) for ply in fields}
            near = {*fields, None}  # a change from there to a moment of fewer roll-outs may be chance alone
            found = swings(plies, seen, self.ref.winner)
            chosen = [one for one in found if one.start in near and one.end in near][:count]
            self.roll(ends(chosen), MOST, tick)
        return biggest(swing(one.start, one.end, self.points, self.ref.winner) for one in chosen)

    def weigh(self, swings: list[Swing], tick: Tick = lambda done, of: None) -> list[Swing]:
        """``swings`` with the best alternatives of the decisions behind those that are more than chance."""
        plies = {s.start: self._asked(s) if abs(s.change) > s.half else None for s in swings}
        weighed = self._cache.weighed
        missing = sorted({ply for ply in plies.values() if ply is not None} - weighed.keys())
        with self.working():
            for done, ply in enumerate(missing, 1):
                weighed[ply] = best(self.ref, self.setting, ply, self._workers.played)
                self._cache.save()
                tick(done, len(missing))
        found = {start: weighed.get(ply) if ply is not None else None for start, ply in plies.items()}
        return [
            replace(swing, alternatives=(one,)) if (one := found[swing.start]) else swing for swing in swings
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
    with study.working():
        if every:
            study.roll(study.every(), MOST, tick)
            return study.weigh(study.swings(study.every(), count), tick)
        study.roll(study.turns(), COARSE, tick)
        return study.weigh(study.settle(study.turns(), count, tick), tick)


def _narrow(point: Point, most: int) -> Point:
    """As many of the first roll-outs as make ``point`` narrow enough; at most ``most``."""
    looks = (point.first(n) for n in range(FIRST, min(most, point.n) + 1, STEP))
    return next((one for one in looks if one.widest() <= ENOUGH), point.first(most))
