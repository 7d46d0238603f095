"""Two games that differ only in what a seat may not know put the same bytes before it (L22, L24, X-2).

The worlds are those of ``tests/properties/worlds.py``; instead of the view, what is compared is all that a
service receives for the seat: the messages of its question and of its poll, and both schemas.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random

import pytest

from llmwolf.llm.memory import Memory
from llmwolf.llm.prompt import Prompter, poll_request
from llmwolf.llm.schema import constant_schema, exact_schema
from llmwolf.llm.settings import Settings
from llmwolf.rules.asks import PASS, Decision, Request
from llmwolf.rules.claims import Claim
from llmwolf.rules.spec import Spec
from tests.properties.test_two_worlds import apart, spec_of, swap
from tests.properties.worlds import Moment, Pair, World

BOARDS = ("official-12", "last-words-8", "new-moon-9", "crowd-at-dawn", "millers-8", "guard-12", "bomber-10")
GAMES = 200
PARTS = 4
"""The games are divided, so that a failure says more than that one of two hundred failed."""
SPEECHES = (
    ("我是预言家，昨晚查验{n}号是狼人，今天归票{n}号。", ("role", "check", "vote")),
    ("{n}号发言划水，先放一放，我站边警长。", ("suspect",)),
    ("过", ()),
)


class PromptWorld(World):
    """A world whose onlooker is a model seat: what it sees is what it is asked with."""

    def __init__(self, spec: Spec, onlooker: int, number: int) -> None:
        super().__init__(spec, onlooker, number)
        self.prompts = 0
        self._settings = Settings(lang=("zh", "en")[spec.seed % 2], seed=spec.seed, context_tokens=8_000)
        self._prompter = Prompter(self._settings, "沉稳。话少。")
        self._memory = Memory(self._settings.lang)

    def moment(self) -> Moment:
        """What is owed by now, and every byte that goes out for the onlooker."""
        view = self.game.view(self.onlooker)
        asked = []
        if view.request is not None:
            asked.append((view.request, self._prompter.ask(view, self._memory)))
            self._memory.add(view.facts.day, f"{view.request.kind}{len(view.log)}", view.facts.stage)
        if view.rights:
            asked.append((poll_request(view), self._prompter.poll(view, "ballot", self._memory)))
        self.prompts += len(asked)
        seats, settings = view.facts.seats, self._settings
        sent = [
            (prompt.messages(), constant_schema(settings), exact_schema(request, seats, settings))
            for request, prompt in asked
        ]
        return Moment(self._owed.now(), json.dumps(sent, ensure_ascii=False))


class PromptPair(Pair):
    """Two such worlds in which the players speak, and claim what they like."""

    def __init__(
        self, specs: tuple[Spec, Spec], onlooker: int, swapped: tuple[int, ...] = (),
        acts: tuple[str, ...] = (), since: int = 1, fixed: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(specs, onlooker, swapped, acts, since, fixed)
        self.seen = (PromptWorld(specs[0], onlooker, 0), PromptWorld(specs[1], onlooker, 1))
        self.worlds = self.seen

    def _decide(self, world: World, request: Request, verb: str, targets: tuple[int, ...]) -> Decision:
        plain = super()._decide(world, request, verb, targets)
        if request.kind != "speak" or verb == PASS:
            return plain
        facts = world.game.judge.facts
        rng = self.draw("words", facts.day, facts.stage, request.seat)
        words, acts = rng.choice(SPEECHES)
        seat = rng.randint(1, facts.seats)
        claims = tuple(
            Claim("role", value="seer")
            if act == "role"
            else Claim(act, (seat,), "wolf" if act == "check" else "")
            for act in acts
        )
        return plain._replace(text=words.format(n=seat), claims=claims)


def pairs(number: int) -> Iterator[PromptPair]:
    """The game ``number``, seen from each of its seats: with swapped cards, or with other hidden acts."""
    board, turn = BOARDS[number % len(BOARDS)], number // len(BOARDS)
    spec = spec_of(board, turn)
    for onlooker in range(1, spec.seats + 1):
        rng = Random(f"prompts/{number}/{onlooker}")
        swapped = swap(spec, onlooker, rng) if (turn + onlooker) % 3 else None
        if swapped is not None:
            other, seats = swapped
            yield PromptPair((spec, other), onlooker, seats)
        else:
            yield PromptPair((spec, spec), onlooker, acts=apart(spec, rng), since=rng.randint(1, 2))


@pytest.mark.parametrize("part", range(PARTS))
def test_L22_L24_a_seat_is_asked_with_the_same_bytes_in_worlds_it_cannot_tell_apart(part: int) -> None:
    prompts = late = compared = 0
    for number in range(part, GAMES, PARTS):
        for pair in pairs(number):
            late += pair.compare().day > 1
            prompts += pair.seen[0].prompts
            compared += 1
    assert compared > 8 * GAMES // PARTS
    assert prompts > 10 * compared
    assert late > compared // 3


def test_the_seats_whose_cards_changed_places_are_asked_with_other_bytes() -> None:
    """Otherwise the comparison would prove nothing."""
    for number in range(7, 21):
        for pair in pairs(number):
            for seat in pair.swapped:
                views = [world.game.view(seat) for world in pair.worlds]
                assert len({Prompter(Settings()).poll(view, "ballot").private for view in views}) == 2
