"""What a decision was worth: its alternatives rolled out in the same worlds with the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil
from typing import Final

from llmwolf.coach.odds.point import LETTERS, REFUSED, Gain, paired
from llmwolf.coach.odds.reference import PUBLIC, TRUE, Reference, stamped
from llmwolf.coach.odds.rollout import Setting
from llmwolf.coach.odds.work import Piece, pieces
from llmwolf.rules.asks import PASS, CutIn, Decision, Request
from llmwolf.rules.chapters.sides import side
from llmwolf.rules.game import Game

SCREEN: Final = 80
"""Games for a first look at all alternatives together."""
FEWEST: Final = 8
"""Worlds in which each of them is tried at least."""
LAST: Final = 480
"""Worlds more, at most, in which the best one is tried."""
WIDEST: Final = 0.07
"""Half of a gain's interval that is narrow enough."""
_FIRST: Final = 80
"""Worlds in which the best one is tried before it is reckoned how many it takes."""
_KNIFE: Final = "knife"
_WORDS: Final = frozenset({"speak", "whisper"})
_STEP: Final = 20
_BALLOTS: Final = frozenset({"ballot", "pk_ballot", "badge_ballot", "badge_pk_ballot"})

Play = Callable[[Sequence[Piece]], dict[Piece, str]]
"""Does pieces of work and gives what came of each, in their order."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """``verb`` and ``targets`` in place of what ``seat`` answered at ``ply``, and what ``side`` gains by it.

    A knife is the whole pack's: all of them would have named the other victim.
    """

    ply: int
    seat: int
    kind: str
    was: tuple[str, tuple[int, ...]]
    verb: str
    targets: tuple[int, ...]
    side: str
    gain: Gain


def best(ref: Reference, setting: Setting, ply: int, play: Play) -> Alternative | None:
    """The best alternative of the decisions at ``ply``; ``None`` where nothing is weighed.

    Speeches have no countable alternatives. Of ballots only those are that change who leaves or leads.
    """
    found = [(d, r, a) for d, r in _decisions(ref, setting, ply) for a in _others(ref, ply, d, r)]
    if not found:
        return None
    compared = _Compared(ref, ply, play)
    first = max(FEWEST, ceil(SCREEN / len(found)))
    sides = [_side(ref, setting, decision.seat) for decision, _, _ in found]
    compared.roll([other for _, _, other in found], 0, first)
    gains = [
        paired(compared.pairs(other, side_of, 0, first))
        for (_, _, other), side_of in zip(found, sides, strict=True)
    ]
    at = max(range(len(found)), key=lambda i: (gains[i].gain if gains[i].n > 1 else -1.0, -i))
    (decision, request, other), side_of = found[at], sides[at]
    # The worlds of the first look chose it: they are not counted again.
    done, upto, gain = first, first + min(_FIRST, LAST), Gain(0.0, 1.0, 0)
    while done < upto:
        compared.roll([other], done, upto)
        gain = paired(compared.pairs(other, side_of, first, upto))
        done, wanted = upto, ceil((upto - first) * (gain.half / WIDEST) ** 2)
        upto = first + (min(LAST, max(wanted, done - first + _STEP)) if gain.half > WIDEST else 0)
    was = (decision.verb, decision.targets)
    return Alternative(ply, decision.seat, request.kind, was, other.verb, other.targets, side_of, gain)


class _Compared:
    """Outcomes by world of the answers that were given at an ask, and of others in their place."""

    def __init__(self, ref: Reference, ply: int, play: Play) -> None:
        self._ply, self._play = ply, play
        self._was = tuple(m for m in ref.answers.get(ply, ()) if isinstance(m, Decision))
        self._letters: dict[tuple[Decision, ...], str] = {}

    def roll(self, others: Sequence[Decision], start: int, stop: int) -> None:
        """Play the worlds from ``start`` to ``stop`` with what was answered, and with each of ``others``."""
        answers = [self._was, *(self._instead(other) for other in others)]
        done = self._play([piece for one in answers for piece in pieces(self._ply, start, stop, one)])
        for piece, letters in done.items():
            known = self._letters.get(piece.answers, "")
            self._letters[piece.answers] = known.ljust(piece.start, REFUSED) + letters

    def pairs(self, other: Decision, side_of: str, start: int, stop: int) -> list[tuple[bool, bool]]:
        """In each world that both can be played in: whether the side won, and whether it would have."""
        letter = LETTERS[side_of]
        was, then = self._letters[self._was][start:stop], self._letters[self._instead(other)][start:stop]
        return [(a == letter, b == letter) for a, b in zip(was, then, strict=True) if REFUSED not in (a, b)]

    def _instead(self, other: Decision) -> tuple[Decision, ...]:
        pack = [m.seat for m in self._was if m.verb == other.verb == _KNIFE]
        changed = {seat: other._replace(seat=seat) for seat in (*pack, other.seat)}
        return tuple(({m.seat: m for m in self._was} | changed).values())


def _decisions(ref: Reference, setting: Setting, ply: int) -> Iterator[tuple[Decision, Request]]:
    """The decisions at ``ply`` that the observer may weigh, with what was asked."""
    mark = ref.marks[ply]
    moves = ref.answers.get(ply, [])
    if mark.kind in _WORDS or any(isinstance(move, CutIn) for move in moves):
        return
    game = _at(ref, ply)
    asked = {request.seat: request for request in game.waiting}
    packed = False
    for move in moves:
        hidden = not mark.public and setting.observer not in (TRUE, move.seat)
        if isinstance(move, Decision) and move.seat in asked and not hidden:
            knife = asked[move.seat].kind == _KNIFE
            if not (knife and packed):
                yield move, asked[move.seat]
            packed = packed or knife


def _others(ref: Reference, ply: int, decision: Decision, request: Request) -> Iterator[Decision]:
    """Every other answer of at most one target; of ballots those that change what comes of them at once."""
    options = [
        Decision(ply, decision.seat, choice.verb, targets)
        for choice in request.choices
        for targets in _targets(choice.pool, choice.least, choice.most)
    ]
    if request.may_pass:
        options.append(Decision(ply, decision.seat, PASS))
    was = (decision.verb, decision.targets)
    outcome_was = _at_once(ref, ply, decision) if request.kind in _BALLOTS else None
    for option in options:
        if (option.verb, option.targets) == was or option.targets == (decision.seat,):
            continue
        if outcome_was is None or _at_once(ref, ply, option) != outcome_was:
            yield option


def _targets(pool: tuple[int, ...], least: int, most: int) -> Iterator[tuple[int, ...]]:
    if least == 0:
        yield ()
    if least <= 1 <= most:
        yield from ((seat,) for seat in pool)


def _at(ref: Reference, ply: int) -> Game:
    game = Game(ref.game.spec, ref.game.roles)
    return game.play(chain.from_iterable(ref.answers.get(p, ()) for p in range(ply)))


def _at_once(ref: Reference, ply: int, other: Decision) -> tuple[object, ...]:
    """Who leads, who is left, who stands in a second ballot, right after the ask."""
    game = _at(ref, ply)
    for move in ref.answers[ply]:
        game.play([stamped(other if move.seat == other.seat else move, game.ply)])
    facts, ask = game.judge.facts, game.ask
    pools = tuple(c.pool for r in ask.requests for c in r.choices) if ask else ()
    return facts.sheriff, facts.living, dict(facts.exiles), facts.stage, pools


def _side(ref: Reference, setting: Setting, seat: int) -> str:
    """Whose gain is counted: the actor's own side; for the public, which knows no cards, the good one's."""
    return "good" if setting.observer == PUBLIC else side(ref.game.judge, seat)
