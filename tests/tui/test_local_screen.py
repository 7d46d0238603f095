"""F6 on the set-up: a model of this machine is found, started, used, given up, and ended."""

import asyncio
import threading
import time
from pathlib import Path
from typing import Self
from urllib.request import urlopen

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from llmwolf.llm.endpoint import Endpoint, EndpointError
from llmwolf.llm.local import LocalServer, bundled_gguf
from llmwolf.llm.settings import SMALL, SMALL_EN
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.localmodel import LocalModel, model_files, settings_for, window_for
from llmwolf.tui.model.helping import help_entries
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.local import LocalScreen
from llmwolf.tui.screens.phrases import PhraseScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Session, Setup
from llmwolf.tui.widgets.menu import Menu
from tests.tui.driver import paste, squeezed, table_of, until, words_of


class Standin:
    """A server that is up as soon as it is ``let_go``, or fails with ``error``."""

    def __init__(self, gguf: Path, window: int) -> None:
        self.gguf = gguf
        self.window = window
        self.entered = threading.Event()
        self.let_go = threading.Event()
        self.stops = 0
        self.error: Exception | None = None

    @property
    def endpoint(self) -> Endpoint:
        return Endpoint(f"http://127.0.0.1:9/{self.gguf.stem}", self.gguf.stem, concurrency=1)

    def __enter__(self) -> Self:
        self.entered.set()
        assert self.let_go.wait(30)
        if self.stops:
            raise EndpointError("stopped")
        if self.error:
            raise self.error
        return self

    def stop(self) -> None:
        self.stops += 1
        self.let_go.set()


class Bench:
    """Makes stand-ins, which are up at once unless ``slow``; remembers them and the tables asked for."""

    def __init__(self, slow: bool = False, error: Exception | None = None) -> None:
        self.made: list[Standin] = []
        self.setups: list[Setup] = []
        self._slow = slow
        self._error = error

    def make(self, gguf: Path, window: int) -> Standin:
        server = Standin(gguf, window)
        server.error = self._error
        if not self._slow:
            server.let_go.set()
        self.made.append(server)
        return server

    def open_table(self, setup: Setup, lang: str) -> Session:
        self.setups.append(setup)
        return table_of("seer", seed=5)(setup, lang)

    def app(self, setup: Setup | None = None, lang: str = "zh") -> LlmwolfApp:
        return LlmwolfApp(lang, setup, open_table=self.open_table, local=LocalModel(self.make))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with two models in it, and none anywhere else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("llmwolf.tui.localmodel.bundled_gguf", lambda: None)
    (tmp_path / "models").mkdir()
    for name in ("a.gguf", "b.gguf"):
        (tmp_path / "models" / name).write_bytes(b"GGUF" + bytes(2_000_000))
    return tmp_path


def local(pilot: Pilot[None]) -> LocalScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LocalScreen)
    return screen


def state(pilot: Pilot[None]) -> str:
    return words_of(pilot, "#state")


def values(app: LlmwolfApp) -> dict[str, str]:
    """What is in the form; empty while another screen lies over it."""
    return app.screen.values() if isinstance(app.screen, SetupScreen) else {}


# -- which files there are -------------------------------------------------------------------------------


def test_the_files_of_all_folders_are_found_and_what_is_no_model_is_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    mine = folder / "data" / "llmwolf" / "models" / "deep"
    mine.mkdir(parents=True)
    for name in ("c-00001-of-00002.gguf", "c-00002-of-00002.gguf", "mmproj-c.gguf", "readme.md"):
        (mine / name).write_bytes(b"GGUF")
    bundled = folder / "bundled.gguf"
    bundled.write_bytes(b"GGUF")
    monkeypatch.setattr("llmwolf.tui.localmodel.bundled_gguf", lambda: bundled)
    names = [file.path.name for file in model_files()]
    assert names == ["a.gguf", "b.gguf", "c-00001-of-00002.gguf", "bundled.gguf"]
    assert model_files()[0].size == 2_000_004


def test_the_settings_fit_the_window(folder: Path):
    small = window_for(folder / "models" / "a.gguf")
    assert (settings_for(small, "zh"), settings_for(small, "en")) == (SMALL, SMALL_EN)
    large = folder / "large.gguf"
    with large.open("wb") as file:
        file.truncate(2 * 10**9)
    assert settings_for(window_for(large), "en").context_tokens < window_for(large)
    assert settings_for(window_for(large), "en").lang == "en"


# -- the dialog ------------------------------------------------------------------------------------------


async def test_a_listed_model_is_started_fills_the_form_plays_and_ends_with_the_application(folder: Path):
    bench = Bench()
    app = bench.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6")
        assert [row.note for row in local(pilot).query_one(Menu)._rows] == ["2 MB", "2 MB"]
        await pilot.press("down", "enter")
        await until(lambda: values(app))
        filled = values(app)
        assert (filled["models"], filled["url"], filled["model"]) == ("1", "http://127.0.0.1:9/b", "b")
        assert words_of(pilot, "#models-note") == "本机b·http://127.0.0.1:9/b"
        assert app.focused is app.screen.query_one("#start")
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, GameScreen))
        (server,) = bench.made
        assert server.gguf == folder / "models" / "b.gguf"
        assert server.stops == 0
    assert server.stops == 1
    spec = bench.setups[0].local
    assert spec is not None
    assert (spec.endpoint, spec.settings) == (server.endpoint, SMALL)
    assert spec.price is not None
    assert spec.price.completion == 0


