"""Every screen can be left at any time, and a running game goes on below it or is gone on with."""

import importlib
import pkgutil
import random
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

import llmwolf.tui.screens
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.screens.boards import BoardScreen
from llmwolf.tui.screens.cutting import RIGHT_KEY
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.glossary import GlossaryScreen
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.library import LibraryScreen
from llmwolf.tui.screens.local import LocalScreen
from llmwolf.tui.screens.marking import MarkScreen
from llmwolf.tui.screens.noting import NoteScreen
from llmwolf.tui.screens.phrases import PhraseScreen
from llmwolf.tui.screens.practising import SeatDialog
from llmwolf.tui.screens.reading import ReadingScreen
from llmwolf.tui.screens.replay import ReplayScreen
from llmwolf.tui.screens.roomy import RoomyScreen
from llmwolf.tui.screens.rules import RulesScreen
from llmwolf.tui.screens.seeking import SeekScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.screens.situation import SituationScreen
from llmwolf.tui.screens.targets import TargetDialog

from .driver import answer, app_of, asked, play_through, question, table, table_of, until
from .shelf import game_record
from .test_cut_in_targets import knight_table, until_right

OVER_THE_TABLE: dict[type[Screen[Any]], str] = {
    HelpScreen: "f1",
    GlossaryScreen: "ctrl+g",
    MarkScreen: "f12",
    SeekScreen: "ctrl+f",
    SituationScreen: "f5",
    PhraseScreen: "f6",
    Dialog: "ctrl+q",
}
"""What lies over a running game, and the key that opens it."""
BESIDE: dict[type[Screen[Any]], tuple[str, ...]] = {
    BoardScreen: ("f3",),
    RulesScreen: ("f4",),
    LocalScreen: ("f6",),
    LibraryScreen: ("f7",),
    ReplayScreen: ("f7", "enter"),
    SeatDialog: ("f7", "enter", "p"),
    NoteScreen: ("f7", "enter", "a"),
}
"""What is opened where nothing is played, and the keys from the first page to it."""
OWN_TESTS = {SetupScreen, GameScreen, EndScreen, TargetDialog}
"""Those that are left below, each in its way."""
BASES = {RoomyScreen, ReadingScreen}


def all_screens() -> set[type]:
    """Every screen that the application has."""
    found = set()
    for module in pkgutil.iter_modules(llmwolf.tui.screens.__path__):
        content = vars(importlib.import_module(f"llmwolf.tui.screens.{module.name}")).values()
        found |= {thing for thing in content if isinstance(thing, type) and issubclass(thing, Screen)}
    return {screen for screen in found if screen.__module__.startswith("llmwolf.")}


def test_every_screen_is_left_in_a_test():
    assert {*OVER_THE_TABLE, *BESIDE, *OWN_TESTS} | BASES == all_screens()


async def leave(pilot: Pilot[None], screen: Screen[Any]) -> None:
    """Leave ``screen`` with Esc, once for what is open in it and once for itself at most."""
    for _ in range(2):
        if screen in pilot.app.screen_stack:
            await pilot.press("escape")
            await pilot.pause()
    assert screen not in pilot.app.screen_stack


async def test_what_lies_over_a_running_game_is_left_and_the_game_goes_on():
    rng = random.Random(2)
    async with app_of(table_of("seer", seed=5)).run_test(size=(110, 34)) as pilot:
        await question(pilot)
        game = table(pilot)
        for kind, key in OVER_THE_TABLE.items():
            await pilot.press(key)
            await until(lambda kind=kind: type(pilot.app.screen) is kind)  # type: ignore[misc]
            await leave(pilot, pilot.app.screen)
            assert pilot.app.screen is game
            if game.desk.at_a_text and not (await question(pilot)).wants_text:
                await pilot.press("escape")  # out of the draft, to which the phrases lead
            before = len(game.session.game.moves)
            await answer(pilot, rng)
            await until(lambda before=before: len(game.session.game.moves) > before)  # type: ignore[misc]
            await question(pilot)


async def test_the_choice_of_somebody_is_left_while_another_speaks():
    async with app_of(knight_table()).run_test(size=(80, 24)) as pilot:
        await until_right(pilot, "duel")
        await pilot.press(RIGHT_KEY)
        await until(lambda: type(pilot.app.screen) is TargetDialog)
        await leave(pilot, pilot.app.screen)
        game = table(pilot)
        assert pilot.app.screen is game
        heard = len(game.session.host.on_the_floor[1])
        await until(lambda: len(game.session.host.on_the_floor[1]) > heard)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library with one game that is over."""
    folder = tmp_path / "transcripts"
    folder.mkdir()
    (folder / "2026-11-20-official-12-seed3.jsonl").write_bytes(game_record(3))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("kind", BESIDE)
async def test_what_is_opened_beside_a_game_leads_back_to_the_first_page(kind: type[Screen[Any]]):
    app = LlmwolfApp()
    async with app.run_test(size=(110, 34)) as pilot:
        for key in BESIDE[kind]:
            below = app.screen
            await until(lambda: not isinstance(app.screen, LibraryScreen) or app.screen.game is not None)
            await pilot.press(key)
            await until(lambda below=below: app.screen is not below)  # type: ignore[misc]
        assert type(app.screen) is kind
        while not isinstance(app.screen, SetupScreen):
            await leave(pilot, app.screen)
        assert app.is_running


async def test_the_table_and_its_end():
    app = app_of(table_of("villager", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("q")
        assert isinstance(app.screen, Dialog)
        await pilot.press("escape")
        await play_through(pilot, 2)
        await leave(pilot, pilot.app.screen)
        assert pilot.app.screen is table(pilot)  # the log can be read on
        assert asked(pilot) is None
        await pilot.press("q")
        await until(lambda: not app.is_running)


async def test_the_first_page():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, SetupScreen)
        await pilot.press("ctrl+q")
        await until(lambda: not app.is_running)
