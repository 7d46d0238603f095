"""The library: every saved game is listed, found, gone on with, shown again, exported and deleted."""

import os
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Input

from llmwolf.record.codec import Encoder
from llmwolf.record.reader import read
from llmwolf.record.shapes import dump
from llmwolf.roles import registry
from llmwolf.rules.events import NightFell
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.choices import pace_of
from llmwolf.tui.model.library import SORTS, Saved, columns, find, glance, items, row
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.library import LibraryScreen
from llmwolf.tui.screens.replay import ReplayScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Setup
from llmwolf.tui.widgets.info import Info
from llmwolf.tui.words.library import LIBRARY

from .driver import paste, question, squeezed, table, the_app, until, words_of
from .shelf import SHELF, game_record, shelve
from .snapshots import check
from .test_continued import leave_after
from .test_layouts import inside
from .test_log import rows

SIZES = [(60, 20), (80, 24), (120, 40), (160, 50)]
UNFINISHED = "2026-11-22-official-12-seed5.jsonl"
WON = "2026-11-21-standard-9-seed4.jsonl"
EMPTY = "2026-11-24-official-12-seed8.jsonl"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of saved games, from which the application is started."""
    monkeypatch.chdir(tmp_path)
    return shelve(tmp_path)


def all_of(shelf: Path) -> dict[str, Saved]:
    return {path.name: glance(path, "zh") for path in shelf.iterdir()}


# -- what is read --------------------------------------------------------------------------------------


def test_the_columns_tell_what_the_whole_record_does(shelf: Path):
    for name, game in all_of(shelf).items():
        if game.problem:
            continue
        record = read(shelf / name)
        nights = [event.day for event in record.events if isinstance(event, NightFell)]
        assert (game.end, game.days) == (record.end, nights[-1]), name
        assert game.unfinished is not record.finished
        assert game.day == name[:10]


def test_seat_card_result_and_models_in_words(shelf: Path):
    games = all_of(shelf)
    assert games[WON].cells("zh")[1:5] == ("九人局 预女猎", "5号 预言家", "胜", "5")
    assert games[WON].cells("en")[2:4] == ("5 Seer", "won")
    watched = games["2026-11-22-official-12-seed6.jsonl"]
    assert watched.cells("zh")[2:4] == ("旁观", "狼人胜")
    assert watched.cells("zh")[6] == "qwen3-8b×12"
    assert games[UNFINISHED].cells("zh")[3] == "未完"


def test_damaged_files_are_listed_with_the_reason(shelf: Path):
    (shelf / "torn.jsonl").write_bytes(game_record(3, steps=2)[:-20])
    (shelf / "broken.jsonl").write_bytes(game_record(3, steps=2) + b"{no json}\n")
    (shelf / "folder.jsonl").mkdir()
    games = all_of(shelf)
    assert games[EMPTY].problem == "空文件，里面没有对局"
    assert "格式版本是 9" in games["2026-11-26-official-12-seed10.jsonl"].problem
    assert "JSON" in games["broken.jsonl"].problem
    assert games["folder.jsonl"].problem
    assert games["torn.jsonl"].unfinished, "a torn last line is no damage"
    for game in games.values():
        if game.problem:
            assert game.cells("zh")[3] == "损坏"
            assert items(game, "zh")[0].text == game.problem


def test_a_hidden_card_cannot_be_told_because_it_is_not_known(tmp_path: Path):
    """Two unfinished games that differ in hidden cards alone look the same."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(game_record(5, steps=3))
    game = glance(path, "zh")
    assert game.head is not None
    roles = registry()
    others = {role.zh for role in roles.values()} - {roles[game.role].zh}
    told = " ".join(game.cells("zh"))
    assert roles[game.role].zh in told
    assert not [name for name in others if name in told.replace("预女猎白", "")]
    cards = sorted(game.head.cards)
    other = replace(game, head=game.head.model_copy(update={"dealt": tuple(reversed(cards))}))
    assert (other.cells("zh"), items(other, "zh")) == (game.cells("zh"), items(game, "zh"))


