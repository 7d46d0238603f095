"""A person at a table with models that stream over a socket: heard at once, cut off, left in the middle."""

import asyncio
import fcntl
import json
import os
import pty
import random
import re
import struct
import sys
import termios
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from llmwolf.boards import find_board
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.rules.events import Exploded, Spoke
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.session import Setup
from tests.llm.fake_server import FakeServer, Scripted, obedient
from tests.tui.driver import answer, asked, play_through, press, table, until

WORDS = "我这张牌没有信息，先听一圈后置位的发言，今天跟着预言家归票，别的明天再说。"
HEARD = 12
"""So many characters of the first speech are sent before the server stops."""


class Mind:
    """Runs for sheriff, and says :data:`WORDS` in the first speech, whose end is held back until ``rest``."""

    def __init__(self) -> None:
        self.rest = asyncio.Event()
        self.speeches = 0

    def __call__(self, body: dict[str, Any]) -> Scripted:
        fields = body["response_format"]["json_schema"]["schema"].get("properties", {})
        if "run" in fields.get("act", {}).get("enum", ()):
            return Scripted(json.dumps({"act": "run"}))
        if set(fields) != {"speech"}:
            return obedient(body)
        self.speeches += 1
        if self.speeches > 1:
            return Scripted(json.dumps({"speech": f"第{self.speeches}个发言，过。"}, ensure_ascii=False))
        head = '{"speech":"'
        told = f'{head}{WORDS}"}}'
        return Scripted(told, piece=1, hang=1 + len(head) + HEARD, held=self.rest)


@pytest.fixture
async def server() -> AsyncIterator[FakeServer]:
    async with FakeServer(Mind()) as server:
        yield server


