"""Time and pace: more time, pause, step by step, wherever the person is (U16)."""

import asyncio

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from llmwolf.rules.events import Spoke
from llmwolf.table import clock
from llmwolf.table.pace import TABLE_PACES
from llmwolf.tui.model.form import pace_options
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.marking import MarkScreen
from llmwolf.tui.screens.situation import SituationScreen
from llmwolf.tui.session import Setup
from llmwolf.tui.words import t

from .driver import (
    Streamer,
    answer,
    app_of,
    asked,
    paste,
    press,
    question,
    squeezed,
    table,
    table_of,
    the_app,
    until,
    words_of,
)
from .test_right_key import on_top
from .test_typing import RNG, until_kind

SIZES = [(60, 20), (80, 24)]
OVERLAYS: dict[str, type[Screen[None]]] = {"f1": HelpScreen, "f5": SituationScreen, "f12": MarkScreen}


class Time:
    """Stands for the monotonic clock of the table."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    moved = Time()
    monkeypatch.setattr(clock, "monotonic", moved)
    return moved


def left(pilot: Pilot[None]) -> float | None:
    return table(pilot).session.host.clock(table(pilot).session.seat).left


def told(pilot: Pilot[None]) -> list[str]:
    return [note.message for note in the_app(pilot)._notifications]


@pytest.mark.parametrize("size", SIZES)
async def test_more_time_for_a_question_and_for_a_speech(size: tuple[int, int], time: Time):
    app = app_of(table_of("seer", seed=5, limit=90))
    async with app.run_test(size=size, notifications=True) as pilot:
        await question(pilot)
        assert "剩余1:30·F8加时" in words_of(pilot, "#ask")
        time.now += 30
        await pilot.press("f8")
        assert left(pilot) == 120
        assert "加时60秒" in told(pilot)
        assert "剩余2:00" in words_of(pilot, "#ask")
        await until_kind(pilot, "speak")
        speech = table(pilot).desk.speech
        assert squeezed(str(speech.border_subtitle)) == "0/400字·剩余1:30·F8加时"
        await paste(pilot, "我是")
        await pilot.press("f8")
        assert "剩余2:30" in squeezed(str(speech.border_subtitle))
        assert speech.area.text == "我是"
        await pilot.press("f3", "f3")  # and a pass is a pass, not a time-out
        await until(lambda: table(pilot).session.host.tally.by["human"])
        assert not table(pilot).session.host.tally.by["time-out"]


async def test_where_nothing_runs_that_is_said(time: Time):
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await pilot.press("f8")
        assert told(pilot) == ["这一局不限时"]
    app = app_of(table_of("villager", seed=5, limit=90, others=lambda seat: Streamer(0.02)))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(lambda: the_app(pilot).game_screen and table(pilot).is_mounted)
        table(pilot).at_table("extend")
        await pilot.pause()
        assert told(pilot) == ["还没轮到你，不用加时"]


async def test_who_looks_at_something_else_is_told_of_the_turn_and_of_the_time(time: Time):
    app = app_of(table_of("seer", seed=5, limit=60))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await pilot.press("f5")
        desk = table(pilot).desk
        for passed, seconds in ((20, ""), (15, "0:25"), (5, ""), (12, "0:08")):
            time.now += passed
            before = len(told(pilot))
            desk.tick()
            desk.tick()
            await pilot.pause()
            fresh = told(pilot)[before:]
            soon = [note for note in fresh if "你还剩" in note]
            assert soon == ([f"你还剩 {seconds}（F8 加时）"] if seconds else [])
        await pilot.press("f8")  # over the board
        assert left(pilot) == 68
        assert isinstance(app.screen, SituationScreen)


async def test_a_turn_that_comes_while_the_help_is_open_is_told():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        model = await question(pilot)
        await pilot.press("f1")
        table(pilot).desk.open(model.request, "night")
        await pilot.pause()
        assert "轮到你了：Esc 回到桌上" in told(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_a_pause_holds_the_clock_wherever_it_is_asked_for(size: tuple[int, int], time: Time):
    app = app_of(table_of("seer", seed=5, limit=90))
    async with app.run_test(size=size) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, "一 二")
        await pilot.press("space", "ctrl+p")  # in a text, Space is a space
        area = table(pilot).desk.speech.area
        assert area.text == "一 二 "
        assert "已暂停" in words_of(pilot, "#status")
        assert "速度" not in words_of(pilot, "#status")
        time.now += 500
        table(pilot).desk.tick()
        assert left(pilot) == 90
        for key, screen in OVERLAYS.items():
            await pilot.press(key, "ctrl+p")
            assert on_top(pilot, screen)
            assert not table(pilot).session.host.paused
            await pilot.press("ctrl+p", "escape")
            assert table(pilot).session.host.paused
        assert app.screen is table(pilot)
        table(pilot).log_view.focus()
        await pilot.press("space")
        assert not table(pilot).session.host.paused
        assert "速度" in words_of(pilot, "#status")
        assert area.text == "一 二 "


async def test_what_is_answered_while_the_table_stands_is_taken_and_it_goes_on_later():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        model = await question(pilot)
        await pilot.press("ctrl+p")
        press(pilot, model.options[0].key, "enter", "enter")
        host = table(pilot).session.host
        await until(lambda: host.tally.by["human"])
        answers = host.tally.by.total()
        await pilot.pause()
        assert host.tally.by.total() == answers
        await pilot.press("ctrl+p")
        await until(lambda: host.tally.by.total() > answers)


async def test_the_paces_go_round_and_the_last_one_goes_step_by_step():
    assert [pace for pace, _ in pace_options("zh")] == list(TABLE_PACES)
    app = app_of(table_of("seer", seed=5), setup=Setup(pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        host, screen = table(pilot).session.host, table(pilot)
        for pace in reversed(TABLE_PACES):  # faster, and from the fastest to the slowest
            before = host.pace
            await pilot.press("f7")
            assert (screen._pacing.name, host.pace) == (pace, before)  # shown, and not taken yet
            assert t(f"pace_{pace}", "zh") in words_of(pilot, "#status")
            screen._pacing.settle()
            assert (screen.pace, host.pace) == (pace, TABLE_PACES[pace])
            assert any("每一步都停" in words for words in told(pilot))
        table(pilot).log_view.focus()
        await pilot.press("minus", "minus", "minus", "minus", "minus")
        assert screen.pace == "step"
        await paste(pilot, "先听发言")
        await pilot.press("ctrl+s")
        await until(lambda: host.paused)
        await pilot.pause()
        assert "逐步" in words_of(pilot, "#status")
        spoken = len([event for event in host.game.log if type(event).__name__ == "Spoke"])
        await pilot.press("escape", "space")
        await until(lambda: host.paused)
        now = [event for event in host.game.log if type(event).__name__ == "Spoke"]
        assert len(now) == spoken + 1  # one speech more
        await pilot.press("minus", "f7")
        await until(lambda: screen.pace == "slow")  # once the key rests
        await until(lambda: not host.paused)


async def test_who_goes_round_passes_the_paces_in_between():
    app = app_of(table_of("seer", seed=5, pace="reading"), setup=Setup(pace="reading"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.game_screen and table(pilot).is_mounted)
        host, pacing = table(pilot).session.host, table(pilot)._pacing
        for _ in range(4):  # fast, instant, step, slow
            pacing.change(-1, True)
            assert host.pace == TABLE_PACES["reading"]
        pacing.settle()
        assert (table(pilot).pace, host.pace) == ("slow", TABLE_PACES["slow"])
        pacing.change(-1, False)  # the keys of one step act at once
        assert (table(pilot).pace, host.pace) == ("reading", TABLE_PACES["reading"])


@pytest.mark.parametrize(
    ("lang", "words"), [("zh", "还有 12 秒：Ctrl+S 发出，不发就算过"), ("en", "12 s left: Ctrl+S")]
)
async def test_what_is_written_and_not_sent_is_told_of_at_the_end(
    lang: str, words: str, time: Time, monkeypatch: pytest.MonkeyPatch
):
    rung: list[bool] = []
    app = app_of(table_of("seer", seed=5, limit=90), lang)
    monkeypatch.setattr(app, "bell", lambda: rung.append(True))
    async with app.run_test(size=(60, 20)) as pilot:
        await until_kind(pilot, "speak")
        desk = table(pilot).desk
        time.now += 78
        desk.tick()
        assert words not in str(desk.speech.border_subtitle)  # there is nothing to be lost
        await paste(pilot, "我是预言家")
        desk.tick()
        desk.tick()
        assert words in str(desk.speech.border_subtitle)
        assert desk.speech.area.text == "我是预言家"  # and nothing is sent
        assert rung == [True]


async def test_step_by_step_the_own_words_are_heard_at_once_and_who_is_next_is_told():
    app = app_of(table_of("seer", seed=5), setup=Setup(pace="step"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.game_screen)
        table(pilot)._pacing.take("step")
        host, seat = table(pilot).session.host, table(pilot).session.seat
        next_one = False
        while (model := asked(pilot)) is None or model.request.kind != "speak":
            if model is not None:
                await answer(pilot, RNG)
            elif host.paused:
                await pilot.pause()
                if table(pilot).table.sight.view.asked == (seat,):
                    next_one = True
                    assert "接下来是你" in words_of(pilot, "#status")
                host.pause(False)
            await asyncio.sleep(0)
        assert next_one
        await paste(pilot, "先听发言")
        await pilot.press("ctrl+s")
        await until(lambda: any(e.seat == seat for e in host.game.log if isinstance(e, Spoke)))
        await until(lambda: host.paused)
        assert [e.seat for e in host.game.log if isinstance(e, Spoke)][-1] != seat  # it stood after the next
