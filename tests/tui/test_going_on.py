"""A game is gone on with as it was left, by nobody else at the same time; the form stays the person's own."""

import math
import random
from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot

from llmwolf.record.lock import held
from llmwolf.record.places import games_folder, saved
from llmwolf.record.reader import read
from llmwolf.rules.events import Spoke
from llmwolf.table.pace import TABLE_PACES
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.choices import LONGEST_LIMIT, limit_of, pace_path, remember_pace
from llmwolf.tui.continued import Continued
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.screens.library import LibraryScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Setup, start

from .driver import answer, paste, press, question, table, the_app, until, words_of
from .test_continued import leave_after
from .test_typing import until_kind

HALF = "写了一半的话"


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    """What is chosen for a game that is saved in this folder."""
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    return Setup(role="witch", seed=3, pace="instant", name="我", limit=120)


async def to_library(pilot: Pilot[None]) -> LibraryScreen:
    """Open the library, and wait until its games are there."""
    await pilot.press("f7")
    await until(lambda: isinstance(the_app(pilot).screen, LibraryScreen))
    library = the_app(pilot).screen
    assert isinstance(library, LibraryScreen)
    await until(lambda: library.is_mounted and library.query("#games") and library.game)
    return library


async def test_a_key_that_was_pressed_before_the_table_was_in_sight_sends_nothing(setup: Setup):
    app = LlmwolfApp("zh", setup, play_now=True)
    async with app.run_test(size=(110, 34)) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, HALF)
        screen = table(pilot)
        path = screen.session.path
        await screen.stop()
    assert path is not None
    game = Continued(path)
    app = LlmwolfApp("zh", game.setup, play_now=True, open_table=game.open, resumed=game)
    async with app.run_test(size=(110, 34)) as pilot:
        await question(pilot)
        screen = table(pilot)
        assert screen.in_sight < math.inf
        for name in ("f2", "ctrl+s", "f3", "f3"):
            key = Key(name, None)
            key.time = screen.in_sight - 0.01  # meant for the page that was in sight then
            app.post_message(key)
        await pilot.pause()
        assert screen.desk.drafted.speech == HALF
        assert len(screen.session.game.moves) == len(read(path).moves)
        press(pilot, "f2")
        log = screen.session.game.log
        await until(lambda: any(isinstance(event, Spoke) and event.text == HALF for event in log))
        await screen.stop()


async def test_the_library_goes_straight_to_the_table_and_the_form_stays_as_it_was(setup: Setup):
    path = await leave_after(setup, 1)
    app = LlmwolfApp("zh", Setup(pace="fast", name="小云", seed=7))
    async with app.run_test(size=(110, 34)) as pilot:
        await to_library(pilot)
        await pilot.press("enter")
        await until(lambda: app.game_screen)
        assert isinstance(app.screen_stack[-2], LibraryScreen)  # no other form in between
        await question(pilot)
        screen = table(pilot)
        assert screen.session.path == path
        assert (screen.session.limit, screen.pace) == (120, "instant")
        await pilot.press("ctrl+q")
        await pilot.click("#choose-setup")
        await until(lambda: isinstance(app.screen, SetupScreen))
        form = app.screen
        assert isinstance(form, SetupScreen)
        values = form.values()
        assert (values["name"], values["seed"], values["pace"], values["seat"]) == (
            "小云",
            "7",
            "fast",
            "any",
        )
        assert form.resumed is None


async def test_the_command_goes_on_and_leaves_a_form_that_is_nobody_elses(setup: Setup):
    path = await leave_after(setup, 1)
    game = Continued(path)
    app = LlmwolfApp("zh", game.setup, play_now=True, open_table=game.open, resumed=game)
    async with app.run_test(size=(110, 34)) as pilot:
        await question(pilot)
        assert table(pilot).session.limit == 120
        form = app.screen_stack[1]
        assert isinstance(form, SetupScreen)
        assert form.values()["seed"] == form.values()["name"] == ""
        await table(pilot).stop()


