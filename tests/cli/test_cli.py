"""The command line, as a second process where that matters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.cli import main


def llmwolf(*words: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "llmwolf.cli", *words],
        stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
        cwd=cwd, env=os.environ | env, check=False,
    )  # fmt: skip


def test_without_a_terminal_a_game_is_printed_to_its_end():
    done = llmwolf("--seed", "3")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("游戏结束")
    assert not done.stderr


def test_the_same_seed_gives_the_same_record_under_any_hash_seed(tmp_path: Path):
    for hash_seed in ("0", "1", "2"):
        out = tmp_path / f"{hash_seed}.jsonl"
        done = llmwolf("watch", "--seed", "11", "--out", str(out), PYTHONHASHSEED=hash_seed)
        assert done.returncode == 0, done.stderr
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1


def test_a_record_verifies_and_a_changed_one_does_not(tmp_path: Path):
    out = tmp_path / "game.jsonl"
    assert llmwolf("watch", "--board", "standard-9", "--seed", "2", "--out", str(out)).returncode == 0
    good = llmwolf("verify", str(out))
    assert good.returncode == 0, good.stderr
    assert json.loads(llmwolf("verify", "--json", str(out)).stdout)["ok"] is True
    out.write_bytes(out.read_bytes().replace(b'"e":"Died","seat":', b'"e":"Died","seat":1', 1))
    assert llmwolf("verify", str(out)).returncode in (1, 2)


def test_a_record_is_never_overwritten(tmp_path: Path):
    out = tmp_path / "game.jsonl"
    out.write_text("mine", "utf-8")
    done = llmwolf("watch", "--seed", "2", "--out", str(out))
    assert done.returncode == 2
    assert "不会覆盖" in done.stderr
    assert out.read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["watch", "--board", "offical-12"], "did you mean 'official-12'?"),
        (["watch", "--board", "no/such.toml"], "there is no file"),
        (["watch", "--board", ""], "known are official-12"),
        (["--board", ""], "known are official-12"),
        (["--lang", "zh", "watch", "--view", "13"], "没有 13 号；座位是 1 到 12"),
        (["--lang", "en", "watch", "--view", "13"], "there is no seat 13"),
        (["rules", "--profile", "oficial"], "did you mean 'official'?"),
        (["verify", "no-such-file.jsonl"], "no-such-file.jsonl"),
        (["bench", "engine", "--board", "x"], "there is no board"),
        (["watch", "--out", ""], "a file's name is wanted"),
        (["watch", "--seed", "9" * 30], "not in the range"),
        (["--seed", "7", "watch"], "write `llmwolf watch --seed …`"),
        (["watch", "--board", "millers-12", "--cards", "守卫"], "millers has no special card"),
        (["watch", "--board", "official-12", "--cards", "守卫"], "cannot be chosen here"),
        (["boards", "show", "offical-12"], "did you mean 'official-12'?"),
        (["boards", "check", "no/such.toml"], "there is no file"),
        (["rules", "--diff", "gide"], "did you mean 'guide'?"),
        (["rules", "--board", "x"], "there is no board"),
        (["rules", "--board", "millers-12", "--profile", "guide"], "not both"),
        (["bench", "boards", "x"], "there is no board"),
    ],
)
def test_a_foreseeable_mistake_is_one_line_and_exit_code_2(words: list[str], says: str):
    done = CliRunner().invoke(main, ["--lang", "en", *words])
    assert done.exit_code == 2, done.output
    assert says in done.output
    assert "Traceback" not in done.output


def test_a_language_given_before_the_command_counts():
    done = CliRunner().invoke(main, ["--lang", "en", "watch", "--seed", "3"])
    assert done.output.splitlines()[-1].startswith("Game over")
    assert "Seer" in CliRunner().invoke(main, ["--lang", "en", "boards"]).output


def test_a_full_disk_behind_the_output_is_one_line():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "llmwolf.cli", "watch", "--seed", "3"],
            stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode in (1, 2, 120)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("module", ["click", "llmwolf.cli.common", "llmwolf.cli.serving"])
def test_ctrl_c_while_the_commands_are_read_leaves_no_traceback(module: str):
    code = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from llmwolf.cli import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize("words", [["rules"], ["personas"], ["watch", "--seed", "3"]])
def test_ctrl_c_ends_any_command_without_a_traceback(words: list[str], monkeypatch: pytest.MonkeyPatch):
    def pressed(*args: object) -> None:
        raise KeyboardInterrupt

    for name in ("boards.profile", "boards.find_board", "players.personas.persona_files"):
        monkeypatch.setattr(f"llmwolf.{name}", pressed)
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 130
    assert not done.output


def test_help_and_version_load_nothing_heavy():
    code = (
        "import sys\nfrom click.testing import CliRunner\nfrom llmwolf.cli import main\n"
        "CliRunner().invoke(main, ['--help'])\n"
        "print([m for m in ('openai', 'textual', 'pydantic', 'tenacity') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
