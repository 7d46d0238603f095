"""``llmwolf judge`` and ``llmwolf notation``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from llmwolf.cli import main

DEAL = '["狼人","平民","预言家","狼人","女巫","平民","猎人","狼人","平民"]'
LINES = """
N1: 验 8; 刀 3; 救
D1: 发言 3 4 5 6 7 8 9 1 2
D1: 票 2>8 3>8 5>8 6>8 7>8 1>3 4>3 8>3 9>3
N2: 验 4; 刀 3; 毒 1
D2: 票 2>4 5>4 6>4 7>4 4>5 9>5
"""


def saved(tmp_path: Path, lines: str = LINES, expect: str = "") -> str:
    """A record in a file."""
    path = tmp_path / "game.toml"
    body = f"board = 'standard-9'\ndeal = {DEAL}\n[expect]\n{expect}\n[game]\nlines = '''{lines}'''\n"
    path.write_text(body, "utf-8")
    return str(path)


def run(*words: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, words)


def test_a_legal_record_is_adjudicated(tmp_path: Path):
    done = run("judge", saved(tmp_path))
    assert done.exit_code == 0, done.stderr
    assert "winner     good (wolves_out): 2 3 5 6 7 9" in done.stdout
    assert "dead N2    1 3" in done.stdout
    assert "平安夜" in done.stdout
    assert "A peaceful night" in run("judge", "--lang", "en", saved(tmp_path)).stdout


def test_the_outcome_as_json(tmp_path: Path):
    found = json.loads(run("judge", "--json", saved(tmp_path)).stdout)
    assert found["winner"] == "good"
    assert found["dead"] == {"D1": [8], "N2": [1, 3], "D2": [4]}
    assert found["unfinished_at"] is None
    assert any("平安夜" in text for text in found["public"])


def test_an_unfinished_record_says_what_is_awaited(tmp_path: Path):
    assert "unfinished N2: kill awaited" in run("judge", saved(tmp_path, "\nN1:\nD1:")).stdout


def test_what_does_not_come_as_expected_is_said(tmp_path: Path):
    out = tmp_path / "out.jsonl"
    done = run("judge", saved(tmp_path, expect='winner = "wolves"'), "--transcript", str(out))
    assert done.exit_code == 1
    assert 'winner: expected "wolves", found "good"' in done.stderr
    assert not out.exists()


@pytest.mark.parametrize("lines", ["\nN1: 刀 12", "\nN1: 杀 3", "\nD1: 票 1>2 1>3", "\nN1: 守 3"])
def test_a_faulty_record_writes_nothing(tmp_path: Path, lines: str):
    out = tmp_path / "out.jsonl"
    done = run("judge", saved(tmp_path, lines), "--json", "--transcript", str(out))
    assert done.exit_code == 2
    assert f"line 7, {lines[5:]}: " in done.stderr
    assert not done.stdout
    assert not out.exists()


def test_an_expected_error_is_no_failure(tmp_path: Path):
    path = saved(tmp_path, "\nN1: 毒 5", "error = true")
    done = run("judge", path)
    assert done.exit_code == 0
    assert "illegal, as expected" in done.stdout
    error = json.loads(run("judge", "--json", path).stdout)["error"]
    assert (error["line"], error["item"]) == (7, "毒 5")
    assert error["legal"] == ["毒 {1 2 3 4 6 7 8 9 -}"]


def test_a_record_becomes_a_transcript_and_a_record_again(tmp_path: Path):
    out, again = tmp_path / "out.jsonl", tmp_path / "again.toml"
    assert run("judge", saved(tmp_path), "--transcript", str(out)).exit_code == 0
    assert run("verify", str(out)).exit_code == 0
    assert run("notation", str(out), "--out", str(again)).exit_code == 0
    assert run("notation", str(out)).stdout == again.read_text("utf-8")
    assert run("judge", str(again)).exit_code == 0
    assert run("notation", str(out), "--out", str(again)).exit_code == 2


def test_a_file_that_is_not_there(tmp_path: Path):
    done = run("judge", str(tmp_path / "nothing.toml"))
    assert done.exit_code == 2
    assert "no such file" in done.stderr
