"""Practice: a decision taken back, a finished game played on from the middle; the old records stay."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from llmwolf.export.recorded import Recorded, open_record
from llmwolf.llm.usage import CallLog
from llmwolf.record.head import Origin
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.continued import Continued
from llmwolf.tui.model.library import glance, items, row
from llmwolf.tui.model.practice import before_last_move, moment_at, moments
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.practising import SeatDialog
from llmwolf.tui.screens.replay import ReplayScreen
from llmwolf.tui.session import Setup

from .driver import (
    answer,
    app_of,
    paste,
    play_through,
    question,
    squeezed,
    table,
    table_of,
    the_app,
    until,
    words_of,
)
from .shelf import game_record
from .snapshots import check
from .test_typing import until_kind

SIZE = (100, 30)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the games are kept."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "transcripts").mkdir()
    return tmp_path / "transcripts"


def a_record(folder: Path, seed: int = 3, steps: int | None = None, board: str = "official-12") -> Recorded:
    path = folder / f"2026-11-20-{board}-seed{seed}.jsonl"
    path.write_bytes(game_record(seed, steps, board, models=(1, 4)))
    return open_record(path)


def told_by(app: LlmwolfApp, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every notice from now on; the screen itself forgets them after some seconds."""
    told: list[str] = []
    monkeypatch.setattr(app, "notify", lambda message, **_: told.append(message))
    return told


def branches(folder: Path, old: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.jsonl") if path != old)


# -- the moments ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["official-12", "guide-cupid-12", "standard-9"])
def test_at_every_moment_the_game_waits_and_nobody_has_answered(folder: Path, board: str):
    game = a_record(folder, board=board).game
    known = moments(game)
    assert known[0].moves == 0
    assert [m.moves for m in known] == sorted({m.moves for m in known})
    for moment in known[::7]:
        again = type(game)(game.spec, game.roles).play(game.moves[: moment.moves])
        assert not again.over
        assert again.log == game.log[: moment.events]
        assert again.ask is not None
        assert len(again.waiting) == len(again.ask.requests)
        assert again.judge.facts.living == moment.seats


def test_the_moment_lies_at_or_before_what_is_seen(folder: Path):
    game = a_record(folder).game
    known = moments(game)
    for events in range(len(game.log) + 1):
        moment = moment_at(game, events)
        assert moment.events <= max(events, known[0].events)
        after = known[known.index(moment) + 1 :]
        assert not after or after[0].events > events


def test_before_the_last_move_of_a_seat(folder: Path):
    game = a_record(folder).game
    for seat in range(1, 13):
        moment = before_last_move(game, seat)
        assert moment is not None
        assert seat in {move.seat for move in game.moves[moment.moves :]}
        assert not any(later.moves > moment.moves and _moves_at(game, later, seat) for later in moments(game))
    assert before_last_move(a_record(folder, 4, 0).game, 2) is None


def _moves_at(game: object, moment: object, seat: int) -> bool:
    return seat in {move.seat for move in game.moves[moment.moves :]}  # type: ignore[attr-defined]


# -- from a replay -------------------------------------------------------------------------------------


async def replayed(pilot: Pilot[None], game: Recorded, place: int, lang: str = "zh") -> ReplayScreen:
    screen = ReplayScreen(game, lang)
    await pilot.app.push_screen(screen)
    await pilot.pause()
    screen.replay.go(place)
    screen.action_step(0)
    await pilot.pause()
    return screen


async def test_a_finished_game_is_played_on_from_the_middle_at_another_seat(folder: Path):
    game = a_record(folder)
    bytes_before = game.path.read_bytes()
    app = LlmwolfApp(setup=Setup(pace="instant"))
    async with app.run_test(size=SIZE) as pilot:
        screen = await replayed(pilot, game, 60)
        moment = moment_at(game.game, screen.replay.at)
        seat = moment.seats[-1]
        await pilot.press(*str(seat), "p")
        assert isinstance(app.screen, SeatDialog)
        assert app.screen.seat == seat
        await pilot.press("enter")
        await until(lambda: app.game_screen is not None)
        session = table(pilot).session
        assert session.seat == seat
        assert session.names == game.names
        assert session.game.log[: moment.events] == game.log[: moment.events]
        assert "练习" in words_of(pilot, "#status")
        await play_through(pilot, 1)
        assert isinstance(app.screen, EndScreen)
        await until(lambda: app.screen.query("#facts"))
        assert f"练习局：从{game.path.name}的第{moment.moves}步" in words_of(pilot, "#facts")
    (new,) = branches(folder, game.path)
    transcript = read(new)
    assert transcript.head.origin == Origin(record=game.path.name, moves=moment.moves)
    assert transcript.moves[: moment.moves] == game.game.moves[: moment.moves]
    players = {sitter.player for sitter in transcript.head.seats if sitter.seat != seat}
    assert players == {"bot"}
    assert verify(new).ok
    assert game.path.read_bytes() == bytes_before


async def test_the_arrows_choose_another_seat_and_escape_changes_nothing(folder: Path):
    game = a_record(folder)
    app = LlmwolfApp("en", Setup(pace="instant"))
    async with app.run_test(size=SIZE) as pilot:
        await replayed(pilot, game, 20, "en")
        await pilot.press("p")
        assert isinstance(app.screen, SeatDialog)
        assert app.screen.seat == game.me
        await pilot.press("tab", "tab", "right")
        await pilot.pause()
        first = app.screen.seat
        await pilot.press("escape")
        assert isinstance(app.screen, ReplayScreen)
        assert not branches(folder, game.path)
    assert first in (game.me, game.me + 1)


async def test_an_unfinished_game_is_not_branched_off(folder: Path, monkeypatch: pytest.MonkeyPatch):
    game = a_record(folder, 5, 12)
    app = LlmwolfApp()
    notices = told_by(app, monkeypatch)
    async with app.run_test(size=SIZE) as pilot:
        await replayed(pilot, game, 5)
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert "打完才能" in notices[-1]


async def test_a_folder_that_takes_no_record_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch):
    game = a_record(folder)
    monkeypatch.setattr("llmwolf.tui.session.games_folder", lambda: game.path)  # a file, not a folder
    app = LlmwolfApp(setup=Setup(pace="instant"))
    notices = told_by(app, monkeypatch)
    async with app.run_test(size=SIZE) as pilot:
        await replayed(pilot, game, 60)
        await pilot.press("p", "enter")
        await until(lambda: notices)
        assert "开不了练习局" in notices[-1]
        assert isinstance(app.screen, ReplayScreen)


