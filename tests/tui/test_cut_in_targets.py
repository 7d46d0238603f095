"""An act out of turn that hits a seat: who is meant is chosen first, then it is confirmed."""

import random
from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from llmwolf.players.base import Answer
from llmwolf.rules.events import Died, Dueled, Exploded, Revealed
from llmwolf.rules.view import View
from llmwolf.tui.screens import targets
from llmwolf.tui.screens.cutting import RIGHT_KEY
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.targets import TargetDialog

from .driver import Candidate, OpenTable, Streamer, answer, app_of, asked, press, table, table_of, until
from .test_interrupts import shown_acts
from .test_log import rows


def wolf_table() -> OpenTable:
    return table_of("white_wolf_king", 5, "white-wolf-king-guard-12", others=lambda seat: Streamer(0.01))


class LongByDay(Streamer):
    """Streams its day speech only."""

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        if view.facts.stage == "speech":
            return await super().answer_live(view, say)
        return Candidate(view.seat).answer(view)


def knight_table() -> OpenTable:
    return table_of("knight", 5, "silencer-knight-12", others=lambda seat: LongByDay(0.01))


async def until_right(pilot: Pilot[None], verb: str) -> None:
    """Answer everything, without running for sheriff, until ``verb`` may be done while another speaks."""
    rng = random.Random(1)

    def may() -> bool:
        game = table(pilot).table
        return game.right(verb) is not None and game.speaker not in (0, table(pilot).session.seat)

    await until(lambda: asked(pilot) or may())
    while not may():
        model = asked(pilot)
        if model is not None and model.request.kind == "sign_up":
            press(pilot, "0", "enter", "enter")
            await until(lambda model=model: asked(pilot) is not model)  # type: ignore[misc]
        elif model is not None:
            await answer(pilot, rng)
        await until(lambda: asked(pilot) or may())


def dialog(pilot: Pilot[None]) -> TargetDialog:
    screen = pilot.app.screen
    assert isinstance(screen, TargetDialog)
    return screen


async def test_the_white_wolf_king_takes_one_along(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(targets, "SETTLED", 0)
    app = app_of(wolf_table())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_right(pilot, "explode")
        seat = table(pilot).session.seat
        await pilot.press(RIGHT_KEY, "3")
        assert dialog(pilot).target == 3
        assert "3号 老周" in "".join(rows(app))
        await pilot.press("enter")
        log = table(pilot).session.game.log
        await until(lambda: Exploded(seat, "election", 3) in log)
        assert Died(3, "taken") in log
        tags = {row.seat: [tag.word for tag in row.tags] for row in table(pilot).table.rows()}
        assert tags[3][0].endswith("被带走")
        assert shown_acts(pilot) == "出局后"


async def test_the_white_wolf_king_may_take_nobody():
    app = app_of(wolf_table())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_right(pilot, "explode")
        seat = table(pilot).session.seat
        await pilot.press(RIGHT_KEY, "enter", "enter")
        log = table(pilot).session.game.log
        await until(lambda: Exploded(seat, "election", 0) in log)


async def test_an_enter_right_after_the_key_does_not_act_yet(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(targets, "SETTLED", 3600)
    app = app_of(wolf_table())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_right(pilot, "explode")
        seat = table(pilot).session.seat
        await pilot.press(RIGHT_KEY, "3", "enter")
        assert isinstance(app.screen, TargetDialog)  # this Enter only goes to the button
        await pilot.press("enter")
        log = table(pilot).session.game.log
        await until(lambda: Exploded(seat, "election", 3) in log)


async def test_a_duel_needs_somebody_and_can_be_taken_back():
    app = app_of(knight_table())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_right(pilot, "duel")
        assert shown_acts(pilot) == "决斗"
        await pilot.press(RIGHT_KEY, "enter", "enter")
        assert any("先选对象" in row for row in rows(app))
        await pilot.press("escape")
        assert isinstance(app.screen, GameScreen)
        await until_right(pilot, "duel")
        seat = table(pilot).session.seat
        target = next(s for s in table(pilot).session.game.judge.facts.living if s != seat)
        await pilot.press(RIGHT_KEY, *str(target), "enter", "enter")
        log = table(pilot).session.game.log
        await until(lambda: any(isinstance(event, Dueled) for event in log))
        duel = next(event for event in log if isinstance(event, Dueled))
        assert (duel.seat, duel.target) == (seat, target)
        assert Revealed(seat, "knight") in log


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_dialog_fits(size: tuple[int, int]):
    app = app_of(knight_table(), "en")
    async with app.run_test(size=size) as pilot:
        await until_right(pilot, "duel")
        await pilot.press(RIGHT_KEY, "right", "right", "left")
        await pilot.pause()
        box = app.screen.query_one("#dialog")
        assert app.screen.region.contains_region(box.region)
        assert box.max_scroll_y == 0
        assert dialog(pilot).target
