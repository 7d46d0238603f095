"""A record is written by one process at a time; a second one is refused and changes nothing."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.arena.errors import ArenaError
from llmwolf.arena.folder import _alone
from llmwolf.cli import main
from llmwolf.record.errors import RecordBusy, RecordChanged
from llmwolf.record.journal import journal_path
from llmwolf.record.lock import held, lock, refuse_held
from llmwolf.record.reader import read
from llmwolf.record.resume import resume
from llmwolf.record.verify import verify
from llmwolf.record.writer import Writer
from tests.record.table import head_of, new_game, play, step

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes of POSIX")
ROOT = Path(__file__).parents[2]
SEED = 8


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """An unfinished game that nobody is playing."""
    path = tmp_path / "game.jsonl"
    game = new_game(SEED)
    with Writer(path, head_of(game), sync=False) as writer:
        writer.take(game)
        step(game, writer)
    return path


@pytest.fixture
def player(record: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that plays it: it has gone on with the game, and waits for a line on its input."""
    script = (
        "import sys; from pathlib import Path; from llmwolf.record.resume import resume\n"
        "game, writer = resume(Path(sys.argv[1])); print('at it', flush=True); sys.stdin.readline()"
    )
    command = [sys.executable, "-c", script, str(record)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at it\n"
        yield process
        process.kill()


def test_a_second_process_is_refused_and_writes_nothing(record: Path, player: subprocess.Popen[str]):
    journal_path(record).write_bytes(b"")
    before = {path: path.read_bytes() for path in record.parent.iterdir()}
    with pytest.raises(RecordBusy) as refused:
        resume(record)
    assert refused.value.process in (player.pid, 0)
    assert "在别处打" in refused.value.told("zh")
    assert "played elsewhere" in refused.value.told("en")
    if Path("/proc/locks").exists():
        assert f"进程 {player.pid}" in refused.value.told("zh")
    done = CliRunner().invoke(main, ["resume", str(record)])
    assert done.exit_code == 2
    assert done.output.count("\n") == 1
    assert "在别处打" in done.output
    assert {path: path.read_bytes() for path in record.parent.iterdir()} == before
    assert verify(record).ok  # to read it is free


def test_a_killed_process_holds_nothing(record: Path, player: subprocess.Popen[str]):
    player.kill()
    player.wait()
    game, writer = resume(record, sync=False)
    with writer:
        play(game, writer)
    assert verify(record).ok


def test_a_new_record_is_held_until_it_is_closed(tmp_path: Path):
    game = new_game(SEED)
    path = tmp_path / "new.jsonl"
    with Writer(path, head_of(game), sync=False) as writer:
        writer.take(game)
        with pytest.raises(RecordBusy):
            refuse_held(path)
        with pytest.raises(RecordBusy):
            resume(path)
    refuse_held(path)
    resume(path)[1].close()


def test_a_record_that_grew_after_it_was_read_is_not_cut_back(record: Path):
    old = read(record)
    game, writer = resume(record, sync=False)
    with writer:
        play(game, writer)
    whole = record.read_bytes()
    with pytest.raises(RecordChanged) as refused:
        Writer(record, old.head, so_far=old)
    assert "重新打开" in refused.value.told("zh")
    assert record.read_bytes() == whole


def test_what_is_not_there_is_held_by_nobody(tmp_path: Path):
    with held(tmp_path / "none.jsonl"):
        pass
    assert not list(tmp_path.iterdir())


def test_a_disk_without_locks_refuses_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def unknown(handle: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("llmwolf.record.lock._take", unknown)
    with (tmp_path / "x").open("wb") as one, (tmp_path / "x").open("rb") as other:
        assert lock(one.fileno())
        assert lock(other.fileno())


def test_a_tournament_is_held_in_the_same_way(tmp_path: Path):
    with _alone(tmp_path), pytest.raises(ArenaError), _alone(tmp_path):
        pass