def test_what_models_were_asked_lies_between_the_end_and_the_last_night(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    talk = dump({"kind": "llm", "raw": '{"kind":"ev","e":"NightFell","day":77}\n' + "x" * 70_000})
    whole = game_record(3)
    path.write_bytes(whole + talk * 5)
    game = glance(path, "zh")
    assert (game.days, game.unfinished) == (glance_of(tmp_path, whole).days, False)
    path.write_bytes(whole + talk * 20)
    assert glance(path, "zh").days == 0, "beyond a megabyte nobody looks"


def glance_of(folder: Path, data: bytes) -> Saved:
    path = folder / "other.jsonl"
    path.write_bytes(data)
    return glance(path, "zh")


@pytest.mark.parametrize("size", [1, 100, 16_200, 16_383, 16_384, 16_385, 32_768])
def test_no_line_is_lost_where_two_blocks_meet(tmp_path: Path, size: int):
    night = Encoder().event(NightFell(9))
    data = game_record(3, steps=1) + night + dump({"kind": "llm", "raw": "x" * size})
    assert glance_of(tmp_path, data).days == 9


def test_a_typed_record_has_several_people(tmp_path: Path):
    game = glance_of(tmp_path, game_record(3, human=2))
    assert game.head is not None
    people = [sitter.model_copy(update={"player": "human"}) for sitter in game.head.seats]
    several = replace(game, head=game.head.model_copy(update={"seats": tuple(people)}), seat=0)
    assert several.sitting("zh") == "多名真人"


# -- finding and sorting -------------------------------------------------------------------------------


def names(games: list[Saved]) -> list[str]:
    return [game.path.name for game in games]


@pytest.mark.parametrize(
    ("words", "count"),
    [("", 8), ("standard-9", 1), ("预言家", 1), ("seer 2026-11-21", 1), ("QWEN", 2), ("未完", 1), ("zzz", 0)],
)
def test_words_are_looked_for_in_every_column(shelf: Path, words: str, count: int):
    assert len(find(all_of(shelf).values(), words, "all", "day", "zh")) == count


def test_only_unfinished_only_won_and_only_lost(shelf: Path):
    games = all_of(shelf).values()
    assert names(find(games, "", "unfinished", "day", "zh")) == [UNFINISHED]
    assert names(find(games, "", "won", "day", "zh")) == [WON]
    lost = find(games, "", "lost", "day", "zh")
    assert {game.result("zh") for game in lost} <= {"负"}
    assert len(lost) == sum(game.result("zh") == "负" for game in games)


def test_the_seed_is_told_of_a_game_that_is_over_where_there_is_room(shelf: Path):
    games = all_of(shelf)
    won, unfinished = games[WON], games[UNFINISHED]
    assert won.head is not None
    assert row(won.cells("zh"), 110).split()[-1] == str(won.head.seed)
    assert f"{won.head.seed}" not in row(won.cells("zh"), 80).split()
    assert won.seed in [item.text for item in items(won, "zh")]
    assert unfinished.seed == ""  # the cards follow from it


@pytest.mark.parametrize("sort", SORTS)
def test_every_order_has_all_games_and_the_damaged_last(shelf: Path, sort: str):
    found = find(all_of(shelf).values(), "", "all", sort, "zh")
    assert sorted(names(found)) == sorted(SHELF)
    assert [bool(game.problem) for game in found] == [False] * 6 + [True] * 2
    if sort == "day":
        assert found[0].day == "2026-11-25"
    if sort == "days":
        assert [game.days for game in found[:6]] == sorted((game.days for game in found[:6]), reverse=True)
    if sort == "result":
        assert found[0].unfinished


@pytest.mark.parametrize("width", [56, 76, 110])
def test_games_of_one_day_are_told_apart_by_their_time(tmp_path: Path, width: int):
    path = tmp_path / "2026-11-22-official-12-seed5.jsonl"
    path.write_bytes(game_record(5, steps=3))
    moment = datetime(2026, 11, 22, 13, 5).astimezone().timestamp()
    os.utime(path, (moment, moment))
    assert "11-22 13:05 " in row(glance(path, "zh").cells("zh"), width)
    os.utime(path, (moment + 90_000, moment + 90_000))  # copied on another day
    assert "13:" not in row(glance(path, "zh").cells("zh"), width)


@pytest.mark.parametrize("width", [40, 56, 69, 70, 78, 120])
def test_columns_stay_straight(width: int):
    strange = ["2026-11-20", "预女猎白🐺", "12号 预言家", "胜", "5", "7", "[bold]x[/"]
    heads = ["日期", "板子", "座位身份", "结果", "天数", "种子", "模型"]
    assert cell_len(row(strange, width)) == cell_len(row(heads, width)) <= max(width, sum(columns(width)))


@pytest.mark.parametrize("name", list(LIBRARY))
def test_the_english_words_are_english(name: str):
    assert not re.search("[\u3000-\u9fff\uff01-\uff5e]", LIBRARY[name][1])


# -- the screen ----------------------------------------------------------------------------------------


def names_in(folder: Path, suffix: str) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix == suffix)


