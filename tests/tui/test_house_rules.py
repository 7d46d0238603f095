"""The house rules: what is offered, what differs and says so, what is refused, what reaches the game."""

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from llmwolf.boards import Board, boards, find_board
from llmwolf.record.reader import read
from llmwolf.rules.ruleset import Value, as_dict, switches
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.houserules import HouseRules, SwitchRow
from llmwolf.tui.model.switchwords import INFO, groups, meaning, switch_name, value_words
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.rules import RulesScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Session, Setup, start
from llmwolf.tui.widgets.menu import Menu
from llmwolf.tui.widgets.opener import Opener
from llmwolf.tui.widgets.prose import Prose

from .driver import table_of, until
from .test_layouts import SIZES
from .test_log import rows

EVEN = replace(
    find_board("standard-9"), id="even", cards=("werewolf",) * 3 + ("seer", "villager", "villager")
)
"""As many wolves as others: not to be played under parity."""


def house(board: str | Board = "official-12", **changes: object) -> HouseRules:
    found = find_board(board) if isinstance(board, str) else board
    return HouseRules(found, changes)  # type: ignore[arg-type]


def value(rules: HouseRules, switch: str) -> Value:
    """What a switch is set to now."""
    found: Value = getattr(rules.rules, switch)
    return found


def row(rules: HouseRules, switch: str, everything: bool = False) -> SwitchRow:
    return next(row for row in rules.rows(everything, "zh") if row.switch == switch)


# -- what is offered -----------------------------------------------------------------------------------


def test_every_switch_stands_in_one_group_in_the_order_of_the_ruleset():
    assert [info.name for _, members in groups() for info in members] == [info.name for info in switches()]
    assert [name for name, _ in groups()] == [
        "group_night", "group_sheriff", "group_day", "group_ends", "group_series",
    ]  # fmt: skip


@pytest.mark.parametrize("switch", list(INFO))
def test_every_switch_has_names_values_and_something_to_say(switch: str):
    rules = house()
    assert switch_name(switch, "zh") != switch_name(switch, "en")
    for lang in ("zh", "en"):
        choices = rules.choices(switch, lang)
        assert len(choices) == len(INFO[switch].choices)
        assert all(choice.label for choice in choices)
        if choices and not INFO[switch].many:
            note = rules.board.profile.note(switch)
            assert any(choice.meaning for choice in choices) or (note.en if lang == "en" else note.zh)
            assert sum(choice.chosen for choice in choices) == sum(choice.home for choice in choices) == 1
    assert "$n" not in meaning(switch, getattr(rules.rules, switch), "zh")


def test_what_cannot_matter_is_folded_away_unless_it_was_changed():
    offered = {row.switch for row in house().rows(False, "zh")}
    assert "witch_self_save" in offered
    assert not {"guard_repeat", "girl_caught", "thief_takes"} & offered
    assert "guard_repeat" in {row.switch for row in house(guard_repeat="free").rows(False, "zh")}
    assert {row.switch for row in house().rows(True, "zh") if row.switch} == set(INFO)


def test_without_a_sheriff_the_sheriffs_rules_are_folded_away():
    offered = {row.switch for row in house(sheriff=False).rows(False, "zh")}
    assert "sheriff" in offered
    assert "badge_weight" not in offered


# -- what differs --------------------------------------------------------------------------------------


def test_a_change_is_marked_and_tells_the_profiles_value():
    rules = house()
    assert not row(rules, "witch_self_save").differs
    rules.turn("witch_self_save", 1)
    changed = row(rules, "witch_self_save")
    assert changed.differs
    assert changed.changed
    assert [changed.value, changed.home] == ["总是可以", "不可以"]
    assert rules.changes == {"witch_self_save": "always"}


def test_what_the_board_itself_changes_is_marked_too():
    own = row(house("standard-9"), "sheriff")
    assert (own.differs, own.changed, own.value, own.home) == (True, False, "否", "是")


