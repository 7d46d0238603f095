"""Models that do not answer: told once, marked at their seats, counted at the end, and never by night."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from llmwolf.llm.failure import REASONS
from llmwolf.rules.facts import NIGHT
from llmwolf.table.ports import Source
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.standins import StandIns, why
from llmwolf.tui.session import Setup
from llmwolf.tui.words import TEXTS
from tests.llm.fake_server import FakeServer, Scripted, obedient
from tests.tui.driver import answer, asked, press, table, the_app, until

NAMES = {3: "老周", 5: "[bold]x[/"}
LIVING = (1, 3, 5, 7)
KEY = "sk-never-shown-456"


def failed(ply: int, seat: int, reason: str = "network") -> Source:
    return Source(ply, seat, "stand-in", reason, f"http://127.0.0.1:9 {KEY}")


def after(*steps: tuple[bool, Source], judges_eyes: bool = False) -> StandIns:
    """What is known after these decisions, each with whether its ask was public."""
    stand_ins = StandIns((1, 3, 5, 7), judges_eyes)
    for public, source in steps:
        stand_ins.asked(source.ply, public)
        stand_ins.take(source)
    return stand_ins


# -- what the table may know -----------------------------------------------------------------------------


def test_a_failure_at_a_public_ask_is_told_once_with_seat_reason_and_what_to_do():
    stand_ins = after((True, failed(1, 3)), (True, failed(2, 5)))
    ((notice,), answering) = stand_ins.news(NAMES, LIVING, "zh")
    assert notice.startswith(
        "3号 老周、5号 [bold]x[/的模型没有给出能用的回答：连不上模型服务。由替补电脑代答"
    )
    assert "检查模型服务是否在运行" in notice
    assert KEY not in notice
    assert answering == []
    stand_ins.asked(3, True)
    stand_ins.take(failed(3, 3))
    assert not stand_ins.untold
    assert stand_ins.news(NAMES, LIVING, "zh") == ([], [])


def test_many_seats_are_told_in_one_notice_and_all_as_all():
    seats = [(True, failed(1, seat)) for seat in LIVING]
    assert after(*seats).news({}, LIVING, "en")[0][0].startswith("All model seats: no usable answer")
    mixed = after(*seats[:3], (True, failed(1, 7, "auth"))).news({}, LIVING, "zh")[0]
    assert len(mixed) == 2
    assert "密钥" in mixed[1]


@pytest.mark.parametrize("judges_eyes", [False, True])
def test_what_fails_by_night_is_counted_and_shown_to_nobody_but_the_judge(judges_eyes: bool):
    stand_ins = after((False, failed(1, 3)), judges_eyes=judges_eyes)
    assert stand_ins.untold is judges_eyes
    assert set(stand_ins.failing) == ({3} if judges_eyes else set())
    assert stand_ins.counts == {3: 1}


def test_an_answer_by_night_takes_no_mark_away_and_one_by_day_does():
    stand_ins = after((True, failed(1, 3)), (False, Source(2, 3, "model")))
    stand_ins.news(NAMES, LIVING, "zh")
    assert set(stand_ins.failing) == {3}
    stand_ins.asked(3, True)
    stand_ins.take(Source(3, 3, "repair"))
    assert stand_ins.failing == {}
    assert stand_ins.news(NAMES, LIVING, "zh") == ([], ["3号 老周的模型恢复了，自己作答"])


def test_two_nights_that_differ_in_who_was_asked_look_the_same():
    """N-2: a seer's dead model and a villager's, who was asked nothing."""
    seer = after((False, failed(1, 3)), (True, failed(2, 3)), (False, Source(3, 3, "model")))
    villager = after((True, failed(2, 3)))
    assert seer.failing == villager.failing
    assert seer.news(NAMES, LIVING, "zh") == villager.news(NAMES, LIVING, "zh")


@pytest.mark.parametrize("reason", [*REASONS, "player_error"])
def test_every_reason_has_plain_words(reason: str):
    assert why(reason, "zh")
    assert reason == "player_error" or f"fail_{reason}" in TEXTS


# -- on the screen ---------------------------------------------------------------------------------------


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeServer]:
    """A server that refuses every key, in whose words there is one."""
    (tmp_path / "transcripts").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: ())
    refused = Scripted(status=401, body=f'{{"error": {{"message": "wrong key {KEY}"}}}}')
    async with FakeServer(lambda body: refused) as server:
        yield server


def notices(pilot: Pilot[None]) -> list[str]:
    return ["".join(note.message.split()) for note in the_app(pilot)._notifications]


def marked(pilot: Pilot[None]) -> set[int]:
    """The seats with the sign of a stand-in, as they are drawn."""
    lines = str(table(pilot).query_one("#seats").render()).split("\n")
    return {int(line[1:3]) for line in lines if "!" in line}


async def test_a_dead_server_is_told_by_day_marked_and_forgotten_when_it_recovers(server: FakeServer):
    setup = Setup(role="villager", seed=5, models=11, pace="instant", base_url=server.base_url, model="m")
    app = LlmwolfApp(setup=setup, play_now=True)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(lambda: server.requests and asked(pilot), 60)
        game = table(pilot)
        me = game.session.seat
        assert game.table.stand_ins.counts.total() > 0  # the night went by without a word of it
        await until(lambda: notices(pilot), 60)
        others = set(range(1, 13)) - {me}
        await until(lambda: marked(pilot) == others)
        assert game.table.sight.view.facts.phase != NIGHT
        assert len(notices(pilot)) == 1
        assert notices(pilot)[0].startswith("所有模型席位的模型没有给出能用的回答：密钥或权限被拒绝。")
        assert KEY not in notices(pilot)[0]
        rows = {row.seat: [tag.word for tag in row.tags] for row in game.table.rows()}
        assert all(("代打" in rows[seat]) is (seat != me) for seat in rows)
        server.brain = obedient
        press(pilot, "0", "enter", "enter")  # not for sheriff
        rng = random.Random(1)
        while game.table.stand_ins.failing:
            await until(lambda: asked(pilot) or not game.table.stand_ins.failing, 60)
            if asked(pilot):
                await answer(pilot, rng)
        await until(lambda: any("恢复了，自己作答" in note for note in notices(pilot)))
        await until(lambda: not marked(pilot))
        await game.stop()
