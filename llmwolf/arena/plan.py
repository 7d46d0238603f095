"""The plan of a tournament: ``PLAN.toml``, told in docs/arena.md."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from math import inf
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from llmwolf.arena.errors import AgentError, ArenaError
from llmwolf.boards import Board, find_board
from llmwolf.llm.settings import Settings
from llmwolf.players.words import Pair
from llmwolf.rules.words import clean

LEVELS: Final = ("random", "novice", "normal", "expert")
DESIGNS: Final = ("paired", "round_robin", "rotation")
SWAPS: Final = ("seat", "good", "wolves")
_ELSEWHERE: Final = ("lang", "prompt", "seed")
"""Settings that the plan says at another place."""
SETTINGS: Final = tuple(field.name for field in fields(Settings) if field.name not in _ELSEWHERE)

_HOTTEST: Final = 2.0
"""No service takes a higher temperature."""
_LEAST: Final = {"context_tokens": 1_000, "max_tokens": 16}
"""As in llmwolf.toml; what a window must hold beside that depends on the board."""

Name = Annotated[str, Field(pattern=r"^[\w][\w.+-]{0,23}$")]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Agent(_Table):
    """Who plays: a built-in bot of a ``level``, or a ``model`` with a prompt set, a persona and settings.

    ``model`` is a name of llmwolf.toml or SERVICE:MODEL, or a model's own name at ``base_url``; ``persona``
    empty: drawn anew for each game.
    """

    id: Name
    kind: Literal["bot", "model"]
    level: Literal["random", "novice", "normal", "expert"] = "normal"
    model: str = ""
    base_url: str = ""
    prompt: str = ""
    persona: str = ""
    settings: dict[str, bool | int | float] = {}

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        other = ("model", "base_url", "prompt", "settings") if self.kind == "bot" else ("level",)
        if stray := sorted(self.model_fields_set.intersection(other)):
            raise ValueError(f"{stray[0]} is not for agents of kind {self.kind}")
        if self.kind == "model" and not self.model:
            raise ValueError("an agent of kind model wants a model")
        for name in self.settings:
            if name not in SETTINGS:
                raise ValueError(f"unknown setting {name!r}; {hint(name, SETTINGS)[1]}")
        return self


class Limits(_Table):
    """What all games together may cost, in US dollars and in tokens (0: no limit)."""

    max_cost: Amount = 0.0
    max_tokens: Annotated[int, Field(ge=0)] = 0


class Plan(_Table):
    """A tournament. ``games`` is for each board; ``baseline`` the agent of the seats that are not compared.

    ``mirror`` games more on each board have the baseline in every seat. ``concurrency`` is how many games
    with models are played at once. ``words`` false: bots speak in claims alone, where no model hears them.
    """

    agents: Annotated[tuple[Agent, ...], Field(min_length=2, max_length=32, strict=False)]
    boards: Annotated[tuple[str, ...], Field(min_length=1, strict=False)]
    games: Count
    design: Literal["paired", "round_robin", "rotation"]
    swap: Literal["seat", "good", "wolves"] = "seat"
    baseline: str = ""
    mirror: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    concurrency: Annotated[int, Field(ge=1, le=1024)] = 8
    lang: Literal["zh", "en"] = "zh"
    words: bool = True
    limits: Limits = Limits()

    @property
    def compared(self) -> tuple[Agent, ...]:
        """The agents that the plan compares: all, but for one that is only the baseline of a pair."""
        if self.design == "paired" and len(self.agents) > 2:
            return tuple(agent for agent in self.agents if agent.id != self.baseline)
        return self.agents

    def agent(self, name: str) -> Agent:
        """The agent called ``name``, which is one of the plan's."""
        return next(agent for agent in self.agents if agent.id == name)


def read_plan(path: Path) -> Plan:
    """The plan in the file ``path``; raises :class:`ArenaError` in one line, with the nearest name."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _fault(path, (f"不是 TOML：{error}", f"this is not TOML: {error}")) from None
    try:
        plan = Plan.model_validate(data)
    except ValidationError as error:
        raise _fault(path, _slip(error)) from None
    if wrong := _wrong(plan):
        raise _fault(path, wrong)
    return plan


def boards_of(plan: Plan, folder: Path) -> dict[str, Board]:
    """The boards by the names that the plan has for them; board files lie in ``folder``.

    Raises :class:`ArenaError`, and :class:`~llmwolf.rules.errors.SetupError` for a board that is not there.
    """
    found: dict[str, Board] = {}
    for name in plan.boards:
        board = find_board(str(folder / name) if is_file(name) else name)
        if board.id in {other.id for other in found.values()}:
            raise ArenaError((f"棋盘 {board.id} 写了两次", f"the board {board.id} is named twice"))
        found[name] = board
    return found


def is_file(board: str) -> bool:
    """Whether a board's name in a plan is that of a file."""
    return board.endswith(".toml")


