"""A recorded game, checked against the rules, and who may look at it with whose eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from llmwolf.export.thoughts import Thought, thoughts_of
from llmwolf.players.told import ToldError
from llmwolf.record.head import Head
from llmwolf.record.reader import Transcript, read
from llmwolf.record.verify import refold
from llmwolf.rules.audience import Event
from llmwolf.rules.facts import Facts, Hand, Hidden
from llmwolf.rules.game import Game

JUDGE: Final = -1
PUBLIC: Final = 0
"""Eyes are a seat's number, or one of these."""


@dataclass(slots=True)
class Moment:
    """The state that the first events of a game add up to, each audience's part of it."""

    facts: Facts = field(default_factory=Facts)
    hands: list[Hand] = field(default_factory=list)
    hidden: Hidden = field(default_factory=Hidden)

    def cards(self, eyes: int) -> dict[int, str]:
        """Seat → card, as far as ``eyes`` know them."""
        if eyes == JUDGE:
            return {hand.seat: hand.role for hand in self.hands[1:] if hand.role}
        hand = self.hands[eyes]
        known = {**hand.pack, **self.facts.shown}
        if eyes and hand.role:
            known[eyes] = hand.role
        return known


@dataclass(frozen=True, slots=True)
class Recorded:
    """The game of one file; ``thoughts`` are private ones, by the number of the event they come before."""

    path: Path
    head: Head
    game: Game
    thoughts: Mapping[int, tuple[Thought, ...]]

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.game.over

    @property
    def log(self) -> list[Event]:
        """Every event, the judge's secrets included."""
        return self.game.log

    @property
    def me(self) -> int:
        """The seat of the one person at the table; 0 where there is none, or where there are several."""
        return person_of(self.head)

    @property
    def names(self) -> dict[int, str]:
        """What the players are called, by seat."""
        return {sitter.seat: sitter.nickname for sitter in self.head.seats}

    @property
    def eyes(self) -> tuple[int, ...]:
        """Whose eyes may be used: in an unfinished game only the person's own and the public's."""
        if self.finished:
            return (JUDGE, PUBLIC, *range(1, self.game.spec.seats + 1))
        return (self.me, PUBLIC) if self.me else (PUBLIC,)

    def why_not(self, eyes: int) -> ToldError | None:
        """Why the game may not be seen with these ``eyes``, in one line; ``None`` if it may."""
        if eyes in self.eyes:
            return None
        seats = self.game.spec.seats
        if not JUDGE <= eyes <= seats:
            return ToldError(
                (f"没有 {eyes} 号；座位是 1 到 {seats}", f"there is no seat {eyes}; seats are 1 to {seats}")
            )
        mine = (f"你的座位（{self.me}号）或公开信息", f"seat {self.me}, the person's, or the public")
        zh, en = mine if self.me else ("公开信息", "the public")
        return ToldError(
            (f"这一局还没打完，只能看{zh}", f"this game is unfinished; it is shown as {en} only")
        )

    def moment(self, upto: int | None = None) -> Moment:
        """The state after the first ``upto`` events (all of them by default)."""
        moment = Moment(hands=[Hand(seat) for seat in range(self.game.spec.seats + 1)])
        for event in self.log[:upto]:
            event.fold(moment.facts, moment.hands, moment.hidden)
        return moment


def heard(event: Event, eyes: int) -> bool:
    """Whether ``eyes`` see ``event``."""
    to = event.to
    return eyes == JUDGE or to is None or eyes in to


def person_of(head: Head) -> int:
    """The seat of the one person at the table of ``head``; 0 where there is none, or several."""
    people = [sitter.seat for sitter in head.seats if sitter.player == "human"]
    return people[0] if len(people) == 1 else 0


def open_record(path: Path) -> Recorded:
    """The game in the file ``path``.

    Raises :class:`~llmwolf.record.errors.RecordError` if it cannot be read, and :class:`ToldError` if it is
    not what its own moves lead to.
    """
    transcript = read(path)
    return recorded(path, transcript)


def recorded(path: Path, transcript: Transcript) -> Recorded:
    """The game of a record that is loaded already; raises as :func:`open_record` does."""
    game, difference = refold(transcript)
    if difference is not None:
        raise ToldError(
            (
                f"{path.name} 与自己的决定对不上（第{difference.line}行）；llmwolf verify 可以看到详情",
                f"{path.name} is not what its own moves lead to (line {difference.line}); "
                "see `llmwolf verify`",
            )
        )
    return Recorded(path, transcript.head, game, thoughts_of(transcript) if game.over else {})