@pytest.mark.parametrize("switch", [info.name for info in switches() if info.choices])
@pytest.mark.parametrize("by", [1, -1])
def test_turning_goes_through_every_value_and_back(switch: str, by: int):
    rules = house()
    first, seen = getattr(rules.rules, switch), []
    size = 2 ** len(INFO[switch].choices) if INFO[switch].many else len(INFO[switch].choices)
    for _ in range(size):
        seen.append(str(getattr(rules.rules, switch)))
        rules.turn(switch, by)
    assert getattr(rules.rules, switch) == first
    assert len(set(seen)) == size
    assert not rules.changes


def test_a_digit_chooses_and_puts_an_item_into_a_list_or_out_of_it():
    rules = house()
    rules.type("wolves_win", "2")
    assert value(rules, "wolves_win") == "city"
    rules.type("wolves_win", "9")
    assert value(rules, "wolves_win") == "city"
    rules.type("explode_phases", "1")
    assert value(rules, "explode_phases") == ("speech", "pk")
    rules.type("explode_phases", "4")
    rules.type("explode_phases", "1")
    assert value(rules, "explode_phases") == ("election", "speech", "pk", "last_words")


def test_a_number_is_typed_or_counted():
    rules = house()
    for digit in "120":
        rules.type("speech_limit", digit)
    assert value(rules, "speech_limit") == 120
    rules.turn("speech_limit", 1)
    assert value(rules, "speech_limit") == 130
    rules.type("max_days", "0")
    assert value(rules, "max_days") == 30
    rules.type("max_days", "7")
    rules.turn("max_days", -1)
    assert value(rules, "max_days") == 6
    rules.turn("sheriff_from", -1)
    assert value(rules, "sheriff_from") == 1


def test_back_to_the_board_and_then_to_the_profile():
    rules = house("standard-9", sheriff=True, tie="nobody")
    rules.reset("sheriff")
    assert value(rules, "sheriff") is False
    rules.reset("sheriff")
    assert value(rules, "sheriff") is True
    rules.reset_all()
    assert (rules.changes, value(rules, "sheriff")) == ({}, False)
    rules.reset_all()
    assert rules.rules == rules.board.profile.rules


def test_a_change_to_the_boards_own_value_is_none():
    assert house("standard-9", sheriff=False, tie="pk").changes == {}


def test_a_board_that_cannot_be_played_says_why():
    rules = house(EVEN)
    assert rules.problem == ""
    rules.type("wolves_win", "3")
    assert "parity" in rules.problem
    rules.reset("wolves_win")
    assert rules.problem == ""


@pytest.mark.parametrize("board", list(boards()))
def test_every_board_can_be_ruled(board: str):
    rules = house(board)
    assert rules.problem == ""
    for lang in ("zh", "en"):
        for name, now in as_dict(rules.rules).items():
            assert value_words(name, now, lang)


# -- the screen ----------------------------------------------------------------------------------------


class Opened:
    """Remembers what was asked for."""

    def __init__(self) -> None:
        self.setups: list[Setup] = []

    def __call__(self, setup: Setup, lang: str) -> Session:
        self.setups.append(setup)
        return table_of("seer", seed=5, board="official-12")(setup, lang)


def panel(pilot: Pilot[None]) -> RulesScreen:
    screen = pilot.app.screen
    assert isinstance(screen, RulesScreen)
    return screen


def go_to(pilot: Pilot[None], switch: str) -> None:
    """Put the cursor on ``switch``."""
    menu = panel(pilot).query_one(Menu)
    menu.show(menu._rows, switch)
    assert menu.key == switch


async def test_a_change_by_keys_is_marked_told_at_the_form_and_played():
    opened = Opened()
    app = LlmwolfApp(setup=Setup(pace="instant"), open_table=opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4")
        go_to(pilot, "witch_self_save")
        await pilot.press("right")
        line = next(row for row in rows(app) if "女巫自救" in row and "◂" in row)
        assert "* 女巫自救" in line
        assert "原 不可以" in line
        assert any("(x) 总是可以：女巫可以自救" in row for row in rows(app))
        await pilot.press("escape")
        assert "改了1项：女巫自救" in str(app.screen.query_one(Opener).render())
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, GameScreen))
    rules = opened.setups[0].rules
    assert rules == replace(find_board("official-12").rules, witch_self_save="always")


