"""The bench of games side by side."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from llmwolf.arena.speed import Side, makespan, measure
from llmwolf.bench.client import answering
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


def test_errors_are_tried_again_and_no_game_is_lost():
    found = Side(4, 4, 0.01, 0.2)
    with answering("--latency=0.01", "--errors=0.2") as url:
        measure(found, url)
    assert (found.lost, found.stood_in) == (0, 0)
    assert found.retries > 0
    assert found.ideal >= 0.01
    assert found.seconds > found.ideal
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
