"""The game that a record is fed to, and the only place where it moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from llmwolf.record.notation.errors import Illegal
from llmwolf.record.notation.holders import out
from llmwolf.record.notation.items import Item, Line, Phase
from llmwolf.record.notation.options import legal, rights, words_for
from llmwolf.record.notation.queue import Queue
from llmwolf.record.notation.sentences import Sentence, say
from llmwolf.record.notation.targets import no_right, no_target, refused
from llmwolf.record.notation.unasked import Asked, why_unasked
from llmwolf.record.notation.words import WORDS
from llmwolf.roles import registry
from llmwolf.rules.asks import CutIn, Decision, Request
from llmwolf.rules.errors import RuleError
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.game import Game
from llmwolf.rules.spec import Spec

_ASIDES: Final = ("last_words", "talk")
"""Speeches that no list names."""


def phase_of(game: Game) -> Phase:
    """The night or day that ``game`` is in."""
    facts = game.judge.facts
    return Phase(facts.day, facts.phase != NIGHT)


class Desk:
    """One game, the items of the phase it is in, and what was asked since the last point that they fix."""

    def __init__(self, spec: Spec, lines: Iterable[Line]) -> None:
        self.game = Game(spec, registry())
        self.queue = Queue(Phase(0, False), ())
        self.asked = Asked()
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
        aside = game.ask is not None and game.ask.stage in _ASIDES
        try:
            game.submit(Decision(game.ply, request.seat, verb, targets, text))
        except RuleError as error:
            if item is None:
                raise self.missing(request) from None
            why = refused(game, error, request, verb, targets)
            raise Illegal(why, item.line, item.text, legal((request,))) from None
        if not aside:
            self.asked.add(request, item)

    def cut_in(self, item: Item, seat: int, targets: tuple[int, ...], heard: str) -> None:
        """An act out of turn; raises :class:`Illegal` where there is no such right."""
        game = self.game
        verb = item.word.id
        ask = game.ask
        try:
            game.cut_in(CutIn(game.ply, seat, verb, targets, heard))
        except RuleError as error:
            held = [] if ask is None else [r for r in ask.rights if r.seat == seat and r.choice.verb == verb]
            if not held:
                why = no_right(game, verb, seat)
            elif error.code == "count":
                why = say("takes_nobody" if targets else "takes_somebody", word=item.word)
            else:
                why = no_target(game, Request(seat, verb, (held[0].choice,)), verb, targets)
            raise Illegal(why, item.line, item.text, rights(ask)) from None

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
                if earlier.word.id == "badge" or (word == "badge" and earlier.word.id == "say"):
                    raise self._before(item, earlier)
                if word == "badge" and not waits:
                    raise self.unasked(earlier)
            if item.word.anchor:
                self.asked.fix(item)
        self.queue.take(item, left)

    def _before(self, item: Item, earlier: Item) -> Illegal:
        """What is written first comes later (D-14)."""
        why = say("before", word=item.word, other=earlier.word)
        return Illegal(why, earlier.line, earlier.text, (item.text,))

    def unasked(self, item: Item) -> Illegal:
        """Nobody was asked for ``item`` where it stands."""
        ask = self.game.ask
        here = ask is not None and ask.stage not in _ASIDES and phase_of(self.game) == self.queue.phase
        open_now = self.game.waiting if here else ()
        why = why_unasked(self.game, item, self.asked, open_now)
        written = {other.word.id for other in self.queue.items if other is not item}
        left = [r for r in (*self.asked.left(), *open_now) if not written & set(words_for(r))]
        same = tuple(request for request in left if item.word.id in words_for(request))
        return Illegal(why, item.line, item.text, legal(same or left))

    def missing(self, request: Request) -> Illegal:
        """An answer that may not be left out is not written."""
        phase = self.queue.phase
        word = words_for(request)[0]
        name = WORDS[word].zh if word in WORDS else word
        line = self.lines.get(phase) or next((n for p, n in sorted(self.lines.items()) if p > phase), 0)
        why = say("compulsory_missing", word=name, seat=request.seat)
        return Illegal(why, line, str(phase), legal((request,)))

    def out(self, seat: int) -> Sentence | None:
        """That ``seat`` is out, if it is."""
        return out(self.game, seat)
