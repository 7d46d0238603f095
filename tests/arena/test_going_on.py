"""`arena resume`: what has become of the folder meanwhile, and what is said where nothing is left to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from llmwolf.arena.cast import cast_of
from llmwolf.arena.errors import ArenaError
from llmwolf.arena.folder import Folder
from llmwolf.arena.report import report
from llmwolf.arena.run import run
from llmwolf.cli import main
from tests.arena.plans import PAIRED, opened, played, told


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A finished tournament."""
    made = opened(tmp_path)
    played(made)
    return made


def resume(folder: Folder, *args: str, code: int = 0) -> Result:
    done = CliRunner().invoke(main, ["arena", "resume", str(folder.path), *args])
    assert done.exit_code == code, done.output
    return done


def test_where_all_is_played_the_report_is_pointed_to(folder: Folder):
    before = {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}
    assert resume(folder).stdout == f"8 局都打完了；看结果：llmwolf arena report {folder.path}\n"
    english = resume(folder, "--lang", "en").stdout
    assert english == f"all 8 games are played; the results: llmwolf arena report {folder.path}\n"
    assert before == {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("lang", "said"),
    [("zh", "1 局打完了而记录不见了"), ("en", "1 finished games have no record any more (such as")],
)
def test_a_record_that_is_gone_is_played_again_to_the_same(folder: Folder, lang: str, said: str):
    path, lines, before = folder.record(folder.fixtures[3]), folder.lines(), told(folder)
    data = path.read_bytes()
    path.unlink()
    done = resume(folder, "--lang", lang)
    assert said in done.stderr
    assert path.read_bytes() == data
    assert Folder(folder.path).lines() == lines
    assert told(folder) == before
    assert ("all 8 games" if lang == "en" else "都打完了") in resume(folder, "--lang", lang).stdout


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"{torn\n" + data])
def test_a_damaged_record_of_a_finished_game_is_named(folder: Folder, damage):
    path = folder.record(folder.fixtures[3])
    path.write_bytes(damage(path.read_bytes()))
    assert f"{path} 打完以后坏了" in resume(folder, code=2).stderr
    assert "put it back from a copy, or remove it" in resume(folder, "--lang", "en", code=2).stderr
    path.unlink()
    assert "重新打" in resume(folder).stderr


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [("words = false", "words = true", "words"), ("words = false", 'words = false\nlang = "en"', "lang")],
)
def test_another_way_of_speaking_is_another_edition(tmp_path: Path, before: str, after: str, name: str):
    folder = opened(tmp_path, PAIRED.replace("games = 8", "games = 2"))
    played(folder)
    plan = folder.path / "plan.toml"
    plan.write_text(plan.read_text("utf-8").replace(before, after).replace("games = 2", "games = 4"), "utf-8")
    changed = Folder(folder.path)
    with pytest.raises(ArenaError, match=f"^{name}: not what the games so far were played with"):
        played(changed)
    assert f"{name} 已经和先前那些局不同" in resume(changed, code=2).stderr
    assert run(changed, cast_of(changed.plan.agents), mixed=True).complete
    first, second = report(changed.plan, changed.boards, changed.fixtures, changed.lines()).editions
    assert (first.games, second.games, second.unlike) == (2, 2, [name])
