"""A state of the game in which other cards are hidden, and everything that an observer heard is the same.

The public asks are answered as they were; hidden ones are answered anew, so that what was heard follows
from them. A deal in which it cannot follow is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from llmwolf.coach.odds.reference import Mark, Reference, stamped
from llmwolf.players.base import Answer, Player
from llmwolf.players.bots.ledger import Ledger
from llmwolf.rules import events as ev
from llmwolf.rules.asks import PASS, CutIn, Request
from llmwolf.rules.audience import Event
from llmwolf.rules.errors import RuleError, SetupError
from llmwolf.rules.game import Game
from llmwolf.table.quick import default_answer

FORBEARS: Final = 0.1
"""How often somebody leaves a last act alone that a bot would have used."""
ATTEMPTS: Final = 2
"""How often hidden acts are chosen anew before a deal is refused."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to happen in a night whose dead are known: knife, antidote, poison, shield (0: none)."""

    dead: tuple[int, ...]
    knife: int = 0
    save: int = 0
    poison: int = 0
    guard: int = 0


def stage(
    ref: Reference,
    observer: int,
    ply: int,
    dealt: tuple[str, ...],
    book: Ledger,
    seated: Callable[[], dict[int, Player]],
    seed: int,
) -> tuple[Game, dict[int, Player]] | None:
    """The game at ``ply`` as it may have been under ``dealt``, or ``None`` where it cannot have been.

    ``book`` has heard what the observer had. The players who are ``seated`` act where nothing is known of
    what came of it, and are handed back with the game; ``seed`` decides the rest, and every later draw.
    """
    mark = ref.marks[ply]
    spec = replace(ref.spec_at(ply), dealt=dealt, seed=seed, draws=(*ref.game.spec.draws, *mark.draws))
    for attempt in range(ATTEMPTS):
        try:
            game = Game(spec, ref.game.roles)
        except SetupError:
            return None
        players = seated()
        if _Stage(ref, observer, mark, game, book, players, Random(f"{seed}/{attempt}")).reached():
            return game, players
    return None


