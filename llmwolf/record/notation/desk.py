"""The game that a record is fed to, and the only place where it moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from llmwolf.record.notation.errors import Illegal
from llmwolf.record.notation.items import Item, Line, Phase
from llmwolf.record.notation.options import legal, rights, words_for
from llmwolf.record.notation.queue import Queue
from llmwolf.record.notation.words import WORDS
from llmwolf.roles import registry
from llmwolf.rules.asks import CutIn, Decision, Request
from llmwolf.rules.errors import RuleError
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.game import Game
from llmwolf.rules.spec import Spec


def phase_of(game: Game) -> Phase:
    """The night or day that ``game`` is in."""
    facts = game.judge.facts
    return Phase(facts.day, facts.phase != NIGHT)


class Desk:
    """One game, the items of the phase it is in, and what was asked since the last point that they fix."""

    def __init__(self, spec: Spec, lines: Iterable[Line]) -> None:
        self.game = Game(spec, registry())
        self.queue = Queue(Phase(0, False), ())
        self.asked: list[Request] = []
        self.lines = {line.phase: line.line for line in reversed(tuple(lines))}

    # -- moving --------------------------------------------------------------------------------

    def answer(
        self,
        request: Request,
        verb: str,
        targets: tuple[int, ...] = (),
        text: str = "",
        item: Item | None = None,
    ) -> None:
        """One answer; raises :class:`Illegal` at ``item``, or at the phase's line where there is none."""
        game = self.game
        if request not in self.asked:
            self.asked.append(request)
        try:
            game.submit(Decision(game.ply, request.seat, verb, targets, text))
        except RuleError as error:
            if item is None:
                raise self.missing(request) from None
            raise Illegal(
                self._why(error, request, verb, targets), item.line, item.text, legal((request,))
            ) from None

    def cut_in(self, item: Item, seat: int, targets: tuple[int, ...], heard: str) -> None:
        """An act out of turn; raises :class:`Illegal` where there is no such right."""
        game = self.game
        verb = item.word.id
        ask = game.ask
        try:
            game.cut_in(CutIn(game.ply, seat, verb, targets, heard))
        except RuleError as error:
            held = ask is not None and any(r.seat == seat and r.choice.verb == verb for r in ask.rights)
            sentence = self._about(targets) if held else f"seat {seat} has no such right here"
            if error.code == "count":
                sentence = f"{item.word} takes {'somebody' if not targets else 'nobody'} along here"
            raise Illegal(self.out(seat) or sentence, item.line, item.text, rights(ask)) from None

    def refolded(self, spec: Spec) -> Game:
        """The game as it would stand if it were that of ``spec``."""
        return Game(spec, self.game.roles).play(self.game.moves)

    def with_draws(self, draws: dict[str, int]) -> Game:
        """The game as it would stand with these draws."""
        spec = self.game.spec
        stated = dict(spec.draws) | draws
        return self.refolded(replace(spec, draws=tuple(sorted(stated.items()))))

    # -- items ---------------------------------------------------------------------------------

    def take(self, item: Item, left: Item | None = None) -> None:
        """``item`` is used; what was to come before it can be used no more (D-14 for the badge)."""
        if self.queue.phase.is_day:
            word = item.word.id
            for earlier in self.queue.before(item):
                waits = earlier.word.id == "ally" or (earlier.word.id == "say" and word == "speak")
                if item.word.anchor and not waits:
                    raise self.unasked(earlier)
                if "badge" in (word, earlier.word.id):
                    sentence = f"{item.word} comes before {earlier.word} here"
                    raise Illegal(sentence, earlier.line, earlier.text, (item.text,))
            if item.word.anchor:
                self.asked = []
        self.queue.take(item, left)

    def unasked(self, item: Item) -> Illegal:
        """Nobody was asked for ``item`` where it stands."""
        phase, word = item.phase, item.word
        open_now = self.game.waiting if phase_of(self.game) == self.queue.phase else ()
        asked = [*self.asked, *(request for request in open_now if request not in self.asked)]
        same = [request for request in asked if word.id in words_for(request)]
        seats = [request.seat for request in same]
        holders = [holder for holder, _ in item.pairs] or list(item.seats) * (word.id in ("say", "keep_card"))
        out = next((self.out(seat) for seat in holders if self.out(seat)), "")
        if out and word.id != "shoot":
            sentence = out
        elif same and holders and not set(holders) & set(seats):
            sentence = f"this was asked of {_seats(seats)} alone"
        elif same:
            sentence = "this was not asked once more"
        elif word.id == "shoot":
            sentence = f"{_seats(holders)} may not shoot here"
        else:
            sentence = f"nobody is asked this here in {phase}"
        return Illegal(sentence, item.line, item.text, legal(same or asked))

    def missing(self, request: Request) -> Illegal:
        """An answer that may not be left out is not written."""
        phase = self.queue.phase
        word = words_for(request)[0]
        name = WORDS[word].zh if word in WORDS else word
        line = self.lines.get(phase) or next((n for p, n in sorted(self.lines.items()) if p > phase), 0)
        sentence = f"{name} of seat {request.seat} is missing, and it may not be left out"
        return Illegal(sentence, line, str(phase), legal((request,)))

    # -- reasons -------------------------------------------------------------------------------

    def _why(self, error: RuleError, request: Request, verb: str, targets: tuple[int, ...]) -> str:
        word = next((WORDS[name].zh for name in words_for(request) if name in WORDS), verb)
        match error.code:
            case "target" | "pass_target":
                pool = next((choice.pool for choice in request.choices if choice.verb == verb), ())
                return self._about(tuple(seat for seat in targets if seat not in pool))
            case "verb":
                name = WORDS[verb].zh if verb in WORDS else verb
                return f"seat {request.seat} may not do {name} now"
            case "compulsory":
                return f"{word} of seat {request.seat} may not be left out"
            case "no_text":
                return "no text is wanted here"
        return error.sentence

    def _about(self, targets: tuple[int, ...]) -> str:
        for seat in targets:
            return self.out(seat) or f"seat {seat} is no legal target here"
        return "this is not legal here"

    def out(self, seat: int) -> str:
        """That ``seat`` is out, if it is."""
        gone = self.game.judge.facts.gone.get(seat)
        return f"seat {seat} is out since {Phase(gone[1], gone[0] != NIGHT)}" if gone else ""


def _seats(seats: Iterable[int]) -> str:
    listed = sorted(set(seats))
    return f"seat {listed[0]}" if len(listed) == 1 else f"seats {', '.join(map(str, listed))}"
