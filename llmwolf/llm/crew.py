"""The model seats of one table: their clients, what they may spend, what they have cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from llmwolf.llm.budget import Budget
from llmwolf.llm.cassette import Replaying
from llmwolf.llm.client import Asker, ChatClient
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.endpoint import Endpoint, EndpointError
from llmwolf.llm.learned import Learned
from llmwolf.llm.prompt import prompt_set
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Patience
from llmwolf.llm.usage import CallLog, headings, total

Wrap = Callable[[Asker], Asker]
"""What a cassette makes of a client."""


@dataclass(frozen=True, slots=True)
class CrewPlan:
    """Which model plays which seat, and how.

    ``specs`` and ``personas`` (texts) are by seat; ``budget`` is shared by all, ``wrap`` puts a cassette
    around each client, ``learned`` is where dialects are remembered (``None``: for this game alone).
    """

    specs: Mapping[int, ModelSpec]
    lang: str = "zh"
    seed: int = 0
    personas: Mapping[int, str] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    wrap: Wrap | None = None
    learned: Learned | None = None


class Crew:
    """The model players of one table by seat. Close it when the game is over.

    Seats that ask the same endpoint share one client, so that what one learns all know, and so that no more
    calls are under way there than it allows. ``on_call`` hears of every call, for the record. ``models`` and
    ``prompts`` are by seat what the record's head says of them (E05: see :attr:`ModelSpec.label`).
    """

    def __init__(self, plan: CrewPlan, on_call: Callable[[dict[str, Any]], None] = lambda call: None) -> None:
        """Raises :class:`EndpointError` where money is limited and a price is not known."""
        self.on_call = on_call
        self.budget = plan.budget
        self._clients: dict[tuple[Endpoint, Patience], Asker] = {}
        for spec in plan.specs.values():
            if plan.budget.max_cost and spec.price is None:
                raise EndpointError(
                    f"the price of {spec.endpoint.model} is not known, so --max-cost cannot hold; give it in"
                    f" llmwolf.toml under [models.NAME.price], or use --max-tokens"
                )
        self.players = {seat: self._player(plan, seat, spec) for seat, spec in plan.specs.items()}
        self.models = {seat: spec.label for seat, spec in plan.specs.items()}
        self.prompts = {seat: prompt_set(spec.settings.prompt).label for seat, spec in plan.specs.items()}

    def _player(self, plan: CrewPlan, seat: int, spec: ModelSpec) -> ModelPlayer:
        return ModelPlayer(
            self._client(plan, spec),
            replace(spec.settings, lang=plan.lang, seed=plan.seed),
            plan.personas.get(seat, ""),
            self._called,
            budget=plan.budget,
            price=spec.price,
        )

    def _called(self, call: dict[str, Any]) -> None:
        self.on_call(call)

    def _client(self, plan: CrewPlan, spec: ModelSpec) -> Asker:
        place = (spec.endpoint, spec.patience)
        if place not in self._clients:
            client: Asker = ChatClient(spec.endpoint, spec.patience, learned=plan.learned)
            self._clients[place] = plan.wrap(client) if plan.wrap else client
        return self._clients[place]

    @property
    def keys(self) -> set[str]:
        """What must not reach a file."""
        return {client.endpoint.api_key for client in self._clients.values()} - {""}

    def by_seat(self) -> dict[int, CallLog]:
        """What the calls of each seat cost and how they went."""
        return {seat: player.log for seat, player in self.players.items()}

    def total(self) -> CallLog:
        """The same for all seats together."""
        return total(player.log for player in self.players.values())

    def by_model(self) -> dict[str, CallLog]:
        """What the calls of each model cost and how they went, by its label (E05)."""
        seats = self.by_seat()
        labels = dict.fromkeys(self.models.values())
        return {label: total(seats[seat] for seat in seats if self.models[seat] == label) for label in labels}

    def lines(self, lang: str) -> list[str]:
        """The counters for people: each model's if there are several, all together, the budget if it told,
        and which calls of a cassette were asked otherwise."""
        models = self.by_model()
        several = [f"{label}: {log.line(lang)}" for label, log in models.items()] if len(models) > 1 else []
        reached = [self.budget.sentence(lang)] if self.budget.reached else []
        tapes = [client for client in self._clients.values() if isinstance(client, Replaying)]
        played = [line for tape in tapes for line in tape.lines(lang)]
        return [*several, self.total().line(lang), *reached, *played]

    def table(self, lang: str) -> list[tuple[str, ...]]:
        """The counters as rows of cells: the headings, each seat with its model, and all together."""
        seat, model, everybody = ("seat", "model", "all") if lang == "en" else ("座位", "模型", "合计")
        rows = [(str(n), self.models[n], *log.row()) for n, log in sorted(self.by_seat().items())]
        return [(seat, model, *headings(lang)), *rows, (everybody, "", *self.total().row())]

    async def close(self) -> None:
        """Close the clients."""
        for client in self._clients.values():
            await client.close()
