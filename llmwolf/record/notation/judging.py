"""A record's file from beginning to end: read, played, compared with what it expects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from llmwolf.record.notation.document import Document, document, read
from llmwolf.record.notation.errors import Illegal, NotationError
from llmwolf.record.notation.expect import differences, expects_error
from llmwolf.record.notation.head import Opening, opening
from llmwolf.record.notation.items import Item
from llmwolf.record.notation.outcome import Outcome, outcome
from llmwolf.record.notation.play import play
from llmwolf.record.notation.sentences import Sentence, say
from llmwolf.record.notation.source import Source
from llmwolf.rules.audience import Event
from llmwolf.rules.game import Game


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says of a record.

    ``found`` is the outcome, ``game`` the game and ``names`` the players; ``differences`` are what the record
    expected otherwise. A record that says of itself that it is illegal, and is, has an ``error`` instead.
    """

    found: Outcome
    game: Game | None
    names: tuple[str, ...] = ()
    differences: tuple[Sentence, ...] = ()
    error: Illegal | None = None

    @property
    def as_expected(self) -> bool:
        """Whether the record's expectations hold."""
        return not self.differences


def judge(path: Path, tell: Callable[[Event], str]) -> Verdict:
    """Adjudicate the record in the file ``path``; ``tell`` puts a public event into a sentence.

    Raises :class:`NotationError` with the file's name if the record is malformed or illegal.
    """
    try:
        return adjudicate(read(path), tell)
    except NotationError as error:
        raise error.at(str(path)) from None


def adjudicate(source: Source, tell: Callable[[Event], str]) -> Verdict:
    """Like :func:`judge`, for a record that is loaded already.

    A record that is to be illegal must be well written: a slip of the pen is never what it shows.
    """
    illegal = expects_error(source)
    try:
        record = document(source)
        start = opening(record)
        _check_seats(record, start)
        game = play(start, record.lines)
    except Illegal as error:
        if illegal:
            return Verdict({}, None, error=error)
        raise
    if illegal:
        return Verdict(outcome(game, tell), game, start.names, (say("not_illegal"),))
    found = outcome(game, tell)
    return Verdict(found, game, start.names, tuple(differences(record.expect, found)))


def _check_seats(record: Document, start: Opening) -> None:
    """Every number is a seat of the table."""
    seats = start.spec.seats
    for item in record.items:
        for seat in _seats_of(item):
            if not 1 <= seat <= seats:
                raise Illegal(say("no_seat", seat=seat, seats=seats), item.line, item.text)


def _seats_of(item: Item) -> tuple[int, ...]:
    """The seats that ``item`` names; the thief's numbers are cards."""
    return tuple(holder for holder, _ in item.pairs) if item.word.id == "thief" else item.numbers()
