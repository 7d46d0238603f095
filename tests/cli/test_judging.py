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
    assert "平安夜" in done.stdout
    for line in (
        "胜方：好人（狼人全部出局）：2号、3号、5号、6号、7号、9号",
        "出局 N2：1号、3号",
        "死因：8号被放逐、1号被毒、3号被刀、4号被放逐",
        "警长：无",
        "遗言：8号（D1）",
        "查验：N1 3>8 狼人、N2 3>4 狼人",
    ):
        assert line in done.stdout.splitlines()


def test_the_other_language(tmp_path: Path):
    said = run("judge", "--lang", "en", saved(tmp_path)).stdout
    assert "A peaceful night" in said
    for line in (
        "winner       good (wolves_out): Seats 2, 3, 5, 6, 7, 9",
        "dead N2      Seats 1, 3",
        "causes       8 exile, 1 poison, 3 knife, 4 exile",
        "sheriff      nobody",
        "last words   8 (D1)",
    ):
        assert line in said.splitlines()
    assert run("--lang", "en", "judge", saved(tmp_path)).stdout == said


def test_the_badge_has_a_history_and_last_words_have_speakers(tmp_path: Path):
    cards = ["狼人"] * 4 + ["预言家", "女巫", "猎人", "白痴"] + ["平民"] * 4
    path = tmp_path / "badge.toml"
    lines = r"N1: 刀 9\nD1: 上警 5; 顺序 左; 票 6>1\nN2: 刀 5\nD2: 警徽 7"
    path.write_text(f'board = "official-12"\ndeal = {cards}\n[game]\nlines = "{lines}"\n', "utf-8")
    said = run("judge", str(path)).stdout.splitlines()
    assert "警徽：D1 5号自动当选、D2 7号移交" in said
    assert "请留遗言：9号。" in said
    assert "请留遗言：1号。" in said
    assert "请留遗言。" not in said
    english = run("judge", "--lang", "en", str(path)).stdout.splitlines()
    assert "badge        D1 5 the only candidate, D2 7 handed on" in english


def test_the_outcome_as_json(tmp_path: Path):
    found = json.loads(run("judge", "--json", saved(tmp_path)).stdout)
    assert found["winner"] == "good"
    assert found["dead"] == {"D1": [8], "N2": [1, 3], "D2": [4]}
    assert found["unfinished_at"] is None
    assert any("平安夜" in text for text in found["public"])


def test_an_unfinished_record_says_what_is_awaited(tmp_path: Path):
    path = saved(tmp_path, "\nN1:\nD1:")
    assert "未完 N2：等待 刀" in run("judge", path).stdout
    assert "unfinished N2 kill awaited" in run("judge", "--lang", "en", path).stdout


def test_what_does_not_come_as_expected_is_said(tmp_path: Path):
    out = tmp_path / "out.jsonl"
    path = saved(tmp_path, expect='winner = "wolves"')
    done = run("judge", path, "--transcript", str(out))
    assert done.exit_code == 1
    assert 'winner：期望 "wolves"，实际 "good"' in done.stderr
    assert "没有写对局记录" in done.stderr
    assert 'winner: expected "wolves", found "good"' in run("judge", "--lang", "en", path).stderr
    assert not out.exists()


def test_a_transcript_goes_into_a_folder_that_there_is(tmp_path: Path):
    done = run("judge", saved(tmp_path), "--transcript", str(tmp_path / "new" / "out.jsonl"))
    assert done.exit_code == 2
    assert "没有文件夹" in done.stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("lines", ["\nN1: 刀 12", "\nN1: 杀 3", "\nD1: 票 1>2 1>3", "\nN1: 守 3"])
def test_a_faulty_record_writes_nothing(tmp_path: Path, lines: str):
    out = tmp_path / "out.jsonl"
    done = run("judge", saved(tmp_path, lines), "--json", "--transcript", str(out))
    assert done.exit_code == 2
    assert f"第7行，{lines[5:]}：" in done.stderr
    assert not done.stdout
    assert not out.exists()


def test_an_expected_error_is_no_failure(tmp_path: Path):
    path = saved(tmp_path, "\nN1: 毒 5", "error = true")
    done = run("judge", path)
    assert done.exit_code == 0
    assert "如期不合法" in done.stdout
    assert "illegal, as expected" in run("judge", "--lang", "en", path).stdout
    error = json.loads(run("judge", "--json", path).stdout)["error"]
    assert (error["line"], error["item"]) == (7, "毒 5")
    assert error["legal"] == ["毒 {1 2 3 4 6 7 8 9 -}"]
    assert error["why"] == "毒 may not be done to oneself (R-4)"


def test_a_slip_in_the_head_is_never_an_expected_error(tmp_path: Path):
    path = Path(saved(tmp_path, "\nN1: 毒 5", "error = true"))
    slip = path.read_text("utf-8").replace("[expect]", "[rules]\nself_vot = true\n[expect]")
    path.write_text(slip, "utf-8")
    done = run("judge", str(path))
    assert done.exit_code == 2
    assert "没有“self_vot”这个规则开关；是不是“self_vote”？" in done.stderr


def test_a_record_without_a_deal_says_which_cards_are_wanted(tmp_path: Path):
    path = Path(saved(tmp_path))
    path.write_text(path.read_text("utf-8").replace("deal =", "# deal ="), "utf-8")
    done = run("judge", str(path))
    assert done.exit_code == 2
    assert "缺少 deal：按座位写出这 9 张牌（狼人×3、" in done.stderr


def test_a_record_becomes_a_transcript_and_a_record_again(tmp_path: Path):
    out, again = tmp_path / "out.jsonl", tmp_path / "again.toml"
    assert run("judge", saved(tmp_path), "--transcript", str(out)).exit_code == 0
    assert run("verify", str(out)).exit_code == 0
    assert run("notation", str(out), "--out", str(again)).exit_code == 0
    assert run("notation", str(out)).stdout == again.read_text("utf-8")
    assert run("judge", str(again)).exit_code == 0
    twice = run("notation", str(out), "--out", str(again))
    assert twice.exit_code == 2
    assert "已有同名文件" in twice.stderr
    assert "never overwritten" in run("notation", "--lang", "en", str(out), "--out", str(again)).stderr


def test_a_file_that_is_not_there(tmp_path: Path):
    done = run("judge", str(tmp_path / "nothing.toml"))
    assert done.exit_code == 2
    assert "没有这个文件" in done.stderr
    assert "no such file" in run("judge", "--lang", "en", str(tmp_path / "nothing.toml")).stderr
