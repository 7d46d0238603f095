"""The agents of a plan, found: which model, prompt and character each is, and in which version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from re import compile as pattern
from typing import TYPE_CHECKING, Final

import llmwolf
from llmwolf.arena.errors import AgentError, ArenaError
from llmwolf.arena.plan import Agent, settings_of
from llmwolf.boards import Board
from llmwolf.boards.shares import engine_digest
from llmwolf.players.personas import Persona, find_persona, personas
from llmwolf.players.told import ToldError
from llmwolf.rules.errors import SetupError

if TYPE_CHECKING:
    from llmwolf.llm.config import Config, ModelSpec
    from llmwolf.llm.prices import Price

_PACKAGE: Final = Path(__file__).parent.parent
_ASKING: Final = "llm/prompt"
"""The source of what models are asked, beside the files of the prompt set."""
_PROMPT: Final = pattern(r" (\S+@[0-9a-f]+) [0-9a-f]+(?: |$)")
"""Where the prompt set stands in an agent's version."""


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

    Raises :class:`AgentError` for one that is not there, in one line that names the key of the plan, and
    :class:`~llmwolf.rules.errors.SetupError` where the user's files are not in order.
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
            with _of(agent, "model"):
                spec = config.model(agent.model, agent.base_url)
            specs[agent.id] = replace(spec, settings=settings_of(agent, spec.settings))
            with _of(agent, "prompt"):
                prompts[agent.id] = prompt_set(specs[agent.id].settings.prompt).label
            persona = persona or spec.persona
            versions[agent.id] = f"{specs[agent.id].label} {prompts[agent.id]} {_asking()}"
        else:
            versions[agent.id] = f"bot:{agent.level}"
        if persona:
            with _of(agent, "persona"):
                named[agent.id] = find_persona(persona)
            versions[agent.id] += f" {named[agent.id].label}"
    taken = {persona.id for persona in named.values()}
    free = tuple(persona for persona in personas().values() if persona.id not in taken)
    return Cast(specs, prompts, named, versions, free)


@contextmanager
def _of(agent: Agent, key: str) -> Iterator[None]:
    """Say with a mistake whose it is."""
    try:
        yield
    except ToldError as error:
        raise AgentError(agent.id, key, error.words) from None


def check_windows(cast: Cast, boards: Iterable[Board], lang: str) -> None:
    """Raise :class:`ArenaError` where the prompts of a board outgrow the window that a model is given.

    A seat without room for its prompt is never asked: a stand-in would play in its place.
    """
    from llmwolf.llm.prompt import smallest_window

    for board in boards:
        for agent, spec in cast.specs.items():
            settings = replace(spec.settings, lang=lang)
            least, window = smallest_window(board.cards, board.rules, settings), settings.context_tokens
            if window < least:
                raise ArenaError(
                    (
                        f"agents.{agent}.settings.context_tokens（或 llmwolf.toml 里的 context）是 {window}："
                        f"棋盘 {board.id} 的提示词装不下；至少要 {least}",
                        f"agents.{agent}.settings.context_tokens (or context in llmwolf.toml) is {window}:"
                        f" the prompts of the board {board.id} have no room; {least} or more is wanted",
                    )
                )


def prompt_in(version: str) -> str:
    """The prompt set, with its digest, in an agent's ``version`` (:class:`Cast`); empty: it has none."""
    found = _PROMPT.search(version)
    return found[1] if found else ""


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
