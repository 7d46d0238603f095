"""The public course of a game with the number of every event: claims, reviews and features rest on it.

Only public events are read. Numbers count every event of the record from 1, as ``llmwolf etiquette`` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event, Public
from llmwolf.rules.claims import Claim
from llmwolf.rules.facts import Facts

Numbered = tuple[int, Public]
"""A public event and its number in the record."""


@dataclass(frozen=True, slots=True)
class Speech:
    """One speech as the table heard it.

    ``earlier`` are the seats that had their turn in this round before, in order, and ``round`` counts the
    rounds of speeches of the game; ``living`` and ``sheriff`` are what they were when it began. ``claims``
    are the structured ones.
    """

    number: int
    day: int
    stage: str
    seat: int
    text: str
    claims: tuple[Claim, ...]
    cut: str
    round: int
    earlier: tuple[int, ...]
    living: tuple[int, ...]
    sheriff: int


@dataclass(frozen=True, slots=True)
class Vote:
    """One opened ballot, voter → target (0: abstained), and the tally in half votes."""

    number: int
    day: int
    stage: str
    ballots: dict[int, int]
    tally: dict[int, int]


@dataclass(frozen=True, slots=True)
class Exit:
    """How a seat went out: ``phase`` is night or day; ``how`` says only what everybody saw."""

    number: int
    seat: int
    phase: str
    day: int
    how: str


@dataclass(slots=True)
class Minutes:
    """What everybody saw of a game, each with the number of its event."""

    facts: Facts = field(default_factory=Facts)
    """The public facts at the end."""
    events: dict[int, Public] = field(default_factory=dict)
    """Every public event by its number."""
    speeches: list[Speech] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    exits: dict[int, Exit] = field(default_factory=dict)
    """Seat → how it went out, in the order of going out."""
    nights: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    """Night → the number of the announcement, and the dead of it."""
    exiles: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Day → the number of the outcome of the ballot, and the seat exiled (0: nobody)."""
    badge: list[tuple[int, int]] = field(default_factory=list)
    """(number, holder or 0) of every change of the badge."""
    ran: tuple[int, tuple[int, ...]] = (0, ())
    """The number of the last sign-up, and who ran."""
    shots: list[tuple[int, int, int]] = field(default_factory=list)
    """(number, shooter, target) of every shot."""
    shown: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Seat → the number of the event that turned its card, and the card."""
    blasts: dict[int, int] = field(default_factory=dict)
    """Seat → the number of its 自爆."""
    began: int = 0
    """The number of the event that names the cards."""
    sheriffs: bool = False
    """Whether there is a badge at this table."""
    rounds: int = 0
    spoken: tuple[int, ...] = ()
    """Who has had a turn in the current round."""

    @property
    def seats(self) -> int:
        """The size of the table."""
        return self.facts.seats

    @property
    def wolves(self) -> int:
        """How many cards of the wolves are in play."""
        return sum(registry()[card].camp == "W" for card in self.facts.cards)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.facts.winner)

    def out_before(self, number: int, seat: int) -> Exit | None:
        """How ``seat`` had gone out before event ``number``, if it had."""
        exit_ = self.exits.get(seat)
        return exit_ if exit_ is not None and exit_.number < number else None

    def had_turn(self, number: int, seat: int) -> bool:
        """Whether ``seat`` had a turn before event ``number``, even one whose words nobody wrote down."""
        return any(s.seat == seat and s.number < number for s in self.speeches)


def minutes(log: Iterable[Event]) -> Minutes:
    """The minutes of a game from all its events; private and secret ones are counted and passed over."""
    return of_public((number, event) for number, event in enumerate(log, 1) if isinstance(event, Public))


def of_public(events: Iterable[Numbered]) -> Minutes:
    """The minutes of public events with their numbers."""
    book = Minutes()
    for number, event in events:
        book.events[number] = event
        known = len(book.facts.gone)
        event.apply(book.facts)
        for seat in list(book.facts.gone)[known:]:
            book.exits[seat] = Exit(number, seat, *book.facts.gone[seat])
        note = _NOTES.get(type(event))
        if note is not None:
            note(book, number, event)
    return book


def _began(book: Minutes, number: int, event: ev.GameBegan) -> None:
    book.began, book.sheriffs = number, event.sheriff


def _order(book: Minutes, number: int, event: ev.TurnOrder) -> None:
    book.rounds += 1
    book.spoken = ()


def _spoke(book: Minutes, number: int, event: ev.Spoke) -> None:
    facts = book.facts
    last_words = event.stage == "last_words"
    book.speeches.append(
        Speech(
            number, facts.day, event.stage, event.seat, event.text, event.claims, event.cut, book.rounds,
            () if last_words else book.spoken, facts.living, facts.sheriff,
        )
    )  # fmt: skip
    if not last_words and event.seat not in book.spoken:
        book.spoken = (*book.spoken, event.seat)


def _ballots(book: Minutes, number: int, event: ev.Ballots) -> None:
    book.votes.append(Vote(number, book.facts.day, event.stage, dict(event.ballots), dict(event.tally)))


def _announced(book: Minutes, number: int, event: ev.Announced) -> None:
    book.nights[book.facts.day] = (number, event.seats)


def _exiled(book: Minutes, number: int, event: ev.Exiled) -> None:
    book.exiles[book.facts.day] = (number, event.seat)


def _nobody(book: Minutes, number: int, event: ev.NobodyExiled) -> None:
    book.exiles[book.facts.day] = (number, 0)


def _badge(book: Minutes, number: int, event: ev.Elected | ev.BadgePassed) -> None:
    book.badge.append((number, event.seat))


def _no_badge(book: Minutes, number: int, event: ev.NoBadge) -> None:
    book.badge.append((number, 0))


def _signed(book: Minutes, number: int, event: ev.SignedUp) -> None:
    book.ran = (number, event.seats)


def _shot(book: Minutes, number: int, event: ev.Shot) -> None:
    book.shots.append((number, event.seat, event.target))


def _revealed(book: Minutes, number: int, event: ev.Revealed) -> None:
    book.shown[event.seat] = (number, event.role)


def _exploded(book: Minutes, number: int, event: ev.Exploded) -> None:
    book.blasts[event.seat] = number


_NOTES: dict[type[Event], Callable[[Minutes, int, Any], None]] = {
    ev.GameBegan: _began,
    ev.TurnOrder: _order,
    ev.Spoke: _spoke,
    ev.Ballots: _ballots,
    ev.Announced: _announced,
    ev.Exiled: _exiled,
    ev.NobodyExiled: _nobody,
    ev.Elected: _badge,
    ev.BadgePassed: _badge,
    ev.NoBadge: _no_badge,
    ev.SignedUp: _signed,
    ev.Shot: _shot,
    ev.Revealed: _revealed,
    ev.Exploded: _exploded,
}
