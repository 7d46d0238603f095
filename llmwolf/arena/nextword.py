"""One question of a recorded game, put to several agents: what would each of them say or do next?"""

from __future__ import annotations

import asyncio
import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from pydantic import ValidationError

from llmwolf.arena.cast import Cast, cast_of
from llmwolf.arena.errors import AgentError, ArenaError, in_words_of
from llmwolf.arena.moment import Moment
from llmwolf.arena.plan import LEVELS, SETTINGS, Agent, hint
from llmwolf.llm.budget import Budget
from llmwolf.llm.config import load_config
from llmwolf.llm.usage import CallLog
from llmwolf.players.base import Answer, LivePlayer, PlayerFailed
from llmwolf.players.bots import make_bot
from llmwolf.players.personas import PLAIN, Persona, find_persona, persona_text
from llmwolf.players.scripted import RandomPlayer
from llmwolf.players.words import pick
from llmwolf.table.seating import seat_again

_SLIP: Final = 0.8
"""So like the name of a level is a slip of the pen."""
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
            zh, en = hint(key, (*_KEYS, *SETTINGS))
            raise ArenaError(
                (
                    f"--agent {told!r}：看不懂 {part!r}；写 键=值，{zh}",
                    f"--agent {told!r}: {part!r} is not understood; write KEY=VALUE, {en}",
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
    cast = _cast(agents, names)
    return asyncio.run(_ask_all(moment, agents, names, cast, lang, budget))


def _cast(agents: Sequence[Agent], names: Sequence[str]) -> Cast:
    """Who they are; a mistake is told in the words of the command line, or of the plan that has them."""
    called = {agent.id: name for agent, name in zip(agents, names, strict=True)}
    models = [agent for agent in agents if agent.kind == "model"]
    if not models:
        return cast_of(agents)
    config = load_config(os.environ)
    for agent in models:
        own = agent.model in config.names or agent.base_url or agent.id == called[agent.id]
        if not own and (near := get_close_matches(agent.model, LEVELS, 1, _SLIP)):
            zh, en = (
                f"没有 {agent.model!r}；是不是 {near[0]!r}？要问叫这个名字的模型，加 ,base_url=服务地址",
                f"there is no {agent.model!r}; did you mean {near[0]!r}? To ask a model of that name, add"
                " ,base_url=ADDRESS",
            )
            raise ArenaError((f"--agent：{zh}", f"--agent: {en}"))
    try:
        return cast_of(agents, config)
    except AgentError as error:
        name = called[error.agent]
        if name == error.agent:
            raise
        zh, en = in_words_of(error.plain, {"--base-url": ",base_url=", "--model": "--agent"})
        _, of_settings, key = error.key.partition("settings.")
        where = f"--agent {name!r} {key}" if of_settings else f"--agent {name!r}"
        raise ArenaError((f"{where}：{zh}", f"{where}: {en}")) from None


async def _ask_all(
    moment: Moment, agents: Sequence[Agent], names: Sequence[str], cast: Cast, lang: str, budget: Budget
) -> list[Word]:
    spoken = moment.lang or lang
    asked = (
        _ask_model(moment, agent, name, cast, spoken, budget, lang)
        if agent.kind == "model"
        else _ask_bot(moment, agent, name, cast, spoken)
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


def _too_dear(call: tuple[int, int, float], budget: Budget, lang: str) -> str:
    """What the ``call`` that was not made may come to, and what there is for all calls."""
    prompt, reply, cost = call
    limits = [f"--max-tokens {budget.max_tokens}"] if budget.max_tokens else []
    limits += [f"--max-cost {budget.max_cost:g}"] if budget.max_cost else []
    listed, money = ", ".join(limits), f", ${cost:.4f}" if cost else ""
    return pick(
        (
            f"没有问：这一问至多 {prompt + reply} 词元（提示词约 {prompt}，回答至多 {reply}）{money}，"
            f"所有 agent 合计只许 {listed}；加大后再问",
            f"not asked: this call may come to {prompt + reply} tokens (about {prompt} of prompt, at most"
            f" {reply} of reply){money}, and all agents together have {listed}; give more",
        ),
        lang,
    )


async def _ask_model(
    moment: Moment, agent: Agent, name: str, cast: Cast, lang: str, budget: Budget, screen: str
) -> Word:
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
        told = str(failure)
        if failure.reason == "budget":
            told = _too_dear(crew.least(seat, moment.game), budget, screen)
        return Word(name, None, spec.endpoint.mask(told), crew.total())
    finally:
        await crew.close()
    return Word(name, answer, log=crew.total())
