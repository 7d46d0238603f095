"""Games with models in several processes: the same games, whatever becomes of the processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import cache
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from llmwolf.arena import hall
from llmwolf.arena.backend import Local
from llmwolf.arena.cast import Cast, cast_of
from llmwolf.arena.errors import ArenaError
from llmwolf.arena.folder import Folder
from llmwolf.arena.hall import halls_for, parted
from llmwolf.arena.outcome import Line
from llmwolf.arena.purse import Portion
from llmwolf.arena.run import State, run
from llmwolf.llm.budget import Budget
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.endpoint import Endpoint
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from tests.arena.killing import COMMAND
from tests.arena.plans import without_clock
from tests.arena.test_live import plan
from tests.llm.api.faults import Unreliable
from tests.llm.fake_server import FakeServer
from tests.llm.scenes import KEY
from tests.llm.serving import serving

MANY = 2 * hall.GAMES


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (Path("llmwolf.toml"),))


@pytest.fixture(scope="module")
def server() -> Iterator[FakeServer]:
    with serving(Unreliable()) as opened:
        yield opened


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are enough for a hall of their own."""
    monkeypatch.setattr(hall, "GAMES", 2)


def played(folder: Folder, jobs: int, purse: Budget | None = None) -> State:
    return run(folder, cast_of(folder.plan.agents), purse, jobs=jobs)


def told(folder: Folder) -> dict[str, Line]:
    assert all(verify(folder.record(fixture)).ok for fixture in folder.fixtures)
    return without_clock(folder.lines())


def calls(folder: Folder) -> Iterator[dict[str, Any]]:
    for path in (folder.path / "games").glob("*.jsonl"):
        yield from read(path).llm


def spent(folder: Folder) -> Iterator[int]:
    return (sum(call["tokens"][::2]) for call in calls(folder) if "tokens" in call)


def crowded(server: FakeServer) -> Path:
    """A plan of many games that may all ask at once."""
    told = f'[endpoints.many]\nbase_url = "{server.base_url}"\nconcurrency = {MANY}\n'
    Path("llmwolf.toml").write_text(told, "utf-8")
    file = plan(server, MANY, MANY)
    text = re.sub(r'model = "(\w+)"\nbase_url = .*\n', r'model = "many:\1"\n', file.read_text("utf-8"))
    file.write_text(text, "utf-8")
    return file


@cache
def in_one(server: FakeServer, games: int) -> dict[str, Line]:
    folder = Folder.create(Path("one"), crowded(server) if games == MANY else plan(server, games))
    assert played(folder, 1).complete
    return told(folder)


def cast_with(*calls: int) -> Cast:
    specs = {
        f"m{number}": ModelSpec("m", Endpoint(f"http://llm{number}.test/v1", "m", concurrency=most))
        for number, most in enumerate(calls)
    }
    return Cast(specs)


@pytest.mark.parametrize(
    ("games", "calls", "jobs", "halls"),
    [
        (16, 99, 8, 1),
        (17, 99, 8, 2),
        (128, 99, 2, 2),
        (128, 99, 8, 8),
        (128, 3, 8, 3),
        (128, 99, 1, 1),
        (0, 9, 9, 1),
    ],
)
def test_processes_are_as_many_as_games_need(games: int, calls: int, jobs: int, halls: int):
    assert halls_for(games, cast_with(calls, 99), jobs) == halls


def test_games_that_stand_in_line_need_no_process():
    assert halls_for(128, cast_with(8), 8) == 1
    assert halls_for(128, cast_with(8, 16), 8) == 2


def test_the_calls_that_an_endpoint_allows_are_parted():
    parts = [parted(cast_with(8, 3), number, 3) for number in range(3)]
    assert [part.specs["m0"].endpoint.concurrency for part in parts] == [3, 3, 2]
    assert [part.specs["m1"].endpoint.concurrency for part in parts] == [1, 1, 1]


@pytest.mark.usefixtures("few")
def test_the_same_games_as_in_one_process(server: FakeServer):
    folder = Folder.create(Path("two"), plan(server, 4))
    state = played(folder, 2)
    assert (state.done, state.failed, state.complete) == (4, 0, True)
    assert told(folder) == in_one(server, 4)
    assert state.tokens == sum(spent(folder))
    assert active_children() == []


@pytest.mark.usefixtures("few")
def test_a_hall_that_dies_costs_no_game(server: FakeServer):
    folder = Folder.create(Path("two"), plan(server, 6, concurrency=6))
    victims: list[int] = []

    def changed(state: State) -> None:
        if state.done == 1 and not victims:
            victims.append(active_children()[0].pid or 0)
            os.kill(victims[0], signal.SIGKILL)

    state = run(folder, cast_of(folder.plan.agents), jobs=2, changed=changed)
    assert victims
    assert (state.done, state.failed) == (6, 0)
    assert told(folder) == in_one(server, 6)


@pytest.mark.usefixtures("few")
def test_what_a_dead_hall_has_spent_is_not_given_to_the_next():
    purse = Budget(max_tokens=1000, max_cost=1.0)
    portion = Portion(purse, 2)
    assert (portion.tokens, portion.cost) == (500, 0.5)
    portion.spent(200, 0.2)
    assert portion.tokens == 300
    assert portion.cost == pytest.approx(0.3)
    portion.spent(400, 0.4)
    assert portion.tokens == 1, "0 would be no limit"
    assert 0 < portion.cost < 1e-6
    portion.give_back()
    tokens, cost = purse.left()
    assert tokens == 400
    assert cost == pytest.approx(0.4)
    free = Portion(Budget(), 2)
    free.spent(5, 0.1)
    assert (free.tokens, free.cost) == (0, 0.0)


def test_a_spent_budget_stops_and_more_goes_on(server: FakeServer):
    played(Folder.create(Path("calm"), plan(server, 4)), 1)
    folder = Folder.create(Path("two"), plan(server, 4))
    whole = sum(spent(Folder(Path("calm"))))
    state = played(folder, 2, Budget(max_tokens=whole // 2))
    assert not state.complete
    assert 0 < state.tokens <= whole // 2
    assert state.tokens == sum(spent(folder))
    assert played(folder, 2).complete
    assert not [line for line in calls(folder) if line.get("source") == "stand-in"]
    assert told(folder) == told(Folder(Path("calm")))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_nothing_is_left_of_a_run_that_is_ended(server: FakeServer, how: signal.Signals):
    folder = Folder.create(Path("out"), crowded(server))
    assert halls_for(MANY, cast_of(folder.plan.agents), 2) == 2
    asked = len(server.requests)
    child = subprocess.Popen(
        [*COMMAND, "resume", "out", "--yes", "--jobs", "2"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    while child.poll() is None and len(server.requests) < asked + MANY:
        time.sleep(0.002)
    child.send_signal(how)
    told_there, _ = child.communicate(timeout=60)  # whoever could still write to it is gone then
    assert child.returncode == (-signal.SIGKILL if how == signal.SIGKILL else 130)
    assert b"Traceback" not in told_there
    assert len(folder.lines()) < MANY
    assert played(folder, 2).complete
    assert told(folder) == in_one(server, MANY)


async def test_halls_that_cannot_be_begun_are_told_of(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hall, "_serve", print)  # ends at once
    with pytest.raises(ArenaError, match="--jobs 1"):
        await Local.opened(cast_with(8), Budget(), 1, 2)
