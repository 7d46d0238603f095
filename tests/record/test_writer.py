"""Writing: the same bytes for the same game, whole lines or none, no keys."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from random import Random

import pytest

from llmwolf.record.errors import RecordError, RecordExists
from llmwolf.record.journal import journal_path
from llmwolf.record.reader import Transcript, parse, read
from llmwolf.record.shapes import load
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Decision
from llmwolf.rules.events import Spoke
from tests.record.table import decide, head_of, new_game, play, recorded, step

ROOT = Path(__file__).parents[2]


def run(*command: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


# -- the same bytes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["standard-9", "official-10", "official-12", "guard-12"])
def test_T13_X1_the_order_of_arrival_leaves_no_trace(board: str, tmp_path: Path):
    plain = recorded(5, board=board)
    for arrival in range(3):
        game = new_game(5, board)
        path = tmp_path / f"{arrival}.jsonl"
        with Writer(path, head_of(game), sync=False) as writer:
            play(game, writer, Random(arrival))
        assert path.read_bytes() == plain
        assert not journal_path(path).exists()


def test_X1_the_hash_seed_leaves_no_trace(tmp_path: Path):
    found = set()
    for seed in ("0", "1", "2"):
        path = tmp_path / f"{seed}.jsonl"
        run("-m", "tests.record.child", str(path), "8", seed, PYTHONHASHSEED=seed)
        found.add(path.read_bytes())
    assert found == {recorded(8)}


@pytest.mark.parametrize("every", [2, 7, 10_000])
def test_taking_seldom_gives_the_same_bytes(every: int):
    game = new_game(6)
    writer = Writer(None, head_of(game))
    count = 0
    while not game.over:
        step(game)
        count += 1
        if count % every == 0:
            writer.take(game)
    writer.take(game)
    writer.take(game)
    assert writer.data == recorded(6)


def test_lines_beside_the_game_change_nothing_of_its_content():
    game = new_game(6)
    writer = Writer(None, head_of(game))
    writer.take(game)
    while not game.over:
        writer.blob(f"prompt {game.ply}")
        writer.decided(game.ply, 1, "model")
        writer.time("asked", datetime(2026, 11, 29, tzinfo=UTC))
        step(game, writer)
    lines = writer.data.splitlines(keepends=True)
    content = [raw for raw in lines if load(raw)["kind"] not in ("time", "llm", "blob")]
    assert len(content) < len(lines)
    assert b"".join(content) == recorded(6)


def test_T13_moves_come_before_the_events_that_they_caused():
    t = parse(recorded(6))
    game = new_game(6)
    for move, said in zip(t.moves, t.said_before, strict=True):
        assert len(game.log) == said
        game.play((move,))
    assert game.over


def test_T12_the_locale_leaves_no_trace(tmp_path: Path):
    path = tmp_path / "c.jsonl"
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run("-m", "tests.record.child", str(path), "8", "0", **environment)
    assert path.read_bytes() == recorded(8)
    script = (
        "import sys; from llmwolf.record.verify import verify; from pathlib import Path;"
        "report = verify(Path(sys.argv[1])); assert report.ok and not report.awaiting"
    )
    run("-c", script, str(path), **environment)


# -- files -------------------------------------------------------------------------------------------


def test_a_record_is_never_overwritten(tmp_path: Path):
    path = tmp_path / "deep" / "er" / "game.jsonl"
    head = head_of(new_game(1))
    Writer(path, head).close()
    before = path.read_bytes()
    with pytest.raises(RecordExists, match="never overwritten"):
        Writer(path, head)
    assert path.read_bytes() == before


def test_a_folder_takes_a_second_game_under_the_next_name(tmp_path: Path):
    head = head_of(new_game(42))
    made = [Writer.in_folder(tmp_path / "games", date(2026, 11, 29), head, sync=False) for _ in range(3)]
    for writer in made:
        writer.close()
    assert [writer.path.name for writer in made if writer.path] == [
        "2026-11-29-official-12-seed42.jsonl",
        "2026-11-29-official-12-seed42-2.jsonl",
        "2026-11-29-official-12-seed42-3.jsonl",
    ]


READ_ONLY = """
import os, sys, tempfile
from pathlib import Path
from llmwolf.record.errors import RecordError
from llmwolf.record.writer import Writer
from tests.record.table import head_of, new_game
folder = Path(tempfile.mkdtemp())
folder.chmod(0o555)
if os.geteuid() == 0:
    os.setuid(65534)
try:
    Writer(folder / "game.jsonl", head_of(new_game(1)))
except RecordError as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="permissions of this kind are POSIX")
def test_a_folder_that_may_not_be_written_to_is_named():
    said = run("-c", READ_ONLY)
    assert "nothing may be written in" in said
    assert "choose another place" in said


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path):
    (tmp_path / "games").write_text("")
    with pytest.raises(RecordError, match="cannot be written"):
        Writer(tmp_path / "games" / "game.jsonl", head_of(new_game(1)))


