"""Plays a record: every question of the judge is answered by what is written, or by nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from llmwolf.record.notation.answers import replies
from llmwolf.record.notation.desk import Desk, phase_of
from llmwolf.record.notation.errors import Illegal
from llmwolf.record.notation.head import Opening
from llmwolf.record.notation.items import Item, Line, Phase
from llmwolf.record.notation.options import BALLOTS
from llmwolf.record.notation.orders import pick_side
from llmwolf.record.notation.queue import Queue
from llmwolf.record.notation.sentences import say, winner
from llmwolf.record.notation.speaking import Speaking
from llmwolf.record.notation.unasked import Asked
from llmwolf.record.notation.words import WORDS
from llmwolf.rules.events import Exiled, LotDrawn, NightFell
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.game import Game
from llmwolf.rules.spec import Spec

_NEW_MATTER: Final = ("sign_up", "withdraw", "order", *BALLOTS)
"""Questions that come only after the speeches before them."""
_NOTICED: Final = {"peek": False, "caught": True, "noticed": True}


def play(opening: Opening, lines: tuple[Line, ...]) -> Game:
    """The game that ``lines`` tell, as far as they tell it; raises :class:`Illegal`."""
    return _Player(opening, lines).play()


class _Player:
    """Goes through one record."""

    def __init__(self, opening: Opening, lines: tuple[Line, ...]) -> None:
        self._lines = lines
        self._written: dict[Phase, list[Item]] = {}
        for line in lines:
            self._written.setdefault(line.phase, []).extend(line.items)
        self._ignores_rest = opening.ignores_rest
        self._desk = Desk(_with_outcomes(opening, lines), lines)
        self._speaking = Speaking(self._desk, opening.minute_stated)
        self._seen = 0
        self._day = 0

    def play(self) -> Game:
        """Play on until the record or the game is over."""
        desk = self._desk
        self._look()
        while (ask := desk.game.ask) is not None:
            if phase_of(desk.game) != desk.queue.phase and not self._enter(phase_of(desk.game)):
                return desk.game
            whispers = all(request.kind == "whisper" for request in ask.requests)
            if desk.queue.breaks_off and not (self._speaking.pending or whispers or desk.queue.carried):
                return desk.game
            if not self._step():
                self._too_late_for_carried()
                return desk.game
            self._look()
        self._over()
        return desk.game

    def _step(self) -> bool:
        """Answer the open questions; whether the record goes on from there."""
        desk = self._desk
        ask = desk.game.ask
        assert ask is not None
        request = desk.game.waiting[0]
        if request.kind in _NEW_MATTER:
            self._speaking.close()
        if request.kind in ("speak", "order") and desk.queue.breaks_off and not self._speaking.pending:
            return False
        if request.kind == "speak":
            self._speaking.take(ask)
            return True
        if request.kind == "order":
            pick_side(desk, request)
            return True
        asked = desk.game.waiting
        answers = replies(desk)
        unknown = False
        for request in asked:
            reply = answers[request.seat]
            if desk.queue.breaks_off and reply.item is None and not reply.settled:
                unknown = True
            else:
                desk.answer(request, reply.verb, reply.targets, item=reply.item)
        return not unknown

    # -- phases --------------------------------------------------------------------------------

    def _enter(self, phase: Phase) -> bool:
        """Turn to the items of ``phase``; whether the record knows of it."""
        desk = self._desk
        self._speaking.close()
        carried, unasked = desk.queue.leave()
        if unasked:
            raise desk.unasked(unasked[0])
        skipped = [
            item for p, items in self._written.items() if desk.queue.phase < p < phase for item in items
        ]
        if skipped:
            item = skipped[0]
            raise Illegal(say("nothing_asked", phase=item.phase), item.line, item.text)
        written = self._written.get(phase, [])
        if not self._lines or phase > self._lines[-1].phase:
            if not carried:
                return False
            written = [
                Item(WORDS["cut"], phase, 0, "")
            ]  # the record knows no more than what was carried over
        desk.queue = Queue(phase, written, carried)
        desk.asked = Asked()
        return True

    def _too_late_for_carried(self) -> None:
        """Where the record breaks off, what was to happen by now must have happened."""
        desk = self._desk
        ask = desk.game.ask
        assert ask is not None
        past = {"ally"} if desk.game.judge.facts.phase == NIGHT else set()
        if desk.game.judge.facts.dawned == desk.queue.phase.day and ask.stage != "last_act":
            past |= {"shoot"} if ask.stage in ("last_words", "badge") else {"shoot", "badge"}
        for item in desk.queue.carried:
            if item.word.id in past:
                raise desk.unasked(item)

    def _over(self) -> None:
        """The game is over: nothing may follow, unless the record says that it does."""
        if self._ignores_rest:
            return
        desk = self._desk
        facts = desk.game.judge.facts
        self._speaking.close()
        phase = desk.queue.phase
        left = [item for item in (*desk.queue.carried, *desk.queue.items) if item.word.id != "cut"]
        left += [item for line in self._lines if line.phase > phase for item in line.items]
        if left:
            why = say("over", winner=winner(facts.winner), reason=facts.reason)
            raise Illegal(why, left[0].line, left[0].text)

    # -- outcomes that the record states -------------------------------------------------------

    def _look(self) -> None:
        """See whether what has just happened is something that the record states."""
        desk = self._desk
        while self._seen < len(desk.game.log):
            event = desk.game.log[self._seen]
            self._seen += 1
            if isinstance(event, NightFell):
                self._day = event.day
            elif isinstance(event, LotDrawn):
                self._lot(event)
            elif isinstance(event, Exiled):
                item = desk.queue.find(("out",))
                if item is not None and item.seat == event.seat:
                    desk.take(item)

    def _lot(self, event: LotDrawn) -> None:
        """``抽 3``: the lot fell on seat 3 (V-3)."""
        desk = self._desk
        item = desk.queue.find(("drawn",))
        if item is None:
            return
        if item.seat not in event.seats:
            ways = tuple(f"{item.word} {seat}" for seat in event.seats)
            raise Illegal(say("not_tied", seat=item.seat), item.line, item.text, ways)
        desk.take(item)
        labels = (f"tie/{self._day}", f"knife_tie/{self._day}")
        label = next(label for label in labels if self._is_lot(label, event))
        if event.seat != item.seat:
            desk.game = desk.with_draws({label: event.seats.index(item.seat)})

    def _is_lot(self, label: str, event: LotDrawn) -> bool:
        """Whether the draw of this label is the one of ``event``."""
        drawn = self._desk.game.judge.drawn.get(label)
        return drawn == (len(event.seats), event.seats.index(event.seat))


def _with_outcomes(opening: Opening, lines: tuple[Line, ...]) -> Spec:
    """The game with the outcomes that the record states: exiles, and peeks noticed or not."""
    chance = opening.spec.rules.girl_caught
    outs: dict[int, int] = {}
    draws: dict[str, int] = {}
    for item in (item for line in lines for item in line.items):
        if item.word.id == "out":
            outs[item.phase.day] = item.seat
        elif item.word.id in _NOTICED and not item.nobody:
            noticed = _NOTICED[item.word.id]
            if chance == (0 if noticed else 1):
                key = "never_noticed" if noticed else "always_noticed"
                raise Illegal(say(key, chance=f"{chance:g}"), item.line, item.text)
            draws[f"caught/{item.phase.day}"] = int(noticed)
    return replace(opening.spec, outs=tuple(outs.items()), draws=tuple(sorted(draws.items())))
