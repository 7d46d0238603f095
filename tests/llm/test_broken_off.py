"""A game of model seats that is stopped and gone on with asks what an undisturbed one asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from llmwolf.boards import find_board
from llmwolf.llm.client import Prompted, RawReply, Sink
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.seat import ModelPlayer
from llmwolf.llm.settings import Settings
from llmwolf.record.reader import read
from llmwolf.record.resume import resume
from llmwolf.record.writer import Writer
from llmwolf.table.host import Host
from llmwolf.table.seating import Plan, SeatPlan, seat, take_seats
from tests.llm.api.mind import answer_to
from tests.llm.oracle import Oracle

BOARD = "standard-9"
SEATS = range(1, 10)


class Stopping(Oracle):
    """A model with a thought of its own to each prompt; the table is stopped as reply ``stop`` is whole."""

    def __init__(self, stop: int = 0) -> None:
        super().__init__(answers=_thinking)
        self.replies = 0
        self.table: asyncio.Task[object] | None = None
        self._stop = stop

    async def ask(
        self, prompt: Prompted, sink: Sink, on_retry: Callable[[ModelFailure], None] = lambda failure: None
    ) -> RawReply:
        """The reply; the table may be stopped with it."""
        reply = await super().ask(prompt, sink, on_retry)
        self.replies += 1
        if self.replies == self._stop and self.table is not None:
            self.table.cancel()
        return reply


def _thinking(prompt: Prompted) -> str:
    body = {"messages": list(prompt.messages)}
    told = answer_to(body, 40)
    mark = sha256(json.dumps(body, ensure_ascii=False).encode()).hexdigest()
    # Lengths differ, so that of those who are asked at once some are done before others.
    return json.dumps(
        told | {"thought": mark[:8], "plan": mark[8 : 8 + int(mark[0], 16)]}, ensure_ascii=False
    )


async def sitting(path: Path, seed: int, stop: int = 0, goes_on: bool = False) -> list[str]:
    """Play the game at ``path``, or go on with it, until reply ``stop``; what was asked."""
    plan = Plan(find_board(BOARD), seed, seats={place: SeatPlan("model") for place in SEATS})
    oracle = Stopping(stop)
    players = {place: ModelPlayer(oracle, Settings(polls=0)) for place in SEATS}
    if goes_on:
        transcript = read(path)
        game, writer = resume(path, sync=False)
        for place, player in players.items():
            player.recall(transcript, place, [*game.moves, *game.sealed])
        seated = take_seats(game, plan, players.__getitem__)
    else:
        seated = seat(plan, players.__getitem__)
        writer = Writer(path, seated.head, sync=False)
    for player in players.values():
        player._on_call = writer.llm
    with writer:
        host = Host(seated.game, seated.players, seated.stand_ins, writer)
        oracle.table = asyncio.create_task(host.run())
        await asyncio.wait({oracle.table})
    assert oracle.table.cancelled() or oracle.table.result() is seated.game
    return ["\n".join(str(message["content"]) for message in asked.messages) for asked in oracle.asked]


@pytest.mark.parametrize("every", [3, 7, 12])
@pytest.mark.parametrize("seed", [1, 2])
async def test_what_is_asked_does_not_depend_on_how_often_a_game_was_stopped(
    tmp_path: Path, seed: int, every: int
):
    """Also where some of those who vote have voted: their answers, and their thoughts, are kept."""
    calm = await sitting(tmp_path / "calm.jsonl", seed)
    path, stops = tmp_path / "stopped.jsonl", 0
    while not stops or not read(path).finished:
        assert set(await sitting(path, seed, every + stops, goes_on=stops > 0)) <= set(calm)
        stops += 1
    assert stops > 3
    assert read(path).digest == read(tmp_path / "calm.jsonl").digest
