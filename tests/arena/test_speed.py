"""The bench of games side by side."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from llmwolf.arena.speed import Side, makespan, measure, more
from llmwolf.bench.client import serving
from llmwolf.cli import main


@pytest.mark.parametrize(
    ("lengths", "lanes", "end"),
    [([3, 2, 1], 1, 6), ([3, 2, 1], 2, 3), ([3, 2, 2], 2, 4), ([1, 5], 8, 5)],
)
def test_the_ideal_is_that_of_lanes_that_never_wait(lengths: list[float], lanes: int, end: float):
    assert makespan(lengths, lanes) == end


def test_what_is_wanted_depends_on_how_many_play_at_once():
    assert [Side(2, lanes, 0.2, 0, 0).goal for lanes in (1, 32, 128, 5)] == [0.97, 0.93, 0.90, None]
    assert Side(32, 32, 0.2, 0.01, 0.05).goal == 0.75
    assert Side(32, 32, 0.02).goal is None


def test_memory_is_compared_where_as_many_processes_play():
    sides = [
        Side(2, 1, processes=1, resident=[80, 81]),
        Side(32, 32, processes=2, resident=[230, 240]),
        Side(128, 128, processes=2, resident=[230, 288]),
    ]
    assert more(sides) == 0.5
    assert more(sides[:2]) is None


def test_errors_are_tried_again_and_no_game_is_lost():
    found = Side(4, 4, 0.01, 0.2)
    with serving("--latency=0.01", "--errors=0.2") as server:
        measure(found, *server)
    assert (found.lost, found.stood_in) == (0, 0)
    assert found.retries > 0
    assert found.ideal >= 0.01
    assert found.seconds > found.ideal
    assert found.processes == 1
    assert found.players_cpu > 0
    assert found.resident


def test_the_command_prints_each_number_of_games():
    done = CliRunner().invoke(
        main,
        ["bench", "arena", "--at-once", "1", "--at-once", "2", "--games", "2", "--latency", "0.01", "--json"],
    )
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [side["at_once"] for side in told] == [1, 2]
    assert all(side["calls"] > 0 and 0 < side["share"] < 1 for side in told)
