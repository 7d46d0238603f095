"""Loading: a torn end is tolerated with a warning, everything else is loud (T01, T03, T04)."""

import json
from pathlib import Path

import pytest

from llmwolf.record.errors import RecordError
from llmwolf.record.lines import Note
from llmwolf.record.reader import parse, read
from llmwolf.record.shapes import dump
from llmwolf.record.writer import Writer
from tests.record.table import head_of, new_game, play, recorded

GAME = recorded(3)
LINES = GAME.splitlines(keepends=True)


def speech_at_the_end() -> bytes:
    """The beginning of a game up to a line with a long Chinese speech."""
    number = next(i for i, line in enumerate(LINES) if b'"text":"' in line and len(line) > 400)
    return b"".join(LINES[: number + 1])


@pytest.mark.parametrize("data", [speech_at_the_end(), GAME], ids=["speech", "end"])
def test_T01_cut_at_every_byte_of_the_last_line_all_earlier_lines_load(data: bytes):
    lines = data.splitlines(keepends=True)
    start = len(data) - len(lines[-1])
    before = parse(data[:start])
    assert not before.warnings
    assert len(before.moves) + len(before.events) == len(lines) - 1 - len(lines[0:1])
    for cut in range(start + 1, len(data)):
        found = parse(data[:cut])
        if cut == len(data) - 1:
            assert not found.warnings, "only the line break is missing"
            assert (found.size, found.closed) == (cut, False)
            continue
        assert (found.moves, found.events, found.end) == (before.moves, before.events, None)
        assert found.warnings == [f"line {len(lines)}, the last one, is torn and was left out"]
        assert (found.size, found.closed) == (start, True)


@pytest.mark.parametrize("junk", [b"\0" * 300, b'{"kind":"dec","te' + b"\0" * 300, "狼".encode()[:2]])
def test_T03_zero_bytes_and_half_characters_at_the_end_are_left_out(junk: bytes):
    whole = parse(GAME)
    found = parse(GAME + junk)
    assert (found.moves, found.events, found.end) == (whole.moves, whole.events, whole.end)
    assert found.warnings
    assert found.size == len(GAME)


@pytest.mark.parametrize("victim", [2, 40, len(LINES) - 1, len(LINES)])
@pytest.mark.parametrize("damage", [b"{\n", b"\0\0x\n", b'{"kind":"ev"\n', b"\xff\xfe\n"])
def test_T04_damage_before_the_last_line_is_loud(victim: int, damage: bytes):
    lines = list(LINES)
    lines[victim - 1] = damage
    with pytest.raises(RecordError) as error:
        parse(b"".join(lines), "game.jsonl")
    assert error.value.line == victim
    assert str(error.value).startswith(f"game.jsonl, line {victim}: ")


def test_T03_a_line_glued_to_a_torn_one_is_loud():
    with pytest.raises(RecordError) as error:
        parse(b"".join((*LINES[:9], LINES[9][:20], LINES[10])))
    assert error.value.line == 10


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (b'{"kind":"env"}', "unknown kind 'env'; did you mean 'ev'?"),
        (b'{"kind":["ev"]}', "unknown kind"),
        (b'{"e":"Died"}', "unknown kind"),
        (b'{"kind":"ev","e":"Dyed"}', "unknown event 'Dyed'"),
        (LINES[0].rstrip(), "a second head"),
        (b'{"kind":"note","txt":"x"}', "text: this field is missing"),
        (b'{"kind":"time","what":"x","at":5}', "at: a text is wanted"),
        (b'{"kind":"blob","id":"00","text":"x"}', "not the one it was"),
    ],
)
def test_what_is_whole_but_unknown_is_loud_even_in_the_last_line(line: bytes, named: str):
    with pytest.raises(RecordError) as error:
        parse(b"".join(LINES[:9]) + line + b"\n")
    assert error.value.line == 10
    assert named in error.value.sentence


