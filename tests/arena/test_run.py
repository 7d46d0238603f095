"""Tournaments of bots as real processes: any number of jobs, any interruption, the same results."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import llmwolf.arena.run as running
from llmwolf.arena import backend
from llmwolf.arena.calibrate import calibrate
from llmwolf.arena.cast import board_version, cast_of, engine
from llmwolf.arena.errors import ArenaError
from llmwolf.arena.folder import LIMITS, Folder
from llmwolf.arena.outcome import failed
from llmwolf.arena.report import report
from llmwolf.arena.run import run
from llmwolf.boards import find_board
from llmwolf.cli import main
from llmwolf.llm.budget import Budget
from llmwolf.record.reader import read
from llmwolf.record.shapes import dump
from llmwolf.record.verify import verify
from tests.arena import dying
from tests.arena.plans import NOVICE_AND_EXPERT, PAIRED, opened, played, three, told, written

COMMAND = [sys.executable, "-c", "from llmwolf.cli import main; main()", "arena"]


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "games").iterdir()}


def wait_for(process: subprocess.Popen[Any], index: Path, lines: int) -> None:
    """Wait until there are so many lines in the index."""
    while process.poll() is None and (not index.exists() or index.read_bytes().count(b"\n") < lines):
        time.sleep(0.005)


def test_the_same_games_whatever_the_jobs(tmp_path: Path):
    outs = []
    for jobs in (1, 2):
        home = tmp_path / str(jobs)
        home.mkdir()
        folder = opened(home)
        state = played(folder, jobs)
        assert (state.done, state.failed, state.complete) == (8, 0, True)
        outs.append((folder.lines(), files(folder.path), told(folder)))
    assert outs[0] == outs[1]


def test_each_game_has_a_record_with_its_agents_that_verifies(tmp_path: Path):
    folder = opened(tmp_path)
    played(folder)
    lines = folder.lines()
    for fixture in folder.fixtures:
        path = folder.record(fixture)
        assert verify(path).ok
        transcript = read(path)
        assert transcript.end is not None
        assert [sitter.name for sitter in transcript.head.seats] == list(fixture.agents)
        assert [sitter.level for sitter in transcript.head.seats] == list(fixture.agents)
        line = lines[fixture.key]
        assert line["winners"] == list(transcript.end.winners)
        assert [told["agent"] for told in line["seats"]] == list(fixture.agents)
    assert (folder.path / "plan.toml").read_text("utf-8") == PAIRED


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of 24 games that nobody disturbed."""
    folder = opened(tmp_path_factory.mktemp("undisturbed"), PAIRED.replace("games = 8", "games = 24"))
    played(folder)
    return folder.path


@pytest.mark.parametrize("after", [0, 1, 9])
def test_killed_and_gone_on_with_is_as_good_as_undisturbed(tmp_path: Path, calm: Path, after: int):
    plan, killed = written(tmp_path, PAIRED.replace("games = 8", "games = 24")), tmp_path / "killed"
    process = subprocess.Popen(
        [*COMMAND, "run", str(plan), "--out", str(killed), "--jobs", "2"], stderr=subprocess.DEVNULL
    )
    index = killed / "games.jsonl"
    wait_for(process, index, after)
    process.send_signal(signal.SIGKILL)
    process.wait()
    folder = Folder(killed)
    done = folder.lines()
    assert after <= len(done) < 24
    with index.open("ab") as file:
        file.write(b'{"key":"1-standard-9-000')  # as if it had been killed while it wrote
    again = subprocess.run([*COMMAND, "resume", str(killed)], capture_output=True, check=False, text=True)
    assert again.returncode == 0, again.stderr
    other = Folder(calm)
    assert folder.lines() == other.lines()
    assert files(killed) == files(calm)
    assert told(folder) == told(other)
    assert {key: folder.lines()[key] for key in done} == done


def test_ctrl_c_says_how_to_go_on(tmp_path: Path):
    plan = written(tmp_path, PAIRED.replace("games = 8", "games = 200"))
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*COMMAND, "run", str(plan), "--out", str(out)], stderr=subprocess.PIPE, text=True, bufsize=0,
        start_new_session=True,
    )  # fmt: skip
    index = out / "games.jsonl"
    wait_for(process, index, 1)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert f"llmwolf arena resume {out}" in errors
    assert "Traceback" not in errors
    assert 0 < len(Folder(out).lines()) < 200


def test_a_worker_that_dies_costs_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backend, "play_to_file", dying.once)
    folder = opened(tmp_path)
    state = played(folder, 2)
    assert (state.done, state.failed) == (8, 0)


