"""From a typed record to a transcript that verifies, and from a transcript to a record."""

from __future__ import annotations

from pathlib import Path

import pytest

from llmwolf.record.errors import RecordError, RecordExists
from llmwolf.record.notation.check import main as check
from llmwolf.record.notation.document import read
from llmwolf.record.notation.errors import Malformed
from llmwolf.record.notation.files import from_transcript, write_transcript
from llmwolf.record.notation.judging import judge
from llmwolf.record.reader import read as read_transcript
from llmwolf.record.verify import verify
from tests.record.notation.records import cards, text

LINES = """
N1: 刀 7; 验 1
D1: 说 7: "遗言"; 发言 6 5 4 3 2 1 9 8; 票 1>8 2>8 4>1; 断
"""


def saved(tmp_path: Path, lines: str = LINES, head: str = "", expect: str = "") -> Path:
    """A record in a file."""
    path = tmp_path / "game.toml"
    path.write_text(text(lines, head=head, expect=expect), "utf-8")
    return path


def test_the_transcript_of_a_record_verifies_with_its_draws_and_names(tmp_path: Path):
    names = cards("一 二 三 四 五 六 七 八 九")
    verdict = judge(saved(tmp_path, head=f"names = {names}\nseed = 3"), str)
    out = tmp_path / "out.jsonl"
    write_transcript(verdict, out)
    report = verify(out)
    assert report.ok
    assert report.awaiting == ((8, "speak"),)
    assert [sitter.name for sitter in read_transcript(out).head.seats][:2] == ["一", "二"]


def test_a_transcript_becomes_a_record_that_gives_the_same_transcript(tmp_path: Path):
    first, second, again = tmp_path / "1.jsonl", tmp_path / "2.jsonl", tmp_path / "again.toml"
    write_transcript(judge(saved(tmp_path), str), first)
    again.write_text(from_transcript(first), "utf-8")
    verdict = judge(again, str)
    assert verdict.as_expected
    write_transcript(verdict, second)
    assert read_transcript(second).events == read_transcript(first).events


def test_an_illegal_record_has_no_transcript(tmp_path: Path):
    verdict = judge(saved(tmp_path, "N1: 毒 5", expect="error = true"), str)
    with pytest.raises(RecordError, match="no transcript"):
        write_transcript(verdict, tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_no_folder_is_made_on_the_way(tmp_path: Path):
    verdict = judge(saved(tmp_path), str)
    with pytest.raises(RecordError, match="there is no folder"):
        write_transcript(verdict, tmp_path / "new" / "out.jsonl")
    assert not (tmp_path / "new").exists()


def test_nothing_is_overwritten_and_nothing_is_left_half_written(tmp_path: Path):
    verdict = judge(saved(tmp_path), str)
    (tmp_path / "out.jsonl").write_text("mine", "utf-8")
    with pytest.raises(RecordExists):
        write_transcript(verdict, tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text("utf-8") == "mine"


def test_a_transcript_that_does_not_hold_is_not_written_as_a_record(tmp_path: Path):
    out = tmp_path / "out.jsonl"
    write_transcript(judge(saved(tmp_path), str), out)
    out.write_bytes(out.read_bytes().replace(b'"e":"Exiled","seat":8', b'"e":"Exiled","seat":9'))
    with pytest.raises(RecordError, match="not what the rules say"):
        from_transcript(out)


def test_files_that_cannot_be_read_say_why(tmp_path: Path):
    with pytest.raises(Malformed, match="no such file"):
        read(tmp_path / "nothing.toml")
    with pytest.raises(Malformed, match="cannot be read"):
        read(tmp_path)
    (tmp_path / "latin.toml").write_bytes("deal = ['狼人']".encode("gbk"))
    with pytest.raises(Malformed, match="UTF-8"):
        read(tmp_path / "latin.toml")


@pytest.mark.parametrize("toml", ["x = " + "[" * 5000, "x = " + "9" * 5000, "x = 1979-99-99", "= 3", "\x00"])
def test_no_text_is_too_odd_to_be_refused_in_a_sentence(tmp_path: Path, toml: str):
    path = tmp_path / "odd.toml"
    path.write_text(toml, "utf-8")
    with pytest.raises(Malformed, match="TOML"):
        read(path)


def test_the_syntax_check_names_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    good = saved(tmp_path)
    bad = tmp_path / "bad.toml"
    bad.write_text('[game]\nlines = """\nN1: 杀 3\n"""\n', "utf-8")
    assert check([str(good)]) == 0
    assert check([str(good), str(bad)]) == 2
    assert f"{bad}, line 3, 杀 3: " in capsys.readouterr().out