async def test_a_page_that_asks_for_what_is_missing_offers_nothing_else(setup: Setup):
    first = start(replace(setup, role="", models=1, base_url="http://127.0.0.1:9/v1", model="m"), "zh")
    await first.close()
    app = LlmwolfApp("zh", Setup(name="小云"))
    async with app.run_test(size=(110, 34)) as pilot:
        await to_library(pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, SetupScreen) and app.screen.is_mounted)
        form = app.screen
        assert isinstance(form, SetupScreen)
        await until(lambda: app.focused is form.query_one("#set-url"))
        assert words_of(pilot, "#problem").startswith("接不上这一局：")
        closed = {str(row.id) for row in form.query(".row") if row.disabled}
        assert {"row-board", "row-seat", "row-role", "row-seed", "row-name", "row-models"} <= closed
        assert closed.isdisjoint({"row-url", "row-model", "row-pace", "row-limit"})
        await pilot.press("f3")
        assert app.screen is form
        await pilot.press("escape")
        own = app.screen
        assert isinstance(own, SetupScreen)
        assert (own.resumed, own.values()["name"]) == (None, "小云")


async def test_what_another_process_is_playing_is_neither_gone_on_with_nor_deleted(setup: Setup):
    path = await leave_after(setup, 1)
    before = path.read_bytes()
    app = LlmwolfApp("zh", Setup(pace="instant"))
    async with app.run_test(size=(110, 34)) as pilot:
        library = await to_library(pilot)
        with held(path):
            await pilot.press("enter")
            assert app.screen is library
            assert "正在别处打" in words_of(pilot, "#problem")
            await pilot.press("d")
            await until(lambda: isinstance(app.screen, Dialog))
            await pilot.click("#choose-delete")
            await until(lambda: app.screen is library)
            assert "正在别处打" in words_of(pilot, "#problem")
        assert path.read_bytes() == before
        assert library.game is not None
        assert not library.game.problem  # nothing is wrong with it
        await pilot.press("enter")
        await question(pilot)
        await table(pilot).stop()


async def test_two_keys_open_one_table(setup: Setup):
    app = LlmwolfApp("zh", setup)
    async with app.run_test(size=(110, 34)) as pilot:
        await pilot.pause()
        press(pilot, "f2", "f2")
        await question(pilot)
        assert len(saved(games_folder())) == 1
        await table(pilot).stop()


def test_a_limit_is_that_of_its_game_alone_and_damage_is_none(tmp_path: Path):
    record = tmp_path / "game.jsonl"
    assert limit_of(record) is None
    remember_pace(record, "fast", 60.0)
    assert limit_of(record) == 60
    assert limit_of(tmp_path / "other.jsonl") is None
    for bad in ("-1", "true", '"60"', "[]", str(LONGEST_LIMIT), "NaN"):
        pace_path().write_text(f'{{"record": "{record.resolve()}", "limit": {bad}}}', "utf-8")
        assert limit_of(record) is None, bad


async def test_after_a_practice_game_the_next_one_is_like_the_one_that_was_set_up(setup: Setup):
    chosen = replace(setup, pace="fast")
    app = LlmwolfApp("zh", chosen, play_now=True)
    async with app.run_test(size=(110, 34)) as pilot:
        first = table(pilot)
        first.session.host.pace = TABLE_PACES["instant"]
        await answer(pilot, random.Random(1))
        await question(pilot)
        first._pacing.take("instant")  # as fast-forward does
        assert first.pace == "fast"
        await pilot.press("ctrl+r")
        await until(lambda: isinstance(app.screen, Dialog))
        await pilot.press("enter")
        await until(lambda: app.game_screen not in (first, None))
        practice = table(pilot)
        assert (practice.session.origin is not None, practice.pace) == (True, "fast")
        assert practice.session.limit == 120
        await practice.stop()
        app.post_message(EndScreen.Next("again"))
        await until(lambda: app.game_screen not in (first, practice, None))
        again = table(pilot)
        judge = again.session.game.judge
        assert judge.role(again.session.seat).id == "witch"
        assert (again.pace, again.session.limit) == ("fast", 120)
        await again.stop()


async def test_taking_back_a_decision_keeps_what_was_not_sent(setup: Setup):
    app = LlmwolfApp("zh", setup, play_now=True)
    async with app.run_test(size=(110, 34)) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, HALF)
        first = table(pilot)
        clock = first.session.host.clock(first.session.seat)
        clock.extend(0.01 - (clock.left or 0))  # the time is up
        await until(lambda: first.session.host.tally.by["time-out"])
        await pilot.press("ctrl+r")
        await until(lambda: isinstance(app.screen, Dialog))
        await pilot.press("enter")
        await until(lambda: app.game_screen not in (first, None))
        await until_kind(pilot, "speak")
        assert table(pilot).desk.speech.area.text == HALF
        await table(pilot).stop()