def library(pilot: Pilot[None]) -> LibraryScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LibraryScreen)
    return screen


async def opened(pilot: Pilot[None]) -> LibraryScreen:
    """Open the library and wait until every file was read."""
    await pilot.press("f7")
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    return library(pilot)


async def to(pilot: Pilot[None], name: str) -> None:
    """Put the cursor on a game."""
    screen = library(pilot)
    await pilot.press("home")
    while screen.game is None or screen.game.path.name != name:
        await pilot.press("down")


async def test_it_opens_from_the_set_up_and_closes_again(shelf: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert screen.game is not None
        assert any("8/8局" in line for line in rows(pilot.app))
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, SetupScreen)


async def test_an_empty_library_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "transcripts").mkdir()
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert "还没有对局" in str(screen.query_one(Info).render())
        await pilot.press("enter", "r", "x", "d", "s", "u")
        assert screen.game is None
        assert screen.is_current


async def test_searching_does_not_take_letters_for_keys(shelf: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"standard-9")
        assert screen.query_one(Input).value == "standard-9"
        await pilot.press("down")
        assert screen.game is not None
        assert screen.game.path.name == WON
        await pilot.press("escape")
        assert screen.query_one(Input).value == ""
        await pilot.press("slash")
        await paste(pilot, "没有的")
        assert "没有符合的对局" in str(screen.query_one(Info).render())


