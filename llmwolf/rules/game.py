"""``Game``: the only door to the engine."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING, TypeVar

from llmwolf.rules.asks import PASS, Ask, Choice, CutIn, Decision, Request
from llmwolf.rules.audience import Event
from llmwolf.rules.chapters.dawn import play
from llmwolf.rules.chapters.setup import deal, unfit
from llmwolf.rules.claims import ACTS, Claim
from llmwolf.rules.errors import Illegal, Malformed, NotYours, Over, RuleError, SetupError, Stale
from llmwolf.rules.judge import Answers, Interrupt, Judge
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.spec import Spec
from llmwolf.rules.view import View
from llmwolf.rules.words import clean

if TYPE_CHECKING:
    from llmwolf.rules.hooks import RoleLaw

T = TypeVar("T")
MAX_TEXT = 20_000
"""Longer texts are cut on entry, before the speech limit marks them."""

Move = Decision | CutIn


class Game:
    """One game: what is asked now, what may be answered, what happened so far.

    ``moves`` holds every accepted decision and cut-in in canonical order: by ply, cut-ins in their
    order of arrival, the answers of one ask by seat.
    """

    def __init__(self, spec: Spec, roles: Mapping[str, RoleLaw]) -> None:
        """Raises :class:`SetupError` if the dealt cards are not the board's."""
        dealt = spec.dealt or deal(spec, roles)
        if why := unfit(spec, roles, dealt):
            raise SetupError(why)
        self.spec = spec
        self.roles = roles
        self.judge = Judge(spec, roles)
        self.moves: list[Move] = []
        self.ply = -1
        self.ask: Ask | None = None
        self._open: dict[int, Request] = {}
        self._asked: tuple[int, ...] = ()
        self._pending: Answers = {}
        self._heard: list[list[Event]] = [[] for _ in range(spec.seats + 1)]
        self._heard_upto = 0
        self._script = play(self.judge, dealt)
        self._go_on(next, self._script)

    # -- asking and answering ------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ask is None

    @property
    def log(self) -> list[Event]:
        """Every event so far, the judge's secrets included."""
        return self.judge.log

    @property
    def waiting(self) -> tuple[Request, ...]:
        """The requests of the open ask that nobody has answered yet, ascending by seat."""
        return tuple(r for r in self.ask.requests if r.seat not in self._pending) if self.ask else ()

    @property
    def sealed(self) -> tuple[Decision, ...]:
        """The answers to the open ask that are in and wait for those of others; not among ``moves`` yet."""
        return tuple(self._pending.values())

    def why_not(self, move: object) -> RuleError | None:
        """Why ``move`` would be refused now, or ``None``; :meth:`submit` uses the same check."""
        if type(move) is Decision:
            return self._why_not_decision(move)
        if type(move) is CutIn:
            return self._why_not_cut_in(move)
        return Malformed("not_a_move", f"a Decision or a CutIn is wanted, not {type(move).__name__}")

    def submit(self, decision: Decision) -> bool:
        """Take an answer; returns whether the ask is complete now and the game went on.

        Raises a :class:`RuleError` and changes nothing if the answer is refused (X-3).
        """
        if type(decision) is not Decision:
            raise Malformed("not_a_move", f"submit takes a Decision, not {type(decision).__name__}")
        error = self._why_not_decision(decision)
        if error is not None:
            raise error
        if decision.text and (text := clean(decision.text[:MAX_TEXT])) != decision.text:
            decision = decision._replace(text=text)
        wanted = self._open
        if len(wanted) == 1:
            self.moves.append(decision)
            self._go_on(self._script.send, {decision.seat: decision})
            return True
        pending = self._pending
        pending[decision.seat] = decision
        if len(pending) < len(wanted):
            return False
        answers = {seat: pending[seat] for seat in wanted}
        self.moves.extend(answers.values())
        self._pending = {}
        self._go_on(self._script.send, answers)
        return True

    def cut_in(self, cut: CutIn) -> None:
        """Take an act out of turn (I-1, D-4); answers of the open ask that it interrupts are void."""
        if type(cut) is not CutIn:
            raise Malformed("not_a_move", f"cut_in takes a CutIn, not {type(cut).__name__}")
        error = self._why_not_cut_in(cut)
        if error is not None:
            raise error
        cut = cut._replace(heard=clean(cut.heard[:MAX_TEXT]))
        self.moves.append(cut)
        self._pending = {}
        self._go_on(self._script.throw, Interrupt(cut))

    def _go_on(self, step: Callable[[T], Ask], news: T) -> None:
        """Let the script run up to its next ask, by ``step(news)``."""
        try:
            ask = step(news)
        except StopIteration:
            self.ask = None
            self._open = {}
            self._asked = ()
            self.ply += 1
            return
        _, requests, _, public, resumes = ask
        if not resumes:
            self.ply += 1
        self.ask = ask
        if len(requests) == 1:  # a speech or a night call: most asks
            request = requests[0]
            wanted = {request[0]: request}
        else:
            wanted = {request[0]: request for request in requests}
        self._open = wanted
        self._asked = tuple(wanted) if public else ()
        if not wanted:
            self._go_on(self._script.send, {})

    # -- the check -----------------------------------------------------------------------------

    def _why_not_decision(self, d: Decision) -> RuleError | None:
        ply, seat, verb, targets, text, claims = d
        request = self._open.get(seat) if type(seat) is int else None
        if request is None or ply is not self.ply or seat in self._pending:
            error = self._why_not_now(ply, seat)
            if error is not None or request is None:
                return error
        if claims or type(text) is not str or type(claims) is not tuple or (text and not request.text_limit):
            error = self._why_not_words(text, claims, request)
            if error is not None:
                return error
        if type(targets) is not tuple or type(verb) is not str:
            return Malformed("shape", "the verb must be a string, the targets a tuple", request.options())
        for choice in request.choices:
            known, pool, least, most, some = choice  # unpacked: a named tuple's attributes are slow to read
            if known == verb:
                if not targets and not least:  # the common cases, in few steps
                    return None
                if not some and len(targets) == 1 and least <= 1 <= most:
                    target = targets[0]
                    if type(target) is int and target in pool:
                        return None
                return _why_not_targets(choice, targets, request.options)
        if verb != PASS:
            return Illegal("verb", f"{_shown(verb)} is not an answer to {request.kind!r}", request.options())
        if not request.may_pass:
            return Illegal("compulsory", "this may not be passed", request.options())
        return Illegal("pass_target", "a pass has no target", request.options()) if targets else None

    def _why_not_now(self, ply: object, seat: object) -> RuleError | None:
        """Why no answer of ``seat`` to ply ``ply`` is wanted, if so."""
        if self.ask is None:
            return Over("over", "the game has ended")
        request = self._open.get(seat) if type(seat) is int else None
        if type(ply) is not int or ply != self.ply:
            sentence = f"the ask of ply {_shown(ply)} is over; it is ply {self.ply} now"
            return Stale("stale", sentence, request.options() if request else ())
        if request is None:
            return NotYours("not_yours", f"nothing is asked of seat {_shown(seat)} now")
        if seat in self._pending:
            return Stale("answered", f"seat {seat} has answered already", request.options())
        return None

    def _why_not_words(self, text: object, claims: object, request: Request) -> RuleError | None:
        if type(text) is not str or type(claims) is not tuple:
            return Malformed("shape", "the text must be a string, the claims a tuple", request.options())
        if not request.text_limit:
            return Illegal("no_text", "no text is wanted here", request.options())
        return self._why_not_claims(claims, request) if claims else None

    def _why_not_claims(self, claims: tuple[Claim, ...], request: Request) -> RuleError | None:
        seats = self.judge.facts.seats
        for claim in claims:
            if type(claim) is not Claim or type(claim.act) is not str or claim.act not in ACTS:
                return Malformed(
                    "claim", f"unknown claim; known acts are {', '.join(ACTS)}", request.options()
                )
            if type(claim.targets) is not tuple or any(
                type(s) is not int or not 1 <= s <= seats for s in claim.targets
            ):
                return Malformed(
                    "claim_seat", f"a claim names a seat that is not 1 to {seats}", request.options()
                )
            if type(claim.value) is not str or len(claim.value) > 40 or clean(claim.value) != claim.value:
                return Malformed(
                    "claim_value", "a claim's value must be a short plain word", request.options()
                )
            if type(claim.night) is not int or not 0 <= claim.night <= self.spec.rules.max_days:
                return Malformed(
                    "claim_night", "a claim's night must be a number of a night", request.options()
                )
        return None

    def _why_not_cut_in(self, cut: CutIn) -> RuleError | None:
        if (ask := self.ask) is None:
            return Over("over", "the game has ended")
        rights = [right.choice for right in ask.rights if type(cut.seat) is int and right.seat == cut.seat]
        options = tuple([str(choice) for choice in rights])
        if type(cut.ply) is not int or cut.ply != self.ply:
            sentence = f"the ask of ply {_shown(cut.ply)} is over; it is ply {self.ply} now"
            return Stale("stale", sentence, options)
        if type(cut.verb) is not str or type(cut.heard) is not str or type(cut.targets) is not tuple:
            return Malformed("shape", "verb and heard must be strings, targets a tuple", options)
        for choice in rights:
            if choice.verb == cut.verb:
                return _why_not_targets(choice, cut.targets, lambda: options)
        return Illegal("no_right", f"seat {_shown(cut.seat)} may not {_shown(cut.verb)} now", options)

    # -- looking -------------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What ``seat`` may know now (X-2); seat 0 is the public."""
        judge = self.judge
        if seat < 0 or seat >= len(judge.hands):
            raise ValueError(f"there is no seat {seat}; seats are 1 to {judge.facts.seats}, 0 is the public")
        if self._heard_upto < len(judge.log):
            self._hear()
        rights: tuple[Choice, ...] = ()
        if (ask := self.ask) is not None and ask.rights:
            rights = tuple([choice for holder, choice in ask.rights if holder == seat])
        request = None if seat in self._pending else self._open.get(seat)
        log = self._heard[seat]
        return View(seat, judge.facts, judge.hands[seat], log, judge.rules, request, rights, self._asked)

    def _hear(self) -> None:
        """Hand the new events to those who heard them, runs of public ones at once."""
        log, heard = self.judge.log, self._heard
        run: list[Event] = []
        for event in log[self._heard_upto :]:
            to = event.to
            if to is None:
                run.append(event)
            elif to:
                if run:
                    _hand_out(run, heard)
                    run = []
                for seat in to:
                    heard[seat].append(event)
        if run:
            _hand_out(run, heard)
        self._heard_upto = len(log)

    # -- again ---------------------------------------------------------------------------------

    def play(self, moves: Iterable[Move]) -> Game:
        """Take ``moves`` in order; raises at the first that is refused. Returns itself."""
        for move in moves:
            if isinstance(move, CutIn):
                self.cut_in(move)
            else:
                self.submit(move)
        return self

    def fork(
        self,
        upto: int | None = None,
        replace_moves: Mapping[tuple[int, int], Decision] | None = None,
        rules: Ruleset | None = None,
        draws: Mapping[str, int] | None = None,
    ) -> Game:
        """A new game that re-folds this one's moves before ply ``upto`` (all of them by default).

        ``replace_moves`` puts other decisions in the place of those at (ply, seat); ``rules`` plays
        under other house rules, ``draws`` states draws (label → index) instead of the seed's. Raises a
        :class:`RuleError` where a move is not legal any more.
        """
        spec = self.spec if rules is None else replace(self.spec, rules=rules)
        if draws:
            spec = replace(spec, draws=tuple(sorted({**dict(spec.draws), **draws}.items())))
        swap = replace_moves or {}
        moves = (m for m in self.moves if upto is None or m.ply < upto)
        return Game(spec, self.roles).play(
            swap.get((m.ply, m.seat), m) if isinstance(m, Decision) else m for m in moves
        )


