"""The set-up: by keyboard alone, by mouse, in both languages; what is wrong is said at the field."""

import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input

from llmwolf.boards import find_board
from llmwolf.rules.errors import SetupError
from llmwolf.tui.app import LlmwolfApp, run
from llmwolf.tui.model.form import LONGEST_NAME, FormError, name_problem, setup_of, values_of
from llmwolf.tui.model.houserules import HouseRules
from llmwolf.tui.modelseats import Terms
from llmwolf.tui.screens.boards import BoardScreen
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.rules import RulesScreen
from llmwolf.tui.screens.setup import SetupScreen
from llmwolf.tui.session import Session, Setup, default_board
from llmwolf.tui.widgets.picker import Picker
from llmwolf.tui.widgets.prose import Prose

from .driver import paste, press, table_of, until


class Opened:
    """Remembers what was asked for."""

    def __init__(self) -> None:
        self.setups: list[Setup] = []

    def __call__(self, setup: Setup, lang: str) -> Session:
        self.setups.append(setup)
        return table_of("seer", seed=5, board=setup.board.id)(setup, lang)


def form(pilot: Pilot[None]) -> SetupScreen:
    screen = pilot.app.screen
    assert isinstance(screen, SetupScreen)
    return screen


def problem(pilot: Pilot[None]) -> str:
    return str(form(pilot).query_one("#problem", Prose).render())


async def test_enter_starts_at_once():
    opened = Opened()
    app = LlmwolfApp(setup=Setup(pace="instant"), open_table=opened)
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.focused, Button)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, GameScreen))
        assert opened.setups == [Setup(pace="instant")]


async def test_everything_is_chosen_by_keyboard_alone():
    opened = Opened()
    app = LlmwolfApp(open_table=opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "right", "down", "down", "right", "right", "down", "right", "down", "right")
        await pilot.press(
            "down", "left", "down", "right", "down", *"Ann", "down", *"42", "down", "right", "down"
        )
        await paste(pilot, "http://127.0.0.1:8080/v1")
        await pilot.press("tab", *"tiny", "f2")
        await until(lambda: opened.setups)
    chosen = opened.setups[0]
    assert chosen == Setup(
        board=find_board("official-10"), seat=2, role="werewolf", level="expert", pace="fast", seed=42,
        limit=60.0, name="Ann", models=1, base_url="http://127.0.0.1:8080/v1", model="tiny",
    )  # fmt: skip


