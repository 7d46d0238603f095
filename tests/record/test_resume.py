"""Going on with a game that broke off (T01, T03, T07)."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from llmwolf.record.errors import RecordError
from llmwolf.record.journal import journal_path
from llmwolf.record.reader import parse, read
from llmwolf.record.resume import resume
from llmwolf.record.verify import verify
from llmwolf.record.writer import Writer
from tests.record.table import decide, head_of, new_game, play, recorded, step

ROOT = Path(__file__).parents[2]
SEED = 8
WHOLE = recorded(SEED)


def finish(path: Path) -> bytes:
    """Resume the game at ``path``, play it to its end and look at the file."""
    game, writer = resume(path, sync=False)
    with writer:
        play(game, writer)
    assert verify(path).ok
    return path.read_bytes()


def ballot() -> tuple[int, int]:
    """Where the lines of a sealed ballot with all its consequences begin and end in the whole record."""
    game = new_game(SEED)
    writer = Writer(None, head_of(game))
    writer.take(game)
    while len(game.waiting) < 6 or not game.ask or game.ask.stage != "ballot":
        step(game, writer)
    start = len(writer.data)
    step(game, writer)
    return start, len(writer.data)


START, STOP = ballot()


@pytest.mark.parametrize("cut", range(START, STOP + 1, 5))
def test_T03_cut_anywhere_in_a_step_the_game_goes_on_as_if_nothing_had_happened(cut: int, tmp_path: Path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(WHOLE[:cut])
    assert verify(path).ok
    assert finish(path) == WHOLE


@pytest.mark.parametrize("tail", [b"\0" * 300, b'{"kind":"dec","pl' + b"\0" * 4096, "狼".encode()[:1]])
def test_T03_junk_at_the_end_is_cut_off_before_the_next_line(tail: bytes, tmp_path: Path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(WHOLE[:STOP] + tail)
    assert finish(path) == WHOLE


def test_T03_a_missing_line_break_is_put_back(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(WHOLE[: STOP - 1])
    assert finish(path) == WHOLE


def test_the_end_line_is_written_if_only_it_is_missing(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(WHOLE[: WHOLE.rindex(b'{"kind":"end"')])
    assert verify(path).warnings == ("the game is over, but its end line is missing",)
    game, writer = resume(path)
    writer.close()
    assert game.over
    assert path.read_bytes() == WHOLE


def test_a_finished_game_stays_as_it_is(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(WHOLE)
    game, writer = resume(path)
    writer.take(game)
    writer.close()
    assert path.read_bytes() == WHOLE


def test_sealed_answers_are_given_again_from_the_journal(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    game = new_game(SEED)
    writer = Writer(path, head_of(game))
    writer.take(game)
    while len(game.waiting) < 9:
        step(game, writer)
    for request in list(game.waiting)[2::2]:
        decision = decide(game, request, 150)
        game.submit(decision)
        writer.pending(decision)
    waiting = game.waiting
    del writer  # as if the process had died
    with journal_path(path).open("ab") as journal:
        journal.write(b'{"after":3,"kind":"de')
    game, writer = resume(path)
    assert game.waiting == waiting
    decision = decide(game, game.waiting[-1], 150)
    game.submit(decision)
    writer.pending(decision)
    del writer
    game, writer = resume(path)
    assert game.waiting == waiting[:-1]
    del writer
    assert finish(path) == WHOLE
    assert not journal_path(path).exists()


def test_a_journal_of_an_ask_that_is_over_is_left_alone(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    game = new_game(SEED)
    writer = Writer(path, head_of(game))
    writer.take(game)
    while len(game.waiting) < 9:
        step(game, writer)
    for request in game.waiting[1:]:
        decision = decide(game, request, 150)
        game.submit(decision)
        writer.pending(decision)
    stale = journal_path(path).read_bytes()
    game.submit(decide(game, game.waiting[0], 150))
    writer.take(game)
    writer.close()
    journal_path(path).write_bytes(stale)
    assert finish(path) == WHOLE


@pytest.mark.parametrize(
    "junk", [b"{}\n", b'{"after":0,"kind":"dec"}\n', b"x\n", b'{"kind":"dec","ply":0,"seat":1,"verb":"x"}\n']
)
def test_a_damaged_journal_is_loud(junk: bytes, tmp_path: Path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(WHOLE[:STOP])
    journal_path(path).write_bytes(junk)
    with pytest.raises(RecordError) as error:
        resume(path)
    assert error.value.line == 1
    assert ".pending" in error.value.where
    assert path.read_bytes() == WHOLE[:STOP]


def test_a_new_record_takes_nothing_from_an_old_journal(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    journal_path(path).write_bytes(b'{"after":0,"kind":"dec","ply":0,"seat":1,"verb":"pass"}\n')
    Writer(path, head_of(new_game(SEED))).close()
    assert not journal_path(path).exists()


def test_a_record_that_does_not_hold_is_not_gone_on_with(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    forged = WHOLE[:STOP].replace(b'"seed":8', b'"seed":9')
    path.write_bytes(forged)
    with pytest.raises(RecordError, match="cannot be gone on with") as error:
        resume(path)
    assert error.value.line > 1
    assert path.read_bytes() == forged


def killed(path: Path, steps: int, arrival: int, late: float) -> bool:
    """Play in a second process and kill it after so many steps; whether it was still playing."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.record.child", str(path), str(SEED), str(arrival)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        assert child.stdout is not None
        for line in child.stdout:
            if int(line) >= steps:
                break
        try:
            child.wait(late)
        except subprocess.TimeoutExpired:
            child.kill()
    return child.returncode == -signal.SIGKILL


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_T01_killed_again_and_again_the_game_comes_out_the_same(tmp_path: Path):
    rng = Random(20261129)
    path = tmp_path / "game.jsonl"
    kills = 0
    while not path.exists() or not read(path).finished:
        kills += killed(path, rng.randint(1, 25), kills, rng.random() * 0.01)
        report = verify(path)
        assert report.ok, report
        at_kill = parse(path.read_bytes())
        assert WHOLE.startswith(path.read_bytes()[: at_kill.size])
    assert kills >= 3
    assert path.read_bytes() == WHOLE
