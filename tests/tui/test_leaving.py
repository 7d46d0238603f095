"""Leaving: asked first, fast, without a trace, and the game is saved (U13)."""

import asyncio
import time
from pathlib import Path

import pytest

from llmwolf.boards import find_board
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.tui.app import LlmwolfApp, run
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Session, Setup, start
from llmwolf.tui.widgets.prose import Prose

from .driver import Streamer, answer, app_of, question, table, table_of, the_app, until
from .test_typing import RNG


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which games are saved."""
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "transcripts"


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_U13_one_key_closes_nothing(key: str):
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press(key)
        assert isinstance(app.screen, Dialog)
        await pilot.press("escape")
        assert isinstance(app.screen, GameScreen)
        assert app.is_running
        await pilot.press(key, "enter")  # the harmless button is under Enter
        assert isinstance(app.screen, GameScreen)


async def test_U13_leaving_by_night_saves_the_game_and_says_where(here: Path):
    setup = Setup(seed=7, role="seer", pace="instant", level="novice", name="我")
    app = LlmwolfApp(setup=setup, play_now=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await answer(pilot, RNG)
        await question(pilot)
        path = table(pilot).session.path
        assert path is not None
        assert path.parent == here
        await pilot.press("ctrl+q")
        dialog = app.screen
        assert isinstance(dialog, Dialog)
        assert str(path) in dialog._body
        await pilot.press("ctrl+q")
        await until(lambda: not app.is_running)
    assert app.return_code == 0
    assert app.farewell.split("\n") == ["接着打：", f"llmwolf resume {path} --speed instant"]
    assert not read(path).finished
    report = verify(path)
    assert report.ok
    assert report.moves


def test_the_farewell_is_not_broken_into_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    command = "llmwolf resume /a/very/long/folder" + "/deeper" * 20

    def leave(app: LlmwolfApp) -> None:
        app.farewell = command

    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(LlmwolfApp, "run", leave)
    run()
    assert capsys.readouterr().out == f"{command}\n"


async def test_leaving_for_the_set_up_and_playing_again():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        first = table(pilot)
        await pilot.press("ctrl+q", "right", "enter")
        await until(lambda: isinstance(app.screen, SetupScreen))
        assert first._worker is not None
        assert first._worker.is_finished
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, GameScreen))
        await question(pilot)
        assert table(pilot) is not first


async def test_leaving_is_fast_while_calls_are_pending():
    class Deaf:
        async def answer_live(self, *_: object) -> None:
            while True:
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    await asyncio.sleep(0.3)  # a connection that closes slowly
                    raise

    app = app_of(table_of("werewolf", seed=5, others=lambda seat: Deaf()))  # type: ignore[arg-type,return-value]
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("ctrl+q")
        began = time.perf_counter()
        await pilot.press("ctrl+q")
        await until(lambda: not app.is_running)
    assert time.perf_counter() - began < 2
    assert app.return_code == 0


async def test_leaving_while_somebody_speaks_ends_the_speech():
    talker = Streamer()
    app = app_of(table_of("", others=lambda seat: talker), setup=Setup(watch=True, pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: talker.said)
        await pilot.press("ctrl+c", "ctrl+c")
        await until(lambda: not app.is_running)
    assert talker.stopped


async def test_a_table_that_cannot_be_opened_is_explained_at_the_form():
    setup = Setup(models=2, base_url="https://example.invalid/v1", model="m")
    app = LlmwolfApp(setup=setup)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f2")
        await pilot.pause()
        form = the_app(pilot).screen
        assert isinstance(form, SetupScreen)
        assert "OPENAI_API_KEY" in str(form.query_one("#problem", Prose).render())


def test_a_crash_shows_no_values(capsys: pytest.CaptureFixture[str]):
    def open_table(setup: Setup, lang: str) -> Session:
        key = "sk-secret"
        raise ZeroDivisionError(len(key))

    app = LlmwolfApp(play_now=True, open_table=open_table)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(run_headless(app))
    assert "sk-secret" not in capsys.readouterr().err.replace('key = "sk-secret"', "")


async def run_headless(app: LlmwolfApp) -> None:
    async with app.run_test():
        pass


def test_the_chosen_seat_and_card_are_dealt(here: Path):
    session = start(Setup(seed=7, seat=4, role="witch"), "zh")
    assert session.seat == 4
    assert session.game.view(4).hand.role == "witch"
    assert sorted(session.game.spec.cards) == sorted(find_board("official-12").cards)
    asyncio.run(session.close())  # type: ignore[arg-type]
    watching = start(Setup(seed=7, watch=True, god=True), "zh")
    assert (watching.seat, watching.god, watching.human) == (0, True, None)
    asyncio.run(watching.close())  # type: ignore[arg-type]
