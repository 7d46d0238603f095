"""What a decision was worth: its alternatives rolled out in the same worlds with the same luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from llmwolf.coach.odds.reference import PUBLIC, TRUE, Reference, stamped
from llmwolf.coach.odds.rollout import Gain, Moment, Setting, outcome, paired
from llmwolf.rules.asks import PASS, CutIn, Decision, Request
from llmwolf.rules.chapters.sides import side
from llmwolf.rules.game import Game

SCREEN: Final = 120
"""Games for a first look at all alternatives together."""
FEWEST: Final = 8
"""Worlds in which each of them is tried at least."""
LAST: Final = 200
"""Worlds more in which the best ones are tried."""
FINALISTS: Final = 1
WIDEST: Final = 0.07
"""Half of a gain's interval that is narrow enough."""
_KNIFE: Final = "knife"
_WORDS: Final = frozenset({"speak", "whisper"})
_BALLOTS: Final = frozenset({"ballot", "pk_ballot", "badge_ballot", "badge_pk_ballot"})
_TRIES: Final = 6
_STEP: Final = 24


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


def best(ref: Reference, setting: Setting, ply: int) -> list[Alternative]:
    """The best alternatives of the decisions at ``ply``, the best one first; none where nothing is weighed.

    Speeches have no countable alternatives. Of ballots only those are that change who leaves or leads.
    """
    moment = Moment(ref, setting, ply)
    found = [(d, r, a) for d, r in _decisions(ref, setting, ply) for a in _others(ref, ply, d, r)]
    if not found:
        return []
    before = _Played(ref, moment)
    first = max(FEWEST, SCREEN // len(found))
    scores: list[tuple[float, int, Decision, Request, Decision, str]] = []
    for decision, request, other in found:
        seat_side = _side(ref, setting, decision.seat)
        pairs = before.pairs(other, seat_side, first)
        if len(pairs) > 1:
            scores.append((paired(pairs).gain, len(scores), decision, request, other, seat_side))
    scores.sort(key=lambda row: (-row[0], row[1]))
    final = []
    for _, _, decision, request, other, seat_side in scores[:FINALISTS]:
        worlds = first + _STEP
        gain = paired(before.pairs(other, seat_side, worlds, first))
        while gain.half > WIDEST and worlds < first + LAST:
            worlds += _STEP
            # The worlds of the first round chose the finalists: they are not counted again.
            gain = paired(before.pairs(other, seat_side, worlds, first))
        was = (decision.verb, decision.targets)
        final.append(
            Alternative(ply, decision.seat, request.kind, was, other.verb, other.targets, seat_side, gain)
        )
    return sorted(final, key=lambda a: (-a.gain.gain, a.seat, a.targets))


class _Played:
    """Outcomes by world and answer, each played once."""

    def __init__(self, ref: Reference, moment: Moment) -> None:
        self._moment = moment
        self._was = {m.seat: m for m in ref.answers.get(moment.ply, ()) if isinstance(m, Decision)}
        self._known: dict[tuple[int, Decision | None], str] = {}
        self._worlds: list[int] = []
        self._next = 0

    def pairs(self, other: Decision, side_of: str, upto: int, since: int = 0) -> list[tuple[bool, bool]]:
        """In the worlds from ``since`` to ``upto``: whether the side won, and whether it would have."""
        while len(self._worlds) < upto and self._next < _TRIES * upto:
            if self._winner(self._next, None):
                self._worlds.append(self._next)
            self._next += 1
        found = []
        for index in self._worlds[since:upto]:
            then = self._winner(index, other)
            if then:
                found.append((self._winner(index, None) == side_of, then == side_of))
        return found

    def _winner(self, index: int, other: Decision | None) -> str:
        key = (index, other)
        if key not in self._known:
            answers = dict(self._was)
            if other is not None:
                pack = [seat for seat, m in answers.items() if m.verb == other.verb == _KNIFE]
                answers |= {seat: other._replace(seat=seat) for seat in (*pack, other.seat)}
            self._known[key] = outcome(self._moment, index, answers)
        return self._known[key]


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
