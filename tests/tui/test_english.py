"""In English no screen shows a Chinese character, but for a term in brackets behind its English word."""

import random
import re

import pytest
from textual.pilot import Pilot

from llmwolf.boards import boards
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model import form
from llmwolf.tui.model.boardinfo import board_items
from llmwolf.tui.model.catalog import kinds
from llmwolf.tui.model.helping import help_entries
from llmwolf.tui.model.switchwords import INFO, meaning
from llmwolf.tui.screens.end import EndScreen
from llmwolf.tui.session import Setup
from llmwolf.tui.words.terms import plain

from .driver import answer, asked, table, the_app, until

HAN = re.compile("[\u3400-\u9fff\u3001\u3002\u300a-\u3011\uff01-\uff5e]")
NAMED = re.compile("\\([\u4e00-\u9fff]+\\)|中文")
"""A term in brackets, and the other language's own name."""


def shown(pilot: Pilot[None]) -> list[str]:
    """The texts that are drawn, each as a whole run of one style."""
    svg = the_app(pilot).export_screenshot(simplify=True)
    return re.findall(r">([^<]+)</text>", svg)


def han(texts: list[str]) -> list[str]:
    return [text for text in texts if HAN.search(NAMED.sub("", text))]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_set_up_and_what_it_opens(size: tuple[int, int]):
    app = LlmwolfApp("en", Setup(models=3, base_url="http://127.0.0.1:9/v1"))
    async with app.run_test(size=size) as pilot:
        for key in ("f3", "f4", "f6", "f1", "f2"):
            await pilot.press(key)
            await pilot.pause()
            assert not han(shown(pilot)), key
            await pilot.press("escape")
            assert not han(shown(pilot)), key


@pytest.mark.parametrize("role", ["werewolf", "witch"])
async def test_a_game_from_the_first_night_to_the_end(role: str):
    app = LlmwolfApp("en", Setup(role=role, seed=5, pace="instant", level="novice"), play_now=True)
    rng, kinds_seen, seen = random.Random(1), set[str](), list[str]()
    async with app.run_test(size=(120, 40)) as pilot:
        while True:
            await until(lambda: asked(pilot) or isinstance(app.screen, EndScreen))
            if isinstance(app.screen, EndScreen):
                break
            model = asked(pilot)
            if model is not None and model.request.kind not in kinds_seen:
                kinds_seen.add(model.request.kind)
                await pilot.pause()
                seen += shown(pilot)
            await answer(pilot, rng, "I am good. Pass.")
        await pilot.pause()
        seen += shown(pilot)
        lines = [f"{line.head}{line.text}" for line in table(pilot).log_view.lines]
    assert not han([*seen, *lines])


@pytest.mark.parametrize("board", list(boards()))
def test_what_is_told_of_boards_rules_and_cards(board: str):
    found = boards()[board]
    items = [text for item in board_items(found, "en") for text in (item.title, item.text)]
    entries = [text for entry in help_entries(found, "en") for text in (entry.term, entry.meaning)]
    notes = [plain(found.profile.note(name).en) for name in INFO]
    options = [label for _, label in form.kind_options(kinds([found]), "en")]
    assert not han([*items, *entries, *notes, *options, form.board_note(found, "en")])


@pytest.mark.parametrize("switch", list(INFO))
def test_what_is_told_of_a_switch(switch: str):
    info = INFO[switch]
    assert not han([plain(info.why), *(meaning(switch, value, "en") for value in info.choices)])