class _Stage:
    """One attempt."""

    def __init__(
        self,
        ref: Reference,
        observer: int,
        mark: Mark,
        game: Game,
        book: Ledger,
        players: Mapping[int, Player],
        rng: Random,
    ) -> None:
        self.ref, self.game, self.book, self.players, self.rng = ref, game, book, players, rng
        self.observer = observer
        self.log = ref.log(observer)
        self.goal = ref.goal(observer, mark.ply)
        self.checked = 0
        self.round = 0
        self.looked = -1
        self.ahead: list[Event] = []
        self.plan: Plan | None = None
        self.planned = 0

    def reached(self) -> bool:
        """Whether the goal is reached with everything heard as it was."""
        game = self.game
        while self._same():
            if self.checked >= self.goal:
                return True
            ask = game.ask
            if ask is None:
                return False
            try:
                if ask.public:
                    self._as_it_was()
                else:
                    for request in ask.requests:
                        answer = self._hidden(request)
                        game.submit(answer.decision(game.ply, request.seat))
            except RuleError:
                return False
        return False

    def _same(self) -> bool:
        """Whether all that is new to the observer is what it heard."""
        heard = self.game.view(self.observer).log
        upto = min(len(heard), self.goal)
        same = heard[self.checked : upto] == self.log[self.checked : upto]
        self.checked = upto
        return same

    def _as_it_was(self) -> None:
        """Answer a public ask like the same one in the reference."""
        game, ref = self.game, self.ref
        for move in ref.answers[ref.rounds[self.round]]:
            now = stamped(move, game.ply)
            if isinstance(now, CutIn):
                game.cut_in(now)
            else:
                game.submit(now)
        self.round += 1

    # -- hidden asks -----------------------------------------------------------------------------

    def _coming(self, kinds: tuple[type[Event], ...]) -> list[Event]:
        """What the observer is still to hear of these kinds, before the next night and the goal."""
        if self.looked != self.checked:
            self.looked = self.checked
            ahead = range(self.checked, self.goal)
            night = next((at for at in ahead if isinstance(self.log[at], ev.NightFell)), self.goal)
            self.ahead = self.log[self.checked : night]
        return [event for event in self.ahead if isinstance(event, kinds)]

    def _hidden(self, request: Request) -> Answer:
        seat, verbs = request.seat, {choice.verb for choice in request.choices}
        for event in self._coming((ev.Acted, ev.Whispered)):
            if isinstance(event, ev.Acted) and event.seat == seat and event.verb in verbs:
                return Answer(event.verb, (event.target,)) if event.target else Answer()
            if isinstance(event, ev.Whispered) and event.seat == seat and request.kind == "whisper":
                return Answer("whisper", (event.target,) if event.target else (), event.text)
        match request.kind:
            case "last_act" | "turn" | "flip":
                return self._by_day(request)
            case "whisper":
                return Answer() if request.may_pass else default_answer(request)
        told = self._as_told(request)
        if told is not None:
            return told
        plan = self._plan()
        if plan is None:
            return self.players[seat].answer(self.game.view(seat))
        return _legal(self._planned(request, plan), request)

    def _by_day(self, request: Request) -> Answer:
        """A last act that the table saw next, or none."""
        seat = request.seat
        for event in self._coming((ev.Shot, ev.Revealed)):
            if isinstance(event, ev.Shot) and event.seat == seat and request.kind == "last_act":
                return Answer(request.choices[0].verb, (event.target,))
            if isinstance(event, ev.Revealed) and event.seat == seat and request.kind != "last_act":
                return Answer(request.choices[0].verb)
        return self._unseen(request)

    def _unseen(self, request: Request) -> Answer:
        """Nothing came of it: what a bot would have done counts as a doubt about this deal."""
        free = self.players[request.seat].answer(self.game.view(request.seat))
        if free.verb != PASS and request.may_pass and self.rng.random() < FORBEARS:
            return Answer()
        return free

    def _as_told(self, request: Request) -> Answer | None:
        """What the seat itself says to have done this night, if its card is the one it claims."""
        night, seat, book = self.game.judge.facts.day, request.seat, self.book
        if request.kind == "check" and seat in book.stories and night in book.stories[seat].checks:
            return Answer("check", (book.stories[seat].checks[night].target,))
        if request.kind == "guard":
            told = next((t for n, t in book.guards.get(seat, ()) if n == night), 0)
            return Answer("guard", (told,)) if told else None
        return None

    def _plan(self) -> Plan | None:
        """How tonight's dead came about; ``None`` where the observer has not heard who they are."""
        day = self.game.judge.facts.day
        if self.planned != day:
            self.planned = day
            told = [e for e in self._coming((ev.Announced,)) if isinstance(e, ev.Announced)]
            self.plan = self._planning(told[0].seats) if told else None
        return self.plan

    def _victim(self) -> int:
        """Whom the observer, a wolf or the witch, was told to be tonight's victim."""
        told = (
            e for e in self._coming((ev.Told,)) if isinstance(e, ev.Told) and e.fact in ("victim", "knife")
        )
        return next((event.seat for event in told), 0)

    def _planning(self, dead: tuple[int, ...]) -> Plan:
        judge, rng, book = self.game.judge, self.rng, self.book
        night, living = judge.facts.day, judge.facts.living
        pack = judge.pack()
        prey = [s for s in dead if s not in pack]
        witches, guards = judge.holders("witch"), judge.holders("guard")
        witch = witches[0] if witches else 0
        victim = self._victim()
        saves = not (witch and judge.hands[witch].used("save"))
        saved = [(n, seat) for seat, (by, n) in book.waters.items() if by == witch]
        poisoned = next((t for t, (by, n) in book.poisons.items() if by == witch and n == night), 0)
        if not dead:
            others = [s for s in living if s not in pack]
            knife = victim or next((s for n, s in saved if n == night), 0) or rng.choice(others)
            may = bool(witch and saves and (not saved or saved[0][0] == night))
            if may and (night == 1 or saved or not guards or rng.random() < 0.5):
                return Plan(dead, knife, save=knife)
            if guards:
                return Plan(dead, knife, guard=knife)
            return Plan(dead)
        if len(dead) == 1 and (not prey or (poisoned in dead and rng.random() < 0.5)):
            return Plan(dead, victim, poison=dead[0])
        if len(dead) == 1:
            return Plan(dead, dead[0])
        doubtful = [s for s in dead if s in pack] or [s for s in dead if s != victim]
        poison = poisoned if poisoned in dead else rng.choice(doubtful)
        left = [s for s in (prey or dead) if s != poison] or [s for s in dead if s != poison]
        return Plan(dead, victim if victim in left else rng.choice(left), poison=poison)

    def _planned(self, request: Request, plan: Plan) -> Answer:
        pool = [s for s in request.choices[0].pool if s not in plan.dead and s != request.seat]
        match request.kind:
            case "knife":
                return Answer("knife", (plan.knife,)) if plan.knife else Answer()
            case "potion":
                if plan.save:
                    return Answer("save", (plan.save,))
                return Answer("poison", (plan.poison,)) if plan.poison else Answer()
            case "guard":
                return Answer("guard", (plan.guard,)) if plan.guard else self._any(request, pool)
            case "silence":
                marked = [s for e in self._coming((ev.Marked,)) if isinstance(e, ev.Marked) for s in e.seats]
                return Answer(request.choices[0].verb, tuple(marked[:1])) if marked else Answer()
        return self._any(request, pool)

    def _any(self, request: Request, pool: list[int]) -> Answer:
        choice = request.choices[0]
        if len(pool) < max(1, choice.least):
            return default_answer(request)
        return Answer(choice.verb, tuple(self.rng.sample(pool, max(1, choice.least))) if choice.most else ())


def _legal(answer: Answer, request: Request) -> Answer:
    """``answer``, or a legal one where nothing may be done, or must be."""
    for choice in request.choices:
        if answer.verb == choice.verb and set(answer.targets) <= set(choice.pool):
            return answer
    return default_answer(request)
