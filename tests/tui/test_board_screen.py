"""Choosing a board: everything shipped is offered, found, described and taken."""

import re
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Input

from llmwolf.boards import boards, find_board
from llmwolf.roles import registry
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.boardinfo import board_items, differences
from llmwolf.tui.model.catalog import kind_of, kinds, search
from llmwolf.tui.screens.boards import BoardScreen
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Setup
from llmwolf.tui.widgets.info import Info
from llmwolf.tui.widgets.menu import Menu
from llmwolf.tui.widgets.picker import Picker

from .driver import paste, until
from .test_layouts import SIZES, inside
from .test_log import rows

KINDS = kinds(boards().values())

# -- the catalogue -------------------------------------------------------------------------------------


def test_every_board_is_offered_once_and_few_rows_are_needed():
    listed = [board.id for kind in KINDS for board in kind.boards]
    assert sorted(listed) == sorted(boards())
    assert len(KINDS) <= 30


def test_profiles_stand_together_the_official_one_first():
    profiles = [kind.profile.id for kind in KINDS]
    assert profiles[0] == "official"
    assert profiles == sorted(profiles, key=profiles.index)


def test_a_family_has_every_size_and_the_nearest_is_taken():
    family = kind_of(KINDS, "millers-14")
    assert family.sizes == tuple(range(8, 19))
    assert family.of(12).id == "millers-12"
    assert family.of(40).id == "millers-18"
    assert (family.name("zh"), family.name("en")) == ("米勒山谷", "Millers Hollow")


@pytest.mark.parametrize("typed", ["丘比特 12", "cupid 12人", "CUPID 12p"])
def test_a_card_and_a_number_of_seats_find_the_boards(typed: str):
    found = [board for fitting in search(KINDS, typed).values() for board in fitting]
    assert {board.id for board in found} >= {"guide-cupid-12", "wolf-king-thief-cupid-12", "millers-12"}
    assert all("cupid" in board.cards and board.seats == 12 for board in found)


@pytest.mark.parametrize("typed", ["face-14", "面杀 14", "face-to-face 14"])
def test_names_and_ids_of_boards_and_profiles_find_them(typed: str):
    assert search(KINDS, typed)["face"] == (find_board("face-14"),)


def test_nothing_typed_finds_everything_and_nonsense_nothing():
    assert len(search(KINDS, "  ")) == len(KINDS)
    assert search(KINDS, "no such board") == {}


@pytest.mark.parametrize("board", list(boards()))
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_board_is_described(board: str, lang: str):
    found = find_board(board)
    items = board_items(found, lang)
    assert all(item.title and item.text for item in items)
    text = " ".join(item.title + item.text for item in items)
    for card in set(found.cards):
        role = registry()[card]
        assert (role.en if lang == "en" else role.zh) in text
    if lang == "en":
        assert not re.search("[\u4e00-\u9fff]", text.replace("屠边", "").replace("屠城", ""))


def test_the_night_is_told_in_its_order_with_what_is_called_once():
    texts = [item.text for item in board_items(find_board("wolf-king-thief-cupid-12"), "zh")]
    order = next(text for text in texts if "→" in text)
    assert order.startswith("盗贼* → 丘比特* → 情侣*")
    assert "（*仅首夜）" in order


def test_what_differs_is_told_with_both_values_and_what_is_idle_only_counted():
    board = find_board("standard-9")
    text = differences(board, board.rules, board.profile.rules, "zh")
    assert text == "警长 否（是）"
    face = find_board("face-12")
    text = differences(face, face.rules, find_board("official-12").rules, "zh")
    assert "胜负判定" in text
    assert re.search("另有\\d+项与这副牌无关", text)
    assert differences(board, board.rules, board.rules, "zh") == "没有不同"


def test_an_english_rule_reads_as_a_sentence():
    mine = find_board("official-12")
    other = replace(mine.rules, witch_self_save="always")
    assert differences(mine, other, mine.rules, "en") == "witch saves herself: always, not never"
    (told,) = [
        item.text
        for item in board_items(find_board("wolf-king-thief-cupid-12"), "en")
        if "both win at once" in item.text and "—" in item.text
    ]
    assert "both win at once: good wins — " in told


