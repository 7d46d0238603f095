"""``llmwolf watch`` with model seats against the test server: games, cassettes, limits, interruption."""

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
from click.testing import CliRunner, Result

from llmwolf.cli import main
from llmwolf.llm.prompt import prompt_set
from llmwolf.record.reader import read
from llmwolf.record.verify import verify
from llmwolf.resources import data_dir
from tests.llm.api.faults import Unreliable
from tests.llm.fake_server import Scripted
from tests.llm.scenes import KEY
from tests.llm.serving import serving

NOWHERE = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In a folder of its own, with a key that must turn up nowhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    prompt_set.cache_clear()


def watch(*args: str) -> Result:
    result = CliRunner().invoke(main, ["watch", "--model", "m", "--board", "standard-9", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert KEY not in result.output
    assert not [p for p in Path().rglob("*.*") if p.is_file() and KEY.encode() in p.read_bytes()]
    return result


def told(*args: str) -> list[dict[str, Any]]:
    result = watch("--json", *args)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def kept(path: Path) -> list[str]:
    """The lines of a record that tell the game, not how it came about."""
    return [
        line
        for line in path.read_text("utf-8").splitlines()
        if json.loads(line)["kind"] not in ("llm", "time")
    ]


def test_twelve_models_play_a_game_that_is_printed_and_recorded() -> None:
    out = Path("game.jsonl")
    with serving(Unreliable()) as server:
        result = watch(
            "--board", "official-12", "--base-url", server.base_url, "--seed", "5", "--out", str(out)
        )
    assert result.exit_code == 0, result.output
    *_, counters, record, winner = result.stdout.splitlines()
    assert winner.startswith("游戏结束")
    assert record == "对局记录: game.jsonl"
    assert counters.startswith(f"调用{len(server.requests)}次")
    assert "替补上场：无" in counters
    assert verify(out).ok
    transcript = read(out)
    assert [sitter.player for sitter in transcript.head.seats] == ["model"] * 12
    assert sum("key" in line for line in transcript.llm) == len(server.requests)
    assert set(server.keys) == {f"Bearer {KEY}"}


def test_a_recorded_game_plays_again_without_a_server_to_the_same_bytes() -> None:
    with serving(Unreliable(0.1, seed=2)) as server:
        url = server.base_url
        first = told("--base-url", url, "--seed", "3", "--out", "a.jsonl", "--record", "tape")[0]
    again = told("--base-url", url, "--seed", "3", "--out", "b.jsonl", "--replay", "tape")[0]
    assert kept(Path("a.jsonl")) == kept(Path("b.jsonl"))
    unlike = ("record", "calls")
    assert {k: v for k, v in first.items() if k not in unlike} == {
        k: v for k, v in again.items() if k not in unlike
    }
    clock = ("seconds", "longest")
    assert {k: v for k, v in first["calls"].items() if k not in clock} == {
        k: v for k, v in again["calls"].items() if k not in clock
    }
    assert first["calls"]["faults"], "some of the replies were faulty, and are so again"


def test_a_replay_wants_neither_key_nor_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Unreliable()) as server:
        watch("--base-url", server.base_url, "--seed", "3", "--record", "tape")
    monkeypatch.delenv("OPENAI_API_KEY")
    result = watch("--seed", "3", "--replay", "tape")
    assert result.exit_code == 0
    assert "提示词都没有变" in result.stdout


def test_another_prompt_shows_which_calls_changed_and_how() -> None:
    with serving(Unreliable()) as server:
        watch("--base-url", server.base_url, "--seed", "3", "--record", "tape")
    own = Path("prompts/curt/zh/request.md")
    own.parent.mkdir(parents=True)
    own.write_text(
        "说短一点。\n" + (data_dir("prompts") / "standard/zh/request.md").read_text("utf-8"), "utf-8"
    )
    result = watch("--seed", "3", "--replay", "tape", "--prompt", "curt")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    changed = [line for line in lines if line.endswith(": request")]
    calls = len(list(Path("tape/game-1").glob("*.json")))
    assert f"磁带：{calls}次调用，{len(changed)}次提示词不同" in lines
    assert 0 < len(changed) <= calls
    assert "  + 说短一点。" in lines
    assert not any("facts" in line or "private" in line for line in lines)
    assert lines[-1].startswith("游戏结束")


def test_a_series_has_a_cassette_for_each_game() -> None:
    with serving(Unreliable()) as server:
        both = told(
            "--base-url", server.base_url, "--seed", "3", "--games", "2", "--models", "2", "--record", "t"
        )
    assert [game["seed"] for game in both] == [3, 4]
    assert sorted(path.name for path in Path("t").iterdir()) == ["game-1", "game-2"]
    for number, game in enumerate(both, 1):
        assert game["decisions"]["bot"] > game["decisions"]["model"] > 0
        assert game["calls"]["calls"] == len(list(Path(f"t/game-{number}").glob("*.json")))
    assert (
        told("--seed", "3", "--games", "2", "--models", "2", "--replay", "t")[1]["winners"]
        == both[1]["winners"]
    )


def test_single_seats_have_models_of_their_own() -> None:
    with serving(Unreliable()) as server:
        where = ("--models", "1,4", "--seat", "7=other")
        result = watch("--base-url", server.base_url, "--seed", "3", "--out", "a.jsonl", *where)
    assert result.exit_code == 0
    sitters = {
        s.seat: s.model.partition("#")[0] for s in read(Path("a.jsonl")).head.seats if s.player == "model"
    }
    assert sitters == {1: "m", 4: "m", 7: "other"}
    assert {body["model"] for body in server.requests} == {"m", "other"}


def test_a_dead_server_leaves_the_game_to_the_stand_ins() -> None:
    with serving(lambda body: Scripted(status=401, body=f'{{"error": "bad key {KEY}"}}')) as server:
        game = told("--base-url", server.base_url, "--seed", "3", "--out", "a.jsonl")[0]
    assert set(game["decisions"]) == {"stand-in"}
    assert game["failures"]["auth"] == game["calls"]["failures"]["auth"] == game["decisions"]["stand-in"]
    assert verify(Path("a.jsonl")).ok


def test_a_budget_that_is_spent_ends_no_game() -> None:
    with serving(Unreliable()) as server:
        result = watch("--base-url", server.base_url, "--seed", "3", "--max-tokens", "40000", "--lang", "en")
    assert result.exit_code == 0
    assert "budget" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("Game over")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--models", "13"], "not all, a number up to 9"),
        (["--models", "0,2"], "seats are counted from 1"),
        (["--seat", "99=x"], "is not SEAT=NAME"),
        (["--record", "a", "--replay", "b"], "do not go together"),
        (["--replay", "nowhere"], "there is no cassette"),
        (["--record", "full", "--base-url", NOWHERE], "is not empty"),
        (["--max-cost", "1", "--base-url", NOWHERE], "the price of m is not known"),
        (["--prompt", "standrd", "--base-url", NOWHERE], "did you mean 'standard'?"),
    ],
)
def test_a_foreseeable_mistake_is_one_line_before_the_game(words: list[str], says: str) -> None:
    Path("full/game-1").mkdir(parents=True)
    Path("full/game-1/x").write_text("x", "utf-8")
    result = watch(*words)
    assert result.exit_code == 2, result.output
    assert says in result.output
    assert "官方" not in result.stdout


def test_no_key_is_said_before_the_game_A08(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    result = watch("--base-url", "https://h.example")
    assert result.exit_code == 2
    assert "wants a key" in result.output


@pytest.mark.parametrize(
    ("saved", "says"),
    [(["--out", "a.jsonl"], "继续这一局: llmwolf resume a.jsonl"), ([], "存盘用 --out")],
)
def test_ctrl_c_ends_a_game_with_calls_pending_at_once_S07(
    saved: list[str], says: str, tmp_path: Path
) -> None:
    def silent(body: dict[str, Any]) -> Scripted:
        return Scripted("{}", hang=1)

    command = [sys.executable, "-m", "llmwolf.cli", "watch", "--model", "m", "--seed", "3", *saved]
    with serving(silent) as server:
        env = os.environ | {"OPENAI_BASE_URL": server.base_url}
        child = subprocess.Popen(
            command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )
        patience = time.monotonic() + 30
        while len(server.requests) < 3 and time.monotonic() < patience:
            time.sleep(0.05)
        began = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert time.monotonic() - began < 2
    assert child.returncode == 130
    assert err.splitlines()[-1].endswith(says)
    assert "Traceback" not in err
    assert out.splitlines()[-1].startswith("调用"), "what it came to is told all the same"
