"""``llmwolf export``: what it writes, where it refuses, and that it never destroys anything."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from llmwolf.cli import main
from llmwolf.cli.exporting import FORMATS
from llmwolf.export.forms import FORMS

from .games import transcript


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "game.jsonl"
    path.write_bytes(transcript())
    return path


@pytest.fixture
def begun(tmp_path: Path, game: Path) -> Path:
    path = tmp_path / "begun.jsonl"
    path.write_bytes(transcript(steps=9))
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["export", *arguments])


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    return result.stderr


def test_every_form_is_offered():
    assert tuple(FORMS) == FORMATS


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("md", "# 狼人杀"),
        ("html", "<!DOCTYPE html>"),
        ("text", "狼人杀"),
        ("notation", 'board = "official-12"'),
    ],
)
def test_each_form(game: Path, form: str, start: str):
    result = run(str(game), "--format", form)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(start)


def test_the_name_of_the_file_says_which_form_it_is(game: Path):
    assert run(str(game), "--out", "a.html").exit_code == 0
    assert Path("a.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert run(str(game), "--out", "a.txt", "--lang", "en").exit_code == 0
    assert Path("a.txt").read_text("utf-8").startswith("Werewolf")


def test_the_notation_can_be_adjudicated(game: Path):
    assert run(str(game), "--out", "a.toml").exit_code == 0
    judged = CliRunner().invoke(main, ["judge", "a.toml"])
    assert judged.exit_code == 0, judged.output


def test_nothing_is_overwritten_unless_it_is_asked_for(game: Path):
    out = Path("a.md")
    out.write_text("mine")
    assert "--force" in refused(str(game), "--out", "a.md")
    assert out.read_text() == "mine"
    assert run(str(game), "--out", "a.md", "--force").exit_code == 0
    assert out.read_text("utf-8").startswith("# ")
    assert sorted(path.name for path in Path().iterdir()) == ["a.md", "game.jsonl"]


def test_a_record_is_never_overwritten(game: Path):
    before = game.read_bytes()
    assert "对局记录" in refused(str(game), "--out", "game.jsonl", "--force")
    assert game.read_bytes() == before


def test_an_unfinished_game_tells_no_secret(begun: Path):
    assert "2号" in run(str(begun)).stdout
    assert run(str(begun), "--public").exit_code == 0
    assert "还没打完" in refused(str(begun), "--judge")
    assert "还没打完" in refused(str(begun), "--seat", "3")
    assert "打完" in refused(str(begun), "--format", "notation")


def test_foreseeable_mistakes_are_told_in_a_line(game: Path):
    assert "13" in refused(str(game), "--seat", "13")
    assert "0" in refused(str(game), "--seat", "0")
    assert "--public" in refused(str(game), "--seat", "1", "--public")
    assert "--out" in refused(str(game), "--force")
    assert "nowhere" in refused(str(game), "--out", "nowhere/a.md")
    assert "法官" in refused(str(game), "--format", "notation", "--seat", "1")
    assert "missing.jsonl" in refused("missing.jsonl")
    assert "seats are 1 to 12" in refused(str(game), "--seat", "13", "--lang", "en")


def test_a_record_that_does_not_hold_is_refused(game: Path):
    text = game.read_text("utf-8")
    game.write_text(text.replace('"role":"villager"', '"role":"hunter"', 1), "utf-8")
    assert "llmwolf verify" in refused(str(game))
    game.write_text("nothing of a game")
    assert "game.jsonl" in refused(str(game))