@pytest.mark.parametrize(
    ("worker", "reason"), [("always", "BrokenProcessPool"), ("refusing", "ZeroDivisionError")]
)
def test_a_game_that_cannot_be_played_is_counted_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: str, reason: str
):
    monkeypatch.setattr(backend, "play_to_file", getattr(dying, worker))
    folder = opened(tmp_path)
    state = played(folder)
    assert (state.done, state.failed, state.complete) == (7, 1, True)
    assert played(Folder(folder.path)).failed == 1, "it stays failed"
    found = report(folder.plan, folder.boards, folder.fixtures, folder.lines())
    assert (found.planned, found.done, found.failed.total()) == (8, 7, 1)
    assert next(iter(found.failed)).startswith(reason)
    assert "\x1b" not in str(found.failed)
    assert found.editions[0].split == 1
    assert found.editions[0].contrasts[0].difference.interval.units == 3


def test_two_processes_do_not_play_in_one_folder(tmp_path: Path):
    folder = opened(tmp_path)
    with folder.opened(), pytest.raises(ArenaError, match="another process"):
        played(Folder(folder.path))


def test_a_folder_is_used_once_and_has_a_plan(tmp_path: Path):
    folder = opened(tmp_path)
    with pytest.raises(ArenaError, match="arena resume"):
        Folder.create(folder.path, tmp_path / "plan.toml")
    with pytest.raises(ArenaError, match=r"no plan\.toml"):
        Folder(tmp_path / "nowhere")


def test_damage_in_the_index_is_told_with_its_line(tmp_path: Path):
    folder = opened(tmp_path)
    played(folder)
    index = folder.path / "games.jsonl"
    lines = index.read_bytes().splitlines(keepends=True)
    index.write_bytes(lines[0] + b"{broken\n" + lines[1])
    with pytest.raises(ArenaError, match="line 2"):
        folder.lines()


@pytest.mark.parametrize("raw", [b"garbage", b"[]", b"{}", b'{"boards": 3, "agents": {}}'])
def test_damaged_versions_are_one_line(tmp_path: Path, raw: bytes):
    folder = opened(tmp_path)
    (folder.path / "versions.json").write_bytes(raw)
    found = CliRunner().invoke(main, ["arena", "resume", str(folder.path), "--lang", "en"])
    assert found.exit_code == 2
    assert "versions.json is damaged" in found.output
    assert isinstance(found.exception, SystemExit)


@pytest.mark.parametrize(
    ("before", "after", "strange"),
    [
        ('"novice"\nkind', '"beginner"\nkind', 4),
        ('swap = "good"', 'swap = "wolves"', 8),
        ("seed = 3", "seed = 4", 8),
        ("games = 8", "games = 4", 4),
    ],
)
@pytest.mark.parametrize("command", ["report", "resume"])
def test_games_that_are_not_of_the_plan_are_told(
    tmp_path: Path, before: str, after: str, strange: int, command: str
):
    folder = opened(tmp_path)
    lines = [failed(f, "made up", {"engine": engine(), "board": board_version(folder.boards[f.board])}, {})
             for f in folder.fixtures]  # fmt: skip
    (folder.path / "games.jsonl").write_bytes(b"".join(map(dump, lines)))
    plan = folder.path / "plan.toml"
    assert before in plan.read_text("utf-8")
    assert len(Folder(folder.path).lines()) == 8
    plan.write_text(plan.read_text("utf-8").replace(before, after), "utf-8")
    found = CliRunner().invoke(main, ["arena", command, str(folder.path), "--lang", "en"])
    assert found.exit_code == 2
    assert f"{strange} games in" in found.output
    assert "put it back as it was" in found.output


def test_more_games_of_the_same_plan_go_on(tmp_path: Path):
    folder = opened(tmp_path)
    lines = [failed(f, "made up", {}, {}) for f in folder.fixtures]
    (folder.path / "games.jsonl").write_bytes(b"".join(map(dump, lines)))
    plan = folder.path / "plan.toml"
    plan.write_text(plan.read_text("utf-8").replace("games = 8", "games = 10"), "utf-8")
    assert len(Folder(folder.path).lines()) == 8


