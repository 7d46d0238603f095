"""The reader's own marks on seats: put with one key, kept beside the record, and there again."""

from pathlib import Path

import pytest
from textual.containers import Vertical
from textual.pilot import Pilot
from textual.widgets import Input

from llmwolf.boards import find_board
from llmwolf.players.told import ToldError
from llmwolf.record.writer import Writer
from llmwolf.table.seating import Plan, SeatPlan, seat
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.continued import Continued
from llmwolf.tui.model.marks import Mark, Marks, marks_path
from llmwolf.tui.screens.library import LibraryScreen
from llmwolf.tui.screens.marking import MarkScreen

from .driver import question, table, until
from .shelf import game_record
from .snapshots import check
from .test_reading import SIZES, an, an_app


async def test_one_key_marks_the_chosen_seat_and_a_note_stays():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("f12", "3", "w", "1", "2", "g", "4", "r", "2", "enter", "enter")
        await paste_note(pilot, "[b]说话飘[/]")
        await pilot.press("enter", "down", "right", "right")
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            await check(an(pilot), f"marks-{width}x{height}")
        marks = table(pilot).table.own_marks
        cards = list(dict.fromkeys(table(pilot).session.game.spec.cards))
        assert marks.of(3) == Mark("wolf")
        assert marks.of(12) == Mark("good")
        assert marks.of(4) == Mark(cards[1], "[b]说话飘[/]")
        assert marks.of(5) == Mark("wolf")
        await pilot.press("x", "escape")
        rows = table(pilot).table.rows()
        assert [tag.word for tag in rows[2].tags] == ["?狼"]
        assert rows[3].tags[-1].word.endswith("*")
        assert marks.of(5) == Mark()


async def test_a_card_is_chosen_from_a_list():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await question(pilot)
        marks = table(pilot).table.own_marks
        cards = list(dict.fromkeys(table(pilot).session.game.spec.cards))
        await pilot.press("f12", "4", "r")
        assert "4号" in str(pilot.app.screen.query_one(Vertical).border_title)
        await pilot.press("g", "n", "3", "enter")
        assert marks.of(4) == Mark(cards[2])
        await pilot.press("5", "r", "down", "escape")
        assert marks.of(5) == Mark()
        await pilot.press("r", "down", "enter", "escape")
        assert marks.of(5) == Mark(cards[1])
        assert not isinstance(pilot.app.screen, MarkScreen)


async def paste_note(pilot: Pilot[None], text: str) -> None:
    pilot.app.screen.query_one(Input).value = text
    await pilot.pause()


async def test_esc_leaves_a_note_as_it_was():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("f12", "2", "n", "a", "3", "enter", "enter", "b", "escape")
        assert isinstance(pilot.app.screen, MarkScreen)
        assert table(pilot).table.own_marks.of(2) == Mark("", "a3")


def test_marks_survive_beside_the_record(tmp_path: Path):
    record = tmp_path / "game.jsonl"
    marks = Marks(record)
    assert list(tmp_path.iterdir()) == []
    marks.put(3, "wolf", " two\nlines\x1b[31m ")
    marks.put(5, "seer", "")
    marks.put(6, "good", "")
    marks.put(6, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl.marks.json"]
    again = Marks(record)
    assert again.problem is None
    assert [again.of(seat) for seat in (3, 5, 6)] == [Mark("wolf", "two lines[31m"), Mark("seer"), Mark()]


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{", '{"schema_version": 2, "marks": {}}', '{"schema_version": 1, "marks": []}',
        '{"schema_version": 1, "marks": {"x": {"guess": "", "note": ""}}}',
        '{"schema_version": 1, "marks": {"1": {"guess": "king", "note": ""}}}',
        '{"schema_version": 1, "marks": {"1": {"guess": "wolf"}}}', "\udcff", "[" * 100_000,
    ],
)  # fmt: skip
def test_damaged_marks_are_told_and_put_aside(tmp_path: Path, text: str):
    record = tmp_path / "game.jsonl"
    marks_path(record).write_bytes(text.encode("utf-8", "surrogateescape"))
    marks = Marks(record)
    assert marks.problem is not None
    assert "game.jsonl.marks.json" in marks.problem.told("zh")
    marks.put(1, "good", "")
    assert Marks(record).of(1) == Mark("good")
    assert (tmp_path / "game.jsonl.marks.json.damaged").exists()


def test_a_mark_that_cannot_be_saved_is_told_and_holds(tmp_path: Path):
    marks = Marks(tmp_path / "gone" / "game.jsonl")
    with pytest.raises(ToldError) as told:
        marks.put(1, "wolf", "")
    assert "标记没有存上" in told.value.told("zh")
    assert marks.of(1) == Mark("wolf")


async def test_marks_are_there_again_after_a_resume(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    path = Path("game.jsonl")
    plan = Plan(find_board("official-12"), 42, seats={1: SeatPlan("human", name="我")})
    Writer(path, seat(plan).head).close()
    for sitting in range(2):
        game = Continued(path)
        app = LlmwolfApp(setup=game.setup, play_now=True, open_table=game.open, resumed=game)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda app=app: app.game_screen is not None)  # type: ignore[misc]
            await pilot.pause()
            if sitting == 0:
                await pilot.press("f12", "7", "w", "escape")
            assert [tag.word for tag in table(pilot).table.rows()[6].tags] == ["?狼"]


async def test_deleting_a_game_deletes_its_marks(tmp_path: Path):
    record = tmp_path / "2026-11-20-official-12-seed3.jsonl"
    record.write_bytes(game_record(3, steps=3))
    Marks(record).put(2, "wolf", "")
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(LibraryScreen(tmp_path, lambda path: "", "zh"))
        await pilot.pause()
        await pilot.press("d", "tab", "enter")
        await until(lambda: not record.exists())
        await pilot.pause()
        assert not marks_path(record).exists()