async def test_filters_and_order_have_their_keys_and_say_so(shelf: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("u")
        assert screen.game is not None
        assert screen.game.path.name == UNFINISHED
        assert "1/8局·只看未完·按日期" in words_of(pilot, "#title")
        await pilot.press("W", "S")
        assert "1/8局·只看赢的·按板子" in words_of(pilot, "#title")
        await pilot.press("w")
        assert "8/8局·全部" in words_of(pilot, "#title")
        await pilot.press("l")
        assert "只看输的" in words_of(pilot, "#title")


async def test_enter_shows_a_finished_game_again_and_comes_back_to_it(shelf: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to(pilot, WON)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("escape")
        assert library(pilot) is screen
        assert screen.game is not None
        assert screen.game.path.name == WON


async def test_an_unfinished_game_can_be_shown_as_far_as_it_went(shelf: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await to(pilot, UNFINISHED)
        await pilot.press("r")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen))
        replayed = pilot.app.screen
        assert isinstance(replayed, ReplayScreen)
        assert replayed.replay.game.eyes == (2, 0)


async def test_a_game_goes_on_at_the_pace_at_which_it_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    app = LlmwolfApp(setup=Setup(role="witch", seed=3, pace="instant"), play_now=True)
    async with app.run_test(size=(110, 34)) as pilot:
        await question(pilot)
        await pilot.press("f7")
        table(pilot)._pacing.settle()
        left = table(pilot).pace
        assert left != "instant"
        path = table(pilot).session.path
        assert path is not None
        await table(pilot).stop()
    assert pace_of(path) == left
    assert pace_of(tmp_path / "another.jsonl") is None
    app = LlmwolfApp(setup=Setup(pace="instant"))
    async with app.run_test(size=(110, 34)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await until(lambda: app.game_screen)
        assert table(pilot).pace == left


async def test_enter_goes_on_with_an_unfinished_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    path = await leave_after(Setup(role="witch", seed=3, pace="instant", name="我"), 3)
    before = read(path)
    app = LlmwolfApp(setup=Setup(pace="instant"))
    async with app.run_test(size=(110, 34)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await until(lambda: app.game_screen)
        await question(pilot)
        session = table(pilot).session
        assert session.path is not None
        assert session.path.samefile(path)
        assert session.game.moves[: len(before.moves)] == before.moves
        assert table(pilot).pace == "instant"
        assert [type(screen) for screen in app.screen_stack[1:2]] == [SetupScreen]
        assert isinstance(app.screen_stack[2], LibraryScreen)  # no other form was shown in between


async def test_where_its_model_cannot_be_asked_the_form_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "transcripts").mkdir()
    (tmp_path / "transcripts" / UNFINISHED).write_bytes(game_record(5, steps=14, models=(1,)))
    app = LlmwolfApp(setup=Setup(pace="instant"))
    async with app.run_test(size=(110, 34)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, SetupScreen) and words_of(pilot, "#problem"))
        assert "接不上这一局" in words_of(pilot, "#problem")
        form = app.screen
        assert isinstance(form, SetupScreen)
        assert form.values()["seat"] == "2"
        assert app.game_screen is None


async def test_damage_that_is_found_on_opening_is_told_and_kept(shelf: Path):
    lines = (shelf / WON).read_bytes().split(b"\n")
    (shelf / WON).write_bytes(b"\n".join([*lines[:40], b"{}", *lines[40:]]))
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to(pilot, WON)
        await pilot.press("enter")
        await until(lambda: "打不开" in words_of(pilot, "#problem"))
        assert "第41行" in words_of(pilot, "#problem")
        assert screen._games[WON].problem
        await to(pilot, UNFINISHED)
        assert words_of(pilot, "#problem") == ""


async def test_a_game_is_exported_beside_its_record_and_nothing_is_overwritten(shelf: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await to(pilot, UNFINISHED)
        for _ in range(2):
            await pilot.press("x")
            await until(lambda: isinstance(pilot.app.screen, Dialog))
            await until(lambda: "2号" in squeezed("".join(rows(pilot.app))))
            await pilot.press("enter")
        await pilot.press("x")
        await until(lambda: isinstance(pilot.app.screen, Dialog))
        await pilot.press("escape")
    made = names_in(shelf, ".html")
    assert made == ["2026-11-22-official-12-seed5-2.html", "2026-11-22-official-12-seed5.html"]
    assert names_in(shelf, ".jsonl") == sorted(SHELF)


async def test_nothing_is_deleted_without_a_second_key(shelf: Path):
    journal = shelf / f"{UNFINISHED}.pending"
    journal.write_bytes(b"")
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to(pilot, UNFINISHED)
        await pilot.press("d", "enter")
        assert (shelf / UNFINISHED).exists()
        await pilot.press("d", "escape")
        assert (shelf / UNFINISHED).exists()
        await pilot.press("d", "right", "enter")
        assert not (shelf / UNFINISHED).exists()
        assert not journal.exists()
        assert screen.game is not None
        assert screen.game.path.name != UNFINISHED
        assert any("7/7局" in line for line in rows(pilot.app))


async def test_leaving_while_the_files_are_read_is_no_accident(shelf: Path):
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        for _ in range(5):
            await pilot.press("f7", "escape")
        await pilot.app.workers.wait_for_complete()
        assert isinstance(pilot.app.screen, SetupScreen)


# -- pictures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_pictures(shelf: Path, lang: str):
    async with LlmwolfApp(lang).run_test(size=SIZES[0]) as pilot:
        await opened(pilot)
        await to(pilot, "2026-11-20-official-12-seed3.jsonl")
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            await pilot.pause()
            assert {cell_len(line) for line in rows(pilot.app)} == {width}
            assert all(inside(pilot, part) for part in ("#search", "#columns", "#games", "#about", "#keys"))
            await check(the_app(pilot), f"library-{lang}-{width}x{height}")
