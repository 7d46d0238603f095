"""``llmwolf personas``."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.cli import main


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["personas", *args])
    return result.exit_code, result.output


def test_the_list_names_every_persona_in_either_language() -> None:
    code, text = run()
    assert code == 0
    assert "laozhang" in text
    assert "老张" in text
    assert "Old Zhang" in run("--lang", "en")[1]


def test_a_persona_is_shown_with_a_speech() -> None:
    code, text = run("show", "amo")
    assert code == 0
    assert "类型：冷面狙击手\n性格：冷面寡言" in text
    assert "告诉模型：阿默，冷面狙击手：冷面寡言" in text
    assert len(text.partition("电脑发言：")[2]) > 10
    assert text == run("show", "amo")[1]
    assert "as a bot: " in run("show", "amo", "--lang", "en")[1]
    code, text = run("show", "amoo")
    assert code == 2
    assert "是不是 'amo'？" in text
    assert "did you mean 'amo'?" in run("show", "amoo", "--lang", "en")[1]


def test_files_are_checked(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('zh = "甲"\nen = "A"', "utf-8")
    bad.write_text('zh = "甲"\nen = "A"\nbold = 3', "utf-8")
    code, text = run("check", str(good))
    assert code == 0
    assert text.startswith(f"✓ {good}: 甲 / A")
    assert "不认识的键 'bold'；是不是 'boldness'？" in run("check", str(bad))[1]
    code, text = run("check", "--lang", "en", str(good), str(bad), str(tmp_path / "none.toml"))
    assert code == 1
    assert f"✗ {bad}: unknown key 'bold'; did you mean 'boldness'?" in text
    assert f"✗ {tmp_path / 'none.toml'}: No such file" in text


def test_a_phrase_that_garbles_what_is_said_is_pointed_out(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('zh = "甲"\nen = "A"\n[voice_zh]\nfillers = ["如果没听错的话，", "说实话，"]', "utf-8")
    code, text = run("check", str(file))
    assert code == 0
    assert "! '如果没听错的话，' 会让别人听错" in text
    assert "说实话" not in text


def test_ones_own_are_marked_and_a_broken_one_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "personas").mkdir()
    (tmp_path / "personas" / "laozhang.toml").write_text('zh = "张三"\nen = "Z"', "utf-8")
    (tmp_path / "personas" / "bad.toml").write_text("zh = 3", "utf-8")
    monkeypatch.chdir(tmp_path)
    code, text = run()
    assert code == 1
    assert "张三（自己的）" in text
    assert "老张" not in text
    assert "阿默" in text
    assert f"✗ {Path('personas/bad.toml').resolve()}: 'zh' 要写人物在这种语言里的名字" in text
    assert run("show", "bad")[0] == 2
    assert run("show", "张三")[0] == 0