def _wrong(plan: Plan) -> Pair | None:
    """Where the parts of a plan do not fit together; ``None``: nowhere."""
    names = [agent.id for agent in plan.agents]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        return f"两个 agent 都叫 {twice!r}", f"two agents are called {twice!r}"
    if plan.baseline and plan.baseline not in names:
        zh, en = hint(plan.baseline, names)
        return f"baseline：没有 agent {plan.baseline!r}；{zh}", (
            f"baseline: there is no agent {plan.baseline!r}; {en}"
        )
    if (plan.design == "paired" or plan.mirror) and not plan.baseline:
        return (
            f"其余座位由谁坐？写上 baseline = 名字；有 {'、'.join(names)}",
            f"who holds the other seats? write baseline = NAME; there are {', '.join(names)}",
        )
    if plan.design == "paired" and len(plan.compared) != 2:
        return (
            "paired 只比较两个 agent：写两个，或写三个而其中一个是 baseline",
            "a paired design compares two agents: name two, or three of which one is the baseline",
        )
    if unused := _unused(plan):
        return unused
    for name in plan.boards:
        if is_file(name) and (Path(name).is_absolute() or ".." in Path(name).parts):
            return (
                f"棋盘文件 {name!r} 要放在计划文件旁边",
                f"the board file {name!r} has to lie beside the plan",
            )
    return _uneven(plan)


def _unused(plan: Plan) -> Pair | None:
    """That a key is written which this design has no use for."""
    if plan.design == "paired":
        return None
    if "swap" in plan.model_fields_set:
        return (
            f'swap：只有 design = "paired" 用它；{plan.design} 不用，去掉这一行',
            f'swap: only design = "paired" has a use for it, {plan.design} has none; take the line out',
        )
    if plan.baseline and not plan.mirror:
        return (
            f"baseline：{plan.design} 没有别的座位要坐；去掉这一行，或写 mirror = 局数（全由它坐的局）",
            f"baseline: {plan.design} leaves no other seats; take the line out, or write mirror = GAMES"
            " (those in which it holds every seat)",
        )
    return None


def _uneven(plan: Plan) -> Pair | None:
    """That ``games`` is no multiple of what the design needs for its balance."""
    block = block_of(plan)
    if plan.games % block == 0:
        return None
    below, above = plan.games // block * block, (plan.games // block + 1) * block
    near = " / ".join(str(number) for number in (below, above) if number)
    return (
        f"games = {plan.games}：{plan.design} 每 {block} 局一组才平衡；最近的是 {near}",
        f"games = {plan.games}: {plan.design} is balanced in groups of {block}; the nearest are {near}",
    )


def block_of(plan: Plan) -> int:
    """How many games of a board share a seed and deal."""
    agents = len(plan.agents)
    return {"paired": 2, "rotation": agents, "round_robin": agents * (agents - 1)}[plan.design]


# -- slips -------------------------------------------------------------------------------------------

_KINDS: Final = ("bool", "int", "float")
_SAYS: Final[Mapping[str, Pair]] = {
    "missing": ("必须写明", "this must be said"),
    "greater_than_equal": ("至少是 {ge}", "{ge} or more is wanted"),
    "greater_than": ("要大于 {gt}", "more than {gt} is wanted"),
    "less_than_equal": ("至多是 {le}", "{le} or less is wanted"),
    "less_than": ("要小于 {lt}", "less than {lt} is wanted"),
    "literal_error": ("{near_zh}可写 {expected}", "{near_en}write one of {expected}"),
    "too_short": (
        "至少要 {min_length} 个，现有 {actual_length} 个",
        "{min_length} at least, here {actual_length}",
    ),
    "too_long": (
        "至多 {max_length} 个，现有 {actual_length} 个",
        "{max_length} at most, here {actual_length}",
    ),
    "int_type": ("要一个整数", "a whole number is wanted"),
    "int_from_float": ("要一个整数", "a whole number is wanted"),
    "float_type": ("要一个数", "a number is wanted"),
    "finite_number": ("要一个有限的数", "a finite number is wanted"),
    "bool_type": ("要 true、false 或一个数", "true, false or a number is wanted"),
    "string_type": ("要加引号的文字", "a text in quotes is wanted"),
    "tuple_type": ("要用 [ ] 列出", "a list in [ ] is wanted"),
    "model_type": ("要是一张表", "a table is wanted"),
    "dict_type": ("要是一张表", "a table is wanted"),
    "string_pattern_mismatch": (
        "文字、数字、. + - _，24 个以内，不以符号开头",
        "letters, digits and . + - _, 24 at most, no sign first",
    ),
}
"""What is said of the commonest slips, by pydantic's name for them."""

