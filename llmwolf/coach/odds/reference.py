"""The game whose odds are asked for: what every observer had heard at every ask."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.reading import read
from llmwolf.rules import events as ev
from llmwolf.rules.asks import CutIn, Decision
from llmwolf.rules.audience import Event
from llmwolf.rules.game import Game, Move
from llmwolf.rules.spec import Spec

PUBLIC: Final = 0
"""The observer who knows what everybody knows; a seat's number is that seat."""
TRUE: Final = -1
"""The observer who sees the cards."""
_WORDS: Final = 8
"""So much of a speech's text is kept: bots judge by claims, and by whether anything was said at all."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One ask of the game: who is asked what, and how much had happened.

    ``event`` counts all events before it, ``heard`` those of each observer (index 0: the public); ``draws``
    are the draws made by then.
    """

    ply: int
    day: int
    stage: str
    kind: str
    seats: tuple[int, ...]
    public: bool
    event: int
    heard: tuple[int, ...]
    draws: tuple[tuple[str, int], ...]


class Reference:
    """A finished or unfinished game, with speeches reduced to their claims.

    ``marks`` are its asks by ply, ``answers`` the moves of each ply, ``rounds`` the plies of public asks in
    their order, ``game`` the same game with short speeches, ``dealt`` its cards. ``winner`` is
    empty where the game is unfinished.
    """

    def __init__(self, played: Game) -> None:
        self.marks: list[Mark] = []
        self.answers: dict[int, list[Move]] = {}
        game = Game(played.spec, played.roles)
        book, taken = Ledger(), 0
        self._mark(game)
        for move in played.moves:
            for event in game.log[taken:]:
                book.take(event)
            taken = len(game.log)
            if isinstance(move, Decision):
                short = _short(move, book)
                game.submit(short)
                self.answers.setdefault(move.ply, []).append(short)
            else:
                cut = move._replace(heard=move.heard[:_WORDS])
                game.cut_in(cut)
                self.answers.setdefault(move.ply, []).append(cut)
            if game.ask is not None and game.ply >= len(self.marks):
                self._mark(game)
        self.game = game
        self.seats = game.spec.seats
        self.rounds = [mark.ply for mark in self.marks if mark.public]
        spares = next((e.cards for e in game.log if isinstance(e, ev.Spares)), ())
        self.dealt = (*(e.role for e in game.log if isinstance(e, ev.Dealt)), *spares)
        self.winner = game.judge.facts.winner

    def _mark(self, game: Game) -> None:
        ask = game.ask
        while ask is not None and len(self.marks) < game.ply:  # an ask of nobody took a number
            self.marks.append(self.marks[-1])
        if ask is None:
            return
        heard = tuple(len(game.view(seat).log) for seat in range(game.spec.seats + 1))
        draws = tuple((label, index) for label, (_, index) in game.judge.drawn.items())
        kind = ask.requests[0].kind if ask.requests else ""
        seats = tuple(request.seat for request in ask.requests)
        day, log = game.judge.facts.day, len(game.log)
        self.marks.append(Mark(game.ply, day, ask.stage, kind, seats, ask.public, log, heard, draws))

    def spec_at(self, ply: int) -> Spec:
        """The game's conditions as of ``ply``: no exiles and speeches that a record states of later days."""
        spec, day, past = self.game.spec, 0, set[str]()
        for event in self.game.log[: self.marks[ply].event] if spec.outs or spec.turns else ():
            if isinstance(event, ev.NightFell):
                day = event.day
            elif isinstance(event, ev.Exiled):
                past.add(f"{day}")
            elif isinstance(event, ev.TurnOrder):
                past.add(f"{event.stage}/{day}")
        outs = tuple(out for out in spec.outs if f"{out[0]}" in past)
        return replace(spec, outs=outs, turns=tuple(turn for turn in spec.turns if turn[0] in past))

    @cached_property
    def _logs(self) -> list[list[Event]]:
        return [self.game.view(seat).log for seat in range(self.seats + 1)]

    def log(self, observer: int) -> list[Event]:
        """Everything that ``observer`` (the public or a seat) ever heard."""
        return self._logs[observer]

    def goal(self, observer: int, ply: int) -> int:
        """How many events of its log ``observer`` had heard at ``ply``, without trailing calls."""
        log, length = self.log(observer), self.marks[ply].heard[observer]
        while observer == PUBLIC and length and isinstance(log[length - 1], ev.Called):
            length -= 1
        return length

    def known(self, observer: int) -> list[int]:
        """The asks that ``observer`` knows of: those of the table, its own, and that each night has begun.

        That anything else was asked, and when, tells who holds what.
        """
        found, night = [], 0
        for mark in self.marks:
            begins = mark.stage == "night" and mark.day != night
            night = mark.day if begins else night
            if observer == TRUE or mark.public or begins or observer in mark.seats:
                found.append(mark.ply)
        return found

    def same(self, observer: int, ply: int) -> int:
        """The first ask at which ``observer`` knew just as much: the odds are the same."""
        if observer == TRUE:
            return ply
        goal = self.goal(observer, ply)
        while ply and self.goal(observer, ply - 1) == goal:
            ply -= 1
        return ply


def _short(move: Decision, book: Ledger) -> Decision:
    """``move`` with its claims read once, and of its words so much that it is no silence."""
    if not move.text:
        return move
    held = book.roles.get(move.seat, "")
    claims = move.claims or read(move.text, move.seat, book.seats, book.day, held)
    return move._replace(text=move.text[:_WORDS], claims=claims)


def stamped(move: Move, ply: int) -> Move:
    """``move`` as an answer to the ask of another number."""
    return move._replace(ply=ply) if isinstance(move, CutIn) else move.at(ply)
