"""A game of bots, shown line by line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from secrets import randbelow

from llmwolf.boards import find_board
from llmwolf.players.phrases import say_event
from llmwolf.record.writer import Writer
from llmwolf.rules.errors import SetupError
from llmwolf.rules.game import Game
from llmwolf.rules.series import played
from llmwolf.table.host import Host
from llmwolf.table.pace import PACES
from llmwolf.table.plain import PlainWatcher
from llmwolf.table.seating import Plan, name_of, seat


def drawn_seed() -> int:
    """A seed for a game that nobody gave one; shown, so that the game can be had again."""
    return randbelow(1_000_000)


def show_bots(
    board: str,
    seed: int | None,
    level: str,
    view: int,
    pace: str,
    out: Path | None,
    lang: str,
    write: Callable[[str], None],
    games: int = 1,
) -> str:
    """Play and print a series of ``games``, each on the next seed; returns who won the last one.

    ``out`` is a new file for the record of a single game. Raises :class:`SetupError` and
    :class:`~llmwolf.record.errors.RecordError`.
    """
    seed = drawn_seed() if seed is None else seed
    if games > 1 and out is not None:
        raise SetupError("a record holds one game; --out and --games do not go together")
    plan = Plan(find_board(board), seed, level=level, lang=lang)
    for number in range(1, games + 1):
        if games > 1:
            write(f"—— {f'game {number}' if lang == 'en' else f'第{number}局'} ——")
        game, sentence = _show_one(plan, view, pace, out, write)
        if number < games:
            write(sentence)
        names = [name_of(plan, s) for s in range(1, plan.board.seats + 1)]
        plan = replace(plan, seed=plan.seed + 1, history=(*plan.history, played(game.judge, names)))
    return sentence


def _show_one(
    plan: Plan, view: int, pace: str, out: Path | None, write: Callable[[str], None]
) -> tuple[Game, str]:
    seed, lang = plan.seed, plan.lang
    if not -1 <= view <= plan.board.seats:
        raise SetupError(
            f"there is no seat {view}; seats are 1 to {plan.board.seats}, 0 the public, -1 the judge"
        )
    seated = seat(plan)
    name = plan.board.en if lang == "en" else plan.board.zh
    write(f"{plan.board.id} {name} · {'seed' if lang == 'en' else '种子'} {seed}")
    watcher = PlainWatcher(seated.game, view, lang, write)
    recorder = Writer(out, seated.head) if out else None
    try:
        host = Host(seated.game, seated.players, seated.stand_ins, recorder, [watcher], PACES[pace])
        asyncio.run(host.run())
        watcher.changed()
    finally:
        if recorder is not None:
            recorder.close()
    if out:
        write(f"{'record' if lang == 'en' else '对局记录'}: {out}")
    return seated.game, say_event(seated.game.log[-1], lang)
