"""Pinned pictures of the screens; see snapshots.py for how to renew them."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from llmwolf.boards import find_board
from llmwolf.players.base import Answer, PlayerFailed
from llmwolf.record.writer import Writer
from llmwolf.rules.view import View
from llmwolf.table.seating import Plan, SeatPlan, seat
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.continued import Continued
from llmwolf.tui.localmodel import ModelFile
from llmwolf.tui.session import Setup

from .driver import (
    Candidate,
    Talker,
    answer,
    app_of,
    asked,
    paste,
    play_through,
    press,
    question,
    table,
    table_of,
    the_app,
    until,
)
from .snapshots import check

SIZES = [(80, 24), (120, 40)]
SMALLEST = (60, 20)
NAMES = {2: "🐺狼来了", 3: "一个特别长的名字呀", 7: "[bold]x[/", 9: "Bob"}


class Paused:
    """Says the beginning of a speech, and then nothing more."""

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        request = view.request
        assert request is not None
        if request.kind != "speak":
            return Candidate(view.seat).answer(view)
        say("我是预言家，昨晚验了3号，查杀。警徽流先5号后8号。[/] 今天大家跟我")
        await asyncio.Event().wait()
        raise AssertionError


class PausedByDay(Paused):
    """Does so in its day speech only."""

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        if view.facts.stage == "speech":
            return await super().answer_live(view, say)
        return Candidate(view.seat).answer(view)


async def pictures(pilot: Pilot[None], name: str, *more: tuple[int, int]) -> None:
    """Check the screen at every size, and at ``more``."""
    app = the_app(pilot)
    for width, height in (*SIZES, *more):
        await pilot.resize_terminal(width, height)
        await pilot.pause()
        check(app, f"{name}-{width}x{height}")


async def test_setup():
    url = "http://127.0.0.1:8080/v1"
    setup = Setup(seed=42, role="seer", name="我", models=3, base_url=url, model="qwen")
    async with LlmwolfApp(setup=setup).run_test(size=SIZES[0]) as pilot:
        await pictures(pilot, "setup")


async def test_local(monkeypatch: pytest.MonkeyPatch):
    files = [
        ModelFile(Path(f"/x/models/{name}.gguf"), size) for name, size in (("a", 98_000_000), ("qwen", 10**9))
    ]
    monkeypatch.setattr("llmwolf.tui.screens.local.model_files", lambda: files)
    async with LlmwolfApp().run_test(size=SIZES[0]) as pilot:
        await pilot.press("f6", "down")
        await pictures(pilot, "local", SMALLEST)


async def test_boards():
    async with LlmwolfApp(setup=Setup(board=find_board("new-moon-14"))).run_test(size=SIZES[0]) as pilot:
        await pilot.press("f3")
        await pictures(pilot, "boards", SMALLEST)


async def test_rules():
    async with LlmwolfApp(setup=Setup(board=find_board("standard-9"))).run_test(size=SIZES[0]) as pilot:
        await pilot.press("f4", "down", "down", "down", "down", "right")
        await pictures(pilot, "rules", SMALLEST)


async def test_link():
    app = app_of(table_of("cupid", seed=5, board="last-words-18", names=NAMES))
    async with app.run_test(size=SIZES[0]) as pilot:
        await question(pilot)
        await pilot.press("3", "enter", "1", "7", "enter")
        await pictures(pilot, "link", SMALLEST)


async def test_duel():
    app = app_of(table_of("knight", 5, "silencer-knight-12", names=NAMES, others=lambda seat: PausedByDay()))
    async with app.run_test(size=SIZES[0]) as pilot:
        rng = random.Random(1)
        while not (table(pilot).table.right("duel") and table(pilot).log_view.live):
            if (model := asked(pilot)) and model.request.kind == "sign_up":
                press(pilot, "0", "enter", "enter")
                await until(lambda model=model: asked(pilot) is not model)  # type: ignore[misc]
            elif model:
                await answer(pilot, rng)
            await asyncio.sleep(0.002)
        await until(lambda: (live := table(pilot).log_view.live) and "跟我" in live.text)
        await pilot.press("f6", "3")
        await pictures(pilot, "duel")


async def test_night():
    app = app_of(table_of("werewolf", seed=5, names=NAMES))
    async with app.run_test(size=SIZES[0]) as pilot:
        await question(pilot)
        await paste(pilot, "刀3号吧，他像预言家")
        await pilot.press("escape", "3", "enter", "ctrl+s")
        await until(lambda: (model := asked(pilot)) and model.request.kind == "knife")
        await pilot.press("3", "enter")
        await pictures(pilot, "night")


async def test_speech():
    app = app_of(table_of("werewolf", seed=5, names=NAMES, others=lambda seat: Paused()))
    async with app.run_test(size=SIZES[0]) as pilot:
        rng = random.Random(1)
        while not table(pilot).table.speaker:
            if (model := asked(pilot)) and model.request.kind == "sign_up":
                press(pilot, "0", "enter", "enter")
                await until(lambda model=model: asked(pilot) is not model)  # type: ignore[misc]
            elif model:
                await answer(pilot, rng)
            await asyncio.sleep(0.002)
        await pilot.press("f4")
        await paste(pilot, "他是悍跳，我来对跳")
        await until(lambda: (live := table(pilot).log_view.live) and "跟我" in live.text)
        await pictures(pilot, "speech")


async def test_vote():
    app = app_of(table_of("witch", seed=5, names=NAMES, others=Talker))
    async with app.run_test(size=SIZES[0]) as pilot:
        rng, votes = random.Random(3), 0
        while True:
            model = await question(pilot)
            votes += model.request.kind == "ballot"
            if votes == 2:
                break
            await answer(pilot, rng)
        await pilot.press("1", "2")
        await pictures(pilot, "vote")


class Dead:
    """A table of models; the server of some is gone."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        if self.seat in (2, 3, 7, 9):
            raise PlayerFailed("network", "http://127.0.0.1:9 cannot be reached")
        return Candidate(view.seat).answer(view)


async def test_stand_ins():
    app = app_of(table_of("villager", seed=5, names=NAMES, others=Dead))
    async with app.run_test(size=SIZES[0], notifications=True) as pilot:
        await question(pilot)
        await until(lambda: app._notifications)
        await pictures(pilot, "standins", SMALLEST)


async def test_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: ())
    path = Path("game.jsonl")
    seats = {s: SeatPlan("model", model=name) for s, name in ((2, "small#123abc"), (5, "large#456def"))}
    plan = Plan(find_board("official-12"), 42, seats={1: SeatPlan("human", name="我"), **seats})
    Writer(path, seat(plan, Dead).head).close()
    game = Continued(path)
    app = LlmwolfApp(setup=game.setup, play_now=True, open_table=game.open, resumed=game)
    async with app.run_test(size=SIZES[0]) as pilot:
        await pictures(pilot, "resumed", SMALLEST)


async def test_end():
    app = app_of(table_of("witch", seed=5, names=NAMES), setup=Setup(seed=5, pace="instant"))
    async with app.run_test(size=SIZES[0]) as pilot:
        await play_through(pilot, seed=3)
        await pictures(pilot, "end")
