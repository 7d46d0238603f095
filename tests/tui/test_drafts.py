"""What is half written is there again, however the game broke off; nothing of it stays when it was sent."""

import errno
import json
import os
import random
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from llmwolf.boards import find_board
from llmwolf.players.told import ToldError
from llmwolf.rules.events import Spoke
from llmwolf.rules.private import Whispered
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.continued import Continued
from llmwolf.tui.model.drafts import Draft, Drafts, draft_path, unsent
from llmwolf.tui.screens.drafting import SOON
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.library import LibraryScreen
from llmwolf.tui.session import Setup

from .driver import answer, paste, play_through, question, table, until
from .shelf import game_record
from .test_typing import until_kind

HALF = "我先说\n5号[red]像🐺，"
SETUP = Setup(role="witch", seed=3, pace="instant", name="我")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which games are saved."""
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "transcripts"


def drafted(path: Path) -> Draft:
    """What is on the disk."""
    return Drafts(path).load()


def begun() -> LlmwolfApp:
    return LlmwolfApp("zh", SETUP, play_now=True)


def gone_on(path: Path) -> LlmwolfApp:
    game = Continued(path)
    setup = replace(game.setup, pace="instant")
    return LlmwolfApp("zh", setup, play_now=True, open_table=game.open, resumed=game)


def path_of(pilot: Pilot[None]) -> Path:
    path = table(pilot).session.path
    assert path is not None
    return path


async def test_a_half_written_speech_is_there_again_and_gone_when_it_was_sent(
    here: Path, monkeypatch: pytest.MonkeyPatch
):
    notices: list[str] = []
    monkeypatch.setattr(GameScreen, "notify", lambda self, message, **_: notices.append(message))
    async with begun().run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        path = path_of(pilot)
        await paste(pilot, HALF)
        await until(lambda: drafted(path) == Draft(HALF))  # while it stands in the composer, by itself
    async with gone_on(path).run_test(size=(80, 24)) as pilot:
        await question(pilot)
        area = table(pilot).desk.speech.area
        assert area.text == HALF
        assert pilot.app.focused is area
        table(pilot)._tell_draft()
        assert notices == []  # it stands there to be seen
        await paste(pilot, "完。")
        await pilot.press("ctrl+s")
        await question(pilot)
        await until(lambda: not draft_path(path).exists())
        said = [event.text for event in table(pilot).session.game.log if isinstance(event, Spoke)]
        assert f"{HALF}完。" in said


async def test_a_draft_from_before_its_turn_waits_behind_its_key_and_it_is_said(
    here: Path, monkeypatch: pytest.MonkeyPatch
):
    notices: list[str] = []
    monkeypatch.setattr(GameScreen, "notify", lambda self, message, **_: notices.append(message))
    async with begun().run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("f4")
        await paste(pilot, HALF)
        await pilot.press("ctrl+q", "ctrl+q")  # at once: leaving keeps it too
        path = path_of(pilot)
    assert drafted(path) == Draft(HALF)
    async with gone_on(path).run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await until(lambda: notices and "F4" in notices[-1])
        assert not table(pilot).desk.speech.display
        await pilot.press("f4")
        assert table(pilot).desk.speech.area.text == HALF
        await pilot.press("escape")
        await play_through(pilot, 1)
        assert not draft_path(path).exists()  # the game is over


async def test_half_written_last_words_are_there_again(here: Path):
    setup = Setup(board=find_board("standard-9"), role="villager", seed=9, pace="instant", name="我")
    rng = random.Random(1)
    async with LlmwolfApp("zh", setup, play_now=True).run_test(size=(80, 24)) as pilot:
        while not (await question(pilot)).wants_text or table(pilot).table.alive:
            await answer(pilot, rng)
        await paste(pilot, HALF)
        path = path_of(pilot)
        await until(lambda: drafted(path) == Draft(HALF))
    async with gone_on(path).run_test(size=(80, 24)) as pilot:
        assert (await question(pilot)).wants_text
        assert not table(pilot).table.alive
        assert table(pilot).desk.speech.area.text == HALF
        await pilot.press("ctrl+s")
        await until(lambda: not draft_path(path).exists())


async def test_the_keys_do_not_wait_for_the_disk(here: Path, monkeypatch: pytest.MonkeyPatch):
    written: list[Draft] = []
    monkeypatch.setattr(Drafts, "flush", lambda self: written.append(self._wanted))
    async with begun().run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        await pilot.press(*"abcdefgh")
        await until(lambda: written and written[-1] == Draft("abcdefgh"))
        assert len(written) < 8
    assert SOON <= 0.5


async def test_a_draft_that_is_not_kept_is_told_once(here: Path, monkeypatch: pytest.MonkeyPatch):
    notices: list[str] = []
    monkeypatch.setattr(GameScreen, "notify", lambda self, message, **_: notices.append(message))

    def full(path: Path, data: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("llmwolf.tui.model.drafts.write_json", full)
    async with begun().run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        for text in ("一", "二"):
            await paste(pilot, text)
            await until(lambda: notices)
        table(pilot).keep()
        assert len(notices) == 1
        assert "草稿没有存上" in notices[0]
        assert table(pilot).desk.speech.area.text == "一二"


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"schema_version": 2}', '{"schema_version": 1, "speech": 1, "whisper": ""}']
)
def test_a_damaged_draft_is_told_and_put_aside(tmp_path: Path, text: str):
    record = tmp_path / "game.jsonl"
    draft_path(record).write_text(text, "utf-8")
    with pytest.raises(ToldError) as told:
        Drafts(record).load()
    assert "game.jsonl.draft.json.damaged" in told.value.told("zh")
    drafts = Drafts(record)
    drafts.put(Draft("x"))
    drafts.flush()
    assert drafted(record) == Draft("x")


def test_the_file_holds_the_words_alone(tmp_path: Path):
    record = tmp_path / "game.jsonl"
    drafts = Drafts(record)
    drafts.put(Draft("a", "b"))
    drafts.flush()
    data = json.loads(draft_path(record).read_text("utf-8"))
    assert data == {"schema_version": 1, "speech": "a", "whisper": "b"}
    drafts.put(Draft())
    drafts.flush()
    assert list(tmp_path.iterdir()) == []


def test_without_a_record_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    drafts = Drafts(None)
    assert drafts.load() == Draft()
    drafts.put(Draft("x"))
    drafts.flush()
    assert list(tmp_path.iterdir()) == []


def test_what_was_sent_just_before_the_end_is_no_draft():
    log = [
        Spoke(seat=3, stage="talk", text="我是预言家"),
        Whispered(ears=(3, 4), seat=3, target=5, text="刀5号"),
        Spoke(seat=4, stage="talk", text="别人的话"),
    ]
    assert unsent(Draft(" 我是预言家\n", "刀5号"), log, 3) == Draft()
    assert unsent(Draft("我是预言家，", "刀"), log, 3) == Draft("我是预言家，", "刀")
    assert unsent(Draft("别人的话"), log, 3) == Draft("别人的话")


async def test_deleting_a_game_deletes_its_draft(tmp_path: Path):
    record = tmp_path / "2026-11-20-official-12-seed3.jsonl"
    record.write_bytes(game_record(3, steps=3))
    drafts = Drafts(record)
    drafts.put(Draft("x"))
    drafts.flush()
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(LibraryScreen(tmp_path, lambda path: "", "zh"))
        await pilot.pause()
        await pilot.press("d", "tab", "enter")
        await until(lambda: not record.exists())
        await pilot.pause()
        assert not draft_path(record).exists()


async def test_a_question_takes_no_key_from_a_draft_that_is_empty_still(here: Path):
    """Who has just opened it may be typing a number and Enter already."""
    async with begun().run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        await pilot.press("f3", "f3")  # everybody speaks; at last the witch is asked to vote
        await pilot.press("f4")
        await question(pilot)
        screen = table(pilot)
        model = screen.desk.ask.model
        assert model is not None
        if model.wants_text:
            return
        await pilot.press("3", "enter", "enter")
        assert screen.desk.speech.area.text == "3\n\n"
        assert not model.armed
