"""A disk that is full or may not be written: said in one line, nothing half written, the person decides."""

import errno
import os
import random
from dataclasses import replace
from io import FileIO
from pathlib import Path

import pytest
from textual.pilot import Pilot

from llmwolf.record.errors import NotWritten
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.continued import Continued
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Session, Setup, start
from llmwolf.tui.words import said

from .driver import answer, play_through, question, squeezed, table, until, words_of

RNG = random.Random(4)
SETUP = Setup(role="witch", seed=3, pace="instant", name="我")


class Disk:
    """The system's answers to what is written below ``folder``: as ``error`` says, after ``room`` bytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.error = 0
        self.room = 0

    def holds(self) -> list[str]:
        """The names of the files there."""
        return [path.name for path in Path(self.folder).iterdir()]

    def refuses(self, path: object) -> bool:
        return bool(self.error) and str(path).startswith(self.folder)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """A folder of games whose disk can be made to refuse: at the border to the system, so for root too."""
    folder = tmp_path / "transcripts"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    disk = Disk(folder)

    class File(FileIO):
        def __init__(self, path: Path, mode: str) -> None:
            if disk.refuses(path) and disk.error == errno.EROFS:
                raise OSError(disk.error, os.strerror(disk.error))
            super().__init__(path, mode)

        def write(self, data: bytes | memoryview, /) -> int:  # type: ignore[override]
            if not disk.refuses(self.name):
                return super().write(data)
            if disk.room:
                count = super().write(data[: disk.room])
                disk.room -= count
                return count
            raise OSError(disk.error, os.strerror(disk.error))

        def truncate(self, size: int | None = None, /) -> int:
            if disk.refuses(self.name) and disk.error == errno.EROFS:
                raise OSError(disk.error, os.strerror(disk.error))
            return super().truncate(size)

    monkeypatch.setattr("llmwolf.record.sink.FileIO", File)
    return disk


def app_at(setup: Setup = SETUP) -> LlmwolfApp:
    return LlmwolfApp("zh", setup, play_now=True)


async def dialog(pilot: Pilot[None], kind: str) -> Dialog:
    """Wait for the dialog of that kind."""
    await until(lambda: isinstance(pilot.app.screen, Dialog) and pilot.app.screen.kind == kind)
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, Dialog)
    return screen


async def refused(pilot: Pilot[None], disk: Disk, error: int, room: int = 0) -> Dialog:
    """Play a little, and then on a disk that takes ``room`` bytes more, until it is told."""
    await answer(pilot, RNG)
    await question(pilot)
    disk.error, disk.room = error, room
    await answer_unless_told(pilot)
    return await dialog(pilot, "unsaved")


async def answer_unless_told(pilot: Pilot[None]) -> None:
    """Answer; the disk may say no before the next question comes."""
    model = await question(pilot)
    keys = [option.key for option in model.options if option.answer is not None]
    if model.wants_text:
        await pilot.press("f3", "f3")
    else:
        await pilot.press(keys[-1], "enter", "enter")


@pytest.mark.parametrize(
    ("error", "room", "says"),
    [
        (errno.ENOSPC, 0, "磁盘满了"),
        (errno.ENOSPC, 37, "磁盘满了"),
        (errno.EROFS, 0, "不让写"),
        (errno.ENOENT, 0, "没有文件夹"),
        (errno.EIO, 0, "写不进去"),
    ],
)
async def test_what_is_not_saved_is_said_and_saved_again_when_there_is_room(
    disk: Disk, error: int, room: int, says: str
):
    app = app_at()
    async with app.run_test(size=(110, 34)) as pilot:
        told = await refused(pilot, disk, error, room)
        path = table(pilot).session.path
        assert path is not None
        game = table(pilot).session.game
        assert says in told._body
        assert str(path.parent if error in (errno.EROFS, errno.ENOENT) else path) in told._body
        assert error == errno.EROFS or path.read_bytes().endswith(b"\n")
        on_disk = read(path)
        assert on_disk.moves == game.moves[: len(on_disk.moves)]
        await pilot.press("enter")  # once more, while it is as it was
        await dialog(pilot, "unsaved")
        disk.error = 0
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, GameScreen))
        await until(lambda: table(pilot).session.unsaved is None)
        await answer(pilot, RNG)
        await question(pilot)
        assert read(path).moves == game.moves
    assert verify(path).ok


async def test_playing_on_unsaved_is_marked_and_made_good_when_the_disk_takes_it(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
):
    app = app_at()
    notices: list[str] = []
    monkeypatch.setattr(GameScreen, "notify", lambda self, message, **_: notices.append(message))
    async with app.run_test(size=(110, 34)) as pilot:
        await refused(pilot, disk, errno.ENOSPC)
        screen = table(pilot)
        path = screen.session.path
        assert path is not None
        await pilot.press("right", "enter")
        await question(pilot)
        await pilot.pause()
        assert "未存盘" in words_of(pilot, "#status")
        saved = read(path).moves
        await answer(pilot, RNG)
        await question(pilot)
        assert read(path).moves == saved
        await pilot.press("ctrl+q")
        leaving = await dialog(pilot, "leave")
        assert "没有存上" in leaving._body
        await pilot.press("escape")
        disk.error = 0
        await answer(pilot, RNG)
        await question(pilot)
        await pilot.pause()
        assert "未存盘" not in words_of(pilot, "#status")
        assert notices[-1].startswith("又存上了")
        assert read(path).moves == screen.session.game.moves
    assert verify(path).ok


async def test_the_end_of_a_game_that_was_never_saved_says_so_and_what_is_saved_goes_on(disk: Disk):
    app = app_at()
    async with app.run_test(size=(110, 34)) as pilot:
        await refused(pilot, disk, errno.ENOSPC)
        path = table(pilot).session.path
        assert path is not None
        await pilot.press("right", "enter")
        await play_through(pilot, 1)
        end = app.screen
        assert isinstance(end, EndScreen)
        assert "这一局没有保存" in end._ending.lines
        await pilot.press("q")
    assert app.farewell.split("\n")[-1].startswith("llmwolf resume ")
    disk.error = 0
    again = Continued(path)
    app = LlmwolfApp(
        "zh", replace(again.setup, pace="instant"), play_now=True, open_table=again.open, resumed=again
    )
    async with app.run_test(size=(110, 34)) as pilot:
        await play_through(pilot, 1)
    assert verify(path).ok


async def test_who_stops_comes_back_to_the_form_and_the_file_is_whole(disk: Disk):
    app = app_at()
    async with app.run_test(size=(80, 24)) as pilot:
        await refused(pilot, disk, errno.ENOSPC, 11)
        path = table(pilot).session.path
        assert path is not None
        await pilot.press("left", "enter")
        await until(lambda: isinstance(app.screen, SetupScreen))
    assert path.read_bytes().endswith(b"\n")
    assert verify(path).ok
    assert not read(path).finished


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_the_dialog_fits(disk: Disk, size: tuple[int, int], lang: str):
    app = LlmwolfApp(lang, SETUP, play_now=True)
    async with app.run_test(size=size) as pilot:
        told = await refused(pilot, disk, errno.ENOSPC)
        box = told.query_one("#dialog")
        assert box.virtual_size.height <= box.size.height
        assert all(button.region.bottom <= size[1] - 1 for button in told.query("Button"))
        assert all(button.region.right <= size[0] - 1 for button in told.query("Button"))


async def test_a_read_only_folder_is_said_before_the_game_and_may_be_mended(disk: Disk):
    app = app_at()
    disk.error = errno.EROFS
    async with app.run_test(size=(80, 24)) as pilot:
        told = await dialog(pilot, "nowhere")
        assert f"{disk.folder} 不让写" in told._body
        await pilot.press("right", "enter")  # again, in vain
        await dialog(pilot, "nowhere")
        await pilot.press("escape")
        assert isinstance(app.screen, SetupScreen)
        assert "不让写" in words_of(pilot, "#problem")
        await pilot.press("f2")
        await dialog(pilot, "nowhere")
        disk.error = 0
        await pilot.press("right", "enter")
        await question(pilot)
        assert table(pilot).session.path is not None
        await pilot.press("ctrl+q")
        await pilot.click("#choose-setup")
        await until(lambda: isinstance(app.screen, SetupScreen))
        assert words_of(pilot, "#problem") == ""  # that was mended


async def test_a_game_may_be_played_without_a_record_and_the_next_one_is_saved_again(disk: Disk):
    app = app_at()
    disk.error = errno.ENOSPC
    async with app.run_test(size=(80, 24)) as pilot:
        await dialog(pilot, "nowhere")
        assert disk.holds() == []  # no half record stays
        await pilot.press("left", "enter")
        await question(pilot)
        assert table(pilot).session.path is None
        assert "不存盘" in words_of(pilot, "#status")
        await play_through(pilot, 1)
        end = app.screen
        assert isinstance(end, EndScreen)
        assert "这一局没有保存" in end._ending.lines
        disk.error = 0
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, GameScreen))
        assert table(pilot).session.path is not None


async def test_an_unfinished_game_in_a_read_only_folder_can_be_played_on_unsaved(disk: Disk):
    session = start(SETUP, "zh")
    assert session.keeper is not None
    assert session.path is not None
    session.keeper.take(session.game)
    await session.close()
    before = session.path.read_bytes()
    disk.error = errno.EROFS
    game = Continued(session.path)
    app = LlmwolfApp("zh", game.setup, play_now=True, open_table=game.open, resumed=game)
    async with app.run_test(size=(80, 24)) as pilot:
        await dialog(pilot, "nowhere")
        await pilot.press("left", "enter")
        await question(pilot)
        assert table(pilot).session.path is None
        await answer(pilot, RNG)
    assert session.path.read_bytes() == before


def test_a_real_full_disk_leaves_whole_lines(tmp_path: Path):
    """The system's own limit on the size of a file stands for the disk."""
    resource = pytest.importorskip("resource")
    session = start_in(tmp_path)
    path = session.path
    assert path is not None
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 5, limits[1]))
    try:
        keeper = session.keeper
        assert keeper is not None
        with pytest.raises(NotWritten) as told:
            keeper.take(session.game)
        assert told.value.cause == "full"
        assert path.read_bytes().endswith(b"\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    keeper.take(session.game)
    keeper.close()
    assert verify(path).ok


def start_in(folder: Path) -> Session:
    (folder / "transcripts").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return start(SETUP, "zh")


def test_what_a_model_cost_is_held_until_it_can_be_written(disk: Disk):
    session = start(SETUP, "zh")
    keeper, path = session.keeper, session.path
    assert keeper is not None
    assert path is not None
    keeper.take(session.game)
    disk.error = errno.ENOSPC
    keeper.llm({"seat": 2, "raw": "x"})
    keeper.decided(0, 2, "model", "a thought")
    assert keeper.problem is not None
    with pytest.raises(NotWritten):
        keeper.take(session.game)
    disk.error = 0
    keeper.close()
    assert [line["seat"] for line in read(path).llm] == [2, 2]


@pytest.mark.parametrize("cause", ["full", "forbidden", "missing", "other"])
def test_every_cause_is_one_line_in_both_languages(cause: str):
    error = NotWritten("sentence", cause, "why", "/some/where/game.jsonl")
    for lang in ("zh", "en"):
        line = said(error, lang)
        assert "\n" not in line
        assert "/some/where" in line
    assert squeezed(said(error, "zh")).isascii() is False