def test_unlike_versions_are_refused_and_otherwise_shown_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = opened(tmp_path)
    played(folder)
    index = folder.path / "games.jsonl"
    index.write_bytes(b"".join(index.read_bytes().splitlines(keepends=True)[:5]))
    monkeypatch.setattr(running, "engine", lambda: "another engine")
    with pytest.raises(ArenaError) as raised:
        played(Folder(folder.path))
    assert "engine" in str(raised.value)
    assert "--mixed" in raised.value.told("zh")
    state = run(Folder(folder.path), cast_of(folder.plan.agents), mixed=True)
    assert state.complete
    first, second = report(folder.plan, folder.boards, folder.fixtures, folder.lines()).editions
    assert (first.games, first.unlike, second.games, second.unlike) == (5, [], 3, ["engine"])
    assert first.split == second.split == 1, "the pair that has a game in each"
    assert first.contrasts[0].difference.interval.units == 2


OFFICIAL = f"""
boards = ["official-12"]
games = 200
design = "paired"
swap = "wolves"
baseline = "expert"
seed = 3
words = false
{NOVICE_AND_EXPERT}
"""


def test_a_planted_difference_is_found(tmp_path: Path):
    folder = opened(tmp_path, OFFICIAL)
    played(folder, 2)
    (edition,) = report(folder.plan, folder.boards, folder.fixtures, folder.lines()).editions
    (contrast,) = edition.contrasts
    assert (contrast.one, contrast.other) == ("novice", "expert")
    assert contrast.difference.decided
    assert contrast.difference.interval.high < 0
    assert contrast.more_games == 0
    assert edition.strengths is not None
    assert edition.strengths.points["expert"].low > 0 > edition.strengths.points["novice"].high


def test_a_large_difference_needs_few_games(tmp_path: Path):
    text = PAIRED.replace("games = 8", "games = 24").replace('level = "novice"', 'level = "random"')
    folder = opened(tmp_path, text)
    played(folder)
    (edition,) = report(folder.plan, folder.boards, folder.fixtures, folder.lines()).editions
    assert edition.contrasts[0].difference.decided
    assert edition.contrasts[0].difference.interval.value < 0


def test_an_agent_is_not_found_better_than_itself():
    found = calibrate(find_board("standard-9"), "novice", "good", 40, 6, 2)
    assert [repeat.seed for repeat in found] == list(range(6))
    assert sum(repeat.difference.decided for repeat in found) <= 1
    assert all(repeat.difference.interval.units == 20 for repeat in found)
    assert any(repeat.difference.interval.value for repeat in found), "its luck is not always the same"


@pytest.mark.parametrize("design", ["rotation", "round_robin"])
def test_the_other_designs_compare_everybody_with_everybody(tmp_path: Path, design: str):
    folder = opened(tmp_path, three(design, 12, mirror=3, baseline="nor"))
    played(folder)
    (edition,) = report(folder.plan, folder.boards, folder.fixtures, folder.lines()).editions
    pairs = {(contrast.one, contrast.other) for contrast in edition.contrasts}
    assert pairs == {("nov", "nor"), ("nov", "exp"), ("nor", "exp")}
    units = {contrast.difference.interval.units for contrast in edition.contrasts}
    assert units == {4 if design == "rotation" else 2}
    assert edition.strengths is not None
    assert sum(interval.value for interval in edition.strengths.points.values()) == pytest.approx(0, abs=1e-6)
    overall = [figure for figure in edition.figures if figure.kind == "overall"]
    assert [figure.agent for figure in overall] == ["nov", "nor", "exp"]
    assert {figure.baseline_games for figure in edition.figures} == {3}


def test_a_line_of_the_index_is_json_with_the_versions(tmp_path: Path):
    folder = opened(tmp_path)
    played(folder)
    line = json.loads((folder.path / "games.jsonl").read_text("utf-8").splitlines()[0])
    assert set(line["versions"]) == {"edition", "engine", "board", "agents", "table"}
    assert set(line["versions"]["agents"]) == set(line["agents"])


def test_the_limit_is_the_one_that_was_given_last(tmp_path: Path):
    folder = opened(tmp_path)
    run(folder, cast_of(folder.plan.agents))
    assert folder.limits() == folder.plan.limits, "nobody gave one"
    assert not (folder.path / LIMITS).exists()
    for tokens, dollars in ((5_000, 0.0), (9_000, 2.0), (0, 0.0)):
        run(folder, cast_of(folder.plan.agents), Budget(tokens, dollars))
        again = Folder(folder.path).limits()
        assert (again.max_tokens, again.max_cost) == (tokens, dollars)
    (folder.path / LIMITS).write_text('{"max_tokens": -1}')
    with pytest.raises(ArenaError, match="remove it"):
        folder.limits()
