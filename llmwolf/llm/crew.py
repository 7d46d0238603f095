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
from llmwolf.llm.prompt import build_prompt, prompt_set
from llmwolf.llm.prompt.rulebook import rulebook
from llmwolf.llm.remedy import name_for, toml_key
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Patience
from llmwolf.llm.tokens import estimate
from llmwolf.llm.usage import CallLog, Usage, headings, total
from llmwolf.rules.game import Game

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
                raise _no_price(spec)
        self.players = {seat: self._player(plan, seat, spec) for seat, spec in plan.specs.items()}
        self._prices = {seat: spec.price for seat, spec in plan.specs.items()}
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

    def afford(self, game: Game) -> None:
        """Raise :class:`EndpointError` where the budget is too small for one call of any seat of ``game``.

        Of a seat that is not asked yet the rules alone are counted.
        """
        short = [self.budget.short_of(*self.least(seat, game)) for seat in self.players]
        told = [words for words in short if words]
        if told and len(told) == len(short):
            raise EndpointError(told[0])

    def least(self, seat: int, game: Game) -> tuple[int, int, float]:
        """The tokens of the next prompt and the reply of ``seat``, and what they may cost."""
        view, player = game.view(seat), self.players[seat]
        settings = player.settings
        if view.request is None:
            told = rulebook(view.facts.cards, view.rules, settings)
        else:
            told = "".join(build_prompt(view, settings, player.persona).blocks().values())
        prompt, reply, price = estimate(told), settings.max_tokens, self._prices[seat]
        return prompt, reply, price.of(Usage(prompt, completion=reply)) if price else 0.0

    @property
    def paid(self) -> bool:
        """Whether calls cost something: those that are played from a cassette do not."""
        return not self._tapes

    @property
    def _tapes(self) -> list[Replaying]:
        return [client for client in self._clients.values() if isinstance(client, Replaying)]

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
        several = [f"{label}: {log.line(lang, self.paid)}" for label, log in models.items()]
        reached = [self.budget.sentence(lang)] if self.budget.reached else []
        played = [line for tape in self._tapes for line in tape.lines(lang)]
        together = self.total().line(lang, self.paid)
        return [*(several if len(models) > 1 else ()), together, *reached, *played]

    def table(self, lang: str) -> list[tuple[str, ...]]:
        """The counters as rows of cells: the headings, each seat with its model, and all together."""
        seat, model, everybody = ("seat", "model", "all") if lang == "en" else ("座位", "模型", "合计")
        rows = [(str(n), self.models[n], *log.row()) for n, log in sorted(self.by_seat().items())]
        return [(seat, model, *headings(lang)), *rows, (everybody, "", *self.total().row())]

    async def close(self) -> None:
        """Close the clients."""
        for client in self._clients.values():
            await client.close()


def _no_price(spec: ModelSpec) -> EndpointError:
    """That money cannot be limited, and what to write where for that."""
    model, key = spec.endpoint.model, toml_key(spec.entry or name_for(spec))
    if spec.entry:
        known = f"（llmwolf.toml 里的 {spec.entry}）", f" ({spec.entry} of llmwolf.toml)"
        first, then = ("", ""), ("", "")
    else:
        known = ("", "")
        first = f" [models.{key}]（endpoint、model）和", f" [models.{key}] (endpoint, model) and"
        then = f"，再用 --model {key}", f" and name --model {key}"
    return EndpointError(
        (
            f"不知道 {model}{known[0]} 的价格，--max-cost 就无从算起；在 llmwolf.toml 里写{first[0]} "
            f"[models.{key}.price]（prompt 和 completion：每百万词元几美元，自己的服务写 0）{then[0]}；"
            "或改用 --max-tokens",
            f"the price of {model}{known[1]} is not known, so --max-cost cannot hold; write{first[1]}"
            f" [models.{key}.price] (prompt and completion: US dollars for a million tokens, 0 for your own"
            f" server) into llmwolf.toml{then[1]}; or use --max-tokens",
        )
    )