FULL = """
import resource, sys
from pathlib import Path
from llmwolf.record.errors import RecordError
from llmwolf.record.writer import Writer
from tests.record.table import head_of, new_game, step
path = Path(sys.argv[1])
game = new_game(8)
writer = Writer(path, head_of(game))
writer.take(game)
limits = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, limits[1]))
refused = 0
while not game.over:
    step(game)
    try:
        writer.take(game)
    except RecordError as error:
        assert "disk is full" in str(error), error
        assert path.read_bytes().endswith(b"}\\n")
        refused += 1
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        writer.take(game)
assert refused == 1
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
def test_a_full_disk_leaves_whole_lines_and_the_game_goes_on(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    run("-c", FULL, str(path))
    assert path.read_bytes() == recorded(8)


# -- notes, models, clocks ---------------------------------------------------------------------------


def reread(writer: Writer) -> Transcript:
    return parse(writer.data)


def test_a_note_may_follow_the_end(tmp_path: Path):
    game = new_game(2)
    path = tmp_path / "game.jsonl"
    with Writer(path, head_of(game), sync=False) as writer:
        play(game, writer)
    t = read(path)
    with Writer(path, t.head, so_far=t) as writer:
        assert writer.digest == t.digest
        writer.note("  归票错了\x1b[2J\n下一局改\u202e ", after=3)
    again = read(path)
    assert [note.text for note in again.notes] == ["归票错了[2J\n下一局改"]
    assert (again.end, again.digest) == (t.end, t.digest)


KEY = "my-very-own-secret-0123456789"
LEAKS = {
    "api_key": "anything",
    "headers": {"Authorization": "Basic abc", "x": f"Bearer {'a' * 40}"},
    "error": f"Incorrect API key provided: sk-proj-{'b' * 24}, see docs",
    "zh": f"密钥sk-{'c' * 24}不对",
    "raw": [f"says {KEY}", {KEY: 1}],
}


def test_no_key_reaches_the_record():
    writer = Writer(None, head_of(new_game(1)), secrets=("", KEY))
    writer.llm(LEAKS)
    writer.decided(0, 1, "model", thought=f"the key is {KEY}", reason=f"401 {KEY}")
    writer.note(f"key {KEY}")
    block = writer.blob(f"system prompt with {KEY}")
    text = writer.data.decode()
    for leak in (KEY, "anything", "Basic", "a" * 40, "b" * 24, "c" * 24):
        assert leak not in text
    t = reread(writer)
    assert t.blobs[block] == "system prompt with [redacted]"
    assert t.llm[0]["error"] == "Incorrect API key provided: [redacted], see docs"


def test_whatever_a_model_sends_can_be_recorded():
    writer = Writer(None, head_of(new_game(1)))
    writer.llm(
        {"raw": "half a pair \ud83d", "usage": {"total_tokens": 7, "big": 2**70, 3: None}, "x": (1.5, True)}
    )
    assert reread(writer).llm == [
        {
            "kind": "llm",
            "raw": "half a pair ?",
            "usage": {"total_tokens": 7, "big": str(2**70), "3": None},
            "x": [1.5, True],
        }
    ]
    with pytest.raises(ValueError, match="kind"):
        writer.llm({"kind": "ev"})


def test_a_blob_is_written_once():
    writer = Writer(None, head_of(new_game(1)))
    assert writer.blob("规则") == writer.blob("规则") != writer.blob("规则。")
    assert writer.data.count(b'"kind":"blob"') == 2


def test_times_are_in_utc_and_want_a_zone():
    writer = Writer(None, head_of(new_game(1)))
    writer.time("began", datetime(2026, 11, 29, 8, 30, tzinfo=timezone(timedelta(hours=8))))
    assert [(t.what, t.at) for t in reread(writer).times] == [("began", "2026-11-29T00:30:00.000+00:00")]
    with pytest.raises(ValueError, match="zone"):
        writer.time("began", datetime(2026, 11, 29))  # noqa: DTZ001


def test_T09_what_was_said_comes_back_to_the_letter():
    text = 'a,"b"\nc 😀🐺\u3000\\ </script> 末'
    game = new_game(4)
    writer = Writer(None, head_of(game))
    writer.take(game)
    while game.ask and game.ask.stage != "election":
        step(game, writer)
    seat = game.waiting[0].seat
    game.submit(Decision(game.ply, seat, "say", (), text))
    writer.take(game)
    t = reread(writer)
    assert t.moves[-1].text == text  # type: ignore[union-attr]
    assert any(getattr(event, "text", "") == text for event in t.events)


# -- size --------------------------------------------------------------------------------------------


def test_a_record_of_long_speeches_is_small():
    records = [recorded(seed) for seed in range(12)]
    speeches = [sum(isinstance(event, Spoke) for event in parse(record).events) for record in records]
    assert max(speeches) > 60
    assert max(map(len, records)) <= 100_000


def test_a_sealed_answer_waits_in_the_journal(tmp_path: Path):
    game = new_game(2)
    path = tmp_path / "game.jsonl"
    writer = Writer(path, head_of(game))
    writer.take(game)
    while len(game.waiting) < 9:
        step(game, writer)
    before = path.read_bytes()
    for request in game.waiting[:0:-1]:
        decision = decide(game, request, 150)
        game.submit(decision)
        writer.pending(decision)
        writer.take(game)
    assert path.read_bytes() == before
    assert len(journal_path(path).read_bytes().splitlines()) == len(game.ask.requests) - 1 if game.ask else 0
    game.submit(decide(game, game.waiting[0], 150))
    writer.take(game)
    assert journal_path(path).read_bytes() == b""
    writer.close()
    assert not journal_path(path).exists()