@pytest.mark.parametrize("line", [LINES[1], LINES[40], LINES[-1]], ids=["ev", "dec", "end"])
def test_nothing_of_the_game_comes_after_its_end(line: bytes):
    with pytest.raises(RecordError) as error:
        parse(GAME + line)
    assert error.value.line == len(LINES) + 1
    assert "after the end of the game" in error.value.sentence


@pytest.mark.parametrize("data", [b"", b"\n", b"\0" * 40])
def test_an_empty_file_is_named_as_such(data: bytes):
    with pytest.raises(RecordError, match="the file is empty"):
        parse(data)


def test_another_schema_version_is_refused_on_line_1():
    head = {**json.loads(LINES[0]), "schema_version": 7}
    with pytest.raises(RecordError, match="schema version 7") as error:
        parse(dump(head) + b"".join(LINES[1:]))
    assert error.value.line == 1


def test_T09_line_ends_of_another_system_change_nothing():
    whole, found = parse(GAME), parse(GAME.replace(b"\n", b"\r\n"))
    assert (found.moves, found.events, found.end) == (whole.moves, whole.events, whole.end)
    assert found.digest == whole.digest == found.end.digest  # type: ignore[union-attr]
    assert not found.warnings
    assert found.size == len(GAME) + len(LINES)


def test_T10_what_stands_beside_the_game_comes_back():
    game = new_game(4)
    writer = Writer(None, head_of(game))
    block = writer.blob("你是狼人。" * 50)
    writer.llm({"seat": 2, "blocks": [block], "usage": {"total_tokens": 912}, "raw": 'a,"b"\nc 😀'})
    writer.decided(1, 2, "model", thought="其实我是狼")
    play(game, writer)
    writer.note("这里应该归票 5 号", after=17)
    found = parse(writer.data)
    assert found.blobs == {block: "你是狼人。" * 50}
    assert found.llm[0]["raw"] == 'a,"b"\nc 😀'
    assert found.llm[1]["thought"] == "其实我是狼"
    assert found.notes == [Note("这里应该归票 5 号", 17)]
    assert found.head.seats[1].model == "some-model"
    assert "其实我是狼" not in str(found.events) + str(found.moves)


def test_T07_an_unfinished_game_says_so():
    assert not parse(recorded(3, steps=20)).finished
    assert parse(GAME).finished


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(RecordError, match="No such file") as error:
        read(tmp_path / "none.jsonl")
    assert "none.jsonl" in str(error.value)


@pytest.mark.parametrize(
    ("data", "zh"),
    [
        (b"", "x.jsonl：文件是空的，里面没有对局"),
        (b'{"kind":"dec"}\n', "x.jsonl 第1行：这不是 llmwolf 的对局记录：第一行不是记录头"),
        (LINES[0] + b"\xff\n" + LINES[1], "x.jsonl 第2行：这一行不是 JSON，文件可能损坏"),
        (LINES[0] + LINES[0], "x.jsonl 第2行：又有一个记录头：这个文件里有两局"),
        (LINES[0] + b'{"kind":"evv"}\n', "x.jsonl 第2行：不认识的行 'evv'，是不是 'ev'"),
        (LINES[0] + b'{"kind":"ev","ev":"NightFall"}\n', "x.jsonl 第2行：不认识的事件"),
    ],
)
def test_what_is_wrong_is_told_in_chinese_as_well(data: bytes, zh: str):
    with pytest.raises(RecordError) as caught:
        parse(data, "x.jsonl")
    assert caught.value.told("zh").startswith(zh)
    assert caught.value.told("en") == str(caught.value)


def test_a_file_that_is_not_there_is_told_by_its_name(tmp_path: Path):
    with pytest.raises(RecordError) as caught:
        read(tmp_path / "x.jsonl")
    assert caught.value.told("zh") == f"没有 {tmp_path / 'x.jsonl'} 这个文件"
