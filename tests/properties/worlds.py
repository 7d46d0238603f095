"""Two games that differ only in what an onlooker may not know, played side by side (X-2).

In the other world two cards have changed places, and each seat plays the other's hidden part: who was
seer at A is seer at B and checks the same players. Or the cards are the same, and some hidden acts are
others: cupid linked another pair, the thief took the other card. All that is done in public is done by
the same seats. As long as the rules owe the onlooker the same answers in both worlds, everything that
the onlooker can see must be equal, byte for byte: log, request, rights, who is asked, facts, hand.

The answers are keyed draws, so that both worlds draw the same: hidden acts by what is asked, public
ones by the seat. They avoid much of what would rightly tell the worlds apart, so that they stay together
for long; :func:`tests.properties.owed.Owed` says when they may part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import zip_longest
from random import Random
from typing import NamedTuple

from llmwolf.roles import registry
from llmwolf.rules.asks import PASS, Choice, CutIn, Decision, Request
from llmwolf.rules.game import Game
from llmwolf.rules.spec import Spec
from tests.properties.owed import Owed

KNOWN_TO_PACK = ("knife", "whisper")
"""What the pack hears of its own; the rest of the night each seat does alone."""
TELLING = ("link", "pipe")
"""Acts that their targets learn of."""


class Moment(NamedTuple):
    """What the rules owe the onlooker by now, and all that it can see."""

    owed: object
    seen: object


class World:
    """One of the two games, seen by ``onlooker``; ``number`` tells it from the other."""

    def __init__(self, spec: Spec, onlooker: int, number: int) -> None:
        self.game = Game(spec, registry())
        self.onlooker = onlooker
        self.number = number
        self._owed = Owed(self.game, onlooker)
        self._told = 0
        self._digest = blake2b()

    def moment(self) -> Moment:
        """Now; the log as its length and a digest of its bytes."""
        view = self.game.view(self.onlooker)
        for event in view.log[self._told :]:
            self._digest.update(repr(event).encode())
        self._told = len(view.log)
        rest = repr((view.request, view.rights, view.asked, view.facts, view.hand, view.rules))
        return Moment(self._owed.now(), (self._told, self._digest.hexdigest(), rest))


class Compared(NamedTuple):
    """For how long two worlds were the same: moments, and the last day."""

    moments: int
    day: int


class Pair:
    """Both worlds, and the answers that are given in them.

    ``swapped`` are the seats that hold other cards in the other world, or come to; ``apart`` the kinds of
    hidden acts that are drawn anew in each world from night ``since`` on; ``fixed`` targets that an act has
    in both.
    """

    def __init__(
        self,
        specs: tuple[Spec, Spec],
        onlooker: int,
        swapped: tuple[int, ...] = (),
        apart: tuple[str, ...] = (),
        since: int = 1,
        fixed: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        self.seed = specs[0].seed
        self.onlooker = onlooker
        self.worlds = (World(specs[0], onlooker, 0), World(specs[1], onlooker, 1))
        self.swapped = swapped
        self.apart = apart
        self.since = since
        self.fixed = dict(fixed or {})

    def draw(self, *key: object) -> Random:
        """The dice of one answer, the same in both worlds."""
        return Random(repr((self.seed, key)))

    # -- hidden acts ---------------------------------------------------------------------------

    def hidden(self, world: World, request: Request) -> Decision:
        """The answer to what is asked in secret: a draw keyed by what is asked."""
        facts = world.game.judge.facts
        seat, kind = request.seat, request.kind
        anew = self._is_apart(world, request)
        rng = self.draw(facts.day, kind, world.number if anew else "both")
        mine = seat in self.swapped
        barred = set(self.swapped) if mine or (seat == self.onlooker and kind == "check") else set()
        if anew and kind in TELLING:
            barred.add(self.onlooker)
        order = rng.sample(range(1, facts.seats + 1), facts.seats)
        if anew and kind == "knife" and rng.random() < 0.7:
            order = rng.choice(([], [seat for seat in order if seat in self._futile(world)]))
        passes = rng.random() < 0.15 or (mine and kind not in KNOWN_TO_PACK and self._alone(world, kind))
        if passes and request.may_pass:
            return self._decide(world, request, PASS, ())
        for choice in sorted(request.choices, key=lambda choice: rng.random() + (choice.verb == "poison")):
            targets = self._targets(choice, [s for s in order if s not in barred], self.fixed.get(kind, ()))
            if targets is not None:
                return self._decide(world, request, choice.verb, targets)
        if request.may_pass:
            return self._decide(world, request, PASS, ())
        forced = self._targets(request.choices[0], order, ())
        assert forced is not None
        return self._decide(world, request, request.choices[0].verb, forced)

    def _futile(self, world: World) -> list[int]:
        """Whom to knife tonight comes to nothing: worlds apart in this alone may stay together for long."""
        judge = world.game.judge
        guarded = [hand.last("guard", judge.facts.day) for hand in judge.hands]
        return guarded + [s for s in judge.holders("elder") if s not in judge.hidden.spent]

    def _is_apart(self, world: World, request: Request) -> bool:
        """Whether this act is another one in each world."""
        if request.kind not in self.apart or request.seat == self.onlooker:
            return False
        judge = world.game.judge
        if judge.facts.day < self.since:
            return False
        role = judge.hands[self.onlooker].role if self.onlooker else ""
        hears = bool(role) and judge.roles[role].camp == "W" and role != "hidden_wolf"
        return not (hears and request.kind in KNOWN_TO_PACK)

    def _alone(self, world: World, kind: str) -> bool:
        """Whether a swapped seat may be the only one of the two to act."""
        living = world.game.judge.facts.living
        return kind in ("last_act", "turn", "flip", "ally") or any(s not in living for s in self.swapped)

    @staticmethod
    def _targets(choice: Choice, order: list[int], fixed: tuple[int, ...]) -> tuple[int, ...] | None:
        """The first of ``order`` that are legal, as many as may be; ``None`` if there are not enough."""
        legal = [seat for seat in (*fixed, *(s for s in order if s not in fixed)) if seat in choice.pool]
        if choice.some:
            legal.sort(key=lambda seat: seat not in choice.some)
        if len(legal) < choice.least or (choice.some and not set(legal) & set(choice.some)):
            return None
        return tuple(sorted(legal[: choice.most]))

    def _decide(self, world: World, request: Request, verb: str, targets: tuple[int, ...]) -> Decision:
        text = "过" if request.text_limit else ""
        return Decision(world.game.ply, request.seat, verb, targets, text)

    # -- public acts ---------------------------------------------------------------------------

    def public(self) -> None:
        """The same public answers, or the same act out of turn, in both worlds."""
        one, other = (world.game.ask for world in self.worlds)
        assert one is not None
        assert other is not None
        asked = [[(r.seat, r.kind) for r in ask.requests] for ask in (one, other)]
        assert asked[0] == asked[1]
        facts = self.worlds[0].game.judge.facts
        place = (facts.day, one.stage, len(facts.gone), len(facts.withdrawn), facts.blasts)
        rng = self.draw(place, one.requests[0].seat, "cut in")
        rights = [right for right in one.rights if right in other.rights]
        if rights and rng.random() < 0.04:
            right = rng.choice(rights)
            order = rng.sample(right.choice.pool, len(right.choice.pool))
            targets = self._targets(right.choice, order, ()) or ()
            for world in self.worlds:
                world.game.cut_in(CutIn(world.game.ply, right.seat, right.choice.verb, targets, "我"))
            return
        for requests in zip(one.requests, other.requests, strict=True):
            verb, targets = self._spoken(requests, self.draw(place, requests[0].seat))
            for world, request in zip(self.worlds, requests, strict=True):
                world.game.submit(self._decide(world, request, verb, targets))

    def _spoken(self, requests: tuple[Request, Request], rng: Random) -> tuple[str, tuple[int, ...]]:
        """An answer that is legal in both worlds."""
        other = {choice.verb: choice for choice in requests[1].choices}
        common = [choice for choice in requests[0].choices if choice.verb in other]
        if requests[0].may_pass and (not common or rng.random() < 0.2):
            return PASS, ()
        choice = rng.choice(common)
        pool = [seat for seat in choice.pool if seat in other[choice.verb].pool]
        if len(pool) < choice.least:
            return PASS, ()
        many = rng.randint(choice.least, min(choice.most, len(pool)))
        return choice.verb, tuple(sorted(rng.sample(pool, many)))

    # -- side by side --------------------------------------------------------------------------

    def stretch(self, world: World) -> Iterator[Moment]:
        """Whenever the onlooker is asked in secret, up to where something is asked in public.

        In between the table waits for others, in one world perhaps for nobody: that is no byte of any view.
        """
        while True:
            ask = world.game.ask
            if ask is None or ask.public:
                yield world.moment()
                return
            if self.onlooker in [request.seat for request in ask.requests]:
                yield world.moment()
            for request in ask.requests:
                world.game.submit(self.hidden(world, request))

    def compare(self) -> Compared:
        """Play both to where they may part, and demand that they do not part before."""
        moments = 0
        while True:
            day = self.worlds[0].game.judge.facts.day
            for one, other in zip_longest(*[list(self.stretch(world)) for world in self.worlds]):
                assert one is not None
                assert other is not None
                if one.owed != other.owed:
                    return Compared(moments, day)
                assert one.seen == other.seen
                moments += 1
            if self.worlds[0].game.over:
                return Compared(moments, day)
            self.public()