async def test_back_with_one_key_and_all_back_with_another():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4", "right", "down", "right")
        assert len(panel(pilot).house.changes) == 2
        await pilot.press("backspace")
        assert list(panel(pilot).house.changes) == ["wolf_agreement"]
        await pilot.press("up", "2", "f7")
        assert panel(pilot).house.changes == {}


async def test_everything_can_be_unfolded():
    app = LlmwolfApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("f4")
        assert not any("守卫连守" in row for row in rows(app))
        await pilot.press("f3")
        assert any("守卫连守" in row for row in rows(app))
        await pilot.press("f3")
        assert not any("守卫连守" in row for row in rows(app))


async def test_no_name_touches_the_arrow_of_its_value():
    app = LlmwolfApp("en")
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("f4")
        for _ in range(60):
            assert all("◂" not in row or " ◂" in row for row in rows(app))
            await pilot.press("down")


async def test_groups_and_ends_are_reached_with_one_key():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4", "tab")
        menu = panel(pilot).query_one(Menu)
        assert menu.key == "sheriff"
        await pilot.press("shift+tab", "shift+tab")
        assert menu.key == "safe_first_victim"
        await pilot.press("home")
        assert menu.key == "wolf_agreement"


async def test_a_refusal_is_told_at_once_and_stops_the_start():
    opened = Opened()
    app = LlmwolfApp(setup=Setup(board=EVEN), open_table=opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4")
        go_to(pilot, "wolves_win")
        await pilot.press("3")
        assert "parity" in str(panel(pilot).query_one("#problem", Prose).render())
        await pilot.press("escape", "f2")
        form = app.screen
        assert isinstance(form, SetupScreen)
        assert "parity" in str(form.query_one("#problem", Prose).render())
        assert app.focused is form.query_one(Opener)
        assert opened.setups == []
        await pilot.press("enter")
        go_to(pilot, "wolves_win")
        await pilot.press("1", "escape", "f2")
        await until(lambda: opened.setups)


async def test_changes_go_along_to_another_board_and_another_language():
    app = LlmwolfApp(setup=Setup(rules=replace(find_board("official-12").rules, tie="nobody")))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "改了1项：平票" in "".join(rows(app))
        await pilot.press("down", "right", "f5")
        form = app.screen
        assert isinstance(form, SetupScreen)
        assert (form.board.id, form.house.changes) == ("official-10", {"tie": "nobody"})
        assert "1 changed: tie" in "".join(rows(app))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_the_panel_fits_and_its_columns_are_straight(size: tuple[int, int], lang: str):
    app = LlmwolfApp(lang, Setup(board=find_board("new-moon-18")))
    async with app.run_test(size=size) as pilot:
        await pilot.press("f4", "f3")
        arrows: set[int] = set()
        for _ in range(3):
            await pilot.press("pagedown", *["down"] * 12, "right")
            shown = rows(app)
            assert {cell_len(row) for row in shown} == {size[0]}
            arrows |= {cell_len(row[: row.index("◂")]) for row in shown if "◂" in row}
        assert len(arrows) == 1
        assert app.screen.region.contains_region(app.screen.query_one("#meaning").region)


async def test_the_mouse_turns_and_chooses():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4")
        menu = panel(pilot).query_one(Menu)
        arrow = next(row for row in rows(app) if "◂" in row)
        right = cell_len(arrow[: arrow.index("▸")])
        await pilot.click("#switches", offset=(right, 2))
        assert (menu.key, list(panel(pilot).house.changes)) == ("wolf_talk", ["wolf_talk"])
        await pilot.click("#switches", offset=(4, 1))
        assert menu.key == "wolf_agreement"
        await pilot.click("#switches", offset=(4, 1))
        assert "wolf_agreement" in panel(pilot).house.changes


async def test_the_rules_are_in_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    board = find_board("official-12")
    session = start(Setup(board=board, rules=replace(board.rules, tie="nobody"), watch=True, seed=1), "zh")
    await session.close()
    assert session.path is not None
    head = read(session.path).head
    assert head.rules == {**as_dict(board.rules), "tie": "nobody"}
    assert session.game.spec.rules.tie == "nobody"
