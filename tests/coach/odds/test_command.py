"""``llmwolf odds`` and ``llmwolf bench odds`` on the command line."""

import json
import tomllib

import pytest
from click.testing import CliRunner

from llmwolf.cli import main


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    monkeypatch.setattr("llmwolf.coach.odds.study.COARSE", 2)
    monkeypatch.setattr("llmwolf.coach.odds.study._CLOSER", 3)
    monkeypatch.setattr("llmwolf.coach.odds.study.MOST", 4)
    monkeypatch.setattr("llmwolf.coach.odds.alternatives.SCREEN", 0)
    monkeypatch.setattr("llmwolf.coach.odds.alternatives.LAST", 0)


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    path = tmp_path_factory.mktemp("odds") / "game.jsonl"
    done = CliRunner().invoke(main, ["watch", "--board", "standard-9", "--seed", "5", "--out", str(path)])
    assert done.exit_code == 0
    return path


def run(*args: str):
    return CliRunner().invoke(main, list(args))


def test_the_curve_and_the_swings_are_printed_and_progress_goes_to_stderr(record):
    done = run("odds", str(record), "--true", "--jobs", "1", "--lang", "en")
    assert done.exit_code == 0
    assert "good side's odds by day 1:" in done.stdout
    assert "Biggest swings" in done.stdout
    assert "no other change is bigger than its interval" in done.stdout
    assert "moments were sketched" in done.stdout
    assert "…" in done.stderr
    again = run("odds", str(record), "--true", "--jobs", "1", "--lang", "en")
    assert again.stdout == done.stdout
    assert "…" not in again.stderr


def test_json_has_every_point_with_its_event_and_interval(record):
    done = run("odds", str(record), "--jobs", "1", "--json", "--moments", "1")
    found = json.loads(done.stdout)
    assert found["observer"] == 0
    assert len(found["swings"]) <= 1
    for point in found["points"]:
        for share, low, high in point["odds"].values():
            assert low <= share <= high
    events = [point["event"] for point in found["points"]]
    assert events == sorted(events)


def test_what_a_seat_could_have_known(record):
    done = run("odds", str(record), "--known", "--seat", "3", "--lang", "en")
    assert done.exit_code == 0
    assert all("seat 3" in line and "deals fit" in line for line in done.stdout.splitlines())
    assert json.loads(run("odds", str(record), "--known", "--json").stdout)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--seat", "12"], "seats are 1 to 9"),
        (["--seat", "12", "--known"], "seats are 1 to 9"),
        (["--seat", "2", "--true"], "choose one"),
    ],
)
def test_mistakes_end_with_one_sentence(record, args, told):
    done = run("odds", str(record), *args, "--jobs", "1", "--lang", "en")
    assert done.exit_code == 2
    assert told in done.stderr


def test_a_file_that_is_no_record_is_refused(tmp_path):
    (tmp_path / "x.jsonl").write_text("no record")
    assert run("odds", str(tmp_path / "x.jsonl")).exit_code == 2


def test_the_bench_prints_table_and_scores():
    done = run("bench", "odds", "--board", "standard-9", "--games", "3", "--runs", "2", "--jobs", "1")
    assert done.exit_code == 0
    assert "Brier" in done.stdout
    assert "fair better by" in done.stdout


def test_the_bench_prints_the_weights_that_games_teach():
    args = ("bench", "odds", "--fit", "--board", "standard-9", "--games", "2", "--first", "5", "--jobs", "1")
    done = run(*args)
    assert done.exit_code == 0
    found = tomllib.loads(done.stdout)
    assert set(found) == {"evidence", "hindsight"}
    assert "4 moments" in done.stdout
    assert run(*args, "--true").exit_code == 2
