"""A game of bots, shown line by line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from secrets import randbelow

from llmwolf.boards import find_board
from llmwolf.players.phrases import say_event
from llmwolf.record.writer import Writer
from llmwolf.rules.errors import SetupError
from llmwolf.table.host import Host
from llmwolf.table.pace import PACES
from llmwolf.table.plain import PlainWatcher
from llmwolf.table.seating import Plan, seat


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
) -> str:
    """Play and print one game; returns the sentence that names the winner.

    ``out`` is a new file for the record. Raises :class:`SetupError` and
    :class:`~llmwolf.record.errors.RecordError`.
    """
    seed = drawn_seed() if seed is None else seed
    plan = Plan(find_board(board), seed, level=level, lang=lang)
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
    return say_event(seated.game.log[-1], lang)
