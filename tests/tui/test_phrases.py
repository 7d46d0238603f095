"""The phrase book at the table: one key, digits, the text lands at the cursor and nothing is sent."""

import random

import pytest
from textual.containers import Vertical
from textual.pilot import Pilot

from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.phrases import PhraseScreen
from llmwolf.tui.widgets.menu import Menu
from llmwolf.tui.widgets.prose import Prose

from . import test_typing
from .driver import answer, app_of, asked, paste, question, table, table_of, until, words_of
from .test_english import han
from .test_typing import my_speeches, until_kind

SIZES = [(60, 20), (80, 24)]


@pytest.fixture(autouse=True)
def _same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is answered until somebody speaks is the same in every test."""
    monkeypatch.setattr(test_typing, "RNG", random.Random(3))


def book(pilot: Pilot[None]) -> PhraseScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PhraseScreen)
    return screen


def said(pilot: Pilot[None], part: str = "said") -> str:
    """What the book shows that would be said, or heard."""
    return book(pilot).query_one(f"#{part}", Prose)._paragraphs[0][0]


async def choose(pilot: Pilot[None], name: str) -> None:
    """Go to the template called ``name`` and take it."""
    menu = book(pilot).query_one(Menu)
    keys = [row.key for row in menu._rows]
    await pilot.press("home", *["down"] * keys.index(name), "enter")


@pytest.mark.parametrize("size", SIZES)
async def test_the_seer_reports_with_a_few_digits(size: tuple[int, int]):
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=size) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, "大家好。过")
        await pilot.press("left")
        await pilot.press("f6")
        assert book(pilot).menu.key == "seer"
        await pilot.press("enter", "1", "2", "down", "8")
        assert said(pilot) == "我是预言家。第1晚验的5号，金水。警徽流先验12号，再验8号。"
        assert "警徽流" in said(pilot, "heard")
        box = book(pilot).query_one(Vertical)
        assert app.screen.region.contains_region(box.region)
        assert box.max_scroll_y == 0
        await pilot.press("enter")
        area = table(pilot).desk.speech.area
        assert area.has_focus
        text = "大家好。我是预言家。第1晚验的5号，金水。警徽流先验12号，再验8号。过"
        assert area.text == text  # at the cursor
        assert my_speeches(pilot) == []
        await pilot.press("ctrl+s")
        await until(lambda: my_speeches(pilot) == [text])
        await question(pilot)
        story = table(pilot).table._situation.standing("seer")[0]
        assert [(r.night, r.target, r.what) for r in story.reports] == [(1, 5, "good")]
        assert story.flow == (12, 8)


async def test_a_wolf_chooses_whom_it_checked_and_what_it_found():
    app = app_of(table_of("werewolf", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        await pilot.press("f6", "enter", "enter")
        assert "还要填：第1晚验" in said(pilot, "heard")  # nothing is inserted before a seat is named
        await pilot.press("7", "down", "right", "down", "4", "enter")
        area = table(pilot).desk.speech.area
        assert area.text == "我是预言家。第1晚验的7号，查杀。警徽流今晚验4号。"


async def test_a_seat_can_be_taken_out_again_and_escape_inserts_nothing():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, "草稿")
        await pilot.press("f6", "enter", "8")
        assert "今晚验8号" in said(pilot)
        await pilot.press("9", "9")
        assert "今晚验9号" in said(pilot)
        await pilot.press("0")
        assert "0号不在可选范围" in words_of(pilot, "#heard")
        await pilot.press("backspace")
        assert "警徽流" not in said(pilot)
        await pilot.press("left")  # round to the last
        assert "今晚验12号" in said(pilot)
        await pilot.press("escape")
        assert book(pilot).menu.key == "seer"
        await pilot.press("enter")
        assert "今晚验12号" in said(pilot)  # what was filled in is kept
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, GameScreen)
        assert table(pilot).desk.speech.area.text == "草稿"
        await pilot.press("f6", "f6")
        assert isinstance(app.screen, GameScreen)


async def test_the_night_talk_has_its_own_and_a_draft_opens_by_itself():
    app = app_of(table_of("werewolf", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "whisper")
        await pilot.press("f6")
        assert set(book(pilot)._phrases) == {"knife", "jump", "hook"}
        assert said(pilot, "heard").startswith("还要填")
        await pilot.press("enter", "9", "enter")
        assert table(pilot).desk.whisper.area.text == "今晚刀9号。"
        model = table(pilot).desk.ask.model
        assert model is not None
        assert model.wish == 9  # what is said is what the pack sees marked
        assert table(pilot).desk.speech.area.text == ""
        await pilot.press("ctrl+s")
        model = await question(pilot)
        assert not model.wants_text
        await pilot.press("f6")
        await choose(pilot, "clear")
        assert table(pilot).desk.speech.area.text == "我是好人。"
        assert asked(pilot) is model


async def test_the_book_stays_open_when_the_time_is_over_and_the_text_becomes_a_draft():
    app = app_of(table_of("villager", seed=5, limit=0.6))
    async with app.run_test(size=(80, 24)) as pilot:
        model = await until_kind(pilot, "speak")
        await pilot.press("f6")
        await until(lambda: table(pilot).desk.ask.model is not model)
        assert isinstance(app.screen, PhraseScreen)
        await choose(pilot, "clear")
        speech = table(pilot).desk.speech
        assert speech.display
        assert speech.area.text.startswith("我是好人。")


async def test_who_is_out_has_nothing_to_say():
    app = app_of(table_of("villager", seed=5))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        rng = random.Random(2)
        await until(lambda: asked(pilot))
        while not table(pilot).table.out:
            if asked(pilot):
                await answer(pilot, rng)
            await until(lambda: asked(pilot) or table(pilot).table.out or table(pilot).over)
        if not table(pilot).over:
            await until(lambda: not asked(pilot))
        screen = table(pilot)
        screen.desk.retire()
        screen.action_phrases()
        await pilot.pause()
        assert any("现在没有要写的发言" in note.message for note in app._notifications)


@pytest.mark.parametrize("size", SIZES)
async def test_it_is_english_where_the_table_is(size: tuple[int, int]):
    app = app_of(table_of("werewolf", seed=5), "en")
    async with app.run_test(size=size) as pilot:
        await until_kind(pilot, "speak")
        await pilot.press("f6")
        await pilot.pause()
        assert not han(_inside(app))
        await pilot.press("enter", "7", "down", "right")
        await pilot.pause()
        assert not han(_inside(app))
        assert said(pilot) == "I am the seer. Night 1 I checked Seat 7: wolf."


def _inside(app: LlmwolfApp) -> list[str]:
    """What the box shows."""
    screen = app.screen
    assert isinstance(screen, PhraseScreen)
    rows = [f"{row.text} {row.value}" for row in screen.menu._rows]
    prose = [text for part in screen.query(Prose) for text, _ in part._paragraphs]
    return [str(screen.query_one(Vertical).border_title), *rows, *prose]
