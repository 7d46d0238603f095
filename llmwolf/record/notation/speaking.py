"""Speeches: who speaks in a record, what they say, and what cuts in on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from llmwolf.record.notation.desk import Desk
from llmwolf.record.notation.errors import Illegal
from llmwolf.record.notation.items import Item
from llmwolf.record.notation.listing import CUTS, allowed, last_order, muted
from llmwolf.record.notation.options import rights
from llmwolf.record.notation.orders import agree, does_not_speak
from llmwolf.record.notation.sentences import say
from llmwolf.rules.asks import PASS, Ask, CutIn, Decision, Request

_ROUNDS: Final = ("election", "election_pk", "speech", "pk")


@dataclass(slots=True)
class _Round:
    """One round of speeches: its ``order`` by the rules, and the written list where there is one."""

    stage: str
    place: int
    order: tuple[int, ...]
    listed: list[int] = field(default_factory=list)
    item: Item | None = None
    current: int = 0
    """Whose turn was begun."""
    cut: bool = False
    """Whether something has come between the speeches, so that the list need not be complete."""
    was_cut: bool = False
    """Whether the last of those listed was cut off (``9~``), which must still come."""

    def follow(self, item: Item) -> None:
        """Go by the list ``item`` from here on."""
        self.item, self.listed, self.was_cut = item, list(item.seats), item.cut


class Speaking:
    """Answers the judge's calls to speak."""

    def __init__(self, desk: Desk, minute_stated: bool) -> None:
        self._desk = desk
        self._minute_stated = minute_stated
        self._round: _Round | None = None

    @property
    def pending(self) -> bool:
        """Whether listed speakers are still to come."""
        return self._round is not None and bool(self._round.listed)

    def close(self) -> None:
        """The round is over; raises :class:`Illegal` if listed speakers did not get to speak."""
        if self._round is not None and self._round.listed and self._round.item is not None:
            raise does_not_speak(self._desk, self._round.listed[0], self._round.item)
        self._round = None

    def take(self, ask: Ask) -> None:
        """Answer the open call to speak, or cut in on it."""
        if ask.stage in _ROUNDS:
            self._turn(self._enter(ask.stage))
        else:
            self._aside(ask)

    # -- rounds --------------------------------------------------------------------------------

    def _enter(self, stage: str) -> _Round:
        """The round that is open; where it has just begun, its written list is looked up and checked."""
        place, event = last_order(self._desk.game)
        if self._round is not None and self._round.place == place:
            return self._round
        self.close()
        desk = self._desk
        item = desk.queue.find(("speak",))
        if item is not None:
            agree(desk, stage, item, self._minute_stated)
            event = last_order(desk.game)[1]
            desk.take(item)
        self._round = _Round(stage, place, event.seats)
        if item is not None:
            self._round.follow(item)
        return self._round

    def _incomplete(self, now: _Round, item: Item, asked: int) -> Illegal:
        """The list stops before the turn of ``asked``; the whole order is shown."""
        mute = muted(self._desk.game)
        order = " ".join(str(seat) for seat in now.order if seat not in mute)
        return Illegal(say("incomplete", seat=asked), item.line, item.text, (f"{item.word} {order}",))

    # -- turns ---------------------------------------------------------------------------------

    def _turn(self, now: _Round) -> None:
        """One call to speak in a round."""
        desk = self._desk
        request = desk.game.waiting[0]
        seat = request.seat
        if not now.listed:
            self._goes_on(now, seat)
        if now.current != seat:
            if not now.listed:
                if self._cuts_before(now):
                    return
                if now.item is not None and not now.cut:
                    raise self._incomplete(now, now.item, seat)
            elif now.listed[0] == seat:
                del now.listed[0]
            else:
                assert now.item is not None
                raise does_not_speak(self._desk, now.listed[0], now.item)
            now.current = seat
        cut = self._cut_within(now, seat)
        if cut is not None:
            now.cut, now.was_cut = True, False
        elif now.was_cut and now.item is not None and not now.listed and not self._breaks_off(seat):
            raise self._uncut(now.item)
        said = self._said(seat)
        if cut is None:
            self._say(request, said, now.item)
        elif cut.word.id == "withdraw":
            self._fire(cut)
        else:
            if said is not None:
                desk.take(said)
            self._fire(cut, said.words if said else "")

    def _goes_on(self, now: _Round, seat: int) -> None:
        """Go on with the next list, if one goes on with this round."""
        desk = self._desk
        item = desk.queue.find(("speak",))
        if item is None or (now.item is None and now.current):
            return
        if not self._comes_next(now, item, seat):
            return
        desk.take(item)
        now.follow(item)
        if now.current == seat == item.seats[0]:
            del now.listed[0]

    def _comes_next(self, now: _Round, item: Item, asked: int) -> bool:
        """Whether ``item`` lists the speakers that are left in this round; ``asked`` is the first."""
        spoken = now.order.index(now.current) + 1 if now.current else 0
        left = now.order[spoken:]
        facts = self._desk.game.judge.facts
        mute = muted(self._desk.game) | (frozenset(now.order) - frozenset(facts.living))
        if now.stage.startswith("election"):
            mute |= frozenset(facts.withdrawn)
        rest = self._desk.queue.after(item)
        again = (now.current, *left) if now.current else left
        mute -= {asked}  # a candidate who withdraws within his own turn still speaks
        return bool(allowed(left, item, rest, mute) or allowed(again, item, rest, mute))

    def _cuts_before(self, now: _Round) -> bool:
        """Cut in on a turn of which nothing is written, if that is what comes next; nothing was heard yet."""
        front = self._desk.queue.front
        if front is None or front.word.id not in CUTS:
            return False
        if front.word.id == "withdraw" and (front.nobody or (now.stage == "election" and now.item is None)):
            return False  # where no speeches are listed, the call after them is meant
        now.cut = True
        self._fire(front)
        return True

    def _cut_within(self, now: _Round, seat: int) -> Item | None:
        """What cuts off the turn of ``seat``: its list says so, or an act follows the last speech."""
        if now.listed:
            return None
        queue = self._desk.queue
        own = self._said(seat)
        front = next((item for item in queue.items if item is not own), None)
        if front is None or front.word.id not in CUTS:
            return None
        if now.was_cut:
            return front
        at_the_call = front.word.id == "withdraw" and (front.nobody or now.stage == "election")
        return front if self._is_last(now, seat) and not at_the_call else None

    def _uncut(self, item: Item) -> Illegal:
        return Illegal(say("uncut", seat=item.seats[-1]), item.line, item.text, rights(self._desk.game.ask))

    def _breaks_off(self, seat: int) -> bool:
        """Whether the record breaks off in the turn of ``seat``."""
        own = self._said(seat)
        return [item.word.id for item in self._desk.queue.items if item is not own] == ["cut"]

    def _is_last(self, now: _Round, seat: int) -> bool:
        facts = self._desk.game.judge.facts
        gone = facts.withdrawn if now.stage.startswith("election") else ()
        later = now.order[now.order.index(seat) + 1 :]
        mute = muted(self._desk.game)
        return not any(s in facts.living and s not in gone and s not in mute for s in later)

    def _aside(self, ask: Ask) -> None:
        """Last words, or a turned idiot's talk: no list names them, but ``发言 8~`` says who was cut off."""
        desk = self._desk
        request = ask.requests[0]
        front = desk.queue.front
        cut_off = (
            front is not None and front.word.id == "speak" and front.cut and front.seats == (request.seat,)
        )
        listed = front if cut_off else None
        if listed is not None:
            desk.take(listed)
        said = self._said(request.seat)
        if ask.stage == "talk" and listed is None and said is not desk.queue.front:
            said = None  # it belongs to the seat's own turn
        front = next((item for item in desk.queue.items if item is not said), None)
        cut = front if front is not None and self._is_open(front) else None
        if listed is not None and cut is None:
            raise self._uncut(listed)
        if cut is None or (listed is None and (ask.stage == "talk" or self._speaks_on(request, said))):
            self._say(request, said)
            return
        if said is not None:
            desk.take(said)
        self._fire(cut, said.words if said else "")

    def _is_open(self, item: Item) -> bool:
        """Whether ``item`` is an act out of turn that is legal now."""
        game = self._desk.game
        seat, targets = _actor(item)
        return item.word.id in CUTS and game.why_not(CutIn(game.ply, seat, item.word.id, targets)) is None

    def _speaks_on(self, request: Request, said: Item | None) -> bool:
        """Whether somebody else has last words after these, if they are written at all."""
        if said is None:
            return False
        trial = self._desk.game.fork()
        trial.submit(Decision(trial.ply, request.seat, "say", (), said.words))
        return trial.ask is not None and trial.ask.stage == "last_words"

    # -- words ---------------------------------------------------------------------------------

    def _said(self, seat: int) -> Item | None:
        return self._desk.queue.find(("say",), lambda item: item.seat == seat)

    def _say(self, request: Request, said: Item | None, listed: Item | None = None) -> None:
        """What was ``said``, or a silent turn, which ``listed`` tells of if a list does."""
        if said is None:
            self._desk.answer(request, PASS, item=listed)
            return
        self._desk.take(said)
        self._desk.answer(request, "say", (), said.words, said)

    def _fire(self, item: Item, heard: str = "") -> None:
        """Whoever is named cuts in."""
        self._desk.take(item)
        seat, targets = _actor(item)
        self._desk.cut_in(item, seat, targets, heard)
        for other in item.seats[1:]:  # several candidates withdraw together
            self._desk.cut_in(item, other, (), heard)


def _actor(item: Item) -> tuple[int, tuple[int, ...]]:
    """Who acts out of turn, and whom it hits."""
    if item.pairs:
        holder, target = item.pairs[0]
        return holder, (target,) if target else ()
    return item.seat, ()
