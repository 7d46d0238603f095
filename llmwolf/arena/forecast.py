"""What a tournament will come to, from games of bots in which every prompt of a model is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING, Final

from llmwolf.arena.cast import Cast
from llmwolf.arena.plan import Plan
from llmwolf.arena.table import STAND_IN, Sitting, play_bots, sit_down
from llmwolf.boards import Board
from llmwolf.llm.usage import Usage
from llmwolf.players.base import Player
from llmwolf.players.bots import make_bot
from llmwolf.players.personas import find_persona, persona_text
from llmwolf.roles import registry
from llmwolf.rules.game import Game
from llmwolf.table.seating import spec_of

if TYPE_CHECKING:
    from llmwolf.arena.schedule import Fixture
    from llmwolf.llm.prompt import Prompter

SECONDS: Final = 3.0
"""What a call is taken to last: a forecast knows no service."""
_FRESH: Final = 0.25
"""The share of prompts that a service has not read before, where it remembers them at all."""
_AROUND: Final = 60
"""Tokens of a reply beside its texts: names, quotes, targets."""


@dataclass(slots=True)
class Forecast:
    """Games with and without models, and what the former will come to, roughly.

    ``cost`` is if no service remembers a prompt, ``cost_cached`` if all do; ``unpriced`` are agents whose
    price is not known. ``seconds`` is at :data:`SECONDS` a call. ``chains`` are the calls of all games that
    wait for one another, ``at_once`` games and ``limit`` calls may be under way together.
    """

    bot_games: int = 0
    model_games: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    cost: float = 0.0
    cost_cached: float = 0.0
    unpriced: list[str] = field(default_factory=list)
    bot_seconds: float = 0.0
    chains: float = 0.0
    at_once: int = 1
    limit: int = 1

    @property
    def seconds(self) -> float:
        """How long it will take."""
        return self.seconds_with(self.at_once)

    def seconds_with(self, at_once: int) -> float:
        """How long it would take with so many games side by side."""
        if not self.model_games:
            return self.bot_seconds
        side_by_side = max(1, min(at_once, self.model_games))
        return max(self.chains / side_by_side, self.calls / self.limit) * SECONDS + self.bot_seconds

    @property
    def enough(self) -> int:
        """So many games side by side that more would shorten nothing."""
        if not self.calls:
            return 1
        return max(1, min(self.model_games, ceil(self.chains * self.limit / self.calls)))

    @property
    def tokens(self) -> int:
        """Prompts and replies."""
        return self.prompt_tokens + self.reply_tokens


@dataclass(slots=True)
class _Sample:
    """What was counted in one game: by agent the seats and their calls, prompts and replies; the chain."""

    seats: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    prompts: Counter[str] = field(default_factory=Counter)
    replies: Counter[str] = field(default_factory=Counter)
    chain: int = 0


def forecast(
    plan: Plan, cast: Cast, boards: Mapping[str, Board], fixtures: Iterable[Fixture], jobs: int
) -> Forecast:
    """What ``fixtures``, those of ``plan`` that are still to be played, will come to."""
    found = Forecast(at_once=plan.concurrency)
    timed: dict[str, float] = {}
    samples: dict[str, _Sample] = {}
    bot_seconds = 0.0
    for fixture in fixtures:
        board = fixture.board
        sitting = sit_down(plan, cast, boards[board], fixture)
        if not sitting.asks_models:
            found.bot_games += 1
            if board not in timed:
                began = perf_counter()
                play_bots(sitting)
                timed[board] = perf_counter() - began
            bot_seconds += timed[board]
            continue
        found.model_games += 1
        if board not in samples or not samples[board].seats.keys() >= _asked(sitting):
            samples[board] = _merged(samples.get(board), _sample(sitting, cast))
        sample = samples[board]
        found.chains += sample.chain
        for name in (sitting.agents[place].id for place in sitting.models):
            _add(found, cast, name, sample)
    found.unpriced = sorted(name for name, spec in cast.specs.items() if spec.price is None)
    found.limit = min((spec.endpoint.concurrency for spec in cast.specs.values()), default=1)
    found.bot_seconds = bot_seconds / jobs
    return found


def _add(found: Forecast, cast: Cast, name: str, sample: _Sample) -> None:
    """Add one seat of the agent ``name``."""
    seats = sample.seats[name]
    prompt, reply = (ceil(counts[name] / seats) for counts in (sample.prompts, sample.replies))
    found.calls += ceil(sample.calls[name] / seats)
    found.prompt_tokens += prompt
    found.reply_tokens += reply
    if price := cast.specs[name].price:
        found.cost += price.of(Usage(prompt, 0, reply))
        found.cost_cached += price.of(Usage(prompt, int(prompt * (1 - _FRESH)), reply))


def _asked(sitting: Sitting) -> set[str]:
    return {sitting.agents[place].id for place in sitting.models}


def _merged(one: _Sample | None, other: _Sample) -> _Sample:
    if one is None:
        return other
    return _Sample(
        one.seats + other.seats,
        one.calls + other.calls,
        one.prompts + other.prompts,
        one.replies + other.replies,
        max(one.chain, other.chain),
    )


def _sample(sitting: Sitting, cast: Cast) -> _Sample:
    """Play a game of bots and count what the models would be asked and would answer."""
    from llmwolf.llm.memory import Memory
    from llmwolf.llm.prompt import Prompter
    from llmwolf.llm.tokens import estimate

    found = _Sample()
    lang, seed = sitting.lang, sitting.fixture.seed
    game = Game(spec_of(sitting.plan(), sitting.names), registry())
    bots: dict[int, Player] = {}
    prompters: dict[int, Prompter] = {}
    for place in sitting.agents:
        persona = find_persona(sitting.personas[place])
        bots[place] = make_bot(place, STAND_IN, seed, persona, lang)
        if place in sitting.models:
            name = sitting.agents[place].id
            found.seats[name] += 1
            settings = replace(cast.specs[name].settings, lang=lang, seed=seed)
            prompters[place] = Prompter(settings, persona_text(persona, lang))
    memory = Memory(lang)
    while not game.over:
        waiting, ply = game.waiting, game.ply
        found.chain += any(request.seat in prompters for request in waiting)
        for request in waiting:
            place = request.seat
            answer = bots[place].answer(game.view(place))
            if place in prompters:
                name = sitting.agents[place].id
                settings = cast.specs[name].settings
                found.calls[name] += 1
                found.prompts[name] += prompters[place].ask(game.view(place), memory).tokens
                private = settings.thought_chars + settings.plan_chars
                found.replies[name] += estimate(answer.text) + private // 2 + _AROUND
            game.submit(answer.decision(ply, place))
    return found
