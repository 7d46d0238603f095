"""One question of a recorded game, put to several agents: what would each of them say or do next?"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from llmwolf.arena.cast import Cast, cast_of
from llmwolf.arena.errors import ArenaError
from llmwolf.arena.moment import Moment
from llmwolf.arena.plan import LEVELS, SETTINGS, Agent
from llmwolf.llm.budget import Budget
from llmwolf.llm.usage import CallLog
from llmwolf.players.base import Answer, LivePlayer, PlayerFailed
from llmwolf.players.bots import make_bot
from llmwolf.players.personas import PLAIN, Persona, find_persona, persona_text
from llmwolf.players.scripted import RandomPlayer
from llmwolf.table.seating import seat_again

_KEYS: Final = ("prompt", "persona", "base_url")


@dataclass(frozen=True, slots=True)
class Word:
    """What an agent answers; ``failure`` says in one line why it does not. ``log`` counts its calls."""

    agent: str
    answer: Answer | None
    failure: str = ""
    log: CallLog = field(default_factory=CallLog)


def agent_of(told: str, number: int) -> Agent:
    """The agent that ``told`` describes: ``expert``, ``service:model``, ``name,prompt=terse,polls=0``.

    A level of the bots, or a model as plans name it; then its prompt set, persona, base_url and settings.
    Raises :class:`ArenaError` in one line.
    """
    name, *parts = [part.strip() for part in told.split(",")]
    level = name.removeprefix("bot:")
    data: dict[str, Any] = {"id": f"a{number}"}
    data |= {"kind": "bot", "level": level} if level in LEVELS else {"kind": "model", "model": name}
    settings: dict[str, Any] = {}
    for part in parts:
        key, _, value = part.partition("=")
        if key in _KEYS and value:
            data[key] = value
        elif key in SETTINGS and value:
            settings[key] = _value(told, key, value)
        else:
            listed = ", ".join((*_KEYS, *SETTINGS))
            raise ArenaError(
                (
                    f"--agent {told!r}：看不懂 {part!r}；可写 键=值，键有 {listed}",
                    f"--agent {told!r}: {part!r} is not understood; write KEY=VALUE, keys are {listed}",
                )
            )
    if settings:
        data["settings"] = settings
    try:
        return Agent.model_validate(data)
    except ValidationError as error:
        why = error.errors(include_url=False, include_input=False)[0]["msg"].removeprefix("Value error, ")
        raise ArenaError(f"--agent {told!r}: {why}") from None


def _value(told: str, key: str, value: str) -> Any:
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        raise ArenaError(
            (
                f"--agent {told!r}：{key} 要一个数，或 true / false",
                f"--agent {told!r}: {key} wants a number, or true / false",
            )
        ) from None


def ask_all(
    moment: Moment, agents: Sequence[Agent], names: Sequence[str], lang: str, budget: Budget
) -> list[Word]:
    """What each of ``agents`` answers at ``moment``, asked at once, with one call each (two after a slip).

    Nobody remembers anything but what the seat heard: the thoughts of who held it are another's. ``names``
    are what the agents are called. They speak as the table did, in ``lang`` where nobody spoke at all.
    Raises :class:`~llmwolf.rules.errors.SetupError` for what is not there.
    """
    cast = cast_of(agents)
    lang = moment.lang or lang
    return asyncio.run(_ask_all(moment, agents, names, cast, lang, budget))


async def _ask_all(
    moment: Moment, agents: Sequence[Agent], names: Sequence[str], cast: Cast, lang: str, budget: Budget
) -> list[Word]:
    asked = (
        _ask_model(moment, agent, name, cast, lang, budget)
        if agent.kind == "model"
        else _ask_bot(moment, agent, name, cast, lang)
        for agent, name in zip(agents, names, strict=True)
    )
    return list(await asyncio.gather(*asked))


def _voice(moment: Moment, agent: Agent, cast: Cast) -> Persona:
    """The agent's own character, else the one that the seat had."""
    had = seat_again(moment.sitter, "normal").persona
    return cast.named.get(agent.id) or (find_persona(had) if had else PLAIN)


async def _ask_bot(moment: Moment, agent: Agent, name: str, cast: Cast, lang: str) -> Word:
    seat, seed = moment.sitter.seat, moment.game.spec.seed
    view = moment.game.view(seat)
    if agent.level == "random":
        return Word(name, RandomPlayer(seed + seat).answer(view))
    return Word(name, make_bot(seat, agent.level, seed, _voice(moment, agent, cast), lang).answer(view))


async def _ask_model(moment: Moment, agent: Agent, name: str, cast: Cast, lang: str, budget: Budget) -> Word:
    from llmwolf.llm.crew import Crew, CrewPlan
    from llmwolf.llm.learned import user_memory

    seat, spec = moment.sitter.seat, cast.specs[agent.id]
    text = persona_text(_voice(moment, agent, cast), lang)
    seed = moment.game.spec.seed
    crew = Crew(CrewPlan({seat: spec}, lang, seed, {seat: text}, budget, learned=user_memory()))
    player: LivePlayer = crew.players[seat]
    try:
        answer = await player.answer_live(moment.game.view(seat), lambda piece: None)
    except PlayerFailed as failure:
        return Word(name, None, spec.endpoint.mask(str(failure)), crew.total())
    finally:
        await crew.close()
    return Word(name, answer, log=crew.total())
