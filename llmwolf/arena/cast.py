"""The agents of a plan, found: which model, prompt and character each is, and in which version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

import llmwolf
from llmwolf.arena.plan import Agent, settings_of
from llmwolf.boards import Board
from llmwolf.boards.shares import engine_digest
from llmwolf.players.personas import Persona, find_persona, personas
from llmwolf.rules.errors import SetupError

if TYPE_CHECKING:
    from llmwolf.llm.config import Config, ModelSpec
    from llmwolf.llm.prices import Price

_PACKAGE: Final = Path(__file__).parent.parent
_ASKING: Final = "llm/prompt"
"""The source of what models are asked, beside the files of the prompt set."""


@dataclass(frozen=True, slots=True)
class Cast:
    """``specs`` are the models by agent, ``versions`` a word for each agent that changes when it does.

    ``named`` are the characters of the agents that have one of their own, ``free`` those that are drawn for
    the seats of all others.
    """

    specs: Mapping[str, ModelSpec] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, Persona] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    free: tuple[Persona, ...] = ()


def cast_of(agents: Iterable[Agent], config: Config | None = None) -> Cast:
    """The ``agents`` of a plan, models as ``config`` has them (``None``: as the user's files do).

    Raises :class:`~llmwolf.rules.errors.SetupError` for one that is not there, in one line.
    """
    specs: dict[str, ModelSpec] = {}
    prompts: dict[str, str] = {}
    named: dict[str, Persona] = {}
    versions: dict[str, str] = {}
    for agent in agents:
        persona = agent.persona
        if agent.kind == "model":
            from llmwolf.llm.prompt import prompt_set

            config = config or _configured()
            spec = config.model(agent.model, agent.base_url)
            specs[agent.id] = replace(spec, settings=settings_of(agent, spec.settings))
            prompts[agent.id] = prompt_set(specs[agent.id].settings.prompt).label
            persona = persona or spec.persona
            versions[agent.id] = f"{specs[agent.id].label} {prompts[agent.id]} {_asking()}"
        else:
            versions[agent.id] = f"bot:{agent.level}"
        if persona:
            named[agent.id] = find_persona(persona)
            versions[agent.id] += f" {named[agent.id].label}"
    taken = {persona.id for persona in named.values()}
    free = tuple(persona for persona in personas().values() if persona.id not in taken)
    return Cast(specs, prompts, named, versions, free)


def prices_of(agents: Iterable[Agent]) -> dict[str, Price | None]:
    """What the models among ``agents`` cost, as the user's files have it; ``None``: they do not know it."""
    found: dict[str, Price | None] = {}
    for agent in agents:
        if agent.kind == "model":
            try:
                found |= {name: spec.price for name, spec in cast_of([agent]).specs.items()}
            except SetupError:  # a report is read where no key is, and where the model is not known
                found[agent.id] = None
    return found


def engine() -> str:
    """The version of the rules, the cards and the bots."""
    return f"{llmwolf.__version__}+{engine_digest()}"


def board_version(board: Board) -> str:
    """A digest of the board's cards, night and house rules."""
    told = repr((board.id, board.cards, board.events, board.hours, board.profile.first_night, board.rules))
    return blake2b(told.encode(), digest_size=8).hexdigest()


def _configured() -> Config:
    import os

    from llmwolf.llm.config import load_config

    return load_config(os.environ)


@cache
def _asking() -> str:
    state = blake2b(digest_size=4)
    for path in sorted((_PACKAGE / _ASKING).rglob("*.py")):
        state.update(path.read_bytes())
    return state.hexdigest()