async def test_a_choice_and_the_start_key_in_one_burst():
    opened = Opened()
    app = LlmwolfApp(setup=Setup(seat=11), open_table=opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down")
        press(pilot, "right", "f2")
        await until(lambda: opened.setups)
    assert (opened.setups[0].board.id, opened.setups[0].seat) == ("official-10", 0)


async def test_the_tab_order_goes_down_the_form():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        names = []
        for _ in range(11):
            await pilot.press("tab")
            assert app.focused is not None
            names.append(str(app.focused.id).removeprefix("set-"))
    assert names == [
        "board",
        "rules",
        "seat",
        "role",
        "level",
        "pace",
        "limit",
        "name",
        "seed",
        "models",
        "start",
    ]


async def test_the_mouse_works():
    opened = Opened()
    app = LlmwolfApp(open_table=opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click("#set-board", offset=(51, 0))
        assert form(pilot).board.id == "official-10"
        await pilot.click("#set-board", offset=(0, 0))
        assert form(pilot).board.id == "official-12"
        await pilot.click("#set-board", offset=(20, 0))
        assert type(app.screen) is BoardScreen
        await pilot.press("escape")
        await pilot.click("#set-rules")
        opened_last: object = app.screen
        assert type(opened_last) is RulesScreen
        await pilot.press("escape")
        await pilot.click("#start")
        await until(lambda: opened.setups)


@pytest.mark.parametrize(("field", "typed", "said"), [("seed", "abc", "种子"), ("seed", "1.5", "种子")])
async def test_a_mistake_is_said_at_its_field(field: str, typed: str, said: str):
    opened = Opened()
    app = LlmwolfApp(open_table=opened)
    async with app.run_test(size=(80, 24)) as pilot:
        form(pilot).query_one(f"#set-{field}", Input).value = typed
        await pilot.press("enter")
        assert said in problem(pilot)
        assert app.focused is form(pilot).query_one(f"#set-{field}")
        assert opened.setups == []


@pytest.mark.parametrize(
    ("typed", "seed"),
    [("", None), ("42", 42), (" -5 ", -5), (str(2**63 - 1), 2**63 - 1), (str(-(2**63)), -(2**63))],
)
def test_the_seed_is_any_that_a_record_and_the_command_take(typed: str, seed: int | None):
    chosen = setup_of(values_of(Setup()) | {"seed": typed}, HouseRules(default_board(), {}), "zh")
    assert chosen.seed == seed


@pytest.mark.parametrize("typed", ["abc-7", "4a", "1.5", "-", "２", "1 2", str(2**63)])
async def test_what_is_no_seed_is_refused_and_not_read_as_another(typed: str):
    opened = Opened()
    app = LlmwolfApp(open_table=opened)
    async with app.run_test(size=(80, 24)) as pilot:
        seed = form(pilot).query_one("#set-seed", Input)
        seed.focus()
        await paste(pilot, typed)
        assert seed.value == typed
        assert "种子只能是一个整数" in problem(pilot)
        await pilot.press("enter")
        assert opened.setups == []
        seed.value = "7"
        await pilot.pause()
        assert problem(pilot) == ""


@pytest.mark.parametrize(
    ("name", "seat", "good"),
    [
        ("7号老王", 10, False),
        ("7号老王", 0, False),
        ("7号老王", 7, True),
        ("Seat 3 Bob", 1, False),
        ("007", 1, True),
    ],
)
def test_a_name_with_the_number_of_another_seat_is_refused(name: str, seat: int, good: bool):
    assert (name_problem(name, seat, "zh") == "") is good
    values = values_of(Setup(name=name, seat=seat))
    house = HouseRules(default_board(), {})
    if good:
        assert setup_of(values, house, "zh").name == name
    else:
        with pytest.raises(FormError, match="号码"):
            setup_of(values, house, "zh")


async def test_a_name_that_is_too_long_is_told():
    app = LlmwolfApp(open_table=Opened())
    async with app.run_test(size=(80, 24)) as pilot:
        name = form(pilot).query_one("#set-name", Input)
        name.focus()
        await paste(pilot, "长" * LONGEST_NAME)
        assert problem(pilot) == ""
        await pilot.press("a")
        assert name.value == "长" * LONGEST_NAME
        assert "最多 16 个字" in problem(pilot)


async def test_models_at_all_other_seats_stay_at_all_other_seats():
    app = LlmwolfApp(setup=Setup(models=11))
    async with app.run_test(size=(80, 24)) as pilot:
        models = form(pilot).query_one("#set-models", Picker)
        assert "其余座位全部" in str(models.render())
        form(pilot).query_one("#set-board", Picker).focus()
        await pilot.press("right")
        assert (form(pilot).board.seats, models.value) == (10, "9")
        form(pilot).query_one("#set-seat", Picker).focus()
        await pilot.press("end")
        assert models.value == "10"
        assert "全部座位" in str(models.render())
        models.focus()
        await pilot.press("left")
        form(pilot).query_one("#set-board", Picker).focus()
        await pilot.press("left")
        assert models.value == "9"


@pytest.mark.parametrize(
    ("given", "models"),
    [
        ({"model": "m"}, 11),
        ({"model": "m", "board": "standard-9"}, 8),
        ({"base_url": "http://127.0.0.1:9/v1"}, 11),
        ({"base_url": "http://127.0.0.1:8/v1"}, 0),  # the environment's own
        ({"terms": Terms(replay=Path("tape"))}, 11),
        ({"terms": Terms(max_cost=1.0), "seed": 3}, 0),
    ],
)
def test_who_names_a_model_wants_models(given: dict[str, Any], models: int, monkeypatch: pytest.MonkeyPatch):
    opened: list[LlmwolfApp] = []
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8/v1")
    monkeypatch.setattr("llmwolf.tui.app._run", opened.append)
    run(**given)
    assert opened[0]._setup.models == models


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_an_address_without_a_models_name_asks_for_it_at_once(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: ())
    opened = Opened()
    app = LlmwolfApp(setup=Setup(models=11, base_url="http://127.0.0.1:9/v1"), open_table=opened)
    async with app.run_test(size=size) as pilot:
        for key in ("", "f2"):
            if key:
                await pilot.press(key)
            await pilot.pause()
            assert problem(pilot).startswith("还缺模型名称")
            name = form(pilot).query_one("#set-model", Input)
            assert app.focused is name
            assert form(pilot).query_one("#form").region.contains_region(name.region)
        assert not opened.setups
        await pilot.press("m", "f2")
        await until(lambda: opened.setups)
    assert (opened.setups[0].model, opened.setups[0].models) == ("m", 11)


async def test_another_board_keeps_what_it_can():
    app = LlmwolfApp(setup=Setup(seat=11, role="seer"), open_table=Opened())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "right")
        values = form(pilot).values()
        assert (values["board"], values["seat"], values["role"]) == ("official-10", "any", "seer")


async def test_a_board_file_can_be_chosen():
    mine = find_board("standard-9")
    app = LlmwolfApp(setup=Setup(board=mine), open_table=Opened(), known=(mine,))
    async with app.run_test(size=(80, 24)) as pilot:
        assert form(pilot).board is mine
        assert "警长竞选 没有" in str(form(pilot).query_one("#note", Prose).render())


async def test_the_language_changes_and_keeps_what_was_typed():
    app = LlmwolfApp(setup=Setup(seed=7))
    async with app.run_test(size=(80, 24)) as pilot:
        form(pilot).query_one("#set-name", Input).value = "半"
        form(pilot).query_one("#set-seed", Input).value = "bad"
        await pilot.press("f5")
        assert app.lang == "en"
        values = form(pilot).values()
        assert (values["name"], values["seed"]) == ("半", "bad")
        await pilot.press("f2")
        assert "whole number" in problem(pilot)


async def test_help_opens_and_closes():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        for close in ("f1", "escape", "q"):
            await pilot.press("f1")
            assert isinstance(app.screen, HelpScreen)
            await pilot.press(close)
            assert isinstance(app.screen, SetupScreen)


async def test_nothing_is_asked_where_there_is_nothing_to_lose():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+q")
        await until(lambda: not app.is_running)
    assert app.return_code == 0


async def test_a_picker_goes_round_and_shows_its_place():
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)) as pilot:
        picker = form(pilot).query_one("#set-level", Picker)
        picker.focus()
        await pilot.press("home", "left")
        assert picker.value == "expert"
        await pilot.press("right", "end", "space")
        assert picker.value == "novice"


def test_a_board_that_does_not_exist_is_refused_before_the_screen_opens():
    with pytest.raises(SetupError, match="official-12"):
        run(board="official-13")


def test_the_first_screen_comes_soon():
    """Imports and the first painted set-up in a process of its own, in seconds of processor time."""
    code = (
        "import asyncio, time\n"
        "from llmwolf.tui.app import LlmwolfApp\n"
        "async def main():\n"
        "    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:\n"
        "        pass\n"
        "asyncio.run(main())\n"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1.5
