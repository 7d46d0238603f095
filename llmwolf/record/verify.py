"""Plays a record again and demands the same events."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import llmwolf
from llmwolf.record.head import Imported
from llmwolf.record.lines import end_of
from llmwolf.record.reader import Transcript, read
from llmwolf.roles import registry
from llmwolf.rules.asks import CutIn
from llmwolf.rules.errors import RuleError
from llmwolf.rules.game import Game


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a record is not what its own moves lead to.

    ``line`` is the line of the file, ``ply`` the ask it belongs to, ``recorded`` what the file says there and
    ``replayed`` what the rules say.
    """

    line: int
    ply: int
    recorded: str
    replayed: str

    def __str__(self) -> str:
        return f"line {self.line}, ply {self.ply}: recorded is {self.recorded}, but replayed {self.replayed}"


@dataclass(frozen=True, slots=True)
class Report:
    """What came of playing a record again."""

    where: str
    moves: int
    events: int
    winner: str
    difference: Difference | None
    awaiting: tuple[tuple[int, str], ...]
    """(seat, what is asked) where the game is unfinished."""
    warnings: tuple[str, ...]
    imported: Imported | None = None

    @property
    def ok(self) -> bool:
        """Whether every event is what the moves lead to."""
        return self.difference is None

    def __str__(self) -> str:
        notes = (*(f"warning: {w}" for w in self.warnings), *self._of_import())
        return "\n".join((f"{self.where}: {self._verdict()}", *notes))

    def _of_import(self) -> tuple[str, ...]:
        if self.imported is None:
            return ()
        told = [
            f"{r.kind.replace('_', ' ')}: {f'line {r.line}: ' if r.line else ''}{r.en}"
            for r in self.imported.remarks
        ]
        nothing = "" if told else " nothing"
        return (f"imported from {self.imported.format}; what the rules cannot vouch for:{nothing}", *told)

    def _verdict(self) -> str:
        if self.difference is not None:
            return f"does not hold: {self.difference}"
        counts = f"good, {self.moves} moves and {self.events} events played again"
        if self.awaiting:
            asked = ", ".join(f"{kind} from seat {seat}" for seat, kind in self.awaiting)
            return f"{counts}; unfinished, awaiting {asked}"
        return f"{counts}; winner: {self.winner}"


def verify(path: Path) -> Report:
    """Play the record in the file ``path`` again.

    An unfinished game is no fault. Raises :class:`~llmwolf.record.errors.RecordError` if the file cannot
    be read as a record at all.
    """
    return check(read(path))


def check(transcript: Transcript) -> Report:
    """Like :func:`verify`, for a record that is loaded already."""
    game, difference = refold(transcript)
    warnings = list(transcript.warnings)
    if difference is None and game.over and not transcript.finished:
        warnings.append("the game is over, but its end line is missing")
    if difference is not None and transcript.head.engine != llmwolf.__version__:
        engines = (
            f"llmwolf {transcript.head.engine} played this game, llmwolf {llmwolf.__version__} checked it"
        )
        warnings.append(f"{engines}; the rules may have changed between them")
    return Report(
        where=transcript.where,
        moves=len(transcript.moves),
        events=len(transcript.events),
        winner=game.judge.facts.winner,
        difference=difference,
        awaiting=tuple((request.seat, request.kind) for request in game.waiting),
        warnings=tuple(warnings),
        imported=transcript.head.imported,
    )


def refold(transcript: Transcript) -> tuple[Game, Difference | None]:
    """The game that the recorded moves lead to, and the first difference from what is recorded.

    Where there is one, the game stops at it. Events that are missing after the last move are none: the
    record was cut off there.
    """
    game = Game(transcript.head.spec(), registry())
    log = game.log
    for move, said, line in zip(transcript.moves, transcript.said_before, transcript.move_lines, strict=True):
        if len(log) != said:
            return game, _in_events(transcript, game, said, line)
        try:
            if isinstance(move, CutIn):
                game.cut_in(move)
            else:
                game.submit(move)
        except RuleError as error:
            refused = Difference(line, move.ply, str(move), f"it is refused: {error.sentence}")
            return game, _in_events(transcript, game, said, line) or refused
    return game, _at_the_end(transcript, game)


def _at_the_end(transcript: Transcript, game: Game) -> Difference | None:
    """What is wrong once every move was taken."""
    end, line = transcript.end, transcript.end_line
    known = len(game.log) if end else min(len(game.log), len(transcript.events))
    if transcript.events != game.log[:known]:
        return _in_events(transcript, game, len(transcript.events), line)
    for i, (recorded, replayed) in enumerate(zip(transcript.moves, game.moves, strict=False)):
        if recorded != replayed:
            return Difference(transcript.move_lines[i], recorded.ply, str(recorded), str(replayed))
    if end and not game.over:
        return Difference(line, game.ply, str(end), _waits(game))
    if end and end != (expected := end_of(game, transcript.digest)):
        return Difference(line, game.ply, str(end), str(expected))
    return None


def _in_events(transcript: Transcript, game: Game, known: int, line: int) -> Difference | None:
    """The first of ``known`` recorded events that is not the replayed one; ``line`` comes after them."""
    lines = (*transcript.event_lines[:known], line)
    for i, (recorded, replayed) in enumerate(zip_longest(transcript.events[:known], game.log)):
        if recorded != replayed:
            at = lines[min(i, known)]
            before = bisect_left(transcript.move_lines, at)
            return Difference(
                at,
                transcript.moves[before - 1].ply if before else 0,
                "no event" if recorded is None else str(recorded),
                _waits(game) if replayed is None else str(replayed),
            )
    return None


def _waits(game: Game) -> str:
    asked = ", ".join(f"{request.kind} from seat {request.seat}" for request in game.waiting)
    return f"the game awaits {asked}" if asked else "the game is over"
