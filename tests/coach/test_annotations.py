"""Notes and tags beside a record, and how far two coaches agree."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.cli import main
from llmwolf.coach.agreement import agreement, compare
from llmwolf.coach.annotations import Annotation, added, beside, read, removed, tag_of, write
from llmwolf.imports.formats import load
from llmwolf.players.told import ToldError

CHAT = Path(__file__).parent.parent / "imports" / "data" / "chat-9.txt"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(load(CHAT).data)
    return path


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["notes", *words])
    assert done.exit_code == code, done.output
    return done.output


def test_a_side_file_is_sorted_and_says_each_event_once(tmp_path: Path):
    notes = added({}, 31, ["归票", "好"], "")
    notes = added(notes, 4, [], 'says "no"\nand more')
    notes = added(notes, 31, ["好", "抗推"], "later")
    path = tmp_path / "a.notes.toml"
    write(path, notes.values())
    text = path.read_text("utf-8")
    assert [row["event"] for row in tomllib.loads(text)["note"]] == [4, 31]
    assert read(path) == {
        4: Annotation(4, (), 'says "no"\nand more'),
        31: Annotation(31, tuple(sorted(("归票", "好", "抗推"))), "later"),
    }
    write(path, reversed(read(path).values()))
    assert path.read_text("utf-8") == text


def test_what_is_removed_leaves_the_rest_and_an_empty_file_goes(tmp_path: Path):
    notes = added(added({}, 3, ["a", "b"], ""), 5, ["a"], "t")
    assert removed(notes, 3, ["a"])[3].tags == ("b",)
    assert removed(notes, 5, ["a"])[5] == Annotation(5, (), "t")
    assert 3 not in removed(notes, 3)
    with pytest.raises(ToldError):
        removed(notes, 3, ["c"])
    path = tmp_path / "a.notes.toml"
    write(path, notes.values())
    write(path, ())
    assert not path.exists()
    assert read(path) == {}


@pytest.mark.parametrize("text", ["", "a,b", "x" * 25, "\x1b\x1b"])
def test_a_tag_is_a_short_phrase(text: str):
    with pytest.raises(ToldError):
        tag_of(text)


def test_a_note_holds_nothing_that_moves_a_cursor(tmp_path: Path):
    path = tmp_path / "a.notes.toml"
    write(path, added({}, 1, ["a\u202eb"], "x\x1b[2J\u200f").values())
    assert read(path) == {1: Annotation(1, ("ab",), "x[2J")}


@pytest.mark.parametrize(
    "text", ["[[note]]\nevent = 0", "[[note]]\nevnt = 1", "x = 1", "[[note]]\nevent = 1\ntags = [3]", "[",
             "[[note]]\nevent = 1\n[[note]]\nevent = 1"],
)  # fmt: skip
def test_a_damaged_side_file_is_told_in_one_line(tmp_path: Path, text: str):
    path = tmp_path / "a.notes.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ToldError) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_command_adds_lists_and_removes(record: Path):
    assert "#31 [站边]" in run(str(record), "add", "31", "--tag", "站边", "--text", "说明")
    assert "说明" in run(str(record))
    assert run(str(record), "--as", "li") == "没有批注\n"
    assert run(str(record), "--lang", "en", "--tag", "x") == "no notes\n"
    run(str(record), "remove", "31")
    assert not beside(record).exists()
    assert "#9999" in run(str(record), "add", "9999", "--tag", "x", code=2)
    assert "--as" in run(str(record), "add", "31", "--tag", "x", "--as", "../x", code=2)


def test_two_coaches_are_compared_over_every_speech(record: Path):
    for number in ("28", "31"):
        run(str(record), "add", number, "--tag", "好")
    run(str(record), "add", "31", "--tag", "好", "--as", "li")
    told = run(str(record), "agree", str(beside(record)), str(beside(record, "li")), "--lang", "en")
    game = load(CHAT).game
    both = compare(game.log, read(beside(record)), read(beside(record, "li")))
    assert both.apart == ((28, ("好",), ()),)
    assert both.whole.n == both.whole.same + 1 == 10  # eight speeches with words, and two other events
    assert f"{both.whole.same}/{both.whole.n}" in told


def test_kappa_of_a_published_example():
    """Two readers of 50 grant applications: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no; kappa is 0.40."""
    pairs = [(1, 1)] * 20 + [(1, 0)] * 5 + [(0, 1)] * 10 + [(0, 0)] * 15
    found = agreement(pairs)
    assert found.share == 0.7
    assert found.kappa == pytest.approx(0.4)


def test_kappa_is_none_where_both_judge_everything_alike():
    assert agreement([(1, 1)] * 4).kappa is None
    assert agreement([]).kappa is None
