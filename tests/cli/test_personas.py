"""``llmwolf personas``."""

from pathlib import Path

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
    assert "告诉模型：阿默：冷面寡言" in text
    assert len(text.partition("电脑发言：")[2]) > 10
    code, text = run("show", "amoo")
    assert code == 2
    assert "did you mean 'amo'?" in text


def test_files_are_checked(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('zh = "甲"\nen = "A"', "utf-8")
    bad.write_text('zh = "甲"\nen = "A"\nbold = 3', "utf-8")
    code, text = run("check", str(good))
    assert code == 0
    assert text.startswith("✓ good.toml: 甲 / A")
    code, text = run("check", str(good), str(bad), str(tmp_path / "none.toml"))
    assert code == 1
    assert "✗ bad.toml: unknown key 'bold'; did you mean 'boldness'?" in text
    assert "✗ none.toml: " in text
