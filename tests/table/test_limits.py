"""Limits hold whatever a player does about them, and the order of arrival decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from llmwolf.players.base import Answer
from llmwolf.record.errors import RecordError
from llmwolf.rules.events import Ballots, Spoke
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table import tasks
from llmwolf.table.host import AnyPlayer, Host, Limits
from llmwolf.table.tasks import stop_all, within
from tests.table.live import until
from tests.table.test_host import DEAL, Abstainer, Slow, new_game, random_seats, writer_for


class Stubborn:
    """A live seat that says something, never answers, and does not stop when it is first told to."""

    def __init__(self) -> None:
        self.told = 0

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        say("我先说两句，")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.told += 1
            say("我还没说完，")
        await asyncio.Event().wait()
        raise AssertionError("unreachable")


async def hopeless() -> None:
    """Ignores one cancellation."""
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        await asyncio.Event().wait()


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for who does not stop."""
    monkeypatch.setattr(tasks, "GRACE", 0.001)
    monkeypatch.setattr(tasks, "STOP_SECONDS", 0.002)


async def test_S01_a_limit_holds_though_the_player_ignores_being_cancelled():
    players = random_seats()
    stubborn = Stubborn()
    players[4] = stubborn
    game = await Host(new_game(), players, limits=Limits(model=0.001)).run()
    assert stubborn.told > 0
    said = {event.text for event in game.log if isinstance(event, Spoke) and event.seat == 4}
    assert said == {"我先说两句，"}  # and not a word after its time was up


async def test_S07_a_table_that_is_cancelled_does_not_wait_for_a_stubborn_seat():
    players: dict[int, AnyPlayer] = {seat: Stubborn() for seat in range(1, 13)}
    run = asyncio.create_task(Host(new_game(), players).run())
    await asyncio.sleep(0.005)
    run.cancel()
    await asyncio.wait({run}, timeout=5)
    assert run.cancelled()


async def test_a_turn_that_is_stopped_is_gone_and_one_that_will_not_stop_is_left():
    with pytest.raises(TimeoutError):
        await within(0.001, hopeless())
    with pytest.raises(TimeoutError):
        await within(0, asyncio.sleep(5))
    await stop_all([asyncio.create_task(hopeless())])
    assert await within(None, asyncio.sleep(0, "done")) == "done"


async def test_a_disk_that_is_full_comes_before_a_limit():
    async def writes() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise RecordError("the disk is full")

    with pytest.raises(RecordError, match="full"):
        await within(0.001, writes())
    task = asyncio.create_task(within(None, writes()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(RecordError, match="full"):
        await task


class Voter(Abstainer):
    """Votes for a seat of its own, after a number of turns of the loop."""

    def __init__(self, turns: int) -> None:
        self._turns = turns

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        request = view.request
        assert request is not None
        if request.kind != "ballot":
            return self.answer(view)
        for _ in range(self._turns):
            await asyncio.sleep(0)
        return Answer("vote", (view.seat % 3 + 1,))


def has_voted(game: Game) -> bool:
    return any(isinstance(event, Ballots) for event in game.log)


async def test_S04_ballots_in_any_order_of_arrival_are_the_same_tally_and_the_same_transcript():
    seen = set()
    for shuffle in range(200):
        rng, game = Random(shuffle), new_game(0, DEAL)
        recorder = writer_for(game)
        players: dict[int, AnyPlayer] = {seat: Voter(rng.randrange(12)) for seat in range(1, 13)}
        run = asyncio.create_task(Host(game, players, recorder=recorder).run())
        await until(partial(has_voted, game))
        run.cancel()
        await asyncio.wait({run})
        ballots = next(event for event in game.log if isinstance(event, Ballots))
        lines = recorder.data.splitlines()
        upto = next(at for at, line in enumerate(lines) if b'"Ballots"' in line)
        seen.add((ballots, *(line for line in lines[: upto + 1] if b'"llm"' not in line)))
    assert len(seen) == 1


async def test_S09_those_asked_at_once_answer_at_once():
    """Twelve ballots and independent night steps run together."""
    most, now = 0, 0

    class Counting(Slow):
        async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
            nonlocal most, now
            now += 1
            most = max(most, now)
            try:
                return await super().answer_live(view, say)
            finally:
                now -= 1

    players: dict[int, AnyPlayer] = {seat: Counting(seat, lambda: 3) for seat in range(1, 13)}
    await Host(new_game(3), players).run()
    assert most == 12
