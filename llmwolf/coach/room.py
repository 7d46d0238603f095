"""All that the coach has to say about one game, as data: a report or a screen renders it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from llmwolf.coach.claims.entries import Entry, Finding
from llmwolf.coach.claims.findings import findings, findings_after
from llmwolf.coach.claims.ledger import ledger
from llmwolf.coach.features import AFTER, PUBLIC, Values, counted
from llmwolf.coach.material import Material
from llmwolf.coach.minutes import Minutes, minutes
from llmwolf.coach.review import reviews, reviews_after
from llmwolf.coach.review.items import Review
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.game import Game


@dataclass(frozen=True, slots=True)
class After:
    """What needs the cards. ``features`` are those of sight G, by id."""

    findings: tuple[Finding, ...]
    reviews: tuple[Review, ...]
    features: dict[str, Values]


@dataclass(frozen=True, slots=True)
class Study:
    """One game: everything but ``after`` rests on public events alone, and so on nothing hidden.

    Everything is in the order of the speeches. ``after`` is ``None`` where the
    game is unfinished, or its cards are not on record.
    ``features`` are those of sight P by id (F01 …); what they are called and measure is in
    :data:`llmwolf.coach.features.FEATURES`. ``seat`` is whose speeches it is about (0: everybody's).
    """

    seat: int
    minutes: Minutes
    ledger: tuple[Entry, ...]
    findings: tuple[Finding, ...]
    reviews: tuple[Review, ...]
    features: dict[str, Values]
    after: After | None


def study(game: Game, seat: int = 0) -> Study:
    """The study of ``game``, of the speeches of ``seat`` alone unless that is 0.

    Raises :class:`ValueError` where no such seat is at the table.
    """
    return of_log(game.log, seat)


def of_log(log: Sequence[Event], seat: int = 0) -> Study:
    """Like :func:`study`, from all the events of a game."""
    book = minutes(log)
    if not 0 <= seat <= book.seats:
        raise ValueError(f"there is no seat {seat}; seats are 1 to {book.seats}")
    entries = ledger(book)
    found = findings(book, entries)
    material = Material(book, entries, found)
    return Study(
        seat,
        book,
        tuple(entry for entry in entries if seat in (0, entry.seat)),
        tuple(one for one in found if seat in (0, one.seat)),
        tuple(reviews(material, seat)),
        _of(counted(material, PUBLIC), seat),
        _after(material, log, seat) if book.over and _dealt(log, book.seats) else None,
    )


def _dealt(log: Sequence[Event], seats: int) -> bool:
    """Whether the card of every seat is on record; an imported game may have none."""
    return {event.seat for event in log if isinstance(event, ev.Dealt)} == set(range(1, seats + 1))


def _after(public: Material, log: Sequence[Event], seat: int) -> After:
    found = findings_after(public.book, public.entries, log)
    material = Material(public.book, public.entries, (*public.findings, *found), log)
    return After(
        tuple(one for one in found if seat in (0, one.seat)),
        tuple(reviews_after(material, seat)),
        _of(counted(material, AFTER), seat),
    )


def _of(features: dict[str, Values], seat: int) -> dict[str, Values]:
    """``features`` with the values of ``seat`` alone, unless that is 0."""
    if not seat:
        return features
    return {id_: {s: v for s, v in values.items() if s == seat} for id_, values in features.items()}
