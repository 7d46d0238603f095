"""自爆 and 退水 at any moment, and what the confirmation does not do."""

import asyncio
import random
import statistics

import pytest
from textual.pilot import Pilot

from llmwolf.players.base import Answer
from llmwolf.rules.events import Exploded, NoBadge, Spoke, Withdrew
from llmwolf.rules.view import View
from llmwolf.tui.probe import time_to_close, time_to_stop
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.screens.game import GameScreen
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.widgets.bars import KeyBar

from .driver import Candidate, Streamer, answer, app_of, asked, paste, press, table, table_of, the_app, until


async def until_another_speaks(pilot: Pilot[None], run: bool = False) -> None:
    """Answer everything (running for sheriff or not) until another seat has the floor."""
    rng = random.Random(1)

    def another() -> bool:
        game = the_app(pilot).game_screen
        return bool(game and game.table.speaker and game.table.speaker != game.session.seat)

    while not another():
        await until(lambda: asked(pilot) or another())
        model = asked(pilot)
        if model is None:
            continue
        if model.request.kind == "sign_up":
            press(pilot, "1" if run else "0", "enter", "enter")
            await until(lambda model=model: asked(pilot) is not model)  # type: ignore[misc]
        else:
            await answer(pilot, rng)


def shown_acts(pilot: Pilot[None]) -> str:
    """What the key bar says that F9 does; empty where it does not name it."""
    keys = {key: word for key, word, _ in table(pilot).query_one(KeyBar)._keys}
    return keys.get("F9", "")


