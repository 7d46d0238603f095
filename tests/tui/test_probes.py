"""What ``llmwolf bench screen`` measures is measured; how fast the machine is, is no test's business."""

import json

import pytest
from click.testing import CliRunner

from llmwolf.cli import main
from llmwolf.tui.probes.endless import new_game, played_to
from llmwolf.tui.probes.memory import Kept, measure_memory
from llmwolf.tui.screens.situation import SituationScreen

from .driver import app_of, question, table_of


def test_the_long_game_goes_on_to_its_last_day():
    game = played_to(new_game().spec.rules.max_days)
    assert len(game.judge.facts.living) == game.spec.seats
    with pytest.raises(LookupError):
        played_to(new_game().spec.rules.max_days + 1)


def test_every_kind_of_key_is_pressed_and_seen():
    command = ["bench", "screen", "--presses", "10", "--lines", "300", "--no-memory", "--json"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["lines"] >= 300
    assert {kind["what"]: kind["presses"] for kind in told["keys"]} == {
        "typing": 10, "scrolling": 10, "boards": 10, "all": 30,
    }  # fmt: skip
    assert all(0 < kind["median_ms"] <= kind["p95_ms"] <= kind["worst_ms"] for kind in told["keys"])
    assert told["memory"] is None


async def test_memory_is_measured_at_the_beginning_of_days():
    kept = await measure_memory(days=(1, 2))
    assert all(first < last for first, last in (kept.app, kept.alone))
    assert kept.lines > 30
    assert Kept((1.0, 9.0), (1.0, 3.0), 1).grown == 6.0


async def test_a_closed_screen_keeps_no_rows():
    app = app_of(table_of("witch", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("f5")
        await pilot.pause()
        assert isinstance(app.screen, SituationScreen)
        widgets = [app.screen, *app.screen.query("*")]
        assert any(widget._styles_cache._cache for widget in widgets)
        await pilot.press("escape")
        await pilot.pause()
        assert not any(widget._styles_cache._cache for widget in widgets)