# -- taking back ---------------------------------------------------------------------------------------


async def test_the_last_decision_is_taken_back_and_made_anew(folder: Path):
    app = LlmwolfApp("zh", Setup(role="witch", seed=3, pace="instant", name="我"), play_now=True)
    async with app.run_test(size=SIZE) as pilot:
        for number in range(4):
            await answer(pilot, random.Random(number))
        asked_then = (await question(pilot)).request
        old = table(pilot).session
        assert old.path is not None
        before = read(old.path)
        moment = before_last_move(old.game, old.seat)
        assert moment is not None
        await pilot.press("ctrl+r")
        assert isinstance(app.screen, Dialog)
        await pilot.press("enter")
        await until(lambda: app.game_screen and app.game_screen.session is not old)
        request = (await question(pilot)).request
        assert request.seat == asked_then.seat
        new = table(pilot).session
        assert new.origin == Origin(record=old.path.name, moves=moment.moves)
        assert new.game.moves[: moment.moves] == before.moves[: moment.moves]
        await play_through(pilot, 9)
    after = read(old.path)
    assert after.moves[: len(before.moves)] == before.moves
    assert not after.finished
    assert new.path is not None
    assert verify(new.path).ok
    assert read(new.path).finished


async def test_a_speech_that_is_taken_back_stands_there_to_be_changed(folder: Path):
    app = LlmwolfApp(setup=Setup(role="seer", seed=5, pace="instant"), play_now=True)
    async with app.run_test(size=SIZE) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, "我是好人，出8号。")
        await pilot.press("ctrl+s")
        await question(pilot)
        old = table(pilot).session
        await pilot.press("ctrl+r", "enter")
        await until(lambda: app.game_screen and app.game_screen.session is not old)
        await question(pilot)
        assert table(pilot).desk.speech.area.text == "我是好人，出8号。"


async def test_a_practice_game_that_is_gone_on_with_stays_one(folder: Path):
    game = a_record(folder)
    app = LlmwolfApp(setup=Setup(pace="instant"))
    async with app.run_test(size=SIZE) as pilot:
        await replayed(pilot, game, 60)
        await pilot.press("p", "enter")
        await question(pilot)
        await table(pilot).stop()
    (new,) = branches(folder, game.path)
    again = Continued(new)
    app = LlmwolfApp(setup=replace(again.setup, pace="instant"), play_now=True, open_table=again.open)
    async with app.run_test(size=SIZE) as pilot:
        await question(pilot)
        assert table(pilot).session.origin == Origin(record=game.path.name, moves=read(new).head.origin.moves)  # type: ignore[union-attr]
        assert "练习" in words_of(pilot, "#status")


async def test_why_nothing_can_be_taken_back(folder: Path, monkeypatch: pytest.MonkeyPatch):
    app = app_of(table_of("witch", seed=5), "en")
    notices = told_by(app, monkeypatch)
    async with app.run_test(size=SIZE) as pilot:
        await question(pilot)
        session = table(pilot).session

        async def told() -> str:
            await pilot.press("ctrl+r")
            await pilot.pause()
            assert isinstance(the_app(pilot).screen, GameScreen)
            return notices[-1]

        assert "not saved" in await told()
        session.path = folder / "game.jsonl"
        assert "decided nothing" in await told()
        session.calls = CallLog
        assert "models" in await told()


# -- the record ----------------------------------------------------------------------------------------


def test_the_library_says_what_is_practice(folder: Path):
    path = folder / "practice.jsonl"
    head, rest = a_record(folder).path.read_bytes().split(b"\n", 1)
    path.write_bytes(json.dumps({**json.loads(head), "origin": {"record": "a.jsonl", "moves": 7}}).encode())
    with path.open("ab") as file:
        file.write(b"\n" + rest)
    assert "practice·" in row(glance(path, "en").cells("en"), 56)
    assert "练习·" in row(glance(path, "zh").cells("zh"), 56)
    told = [item.text for item in items(glance(path, "en"), "en")]
    assert "A practice game: a.jsonl, played anew after move 7" in told
    assert not [item for item in items(glance(a_record(folder).path, "en"), "en") if "practice" in item.text]


def test_a_record_without_an_origin_has_the_same_bytes_as_ever(folder: Path):
    head = a_record(folder).path.read_bytes().split(b"\n", 1)[0]
    assert "origin" not in json.loads(head)
    assert read(a_record(folder).path).head.dump() == head + b"\n"


# -- pictures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_pictures(folder: Path, lang: str):
    game = a_record(folder)
    async with LlmwolfApp(lang, Setup(pace="instant")).run_test(size=(80, 24)) as pilot:
        await replayed(pilot, game, 60, lang)
        await pilot.press("9", "p")
        for size in ((60, 20), (80, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert squeezed(str(the_app(pilot).screen.query_one("#dialog").border_title))
            await check(the_app(pilot), f"branch-{lang}-{size[0]}x{size[1]}")
