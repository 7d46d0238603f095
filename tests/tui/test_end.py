"""The end: no key that was meant for the game begins another, and the record is one key away."""

import os
from pathlib import Path

import pytest

from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.library import LibraryScreen
from llmwolf.tui.screens.replay import ReplayScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Setup
from llmwolf.tui.tutorial import tutorial
from llmwolf.tui.widgets.coach import CoachPanel

from .driver import app_of, play_through, table, table_of, until, words_of
from .shelf import game_record
from .test_log import rows


@pytest.mark.parametrize("keys", [("enter",), ("right", "enter"), ("enter", "enter")])
async def test_a_key_too_many_begins_no_other_game(keys: tuple[str, ...]):
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_through(pilot)
        game, end = table(pilot), app.screen
        await until(lambda: end.query("#choose-new"))
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        assert app.game_screen is game
        if app.screen is not end:
            assert isinstance(app.screen, GameScreen)
            await pilot.press("enter")
            await until(lambda: isinstance(app.screen, EndScreen))


async def test_without_a_record_there_is_no_replay_and_f2_plays_again():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_through(pilot)
        game = table(pilot)
        assert not app.screen.query("#choose-replay, #choose-coach")
        await pilot.press("r", "c")
        assert isinstance(app.screen, EndScreen)
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, GameScreen) and app.screen is not game)


async def test_the_next_set_up_has_not_the_cards_that_are_known():
    app = app_of(table_of("seer", seed=5), setup=Setup(pace="instant", seed=5, seat=3))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_through(pilot)
        await until(lambda: app.screen.query("#choose-new"))
        await pilot.pause()
        await pilot.click("#choose-new")
        await until(lambda: isinstance(app.screen, SetupScreen))
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.chosen().seed is None
        assert app.screen.chosen().seat == 3  # chosen by the person, not taken from a record


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_first_page_tells_of_a_game_that_broke_off_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "transcripts"
    folder.mkdir()
    for name, steps, at in (("2026-11-20-a.jsonl", None, 9), ("2026-11-19-b.jsonl", 14, 10)):
        (folder / name).write_bytes(game_record(5, steps=steps))
        os.utime(folder / name, (at, at))
    app = LlmwolfApp()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "上次的对局没打完（预女猎白）：F7" in words_of(pilot, "#resumes")
        assert any("F7 对局库里接着打" in row for row in rows(app))
        os.utime(folder / "2026-11-20-a.jsonl", (11, 11))
        await pilot.press("f7")
        await until(lambda: isinstance(app.screen, LibraryScreen))
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, SetupScreen))
        await pilot.pause()
        assert not words_of(pilot, "#resumes")


@pytest.mark.parametrize(("lang", "size"), [("zh", (60, 20)), ("en", (60, 20)), ("zh", (80, 24))])
async def test_the_replay_and_the_coach_are_one_key_away_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, size: tuple[int, int]
):
    monkeypatch.chdir(tmp_path)
    app = LlmwolfApp(lang, tutorial(), play_now=True)
    async with app.run_test(size=size) as pilot:
        app._setup = Setup(pace="instant")
        await until(lambda: app.game_screen)
        table(pilot)._pacing.take("instant")
        await until(lambda: app.screen is not app.game_screen)
        await pilot.press("enter")  # what the tutorial is
        await play_through(pilot, 1)
        end = app.screen
        assert isinstance(end, EndScreen)
        await until(lambda: end.query("#facts"))
        assert ("教学局打完了" if lang == "zh" else "Thatwasthetutorial") in words_of(pilot, "#facts")
        await pilot.pause()
        buttons = list(end.query("Button"))
        assert all(button.region.right <= size[0] for button in buttons)
        for key in "rc":
            await pilot.press(key)
            await until(lambda: isinstance(app.screen, ReplayScreen))
            if key == "c":
                await until(lambda: any(panel.display for panel in app.screen.query(CoachPanel)))
                await pilot.press("escape")
            await pilot.press("escape")
            await until(lambda: app.screen is end)