async def test_a_typed_path_goes_first_and_a_second_model_takes_the_place_of_the_first(folder: Path):
    bench = Bench()
    app = bench.app(Setup(models=3))
    (folder / "mine.gguf").write_bytes(b"GGUF")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6", "enter")
        await until(lambda: values(app))
        await pilot.press("f6")
        await paste(pilot, str(folder / "mine.gguf"))
        await pilot.press("enter")
        await until(lambda: values(app))
        assert [server.stops for server in bench.made] == [1, 0]
        assert (values(app)["models"], values(app)["model"]) == ("3", "mine")
        app.screen.query_one("#set-url", Input).value = "http://127.0.0.1:9/other"
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, GameScreen))
    assert bench.setups[0].local is None  # the form leads elsewhere


@pytest.mark.usefixtures("folder")
async def test_a_start_shows_that_it_goes_on_and_can_be_given_up():
    bench = Bench(slow=True)
    app = bench.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6", "enter", "enter")  # a second Enter starts nothing more
        await until(lambda: bench.made and bench.made[0].entered.is_set())
        assert "正在启动a.gguf" in state(pilot)
        await pilot.press("escape")
        await until(lambda: bench.made[0].stops)
        await until(lambda: not local(pilot).starting)
        assert state(pilot) == ""
        await pilot.press("escape")
        assert values(app)["url"] == ""
        assert len(bench.made) == 1


@pytest.mark.usefixtures("folder")
async def test_leaving_while_a_model_starts_ends_it_at_once():
    """S07: the thread that waits for the start does not keep the program."""
    bench = Bench(slow=True)
    app = bench.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6", "enter")
        await until(lambda: bench.made and bench.made[0].entered.is_set())
        began = time.perf_counter()
        await pilot.press("ctrl+q")
        await until(lambda: not app.is_running)
    assert time.perf_counter() - began < 2
    assert app.return_code == 0
    assert bench.made[0].stops


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    ("error", "why"),
    [
        (EndpointError("no GGUF file"), "no GGUF file"),
        (PermissionError(13, "Permission denied"), "a.gguf: Perm"),
    ],
)
async def test_what_went_wrong_is_one_line_and_the_dialog_stays(error: Exception, why: str, lang: str):
    bench = Bench(error=error)
    app = bench.app(lang=lang)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6", "enter")
        await until(lambda: "没能启动" in state(pilot) or "didnotstart" in state(pilot))
        assert squeezed(why) in state(pilot)
        await pilot.press("escape")
        assert isinstance(app.screen, SetupScreen)


@pytest.mark.parametrize("installed", [True, False])
async def test_a_missing_extra_a_missing_file_and_a_damaged_one_are_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, installed: bool
):
    """The server of the package itself, as far as it comes without the wheel."""
    monkeypatch.setattr("llmwolf.llm.local.find_spec", lambda name: installed or None)
    (folder / "bad.gguf").write_bytes(b"<html>")
    for name, why in (("gone.gguf", "there is no model file"), ("bad.gguf", "is no GGUF file")):
        app = LlmwolfApp()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("f6")
            await paste(pilot, name)
            await pilot.press("enter")
            await until(lambda: "没能启动" in state(pilot))
            assert squeezed(why if installed else "pip install 'llmwolf[local]'") in state(pilot)


async def test_where_there_is_no_file_it_is_said_where_one_belongs(folder: Path):
    for file in (folder / "models").iterdir():
        file.unlink()
    app = Bench().app()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("f6")
        assert str(folder / "models") in words_of(pilot, "#none")
        await pilot.press("enter")
        assert not local(pilot).starting


async def test_at_the_table_the_key_opens_the_phrases():
    app = LlmwolfApp(setup=Setup(pace="instant"), play_now=True, open_table=table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, GameScreen))
        await pilot.press("f6")
        await until(lambda: isinstance(app.screen, PhraseScreen))


async def test_the_help_names_the_key():
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        screen = pilot.app.screen
        assert isinstance(screen, HelpScreen)
        for lang, word in (("zh", "本机"), ("en", "this machine")):
            entries = help_entries(screen._board, lang)
            assert any(entry.term.startswith("F6") and word in entry.meaning for entry in entries)


# -- the real one ----------------------------------------------------------------------------------------


@pytest.mark.local_model
@pytest.mark.skipif(bundled_gguf() is None, reason="the small model is missing; `make model` installs it")
async def test_the_real_model_is_started_answers_and_ends_with_the_application(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    made: list[LocalServer] = []

    def make(gguf: Path, window: int) -> LocalServer:
        made.append(LocalServer(gguf, window))
        return made[-1]

    app = LlmwolfApp(local=LocalModel(make))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6", "enter")
        await until(lambda: values(app), 60)
        url = values(app)["url"]
        answered = await asyncio.to_thread(lambda: urlopen(f"{url}/models", timeout=10).status)
        assert answered == 200
        assert made[0].running
    assert not made[0].running


@pytest.mark.local_model
@pytest.mark.skipif(bundled_gguf() is None, reason="the small model is missing; `make model` installs it")
def test_a_start_of_the_real_server_can_be_stopped_from_another_thread():
    gguf = bundled_gguf()
    assert gguf is not None
    server = LocalServer(gguf)
    stopper = threading.Timer(0.0, server.stop)
    stopper.start()
    with pytest.raises(EndpointError, match="did not start"), server:
        stopper.join()
    assert not server.running
