"""A mistake on the command line is told in one language, the one that was asked for."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.cli import main

HAN = re.compile("[\u4e00-\u9fff]")
MISTAKES = {
    ("--nonsense",): "没有 --nonsense 这个选项",
    ("nonsense",): "没有 nonsense 这个命令",
    ("odds",): "缺少 'FILE'",
    ("odds", "nowhere.jsonl"): "没有 nowhere.jsonl 这个文件",
    ("odds", "x.jsonl", "--seat", "1", "--true"): "只能选一个",
    ("watch", "--seed", "x"): "'--seed'：x 不是数",
    ("odds", "x.jsonl", "--level", "god"): "'--level'：god 不在可选之列",
    ("watch", "--out", ""): "--out：这里要一个文件名",
    ("serve", "--port", "99999999"): "不在范围 0<=x<=65535 内",
    ("verify", "a", "b"): "多出来的：b",
    ("rules", "--profile", "official", "--board", "official-12"): "只能给一个",
    ("boards", "check", "nowhere.toml"): "没有 nowhere.toml 这个文件",
    ("boards", "show", "standart-9"): "没有棋盘 'standart-9'；是不是 'standard-9'",
    ("watch", "--board", "nothing-like-it"): "没有棋盘 'nothing-like-it'；有 ",
    ("query", " "): "要有一条 SQL",
    ("--tutorial", "watch"): "--tutorial 打开终端界面",
    ("--seed", "1", "watch"): "命令前的 --seed",
}


@pytest.mark.parametrize("args", MISTAKES)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_mistake_is_told_in_one_language(
    args: tuple[str, ...], lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, [f"--lang={lang}", *args])
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    if lang == "en":
        assert "Error: " in done.output
        assert not HAN.search(done.output)
    else:
        last = done.output.strip().split("\n")[-1]
        assert last.startswith("错误：")
        assert MISTAKES[args] in last
        assert "Usage" not in done.output


def test_a_group_without_a_command_shows_its_help():
    assert "Usage: " in CliRunner().invoke(main, ["arena"]).output
    assert "Error" not in CliRunner().invoke(main, ["arena"]).output