async def test_a_blast_cuts_a_running_speech_and_keeps_what_was_heard():
    talker = Streamer(0.02)
    app = app_of(table_of("werewolf", seed=5, others=lambda seat: talker))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_another_speaks(pilot)
        await until(lambda: shown_acts(pilot) == "自爆")
        speaker = table(pilot).table.speaker
        await pilot.press("f9")
        dialog = the_app(pilot).screen
        assert isinstance(dialog, Dialog)
        assert "号" not in dialog._body  # who speaks changes while the dialog is open
        before = talker.said
        await until(lambda: talker.said > before + 5)  # the confirmation stops nothing
        assert table(pilot).table.speaker == speaker
        await pilot.press("right", "enter")
        log = table(pilot).session.game.log
        await until(lambda: any(isinstance(event, Exploded) for event in log))
        spoke = next(event for event in log if isinstance(event, Spoke))
        assert (spoke.seat, spoke.cut) == (speaker, "cut_in")
        assert spoke.text == talker.piece * (len(spoke.text) // len(talker.piece))
        assert spoke.text
        assert any(isinstance(event, NoBadge) and event.why == "explosion" for event in log)
        assert any("被打断" in line.text for line in table(pilot).log_view.lines)


async def test_a_blast_works_in_the_composer_and_keeps_the_draft():
    app = app_of(table_of("werewolf", seed=5, others=lambda seat: Streamer(0.02)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_another_speaks(pilot)
        await pilot.press("f4")
        await paste(pilot, "草稿，还没写完")
        await pilot.press("f9", "right", "enter")
        log = table(pilot).session.game.log
        await until(lambda: any(isinstance(event, Exploded) for event in log))
        assert table(pilot).desk.speech.area.text == "草稿，还没写完"
        assert not table(pilot).table.alive


async def test_a_blast_works_over_the_help_and_escape_takes_it_back():
    app = app_of(table_of("werewolf", seed=5, others=lambda seat: Streamer(0.02)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_another_speaks(pilot)
        await pilot.press("f1")
        assert isinstance(the_app(pilot).screen, HelpScreen)
        await pilot.press("f9", "escape")
        assert isinstance(the_app(pilot).screen, HelpScreen)
        assert table(pilot).table.alive
        await pilot.press("f9", "right", "enter")
        log = table(pilot).session.game.log
        await until(lambda: any(isinstance(event, Exploded) for event in log))


async def test_holding_the_key_does_not_confirm():
    app = app_of(table_of("werewolf", seed=5, others=lambda seat: Streamer(0.02)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_another_speaks(pilot)
        await pilot.press("f9", "f9", "f9", "f9")
        assert isinstance(the_app(pilot).screen, Dialog)
        assert table(pilot).table.alive


async def test_who_has_no_right_is_told_so():
    app = app_of(table_of("villager", seed=5, others=lambda seat: Streamer(0.02)))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until_another_speaks(pilot)
        assert not shown_acts(pilot)
        await pilot.press("f9")
        told = the_app(pilot).screen
        assert isinstance(told, Dialog)
        assert told._body.splitlines() == [
            "现在没有可以打断发言的动作。",
            "不能自爆：你的牌是平民；这张桌上只有狼人可以",
            "不能退水：你没有上警。上警后，可以在竞选发言时按 F9",
        ]
        await pilot.press("enter")
        assert isinstance(the_app(pilot).screen, GameScreen)


async def test_a_right_that_ends_while_the_dialog_is_open_is_refused_with_a_reason():
    """The speeches are over before the person confirms."""
    app = app_of(table_of("werewolf", seed=5, others=lambda seat: Streamer(gap=0.02, pieces=6)))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until_another_speaks(pilot)
        await pilot.press("f9")
        screen = table(pilot)
        assert isinstance(the_app(pilot).screen, Dialog)
        await until(lambda: not screen.table.right("explode"))
        await pilot.press("right", "enter")
        await until(lambda: the_app(pilot)._notifications)
        assert any("没有生效：晚了一步" in note.message for note in the_app(pilot)._notifications)
        assert not any(isinstance(event, Exploded) for event in screen.session.game.log)


async def test_withdrawing_while_another_speaks_lets_the_speech_go_on():
    talker = Streamer(0.02)
    app = app_of(table_of("seer", seed=5, others=lambda seat: talker))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_another_speaks(pilot, run=True)
        await until(lambda: shown_acts(pilot) == "退水")
        speaker = table(pilot).table.speaker
        await pilot.press("f9", "right", "enter")
        seat = table(pilot).session.seat
        log = table(pilot).session.game.log
        await until(lambda: Withdrew(seat) in log)
        before = talker.said
        await until(lambda: talker.said > before)
        assert table(pilot).table.speaker == speaker
        assert not talker.stopped
        await until(lambda: not shown_acts(pilot))
        rows = {row.seat: [tag.word for tag in row.tags] for row in table(pilot).table.rows()}
        assert "退水" in rows[seat]


class Retreating(Candidate):
    """Withdraws as soon as the person has the floor."""

    interrupts = True
    person = 0

    def cut_in(self, view: View, heard: str) -> Answer | None:
        mine = view.request is None and view.asked == (self.person,)
        return Answer("withdraw") if mine and any(c.verb == "withdraw" for c in view.rights) else None


@pytest.mark.parametrize("quiet", [False, True])
async def test_a_withdrawal_is_in_the_log_while_the_person_speaks(
    quiet: bool, monkeypatch: pytest.MonkeyPatch
):
    """``quiet``: even where the table did not say that something changed."""
    app = app_of(table_of("seer", seed=5, others=Retreating))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: asked(pilot))
        screen = table(pilot)
        monkeypatch.setattr(Retreating, "person", screen.session.seat)
        while (model := asked(pilot)) is None or model.request.kind != "speak":
            if model is not None:
                if quiet and model.request.kind == "sign_up":
                    monkeypatch.setattr(screen, "changed", lambda: None)
                press(pilot, "1", "enter", "enter")
            await until(lambda model=model: asked(pilot) is not model)  # type: ignore[misc]
        withdrew = [i for i, event in enumerate(screen.table.sight.log) if isinstance(event, Withdrew)]
        assert withdrew
        assert all("退水" in screen.log_view.lines[i].text for i in withdrew)


async def test_a_second_wolf_on_the_same_speech_is_not_lost():
    """A wolf bot that never blasts is no hindrance: the wish of the person is taken at the next speech."""
    app = app_of(table_of("werewolf", seed=5, others=Candidate, pace="fast"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_another_speaks(pilot)
        await pilot.press("f9", "right", "enter")
        log = table(pilot).session.game.log
        await until(lambda: any(isinstance(event, Exploded) for event in log))


@pytest.mark.parametrize("runs", [3])
def test_a_key_press_stops_the_speech_at_once(runs: int):
    times = [asyncio.run(time_to_stop(run_up=0.2)) for _ in range(runs)]
    assert statistics.median(times) <= 0.1


def test_a_key_press_stops_a_models_stream_and_its_request_is_closed():
    stopped, closed = asyncio.run(time_to_close(run_up=0.2))
    assert 0 < stopped <= closed
