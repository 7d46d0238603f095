"""The model seats of a table: which model answers at which seat, on what terms, and what it came to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llmwolf.table.seating import Plan, SeatPlan, voices_of

if TYPE_CHECKING:
    from llmwolf.llm.config import Config, ModelSpec
    from llmwolf.llm.crew import Crew
    from llmwolf.llm.seat import ModelPlayer
    from llmwolf.llm.usage import CallLog
    from llmwolf.rules.game import Game
    from llmwolf.tui.session import Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What was said of the model seats on the command line, for every game of this sitting.

    ``prompt`` names another prompt set; ``max_cost`` (US dollars a game) and ``max_tokens`` go before those
    of the configuration. ``record`` is the folder of a new cassette, ``replay`` of one to play from; each
    holds a folder for every ``game`` that was opened in this sitting, counted from 1.
    """

    prompt: str | None = None
    max_cost: float | None = None
    max_tokens: int | None = None
    record: Path | None = None
    replay: Path | None = None
    game: int = 1

    @property
    def config(self) -> Config:
        """The configuration as it is now; raises :class:`~llmwolf.llm.endpoint.EndpointError`."""
        from llmwolf.llm.config import load_config

        return replace(load_config(os.environ), needs_keys=self.replay is None)


class Models:
    """The model seats of a table, and where their calls are written down."""

    def __init__(self, setup: Setup, seats: Sequence[int], plan: Plan) -> None:
        """``plan`` says which personas sit where, and which models where the ``setup`` names none.

        Raises :class:`~llmwolf.rules.errors.SetupError` where there are such seats and a model, a prompt set
        or a cassette cannot work.
        """
        self._personas: dict[int, str] = {}
        self.crew = self._made(setup, seats, plan) if seats else None

    def _made(self, setup: Setup, seats: Sequence[int], plan: Plan) -> Crew:
        from llmwolf.llm.budget import Budget
        from llmwolf.llm.cassette import Played, taped
        from llmwolf.llm.crew import Crew, CrewPlan
        from llmwolf.llm.learned import user_memory
        from llmwolf.players.personas import persona_text

        terms, config = setup.terms, setup.terms.config
        specs = {seat: _spec(setup, config, plan.seat(seat), seat) for seat in seats}
        named = {s: replace(plan.seat(s), persona=plan.seat(s).persona or specs[s].persona) for s in seats}
        voices = voices_of(replace(plan, seats={**plan.seats, **named}), plan.board.seats)
        self._personas = {seat: named[seat].persona for seat in seats}
        texts = {seat: persona_text(voices[seat], plan.lang) for seat in seats}
        tokens = config.max_tokens if terms.max_tokens is None else terms.max_tokens
        cost = config.max_cost if terms.max_cost is None else terms.max_cost
        return Crew(
            CrewPlan(
                specs,
                plan.lang,
                plan.seed,
                texts,
                Budget(tokens, cost),
                taped(terms.record, terms.replay, terms.game, Played(plan.board.id, plan.seed)),
                None if terms.replay else user_memory(),
            )
        )

    @property
    def players(self) -> Mapping[int, ModelPlayer]:
        """By seat."""
        return self.crew.players if self.crew else {}

    @property
    def plans(self) -> dict[int, SeatPlan]:
        """How the seats stand in a plan."""
        if self.crew is None:
            return {}
        return {
            seat: SeatPlan(
                "model",
                model=self.crew.models[seat],
                prompt=self.crew.prompts[seat],
                persona=self._personas[seat],
            )
            for seat in self.crew.players
        }

    @property
    def keys(self) -> set[str]:
        """What must not reach a file."""
        return self.crew.keys if self.crew else set()

    def again(self, setup: Setup, recorded: Mapping[int, str]) -> tuple[str, ...]:
        """The options by which ``llmwolf resume`` finds these models again, on the same terms.

        ``recorded`` are their labels by seat in the record. No key is among the options.
        """
        if self.crew is None:
            return ()
        terms = setup.terms
        options = (
            *self._whereabouts(setup, recorded),
            ("--prompt", terms.prompt),
            ("--max-cost", None if terms.max_cost is None else f"{terms.max_cost:g}"),
            ("--max-tokens", terms.max_tokens),
            # A cassette of a sitting is played from its first game on.
            ("--replay", terms.replay if terms.game == 1 else None),
        )
        return tuple(word for name, value in options if value is not None for word in (name, str(value)))

    def _whereabouts(self, setup: Setup, recorded: Mapping[int, str]) -> Iterator[tuple[str, str]]:
        """What a record does not tell: where its models are, and that others took their seats."""
        from llmwolf.llm.config import name_in
        from llmwolf.llm.endpoint import normal_url

        if setup.local is not None:
            return
        endpoints = [player.client.endpoint for player in self.players.values()]
        url = normal_url(setup.base_url) if setup.base_url else ""
        keyless = all(endpoint.mask(url) == url for endpoint in endpoints)
        if keyless and any(endpoint.base_url == url for endpoint in endpoints):
            yield "--base-url", url
        if setup.model and any(name_in(label) != name_in(setup.model) for label in recorded.values()):
            yield "--model", setup.model

    def afford(self, game: Game) -> None:
        """Raise ``EndpointError`` where the budget is too small for one call of any seat of ``game``."""
        if self.crew:
            self.crew.afford(game)

    @property
    def paid(self) -> bool:
        """Whether calls cost something: those that are played from a cassette do not."""
        return self.crew is None or self.crew.paid

    def record_to(self, write: Callable[[dict[str, Any]], None]) -> None:
        """Pass every call on to ``write``."""
        if self.crew:
            self.crew.on_call = write

    def total(self) -> CallLog | None:
        """What the calls came to so far; ``None`` where no model plays."""
        return self.crew.total() if self.crew else None

    def lines(self, lang: str) -> list[str]:
        """The same for people."""
        return self.crew.lines(lang) if self.crew else []

    async def close(self) -> None:
        """Close the connections."""
        if self.crew:
            await self.crew.close()


def _spec(setup: Setup, config: Config, planned: SeatPlan, seat: int) -> ModelSpec:
    """The model of ``seat``: the form's, else the ``planned`` one of a resumed game, else the configured.

    A model that was planned has the planned prompt set too; where that is not there any more, its usual one.
    """
    from llmwolf.llm.config import name_in
    from llmwolf.llm.prompt import PromptError, prompt_set

    recorded = name_in(planned.model)
    # A whole label says that it is a record's: what cannot be found is told as that.
    name = planned.model if setup.model in ("", recorded) else setup.model
    spec = setup.local or config.for_seat(seat, name, setup.base_url)
    prompt = setup.terms.prompt
    if not prompt and setup.local is None and planned.prompt and spec.name == recorded:
        try:
            prompt = prompt_set(planned.prompt.partition("@")[0]).name
        except PromptError:
            return spec
    return replace(spec, settings=replace(spec.settings, prompt=prompt)) if prompt else spec
