"""The application is left while a screen is still being put together."""

import asyncio
from pathlib import Path

import pytest
from textual.css.query import NoMatches

from llmwolf.export.recorded import open_record
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.screens.replay import ReplayScreen

SAMPLE = Path(__file__).parents[2] / "transcripts" / "sample-standard-9-normal-zh.jsonl"


@pytest.mark.parametrize("rounds", range(8))
async def test_a_screen_that_is_closed_half_built_is_no_fault(rounds: int):
    app = LlmwolfApp()
    async with app.run_test(size=(80, 24)):
        app.push_screen(ReplayScreen(open_record(SAMPLE), "zh"))
        for _ in range(rounds):
            await asyncio.sleep(0)
    assert app._exception is None


async def test_a_part_that_is_missing_on_a_running_screen_is_one():
    app = LlmwolfApp()
    with pytest.raises(NoMatches):
        async with app.run_test(size=(80, 24)):
            app.call_later(lambda: app.screen.query_one("#nowhere"))
