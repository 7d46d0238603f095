"""What the seats of a finished game knew of their own, each fact with the number of its event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event


@dataclass(slots=True)
class Secrets:
    """The hidden course of a game: events by their numbers, and the cards as they changed."""

    log: Sequence[Event]
    cards: dict[int, list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    """Seat → (number, card) for what it was dealt and became."""
    acts: list[tuple[int, ev.Acted]] = field(default_factory=list)
    told: list[tuple[int, ev.Told]] = field(default_factory=list)
    apart: dict[int, int] = field(default_factory=dict)
    """Seat → the event since which it wins with somebody else than its card does."""

    def card(self, seat: int, number: int) -> tuple[int, str]:
        """The card of ``seat`` before event ``number``, and the event that gave it."""
        return [at for at in self.cards[seat] if at[0] < number][-1]

    def held(self, seat: int, number: int) -> set[str]:
        """Every card that ``seat`` had been by event ``number``."""
        return {card for at, card in self.cards[seat] if at < number}

    def evil(self, seat: int, number: int) -> bool:
        """Whether ``seat`` counted as a wolf before event ``number``."""
        return registry()[self.card(seat, number)[1]].camp == "W"

    def good(self, seat: int, number: int) -> bool:
        """Whether ``seat`` played for the village: not for the wolves, and not on a side of its own."""
        law = registry()[self.card(seat, number)[1]]
        return law.side == "good" and law.camp in ("G", "V") and self.apart.get(seat, number) >= number

    def knew(self, seat: int, number: int) -> bool:
        """Whether ``seat`` heard event ``number``."""
        to = self.log[number - 1].to
        return to is None or seat in to

    def knife(self, night: int) -> tuple[int, int]:
        """The event and the target of the knife of ``night``; zeros where there was none."""
        struck = [(n, act.target) for n, act in self.acts if act.verb == "knife" and act.when == night]
        return struck[-1] if struck else (0, 0)


def secrets(log: Sequence[Event]) -> Secrets:
    """The hidden course of the game of ``log``."""
    book = Secrets(log)
    for number, event in enumerate(log, 1):
        if isinstance(event, ev.Dealt | ev.Became):
            book.cards[event.seat].append((number, event.role))
        elif isinstance(event, ev.Acted):
            book.acts.append((number, event))
        elif isinstance(event, ev.Told):
            book.told.append((number, event))
        elif isinstance(event, ev.Linked):
            one, other = (registry()[book.card(seat, number)[1]].side for seat in event.lovers)
            if one != other:
                book.apart |= dict.fromkeys(event.lovers, number)
        elif isinstance(event, ev.AllyMade):
            book.apart[event.seat] = number
    return book


def side_of(value: str) -> str:
    """The side that the answer of a check means: good or wolf, be it a side or a card."""
    if value in registry():
        return "wolf" if registry()[value].camp == "W" else "good"
    return value
