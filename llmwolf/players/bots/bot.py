"""The bot: keeps the table's memory from its view's log, and hands every ask to its card's play."""

from __future__ import annotations

from collections.abc import Callable

from llmwolf.players.base import Answer
from llmwolf.players.bots.beliefs import Belief
from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.levels import Level
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.compose import speech
from llmwolf.players.bots.speech.unspoken import claims_alone
from llmwolf.players.bots.strategy import play_of
from llmwolf.players.bots.strategy.love import spare_lover
from llmwolf.players.bots.strategy.town import TownPlay
from llmwolf.players.personas import Persona
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.rules.audience import Event
from llmwolf.rules.events import NightFell, Whispered
from llmwolf.rules.facts import Hand
from llmwolf.rules.view import View


class Bot:
    """A built-in opponent in one seat: a function of its view, its seat, its seed and its level.

    What it remembers is folded from the view's log and nothing else: a fresh bot given the same view
    gives the same answer. A log that does not continue the last one seen is folded anew. What the public
    heard is in ``book``, which the bots of one table may share.
    """

    def __init__(
        self,
        seat: int,
        level: Level,
        seed: int,
        persona: Persona,
        lang: str,
        words: bool = True,
        book: Ledger | None = None,
    ) -> None:
        self.seat = seat
        self.level = level
        self.seed = seed
        self.persona = persona
        self.lang = lang
        self._speak = speech if words else claims_alone
        self._book = book or Ledger()
        self._memo: dict[object, Belief] = {}
        self._talk: list[tuple[int, Whispered]] = []
        self._seen = self._heard = self._night = 0
        self._last: Event | None = None
        self._offered: tuple[Event, int, tuple[Choice, ...], Answer | None] | None = None

    interrupts = True
    """It may 退水 or 自爆."""
    mind: type[Mind] = Mind
    """What it thinks with."""
    play_of: Callable[[Hand], TownPlay] = staticmethod(play_of)
    """How it plays a hand."""

    def answer(self, view: View) -> Answer:
        """The answer to ``view.request``; always a legal one."""
        assert view.request is not None
        m = self._mind(view)
        request = spare_lover(view.request, m.dear)
        play = self.play_of(view.hand)
        match request.kind:
            case "sign_up":
                return Answer("run") if play.runs(m) else Answer()
            case "withdraw":
                return Answer("withdraw") if play.withdraws(m) else Answer()
            case "speak":
                return self._speak(m, play.line(m), request)
            case "badge_ballot" | "badge_pk_ballot" | "ballot" | "pk_ballot" | "badge" | "last_act":
                return self._aimed(m, play, request)
            case "order":
                return Answer(play.side(m))
            case "flip":
                return Answer("flip") if play.flips(m) else Answer()
            case "turn":
                gun = Choice("shoot", m.others)
                return Answer("turn") if play.last_act(m, gun) in gun.pool else Answer()
            case "voters":
                return Answer("allow", play.voters(m, request.choices[0].pool))
            case "ally":
                named = play.ally(m, request.choices[0].pool)
                return Answer("ally", (named,)) if named else Answer()
            case _:
                answer = play.night(m, request)
                return _plainest(request) if answer.verb == PASS and not request.may_pass else answer

    def cut_in(self, view: View, heard: str) -> Answer | None:
        """自爆 or 退水 when it pays, judged by what was said before the running speech."""
        if not view.rights:
            return None
        # Asked when a speech begins and again when it is over: in between nothing happened.
        last, length, before = view.log[-1], len(view.log), self._offered
        if before is not None and before[0] is last and before[1:3] == (length, view.rights):
            return before[3]
        m = self._mind(view)
        answer = self.play_of(view.hand).cut_in(m)
        if answer is not None and m.dear & set(answer.targets):
            answer = None
        self._offered = (last, length, view.rights, answer)
        return answer

    def _forget(self) -> None:
        self._book, self._memo, self._talk = Ledger(), {}, []
        self._seen = self._heard = self._night = 0

    def _aimed(self, m: Mind, play: TownPlay, request: Request) -> Answer:
        choice: Choice = request.choices[0]
        match request.kind:
            case "badge":
                target = play.heir(m, choice.pool)
            case "last_act":
                target = play.last_act(m, choice)
            case "ballot" | "pk_ballot":
                target = play.vote(m, choice.pool)
            case _:
                target = play.badge_vote(m, choice.pool)
        return Answer(choice.verb, (target,)) if target in choice.pool else _plainest(request)

    def _mind(self, view: View) -> Mind:
        log = view.log
        if len(log) < self._seen or (self._seen and log[self._seen - 1] is not self._last):
            self._forget()
        book = self._book
        for event in log[self._seen :]:
            if event.to is None:
                self._heard += 1
                if self._heard > book.heard:
                    book.take(event)
                if type(event) is NightFell:
                    self._night = event.day
            elif type(event) is Whispered:
                self._talk.append((self._night, event))
        if self._heard < book.heard:  # somebody who shares it is ahead in time
            self._forget()
            return self._mind(view)
        self._seen = len(log)
        self._last = log[-1] if log else None
        return self.mind(
            view, self._book, self.level, self.seed, self.persona, self.lang, self._memo, self._talk
        )


def _plainest(request: Request) -> Answer:
    """A pass where one is legal, otherwise the first legal answer."""
    if request.may_pass:
        return Answer()
    choice = request.choices[0]
    return Answer(choice.verb, (choice.some or choice.pool)[: choice.least])