@pytest.fixture
def models(server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a configuration of one model that never acts out of turn, and a place for records."""
    config = tmp_path / "llmwolf.toml"
    config.write_text(
        f'default = "fake"\n[endpoints.here]\nbase_url = "{server.base_url}"\n[models.fake]\n'
        'endpoint = "here"\nmodel = "fake"\npolls = 0\norders = false\nclaims = false\n'
        "thought_chars = 0\nplan_chars = 0\n",
        "utf-8",
    )
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (config,))
    return tmp_path


def wolf_beside_models() -> LlmwolfApp:
    return LlmwolfApp(setup=Setup(role="werewolf", seed=5, models=11, pace="instant"), play_now=True)


def live(pilot: Pilot[None]) -> str:
    """The running speech on the screen."""
    line = table(pilot).log_view.live
    return line.text if line else ""


async def until_a_model_speaks(pilot: Pilot[None]) -> None:
    """Answer everything, without running for sheriff, until a speech has come as far as it was sent."""
    rng = random.Random(1)
    while WORDS[:HEARD] not in live(pilot):
        if (model := asked(pilot)) and model.request.kind == "sign_up":
            press(pilot, "0", "enter", "enter")
            await until(lambda model=model: asked(pilot) is not model)  # type: ignore[misc]
        elif model:
            await answer(pilot, rng)
        await asyncio.sleep(0.002)


@pytest.mark.usefixtures("models")
async def test_a_speech_is_shown_before_the_server_has_sent_its_end_and_no_key_disturbs_it(
    server: FakeServer,
):
    app = wolf_beside_models()
    async with app.run_test(size=(110, 34)) as pilot:
        await until_a_model_speaks(pilot)
        assert WORDS[HEARD:] not in live(pilot)
        await pilot.press("ctrl+p", "escape")  # S06: a palette would cancel what is under way
        assert isinstance(app.screen, GameScreen)
        assert isinstance(server.brain, Mind)
        server.brain.rest.set()
        log = table(pilot).session.game.log
        await until(lambda: any(isinstance(event, Spoke) for event in log))
        spoke = next(event for event in log if isinstance(event, Spoke))
        assert (spoke.text, spoke.cut) == (WORDS, "")
        assert server.left == 0


async def test_a_blast_cuts_a_models_speech_and_closes_its_request(server: FakeServer, models: Path):
    app = wolf_beside_models()
    async with app.run_test(size=(110, 34)) as pilot:
        await until_a_model_speaks(pilot)
        speaker, path = table(pilot).table.speaker, table(pilot).session.path
        await pilot.press("f9", "right")
        assert server.left == 0  # the confirmation stops nothing
        began = time.perf_counter()
        press(pilot, "enter")
        await until(lambda: server.left == 1)
        assert time.perf_counter() - began < 1
        log = table(pilot).session.game.log
        await until(lambda: any(isinstance(event, Exploded) for event in log))
        await table(pilot).stop()
    assert path is not None
    spoke = next(event for event in read(path).events if isinstance(event, Spoke))
    assert (spoke.seat, spoke.text, spoke.cut) == (speaker, WORDS[:HEARD], "cut_in")
    assert verify(path).ok


@pytest.mark.usefixtures("models")
async def test_leaving_with_calls_pending_closes_them_and_leaves_nothing_running(server: FakeServer):
    server.brain = lambda body: Scripted(hang=0)
    setup = Setup(role="villager", seed=5, models=11, pace="instant")
    app = LlmwolfApp(setup=setup, play_now=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: len(server.requests) >= 3)
        began = time.perf_counter()
        await pilot.press("ctrl+q", "ctrl+q")
        await until(lambda: not app.is_running)
    assert time.perf_counter() - began < 2
    assert app.return_code == 0
    await until(lambda: server.left == len(server.requests))


@pytest.mark.usefixtures("models")
async def test_a_person_plays_a_whole_game_beside_models(server: FakeServer):
    server.brain = obedient
    board = find_board("standard-9")
    rules = replace(board.rules, max_days=3)  # chance alone may go on for a month
    setup = Setup(board=board, rules=rules, role="werewolf", seed=5, models=8, pace="instant")
    app = LlmwolfApp(setup=setup, play_now=True)
    async with app.run_test(size=(110, 34)) as pilot:
        await play_through(pilot, 1, 60)
        calls = table(pilot).session.calls()
        assert calls is not None
        assert calls.calls == len(server.requests)
        assert not calls.failures


# -- the whole program in a terminal of its own ----------------------------------------------------------


class Terminal:
    """A process at a pseudo-terminal; ``screen`` is all that it wrote."""

    def __init__(self, process: asyncio.subprocess.Process, master: int) -> None:
        self.process = process
        self.screen = ""
        self._master = master
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self) -> None:
        try:
            self.screen += os.read(self._master, 65_536).decode("utf-8", "replace")
        except OSError:  # the other end is closed
            asyncio.get_running_loop().remove_reader(self._master)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    async def ended(self) -> int:
        code = await self.process.wait()
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        return code


async def opened(folder: Path, *words: str) -> Terminal:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {"TERM": "xterm-256color", "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "none")}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "llmwolf.cli", *words,
        stdin=slave, stdout=slave, stderr=slave, cwd=folder, start_new_session=True,
        env=os.environ | env,
    )  # fmt: skip
    os.close(slave)
    return Terminal(process, master)


async def test_quitting_the_program_with_calls_pending_is_quick_and_quiet(server: FakeServer, models: Path):
    """S07, in a process of its own: exit code 0, no traceback, every request closed."""
    server.brain = lambda body: Scripted(hang=0)
    terminal = await opened(models, "--seed", "5")
    await until(lambda: "F2" in terminal.screen, 60)
    terminal.type("\x1b[A\x1b[D\x1bOQ")  # up to the model seats, left to the most of them, F2
    await until(lambda: server.requests, 60)
    began = time.perf_counter()
    terminal.type("\x11\x11")
    assert await terminal.ended() == 0
    assert time.perf_counter() - began < 2
    assert "Traceback" not in terminal.screen
    assert "llmwolf resume" in re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", terminal.screen)
    await until(lambda: server.left == len(server.requests))
