"""Whole games at a table of eleven models and a person who is none, against our own server over sockets."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from pathlib import Path

import pytest

from llmwolf.boards import find_board
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.crew import Crew, CrewPlan
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.settings import Settings
from llmwolf.players.personas import persona_text
from llmwolf.players.scripted import RandomPlayer
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.record.writer import Writer
from llmwolf.rules.events import Ballots, Spoke
from llmwolf.rules.view import View
from llmwolf.table.host import Host
from llmwolf.table.seating import Plan, SeatPlan, seat, voices_of
from tests.llm.api.asked import asked_of
from tests.llm.api.faults import Unreliable
from tests.llm.fake_server import FakeServer

PERSON = 6


@pytest.mark.parametrize("seed", [1, 2])
async def test_eleven_models_and_a_person_play_official_12_to_its_end(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    brain = Unreliable()
    board = find_board("official-12")
    seats = {s: SeatPlan("model", model="test-model") for s in range(1, 13)}
    plan = Plan(board, seed, seats=seats | {PERSON: SeatPlan("human")})
    models = sorted(set(seats) - {PERSON})
    voices = voices_of(plan, board.seats)
    async with FakeServer(brain) as server:
        spec = ModelSpec("test-model", Endpoint(server.base_url, "test-model"), Settings())
        texts = {s: persona_text(voices[s], plan.lang) for s in models}
        crew = Crew(CrewPlan(dict.fromkeys(models, spec), plan.lang, seed, texts))
        seated = seat(plan, crew.players.__getitem__)
        writer = Writer(tmp_path / "game.jsonl", seated.head)
        crew.on_call = writer.llm
        person = seated.human
        assert person is not None
        bot, asked = RandomPlayer(seed), Counter[str]()

        def ask(view: View) -> None:
            assert view.request is not None
            asked[view.request.kind] += 1
            # As a person does: later, not while the question is being put.
            asyncio.get_running_loop().call_soon(person.give, bot.answer(view))

        person.on_asked = ask
        host = Host(seated.game, seated.players, seated.stand_ins, writer)
        async with asyncio.timeout(60):
            await host.run()
        writer.close()
        await crew.close()

    log, by = crew.total(), host.tally.by
    with capsys.disabled():
        sys.stdout.write(f"\nofficial-12 #{seed}, 11 models and a person: {dict(by)}\n{log.line()}\n")
    assert seated.game.over
    assert verify(tmp_path / "game.jsonl").ok
    told = read(tmp_path / "game.jsonl")
    assert told.finished
    assert Counter(sitter.player for sitter in told.head.seats) == {"model": 11, "human": 1}
    assert log.calls == log.answers == brain.good == len([line for line in told.llm if "key" in line])
    assert log.repairs == log.retries == log.stand_ins == log.estimated == 0
    assert log.prompt_tokens > 50 * log.calls
    assert log.completion_tokens > 0
    assert by["human"] == asked.total() > 0
    assert set(by) <= {"model", "human", "order", "poll"}
    assert {asked_of(body).seat for body in server.requests} == set(models)
    spoken = [event for event in told.events if isinstance(event, Spoke)]
    assert {event.seat for event in spoken} - {PERSON}
    assert any(len(event.text) > 100 and event.claims for event in spoken)
    assert any(isinstance(event, Ballots) for event in told.events)
    assert caplog.records == []
    assert asyncio.all_tasks() == {asyncio.current_task()}
