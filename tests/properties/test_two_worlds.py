"""Two games that differ only in what a seat may not know show it the same bytes (X-2).

Two seats A and B swap their cards. In the other world each plays the other's hidden part: who was
seer at A is seer at B and checks the same players. All that is done in public is done by the same
seats. As long as the two worlds owe the onlooker the same answers, everything the onlooker can see
must be equal: log, request, rights, who is asked, facts, hand.

The answers are keyed draws, so that both worlds draw the same: hidden acts by the card's holder, public
ones by the seat. They avoid what would rightly tell the worlds apart (the swapped hunter shooting,
the onlooking seer checking A or B), and a run ends where the rules themselves do (a game is over,
the idiot among the two is exiled).
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from random import Random

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.roles import registry
from llmwolf.rules.asks import PASS, CutIn, Decision, Request
from llmwolf.rules.chapters.setup import deal
from llmwolf.rules.game import Game
from tests.properties.drive import BOARDS

RUNS = 25


class World:
    """One of the two games, seen by ``onlooker``."""

    def __init__(self, board: str, dealt: tuple[str, ...], onlooker: int, seed: int) -> None:
        self.game = Game(spec_for(find_board(board), seed, dealt=dealt), registry())
        self.dealt = dealt
        self.onlooker = onlooker
        self._told = 0
        self._digest = blake2b()

    def seen(self) -> tuple[object, ...]:
        """All that the onlooker can see; the log as its length and a digest of its bytes."""
        view = self.game.view(self.onlooker)
        for event in view.log[self._told :]:
            self._digest.update(repr(event).encode())
        self._told = len(view.log)
        return (
            self._told, self._digest.hexdigest(),
            repr((view.request, view.rights, view.asked, view.facts, view.hand, view.rules)),
        )  # fmt: skip

    def holder(self, card: str) -> int:
        """The seat that a card of which there is one was dealt to."""
        return self.dealt.index(card) + 1


class Pair:
    """Both worlds, and the answers that are given in them."""

    def __init__(self, board: str, onlooker: int, seed: int) -> None:
        self.seed = seed
        cards = find_board(board).cards
        one = deal(cards, seed)
        self.swapped = self._choose(one, onlooker, Random(seed))
        a, b = self.swapped
        other = list(one)
        other[a - 1], other[b - 1] = one[b - 1], one[a - 1]
        self.cards = {one[a - 1], one[b - 1]}
        self.worlds = (World(board, one, onlooker, seed), World(board, tuple(other), onlooker, seed))
        self.onlooker = onlooker

    @staticmethod
    def _choose(dealt: tuple[str, ...], onlooker: int, rng: Random) -> tuple[int, int]:
        """Two seats with different cards that the onlooker cannot tell apart from its own card."""
        wolf = onlooker and dealt[onlooker - 1] == "werewolf"
        seats = [
            seat
            for seat, card in enumerate(dealt, 1)
            if seat != onlooker and not (wolf and card == "werewolf")
        ]
        while True:
            a, b = rng.sample(seats, 2)
            if dealt[a - 1] != dealt[b - 1]:
                return a, b

    # -- the answers ---------------------------------------------------------------------------

    def draw(self, *key: object) -> Random:
        """The dice of one answer, the same in both worlds."""
        return Random(repr((self.seed, key)))

    def answer(self, world: World, request: Request) -> Decision:
        """What ``request`` is answered with: a draw keyed by its public place, or by the card asked."""
        facts = world.game.judge.facts
        place = (facts.day, request.kind, facts.stage)
        if request.kind in ("whisper", "knife", "check", "guard", "potion", "last_act"):
            verb, target = self._hidden(world, request, place)
        else:
            verb, target = self._public(request, place)
        text = "过" if verb in ("say", "whisper") else ""
        return Decision(world.game.ply, request.seat, verb, (target,) if target else (), text)

    def _public(self, request: Request, place: tuple[object, ...]) -> tuple[str, int]:
        rng = self.draw(place, request.seat)
        choice = rng.choice(request.choices)
        if request.may_pass and rng.random() < 0.2:
            return PASS, 0
        return choice.verb, rng.choice(choice.pool) if choice.most and choice.pool else 0

    def _hidden(self, world: World, request: Request, place: tuple[object, ...]) -> tuple[str, int]:
        rng = self.draw(place, "hidden")
        living = world.game.judge.facts.living
        clear = [seat for seat in living if seat not in self.swapped]
        legal = {choice.verb: choice.pool for choice in request.choices}
        match request.kind:
            case "whisper":
                return ("whisper", rng.choice(living)) if request.seat not in self.swapped else (PASS, 0)
            case "knife":
                return "knife", rng.choice(living)
            case "last_act":
                return ("shoot", rng.choice(living)) if "hunter" not in self.cards else (PASS, 0)
            case "check" if self.onlooker == request.seat or "seer" in self.cards:
                others = [seat for seat in clear if seat in legal["check"]]
                return ("check", rng.choice(others)) if others else (PASS, 0)
            case "check":
                return "check", rng.choice(legal["check"])
        card = "guard" if request.kind == "guard" else "witch"
        if any(each.holder(card) not in living for each in self.worlds):
            return PASS, 0  # dead in the other world, where nobody acts
        if request.kind == "guard":
            return "guard", rng.choice(legal["guard"])
        saves, poisons = rng.random() < 0.5, rng.random() < 0.3
        if saves and "save" in legal and self._safe(legal["save"][0]):
            return "save", legal["save"][0]
        targets = [seat for seat in legal.get("poison", ()) if self._safe(seat)]
        return ("poison", rng.choice(targets)) if poisons and targets else (PASS, 0)

    def _safe(self, seat: int) -> bool:
        """Whether the witch may do the same to ``seat`` in both worlds."""
        return "witch" not in self.cards or seat not in self.swapped

    # -- side by side --------------------------------------------------------------------------

    def trace(self, world: World) -> Iterator[tuple[object, ...]]:
        """What the onlooker sees whenever it is asked in secret, up to where something is asked in public.

        In between the table waits for others, in one world perhaps for nobody: that is no byte of any view.
        """
        while True:
            ask = world.game.ask
            if ask is None or ask.public:
                yield world.seen()
                return
            if self.onlooker in [request.seat for request in ask.requests]:
                yield world.seen()
            for request in ask.requests:
                world.game.submit(self.answer(world, request))

    def public_step(self) -> None:
        """The same public answers, or the same act out of turn, in both worlds."""
        ask = self.worlds[0].game.ask
        assert ask is not None
        facts = self.worlds[0].game.judge.facts
        rng = self.draw(facts.day, ask.stage, ask.requests[0].seat, len(facts.withdrawn), "cut in")
        common = [
            right for right in ask.rights if right.seat not in self.swapped or right.choice.verb == "withdraw"
        ]
        if common and rng.random() < 0.04:
            right = rng.choice(common)
            for world in self.worlds:
                world.game.cut_in(CutIn(world.game.ply, right.seat, right.choice.verb, (), "我"))
            return
        for world in self.worlds:
            assert world.game.ask is not None
            for request in world.game.ask.requests:
                world.game.submit(self.answer(world, request))

    def told_apart(self) -> bool:
        """Whether the rules themselves tell the worlds apart from here on."""
        if any(world.game.over for world in self.worlds):
            return True
        exiled = self.worlds[0].game.judge.facts.exiles.values()
        return "idiot" in self.cards and bool(set(exiled) & set(self.swapped))

    def compare(self) -> tuple[int, int]:
        """Play both to where they part; returns how many moments were compared and the last day."""
        moments = 0
        one, other = self.worlds
        while True:
            traces = [list(self.trace(world)) for world in self.worlds]
            if self.told_apart():
                return moments, one.game.judge.facts.day
            doomed = [sorted(world.game.judge.hidden.doomed) for world in self.worlds]
            assert doomed[0] == doomed[1], "the worlds were played differently"
            assert traces[0] == traces[1]
            assert one.game.ask is not None
            assert other.game.ask is not None
            assert one.game.ask.requests == other.game.ask.requests
            moments += len(traces[0])
            self.public_step()


@pytest.mark.parametrize(
    "card", ["public", "villager", "werewolf", "seer", "witch", "hunter", "idiot", "guard"]
)
def test_X_2_a_seat_sees_the_same_in_two_worlds_it_may_not_tell_apart(card: str):
    moments = late = 0
    for board in BOARDS:
        cards = find_board(board).cards
        if card != "public" and card not in cards:
            continue
        for seed in range(RUNS):
            onlooker = 0 if card == "public" else deal(cards, seed).index(card) + 1
            compared, day = Pair(board, onlooker, seed).compare()
            moments += compared
            late += day > 1
    assert moments > 1000, "the worlds were compared for long"
    assert late > 10, "and beyond the first day"


@pytest.mark.parametrize("board", BOARDS)
def test_X_2_the_worlds_do_differ_for_somebody(board: str):
    pair = Pair(board, 0, 1)
    for seat in pair.swapped:
        views = [repr(world.game.view(seat)) for world in pair.worlds]
        assert views[0] != views[1]
