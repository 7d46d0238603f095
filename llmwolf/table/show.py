"""Games without a person, shown line by line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from secrets import randbelow
from typing import Any, Protocol

from llmwolf.players.base import LivePlayer
from llmwolf.players.phrases import say_event
from llmwolf.players.told import ToldError
from llmwolf.record.writer import Writer
from llmwolf.rules.game import Game
from llmwolf.rules.series import played
from llmwolf.table.host import Host
from llmwolf.table.pace import PACES
from llmwolf.table.plain import PlainWatcher
from llmwolf.table.ports import Spectator, Tally
from llmwolf.table.seating import Plan, name_of, seat


def drawn_seed() -> int:
    """A seed for a game that nobody gave one; shown, so that the game can be had again."""
    return randbelow(1_000_000)


class Counters(Protocol):
    """What the calls of a table's models came to."""

    def as_dict(self) -> dict[str, Any]:
        """Each counter by its name, for programs."""


class ModelSeats(Protocol):
    """The model players of a table, as far as showing a game needs to know them."""

    @property
    def players(self) -> Mapping[int, LivePlayer]:
        """By seat."""

    @property
    def keys(self) -> set[str]:
        """What must not reach a file."""

    on_call: Callable[[dict[str, Any]], None]
    """Hears of every call, for the record."""

    @property
    def paid(self) -> bool:
        """Whether calls cost something, as those played from a cassette do not."""

    def afford(self, game: Game) -> None:
        """Raise :class:`SetupError` where what may be spent is too little for one call of ``game``."""

    def lines(self, lang: str) -> list[str]:
        """What the calls came to, for people."""

    def total(self) -> Counters:
        """The same for programs."""

    async def close(self) -> None:
        """Close the connections."""


MakeModels = Callable[[Plan, int], ModelSeats]
"""Makes the model seats of a plan, for the game of that number in a series."""

MakeSpectator = Callable[[Game], Spectator]
"""Makes one who watches a game beside the one who prints it."""


def show_games(
    plan: Plan,
    view: int,
    pace: str,
    out: Path | None,
    write: Callable[[str], None],
    games: int = 1,
    models: MakeModels | None = None,
    as_json: bool = False,
    beside: MakeSpectator | None = None,
) -> str:
    """Play and print a series of ``games`` of ``plan``, each on the next seed; returns who won the last one.

    ``out`` is a new file for the record of a single game. ``as_json``: nothing is printed but one line of
    JSON a game, the last of them returned. ``beside`` watches each game too. Raises :class:`SetupError` and
    :class:`~llmwolf.record.errors.RecordError`.
    """
    lang = plan.lang
    if games > 1 and out is not None:
        raise ToldError(
            (
                "一个对局记录只存一局；--out 和 --games 不能同时用",
                "a record holds one game; --out and --games do not go together",
            )
        )
    if not -1 <= view <= plan.board.seats:
        seats = plan.board.seats
        raise ToldError(
            (
                f"没有 {view} 号；座位是 1 到 {seats}，0 是公开信息，-1 是法官",
                f"there is no seat {view}; seats are 1 to {seats}, 0 the public, -1 the judge",
            )
        )
    tell: Callable[[str], None] = (lambda line: None) if as_json else write
    for number in range(1, games + 1):
        if games > 1:
            tell(f"—— {f'game {number}' if lang == 'en' else f'第{number}局'} ——")
        crew = models and models(plan, number)
        game, tally = _show_one(plan, view, pace, out, tell, crew, beside)
        sentence = _summary(plan, game, tally, out, crew) if as_json else say_event(game.log[-1], lang)
        if number < games:
            write(sentence)
        names = [name_of(plan, s) for s in range(1, plan.board.seats + 1)]
        plan = replace(plan, seed=plan.seed + 1, history=(*plan.history, played(game.judge, names)))
    return sentence


def _show_one(
    plan: Plan,
    view: int,
    pace: str,
    out: Path | None,
    write: Callable[[str], None],
    models: ModelSeats | None,
    beside: MakeSpectator | None,
) -> tuple[Game, Tally]:
    lang = plan.lang
    seated = seat(plan, models.players.__getitem__ if models else None)
    if models:
        models.afford(seated.game)
    name = plan.board.en if lang == "en" else plan.board.zh
    write(f"{plan.board.id} {name} · {'seed' if lang == 'en' else '种子'} {plan.seed}")
    watcher = PlainWatcher(seated.game, view, lang, write)
    recorder = Writer(out, seated.head, secrets=models.keys if models else ()) if out else None
    if models and recorder:
        models.on_call = recorder.llm

    spectators = [watcher, beside(seated.game)] if beside else [watcher]
    host = Host(seated.game, seated.players, seated.stand_ins, recorder, spectators, PACES[pace])

    async def run() -> None:
        try:
            await host.run()
        finally:
            if models:
                await models.close()

    try:
        asyncio.run(run())
        watcher.changed()
    finally:
        if recorder is not None:
            recorder.close()
        if models:  # of a game that is broken off as well: it was paid for
            for line in models.lines(lang):
                write(line)
    if out:
        write(f"{'record' if lang == 'en' else '对局记录'}: {out}")
    return seated.game, host.tally


def _summary(plan: Plan, game: Game, tally: Tally, out: Path | None, models: ModelSeats | None) -> str:
    """A finished game as one line of JSON."""
    facts = game.judge.facts
    calls = models.total().as_dict() | ({} if models.paid else {"cost": 0.0}) if models else None
    told = {
        "board": plan.board.id,
        "seed": plan.seed,
        "winner": facts.winner,
        "winners": list(facts.winners),
        "reason": facts.reason,
        "days": facts.day,
        "decisions": dict(sorted(tally.by.items())),
        "failures": dict(sorted(tally.failures.items())),
        "calls": calls,
        "record": str(out) if out else None,
    }
    return json.dumps(told, ensure_ascii=False)
