"""Whether a written list of speakers is an order that the rules allow (``发言 9 1 2``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from llmwolf.record.notation.desk import Desk
from llmwolf.record.notation.items import Item
from llmwolf.rules.chapters.speech import MUTES
from llmwolf.rules.events import TurnOrder
from llmwolf.rules.game import Game

CUTS: Final = ("explode", "duel", "withdraw")
"""What may come between speeches."""
_SAME_ROUND: Final = ("speak", *CUTS)


class Listing(NamedTuple):
    """What the lists of one round say together.

    ``seats`` are the speakers in written order; ``left`` are seats that may have lost their turn within the
    round.
    """

    seats: tuple[int, ...]
    left: frozenset[int]


def listings(start: Item, rest: Sequence[Item]) -> Iterator[Listing]:
    """The ways to read the list ``start`` with what follows it, shortest first.

    After an act out of turn a second list goes on with the round; it may also belong to the next round.
    """
    seats = start.seats
    cut = start.cut
    left: frozenset[int] = frozenset()
    for item in rest:
        word = item.word.id
        if word == "speak":
            yield Listing(seats, left)
            again = cut and item.seats[0] == seats[-1]
            seats, cut = (*seats, *item.seats[again:]), item.cut
        elif word in CUTS:
            left |= frozenset(item.numbers())
        elif item.word.anchor:
            break
    yield Listing(seats, left)


def allowed(order: Sequence[int], start: Item, rest: Sequence[Item], mute: frozenset[int]) -> int:
    """How many of the speeches listed from ``start`` on can have been the first of a round in ``order``.

    The ``mute`` are passed over. 0 means that the list is not one of this order.
    """
    most = 0
    for listing in listings(start, rest):
        expected = [s for s in order if s not in mute and (s in listing.seats or s not in listing.left)]
        if listing.seats == tuple(expected[: len(listing.seats)]):
            most = len(listing.seats)
    return most


def muted(game: Game) -> frozenset[int]:
    """Seats that are passed over today, and candidates who have withdrawn."""
    facts = game.judge.facts
    return frozenset(seat for mark in MUTES for seat in facts.marks.get(mark, ()))


def last_order(game: Game) -> tuple[int, TurnOrder]:
    """The latest order of speeches and its place in the log."""
    for place in range(len(game.log) - 1, -1, -1):
        event = game.log[place]
        if isinstance(event, TurnOrder):
            return place, event
    raise LookupError("nobody has been called to speak yet")


def other_orders(desk: Desk, stage: str, minute_stated: bool) -> Iterator[Game]:
    """The game as it would stand with each other order of this round that the rules leave open."""
    game = desk.game
    judge = game.judge
    labels = [f"{what}/{stage}/{judge.facts.day}" for what in ("side", "start")]
    drawn = {label: judge.drawn[label] for label in labels if label in judge.drawn}
    for indices in product(*(range(n) for n, _ in drawn.values())):
        if indices and indices != tuple(index for _, index in drawn.values()):
            yield desk.with_draws(dict(zip(drawn, indices, strict=True)))
    if stage == "election" and judge.rules.election_order == "minute" and not minute_stated:
        yield desk.refolded(replace(game.spec, minute=game.spec.minute ^ 1))
