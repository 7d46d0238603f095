"""A moment of a recorded game at which a seat was asked something, found by what people call it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from llmwolf.arena.errors import ArenaError
from llmwolf.players.words import STAGES, pick
from llmwolf.record.errors import RecordError
from llmwolf.record.head import Sitter
from llmwolf.record.reader import read
from llmwolf.record.verify import refold
from llmwolf.rules.asks import CutIn, Decision
from llmwolf.rules.events import Spoke
from llmwolf.rules.game import Game

_NAMED: Final = re.compile(r"(?:day|night)-(\d+)-([a-z_]+)(?:-(\d+))?")
_NUMBERED: Final = re.compile(r"#?(\d+)")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_ALSO: Final = {"vote": "ballot", "words": "last_words"}


@dataclass(frozen=True, slots=True)
class Moment:
    """``game`` stands where ``sitter`` is asked; ``said`` is what the record answers (``None``: nothing yet).

    ``event`` is the number of the last event before it.
    """

    game: Game
    sitter: Sitter
    said: Decision | None
    day: int
    stage: str
    event: int
    lang: str
    """The language that is spoken at this table; empty where nobody spoke."""

    def told(self, lang: str) -> str:
        """Which moment it is, for people."""
        stage, seat = pick(STAGES.get(self.stage, (self.stage, self.stage)), lang), self.sitter.seat
        zh = f"#{self.event} 第{self.day}天 {stage}，{seat}号"
        return pick((zh, f"#{self.event} day {self.day}, {stage.lower()}, seat {seat}"), lang)


@dataclass(frozen=True, slots=True)
class _Question:
    """One question of a game: after so many ``moves``, between the events ``event`` and ``then``."""

    moves: int
    seat: int
    kind: str
    stage: str
    day: int
    event: int
    then: int
    said: Decision | None

    @property
    def name(self) -> str:
        also = {kind: word for word, kind in _ALSO.items()}
        return f"day-{self.day}-{also.get(self.stage, self.stage)}-{self.seat}"


def find_moment(path: Path, where: str, seat: int | None = None) -> Moment:
    """The moment that ``where`` names in the record at ``path``.

    ``where`` is the number of an event (``#57``: the question whose answer it tells of) or the day, the round
    and the seat (``day-2-speech-5``; the rounds are those of the rules, ``vote`` and ``words`` are ballots
    and last words). ``seat`` says whose question is meant where several are asked at once.

    Raises :class:`ArenaError` where there is no such moment, and :class:`RecordError` where the record does
    not hold.
    """
    transcript = read(path)
    game, difference = refold(transcript)
    if difference is not None:
        raise RecordError(f"it does not hold, see `llmwolf verify`: {difference}", difference.line, str(path))
    questions = list(_questions(game))
    fitting = [q for q in questions if _fits(q, where)]
    found = next((q for q in fitting if seat in (None, q.seat)), None)
    if found is None:
        raise _another_seat(where, seat, fitting) if fitting else _unknown(where, questions)
    sitter = transcript.head.seats[found.seat - 1]
    then = Game(game.spec, game.roles).play(game.moves[: found.moves])
    return Moment(then, sitter, found.said, found.day, found.stage, found.event, _spoken(game))


def _spoken(game: Game) -> str:
    said = "".join(event.text for event in game.log if isinstance(event, Spoke))
    if not said.strip():
        return ""
    return "zh" if _HAN.search(said) else "en"


def _fits(question: _Question, where: str) -> bool:
    if numbered := _NUMBERED.fullmatch(where):
        return question.event < int(numbered[1]) <= question.then
    if named := _NAMED.fullmatch(where):
        day, word, seat = named.groups()
        names = (question.stage, question.kind)
        same = _ALSO.get(word, word) in names and int(day) == question.day
        return same and (seat is None or int(seat) == question.seat)
    return False


def _questions(game: Game) -> Iterator[_Question]:
    """Every question of ``game`` in order, and those that are open at its end."""
    again = Game(game.spec, game.roles)
    answers: list[Decision] = []

    def asked(moves: int) -> Iterator[_Question]:
        ask = again.ask
        assert ask is not None
        facts, events = again.judge.facts, len(again.log)
        for request in ask.requests:
            yield _Question(moves, request.seat, request.kind, ask.stage, facts.day, events, events + 1, None)

    for number, move in enumerate(game.moves, 1):
        if isinstance(move, CutIn):
            again.cut_in(move)
            continue
        answers.append(move)
        questions = list(asked(number - len(answers)))
        if again.submit(move):
            said = {answer.seat: answer for answer in answers}
            then = len(again.log)
            yield from (replace(question, said=said[question.seat], then=then) for question in questions)
            answers = []
    if not again.over:
        yield from asked(len(game.moves))


def _another_seat(where: str, seat: int | None, asked: list[_Question]) -> ArenaError:
    listed = ", ".join(dict.fromkeys(str(q.seat) for q in asked))
    return ArenaError(
        (
            f"{where!r} 没有问 {seat} 号；--seat 可写 {listed}",
            f"at {where!r} seat {seat} is asked nothing; --seat may be {listed}",
        )
    )


def _unknown(where: str, questions: list[_Question]) -> ArenaError:
    named = _NAMED.fullmatch(where)
    by_day = [q for q in questions if q.stage != "night"] or questions
    near = [q for q in by_day if named and q.day == int(named[1])] or by_day
    names = list(dict.fromkeys(q.name for q in near))
    listed = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
    return ArenaError(
        (
            f"没有 {where!r} 这个时刻；写事件号（#57）或如 {listed}",
            f"there is no moment {where!r}; name an event (#57), or one of {listed}",
        )
    )
