"""A person's clock, and a table that stands still: by a clock that the test moves."""

import asyncio

import pytest

from llmwolf.players.base import Answer
from llmwolf.players.human import HumanPlayer
from llmwolf.players.scripted import RandomPlayer
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import PASS
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table import clock
from llmwolf.table.clock import Clock
from llmwolf.table.host import Host, Limits
from llmwolf.table.pace import TABLE_PACES
from tests.record.table import head_of, new_game


class Time:
    """Stands for the monotonic clock."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    moved = Time()
    monkeypatch.setattr(clock, "monotonic", moved)
    return moved


async def settle() -> None:
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_it_counts_down_is_extended_and_begins_again(time: Time):
    one = Clock(60)
    one.start()
    time.now += 25
    assert one.left == 35
    one.extend(60)
    assert one.left == 95
    time.now += 5
    assert one.left == 90
    one.start()
    assert one.left == 60


def test_it_stands_while_it_is_held(time: Time):
    one = Clock(60)
    one.start()
    time.now += 10
    one.hold(True)
    time.now += 1000
    assert one.left == 50
    one.extend(30)
    one.hold(True)
    time.now += 1000
    assert one.left == 80
    one.hold(False)
    time.now += 1
    assert one.left == 79


def test_without_a_limit_there_is_nothing_to_extend(time: Time):
    one = Clock(None)
    one.start()
    one.hold(True)
    one.extend(60)
    one.hold(False)
    assert one.left is None


async def test_more_time_wakes_who_waits_and_the_end_of_it_too(time: Time):
    one = Clock(60)
    one.start()
    answer = asyncio.create_task(asyncio.Event().wait())
    waiting = asyncio.create_task(one.wait(answer))
    await settle()
    time.now += 59
    one.extend(60)
    await settle()
    assert not waiting.done()
    time.now += 62
    one.hold(True)  # whatever wakes it: the time was over
    await settle()
    assert waiting.result() is False
    answer.cancel()


async def test_who_answers_in_time_does_not_wait_for_the_clock():
    one = Clock(3600)
    one.start()
    assert await one.wait(asyncio.create_task(asyncio.sleep(0)))


# -- the table -----------------------------------------------------------------------------------------


def host_of(game: Game, pace: str = "instant", **more: object) -> Host:
    players = {seat: RandomPlayer(seat) for seat in range(1, game.spec.seats + 1)}
    return Host(game, players, pace=TABLE_PACES[pace], **more)  # type: ignore[arg-type]


async def test_a_table_that_stands_still_plays_nothing_and_then_the_same_game():
    expected = new_game(3)
    await host_of(expected).run()
    game = new_game(3)
    host = host_of(game)
    host.pause(True)
    running = asyncio.create_task(host.run())
    await settle()
    moves = len(game.moves)
    await settle()
    assert host.paused
    assert len(game.moves) == moves
    host.pause(False)
    await running
    assert game.log == expected.log


async def test_step_by_step_it_stands_after_each_public_ask():
    game = new_game(3)
    host = host_of(game, "step")
    running = asyncio.create_task(host.run())
    steps = 0
    while not running.done():
        await settle()
        if host.paused:
            assert not game.over
            steps += 1
            host.pause(False)
    assert steps > 20
    assert not host.paused
    again = new_game(3)
    await host_of(again).run()
    assert game.log == again.log


async def test_nobody_waits_for_the_persons_own_words():
    game = new_game(3)
    text = "我先听后置位发言。" * 20
    pieces: list[str] = []
    heard = asyncio.Event()

    class Ear:
        def changed(self) -> None: ...
        def noticed(self, source: object) -> None: ...
        def spoken(self, seat: int, piece: str) -> None:
            pieces.append(piece)
            heard.set()

    human = HumanPlayer()

    def speak(view: View) -> None:
        asyncio.get_running_loop().call_soon(human.give, Answer("say", text=text))

    human.on_asked = speak
    while game.ask is None or game.ask.requests[0].kind != "speak":
        for request in game.waiting:
            said = RandomPlayer(request.seat).answer(game.view(request.seat))
            game.submit(said.decision(game.ply, request.seat))
    seat = game.ask.requests[0].seat
    players = {s: RandomPlayer(s) for s in range(1, 13)} | {seat: human}
    host = Host(game, players, spectators=[Ear()], pace=TABLE_PACES["slow"])
    running = asyncio.create_task(host.run())
    await heard.wait()
    assert pieces[0] == text
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_time_out_is_recorded_as_one_and_a_pause_holds_it_off(time: Time):
    game = new_game(3)
    seat = 2
    asked = asyncio.Event()
    human = HumanPlayer(on_asked=lambda view: asked.set())
    players = {s: human if s == seat else RandomPlayer(s) for s in range(1, game.spec.seats + 1)}
    writer = Writer(None, head_of(game))
    host = Host(game, players, recorder=writer, limits=Limits(human=60))
    running = asyncio.create_task(host.run())
    await asked.wait()
    host.pause(True)
    time.now += 3600
    host.pause(False)
    await settle()
    assert human.asked
    assert host.clock(seat).left == 60
    time.now += 61
    host.clock(seat).hold(True)  # wakes the clock; what is left is nothing
    host.clock(seat).hold(False)
    await settle()
    assert host.tally.by["time-out"] == 1
    assert host.tally.by["human"] == 0
    asked.clear()
    await asked.wait()
    human.give(Answer(PASS))
    await settle()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    kinds = [
        line
        for line in writer.data.decode().splitlines()
        if f'"seat":{seat}' in line and '"time-out"' in line
    ]
    assert len(kinds) == 1
