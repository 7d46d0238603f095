"""Which seats are models, and which: the options of a command, put together to a crew."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from llmwolf.llm.config import Config, ModelSpec
    from llmwolf.llm.crew import Crew
    from llmwolf.table.seating import Plan, SeatPlan


@dataclass(slots=True)
class ModelChoice:
    """The model seats that a command line asks for: ``names`` is seat → model (empty: the default one)."""

    names: Mapping[int, str]
    base_url: str = ""
    prompt: str = ""
    max_cost: float | None = None
    max_tokens: int | None = None
    record: Path | None = None
    replay: Path | None = None
    _config: Config | None = field(default=None, repr=False)

    @classmethod
    def of(
        cls,
        size: int,
        model: str | None = None,
        base_url: str | None = None,
        models: str | None = None,
        seats: tuple[str, ...] = (),
        prompt: str | None = None,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        record: Path | None = None,
        replay: Path | None = None,
    ) -> ModelChoice:
        """The choice for a table of ``size`` seats; raises :class:`click.BadParameter`."""
        if record and replay:
            raise click.UsageError("--record and --replay do not go together")
        own = by_seat("--seat", seats, size)
        everywhere = models or ("all" if (model or replay) and not own else "0")
        names = dict.fromkeys(_seats(everywhere, size), model or "") | own
        if (record or replay or prompt or max_cost or max_tokens) and not names:
            raise click.UsageError("no seat is a model; say which with --model NAME, --models or --seat")
        return cls(
            dict(sorted(names.items())), base_url or "", prompt or "", max_cost, max_tokens, record, replay
        )

    def plans(self, level: str, voices: Mapping[int, str]) -> dict[int, SeatPlan]:
        """How the model seats stand in a plan; ``voices`` are the personas that were named."""
        from llmwolf.llm.prompt import prompt_set
        from llmwolf.table.seating import SeatPlan

        found = {}
        for seat in self.names:
            spec = self.spec(seat)
            persona = voices.get(seat, "") or spec.persona
            label = prompt_set(spec.settings.prompt).label
            found[seat] = SeatPlan("model", level, model=spec.label, prompt=label, persona=persona)
        return found

    def spec(self, seat: int) -> ModelSpec:
        """The model of ``seat``; raises :class:`~llmwolf.llm.endpoint.EndpointError`."""
        spec = self.config.for_seat(seat, self.names[seat], self.base_url)
        return replace(spec, settings=replace(spec.settings, prompt=self.prompt or spec.settings.prompt))

    @property
    def config(self) -> Config:
        """The configuration; read once."""
        from llmwolf.llm.config import load_config

        if self._config is None:
            self._config = replace(load_config(os.environ), needs_keys=self.replay is None)
        return self._config

    def crew(self, plan: Plan, number: int) -> Crew:
        """The model seats of game ``number`` of a series; raises :class:`SetupError`."""
        from llmwolf.llm.budget import Budget
        from llmwolf.llm.cassette import taped
        from llmwolf.llm.crew import Crew, CrewPlan
        from llmwolf.llm.learned import user_memory
        from llmwolf.players.personas import persona_text
        from llmwolf.table.seating import voices_of

        voices = voices_of(plan, plan.board.seats)
        cost = self.config.max_cost if self.max_cost is None else self.max_cost
        tokens = self.config.max_tokens if self.max_tokens is None else self.max_tokens
        return Crew(
            CrewPlan(
                {seat: self.spec(seat) for seat in self.names},
                plan.lang,
                plan.seed,
                {seat: persona_text(voices[seat], plan.lang) for seat in self.names},
                Budget(tokens, cost),
                taped(self.record, self.replay, number),
                None if self.replay else user_memory(),
            )
        )


def by_seat(option: str, given: tuple[str, ...], size: int) -> dict[int, str]:
    """``3=name`` of each; raises :class:`click.BadParameter` where a seat is not at the table."""
    found = {}
    for item in given:
        seat, equals, name = item.partition("=")
        if not equals or not name or not seat.isdecimal() or not 1 <= int(seat) <= size:
            raise click.BadParameter(
                f"{item!r} is not SEAT=NAME with a seat from 1 to {size}", param_hint=option
            )
        found[int(seat)] = name
    return found


def _seats(text: str, size: int) -> list[int]:
    """``all``, so many seats from the first on, or a list with commas."""
    if text == "all":
        return list(range(1, size + 1))
    parts = text.split(",")
    if not all(part.isdecimal() for part in parts) or any(int(part) > size for part in parts):
        raise click.BadParameter(
            f"{text!r} is not all, a number up to {size}, or seats such as 1,3,5", param_hint="--models"
        )
    numbers = [int(part) for part in parts]
    if len(numbers) == 1:
        return list(range(1, numbers[0] + 1))
    if 0 in numbers:
        raise click.BadParameter("seats are counted from 1", param_hint="--models")
    return sorted(set(numbers))