# -- the screen ----------------------------------------------------------------------------------------


def chooser(pilot: Pilot[None]) -> BoardScreen:
    screen = pilot.app.screen
    assert isinstance(screen, BoardScreen)
    return screen


def form(pilot: Pilot[None]) -> SetupScreen:
    screen = pilot.app.screen
    assert isinstance(screen, SetupScreen)
    return screen


@pytest.mark.parametrize("key", ["f3", "enter"])
async def test_searching_and_taking_by_keyboard_alone(key: str):
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", key)
        await paste(pilot, "狼美人 老流氓")
        await pilot.press("enter")
        assert form(pilot).board.id == "wolf-beauty-rogue-12"
        assert not form(pilot).query_one("#row-size").display


async def test_a_family_and_its_seats():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3")
        await paste(pilot, "新月")
        await pilot.press("right", "right")
        board = chooser(pilot).board
        assert board is not None
        assert board.id == "new-moon-14"
        assert "14" in "".join(rows(app))
        await pilot.press("enter")
        assert form(pilot).board.id == "new-moon-14"
        size = form(pilot).query_one("#set-size", Picker)
        size.focus()
        await pilot.press("end")
        assert form(pilot).board.id == "new-moon-18"
        seats = form(pilot).query_one("#set-seat", Picker)
        seats.focus()
        await pilot.press("end", "left", "left")
        assert seats.value == "18"


async def test_the_seats_of_a_search_are_those_that_were_asked_for():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3")
        await paste(pilot, "遗言 9")
        board = chooser(pilot).board
        assert board is not None
        assert board.id == "last-words-9"


async def test_nothing_found_says_so_and_enter_takes_nothing():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3", *"zzz", "enter")
        assert "没有这样的板子" in str(chooser(pilot).query_one(Info).render())
        chooser(pilot).query_one(Input).value = ""
        await pilot.pause()
        assert chooser(pilot).board is not None


async def test_escape_leaves_everything_as_it_was():
    app = LlmwolfApp(setup=Setup(board=find_board("standard-9")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3")
        assert chooser(pilot).query_one(Menu).key == "standard-9"
        await pilot.press("up", "up", "tab", "escape")
        assert form(pilot).board.id == "standard-9"


async def test_the_form_goes_through_the_kinds_with_the_arrows():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "end")
        assert form(pilot).board.id == "new-moon-12"
        assert form(pilot).query_one("#row-size").display
        await pilot.press("right")
        assert form(pilot).board.id == "official-12"


async def test_help_tells_of_the_board_under_the_cursor():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3")
        await paste(pilot, "bear")
        await pilot.press("f1")
        screen = app.screen
        assert isinstance(screen, HelpScreen)
        assert screen._board.id == "bear-hidden-wolf-12"
        await pilot.press("f1")
        assert isinstance(app.screen, BoardScreen)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_it_fits_and_what_is_below_can_be_read(size: tuple[int, int], lang: str):
    app = LlmwolfApp(lang, Setup(board=find_board("new-moon-18")))
    async with app.run_test(size=size) as pilot:
        await pilot.press("f3")
        await pilot.pause()
        assert all(inside(pilot, query) for query in ("#search", "#list", "#about", "#keys"))
        shown = rows(app)
        assert {cell_len(row) for row in shown} == {size[0]}
        assert any("►" in row and "◂ 18" in row for row in shown)
        about = app.screen.query_one("#about")
        for _ in range(20):
            await pilot.press("pagedown")
        assert about.scroll_y == about.max_scroll_y
        await pilot.press("up")
        await until(lambda: about.scroll_y == 0)


@pytest.mark.parametrize("size", SIZES)
async def test_the_form_of_a_large_table_can_be_reached_to_its_end(size: tuple[int, int]):
    setup = Setup(board=find_board("new-moon-18"), models=3, base_url="http://127.0.0.1:1/v1", model="m")
    app = LlmwolfApp(setup=setup)
    async with app.run_test(size=size) as pilot:
        for _ in range(15):
            await pilot.press("tab")
            await pilot.pause()
            focused = app.focused
            assert focused is not None
            assert app.screen.region.contains_region(focused.region), focused.id
        assert {cell_len(row) for row in rows(app)} == {size[0]}