_SHAPES: Final[Mapping[str, type[_Table]]] = {"": Plan, "agents": Agent, "limits": Limits}


def _slip(error: ValidationError) -> Pair:
    """The first fault of a plan in one line; an unknown key goes before all others."""
    faults = error.errors(include_url=False)
    first = next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])
    *tables, key = [str(part) for part in first["loc"]] or [""]
    if first["type"] == "extra_forbidden":
        shape = _SHAPES.get(tables[0] if tables else "", Plan)
        zh, en = hint(key, shape.model_fields)
        where = f"[{'.'.join(tables)}] " if tables else ""
        return f"{where}不认识的键 {key!r}；{zh}", f"{where}unknown key {key!r}; {en}"
    place = ".".join(_named(first["loc"]))
    zh, en = _said(first)
    return f"{place}：{zh}", f"{place}: {en}"


def _named(places: Iterable[str | int]) -> Iterator[str]:
    """Where a fault is, agents counted from 1; of a value that may be of several kinds, not which of them."""
    for part in places:
        if part not in _KINDS:
            yield f"{part + 1}" if isinstance(part, int) else part


def _said(fault: Mapping[str, Any]) -> Pair:
    """What is wrong with a value, and what is allowed."""
    kind, context = fault["type"], fault.get("ctx", {})
    if kind in _SAYS:
        zh, en = _SAYS[kind]
        listed = str(context.get("expected", "")).replace(" or ", ", ").replace("'", "")
        zh_near, en_near = _meant(fault.get("input"), listed.split(", "))
        values = {**context, "expected": listed, "near_zh": zh_near, "near_en": en_near}
        return zh.format(**values), en.format(**values)
    told = fault["msg"].removeprefix("Value error, ")
    return told, told


def _meant(word: object, known: list[str]) -> Pair:
    """What was probably meant by ``word``, before all that there is is told; empty: nothing known."""
    if isinstance(word, str) and (near := get_close_matches(word, known, 1)):
        return f"没有 {word[:40]!r}，是不是 {near[0]!r}？", f"no {word[:40]!r}, did you mean {near[0]!r}? "
    return "", ""


def hint(word: str, known: Iterable[str]) -> Pair:
    """What was probably meant by ``word``, or all that there is."""
    names = list(known)
    if near := get_close_matches(word, names, 1):
        return f"是不是 {near[0]!r}？", f"did you mean {near[0]!r}?"
    listed = ", ".join(names)
    return f"有 {listed}", f"there are {listed}"


def _fault(path: Path, words: Pair) -> ArenaError:
    return ArenaError((f"{path}: {clean(words[0])}", f"{path}: {clean(words[1])}"))


def settings_of(agent: Agent, usual: Settings) -> Settings:
    """``usual`` with what ``agent`` says otherwise; raises :class:`AgentError` for a wrong value."""
    changed: dict[str, Any] = {}
    for name, value in agent.settings.items():
        was = getattr(usual, name)
        kind: type[Any] = float if name == "temperature" else type(was)
        if type(value) is int and kind is float:
            value = float(value)  # noqa: PLW2901  (TOML writes 0 for 0.0)
        least = _LEAST.get(name, 0)
        if type(value) is not kind or not least <= value <= (_HOTTEST if kind is float else inf):
            zh, en = {
                bool: ("true / false", "true / false"),
                int: (f"不小于 {least} 的整数", f"a whole number, {least} or more,"),
                float: ("0 … 2", "0 … 2"),
            }[kind]
            raise AgentError(agent.id, f"settings.{name}", (f"要 {zh}", f"{en} is wanted"))
        changed[name] = value
    if agent.prompt:
        changed["prompt"] = agent.prompt
    return replace(usual, **changed)