def _shown(value: object) -> str:
    """``value`` for a refusal's sentence: short, and safe whatever it is."""
    if type(value) is int:
        return str(value) if abs(value) < 10**9 else "a number out of all bounds"
    return repr(value[:40]) if type(value) is str else f"a {type(value).__name__}"


def _hand_out(run: list[Event], heard: list[list[Event]]) -> None:
    """Append ``run`` to every seat's log; without a Python loop, for this is done after every speech."""
    deque(map(list.extend, heard, repeat(run)), maxlen=0)


def _why_not_targets(
    choice: Choice, targets: tuple[int, ...], options: Callable[[], tuple[str, ...]]
) -> RuleError | None:
    count = len(targets)
    if not choice.least <= count <= choice.most:
        want = str(choice.least) if choice.least == choice.most else f"{choice.least} to {choice.most}"
        return Illegal("count", f"{choice.verb!r} takes {want} target(s), not {count}", options())
    for target in targets:
        if type(target) is not int:
            return Malformed("target", f"a target must be a seat number, not {_shown(target)}", options())
        if target not in choice.pool:
            sentence = f"seat {_shown(target)} is not a legal target of {choice.verb!r}"
            return Illegal("target", sentence, options())
    if len(set(targets)) < count:
        return Illegal("repeat", "a seat is named twice", options())
    if targets and choice.some and not set(targets) & set(choice.some):
        wanted = " ".join(map(str, choice.some))
        return Illegal("some", f"{choice.verb!r} must name at least one of {wanted}", options())
    return None
