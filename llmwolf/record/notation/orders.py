"""Orders of speeches: what the rules allow, and which of it the record says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from llmwolf.record.notation.desk import Desk
from llmwolf.record.notation.errors import Illegal
from llmwolf.record.notation.items import Item
from llmwolf.record.notation.listing import allowed, last_order, listings, muted, other_orders
from llmwolf.record.notation.sentences import say
from llmwolf.rules.asks import Decision, Request

_MANY: Final = 4
"""So many orders are listed in full."""


def pick_side(desk: Desk, request: Request) -> None:
    """The sheriff's choice of side: as written, or as the list of speakers tells, or 左."""
    item = desk.queue.find(("order",))
    if item is not None:
        desk.take(item)
        desk.answer(request, item.side, item=item)
        return
    speakers = desk.queue.find(("speak",))
    if speakers is None:
        desk.answer(request, request.choices[0].verb)
        return
    rest, mute = desk.queue.after(speakers), muted(desk.game)
    orders = dict(_sides(desk, request))
    reach = {side: allowed(order, speakers, rest, mute) for side, order in orders.items()}
    side = max(reach, key=reach.__getitem__)
    if not reach[side]:
        raise _wrong_order(desk, speakers, list(orders.values()))
    desk.answer(request, side)


def _sides(desk: Desk, request: Request) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each side that the sheriff may pick, with the order it leads to."""
    for choice in request.choices:
        trial = desk.game.fork()
        trial.submit(Decision(trial.ply, request.seat, choice.verb))
        yield choice.verb, last_order(trial)[1].seats


def agree(desk: Desk, stage: str, item: Item, minute_stated: bool) -> None:
    """See to it that the round goes in the order of ``item``, by the draws if the rules leave it to them.

    Raises :class:`Illegal` with the orders that the rules allow.
    """
    game = desk.game
    mute, rest = muted(game), desk.queue.after(item)
    orders = [last_order(game)[1].seats]
    best = allowed(orders[0], item, rest, mute)
    if best == max(len(listing.seats) for listing in listings(item, rest)):
        return
    for other in other_orders(desk, stage, minute_stated):
        order = last_order(other)[1].seats
        orders.append(order)
        if (reach := allowed(order, item, rest, mute)) > best:
            best, desk.game = reach, other
    if not best:
        raise _wrong_order(desk, item, orders)


def _wrong_order(desk: Desk, item: Item, orders: Sequence[tuple[int, ...]]) -> Illegal:
    mute = muted(desk.game)
    spoken = list(dict.fromkeys(tuple(s for s in order if s not in mute) for order in orders))
    for seat in item.seats:
        if seat not in spoken[0]:
            return does_not_speak(desk, seat, item, spoken)
    spoken.sort(key=lambda order: -_alike(order, item.seats))
    ways = [f"{item.word} {' '.join(map(str, order))}" for order in spoken[:_MANY]]
    if len(spoken) > _MANY:
        ways.append("…")
    facts = desk.game.judge.facts
    key = "order_sheriff" if facts.stage == "speech" and facts.sheriff else "order"
    key = "order_election" if facts.stage.startswith("election") else key
    return Illegal(say(key), item.line, item.text, ways)


def does_not_speak(desk: Desk, seat: int, item: Item, orders: Sequence[tuple[int, ...]] = ()) -> Illegal:
    """A seat is listed whose turn does not come; ``orders`` are legal, by default the one that is called."""
    facts = desk.game.judge.facts
    mute = muted(desk.game)
    why = desk.out(seat) or say("does_not_speak", seat=seat)
    if seat in mute:
        why = say("silenced" if seat in facts.marks.get("silenced", ()) else "charmed", seat=seat)
    elif seat in facts.withdrawn and facts.stage.startswith("election"):
        why = say("withdrawn", seat=seat)
    ways = [
        f"{item.word} {' '.join(str(s) for s in order if s not in mute)}"
        for order in (orders or [last_order(desk.game)[1].seats])[:_MANY]
    ]
    return Illegal(why, item.line, item.text, ways)


def _alike(order: tuple[int, ...], listed: tuple[int, ...]) -> int:
    """How many speakers the two begin with alike."""
    pairs = zip(order, listed, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
