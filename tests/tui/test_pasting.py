"""What is pasted arrives whole as one text, whatever was copied along with it."""

import random
from collections import Counter
from pathlib import Path

import pytest
from textual.events import Key, Paste

from llmwolf.tui import pasting
from llmwolf.tui.pasting import PasteParser, Pastes
from tests.tui import dying

START, END = "\x1b[200~", "\x1b[201~"
COPIED = "abc\x1b[0mdef\x13ghi，\x1b[31m红字\x1b[0m\x07\x1b]0;title\x07完\x1b\x1b[A\x1b(B\x1bOP。"
TEXT = "abcdefghi，红字完。"
SENT = f"x\x1b[A{START}{COPIED}{END}y{START}{END}\x1b[B"


def seen_of(parser: PasteParser, *chunks: str) -> list[object]:
    """Keys by name, pastes by text."""
    events = [event for chunk in chunks for event in parser.feed(chunk)]
    return [e.key if isinstance(e, Key) else ("paste", e.text) for e in events if isinstance(e, Key | Paste)]


@pytest.mark.parametrize("cut", range(len(SENT) + 1))
def test_a_paste_is_one_text_however_it_is_split(cut: int):
    chunks = [chunk for chunk in (SENT[:cut], SENT[cut:]) if chunk]
    seen = seen_of(PasteParser(), *chunks)
    assert [one for one in seen if one != ("paste", "")] == ["x", "up", ("paste", TEXT), "y", "down"]


def test_a_paste_is_one_text_when_every_character_comes_alone():
    seen = seen_of(PasteParser(), *SENT)
    assert [one for one in seen if one != ("paste", "")] == ["x", "up", ("paste", TEXT), "y", "down"]


def test_lines_and_tabs_of_a_paste_stay():
    assert seen_of(PasteParser(), f"{START}一\r二\n三\t四{END}") == [("paste", "一\r二\n三\t四")]


def test_outside_a_paste_nothing_is_held_back():
    pastes = Pastes()
    for data in ("\x1b", "[", "20", "5~", "a\x1b[1;5A", "\x1b[200", "x", END):
        assert pastes.feed(data) == data


def test_a_paste_whose_end_never_comes_is_taken_and_the_keys_work_again(monkeypatch: pytest.MonkeyPatch):
    now = 100.0
    monkeypatch.setattr(pasting, "get_time", lambda: now)
    parser = PasteParser()
    assert seen_of(parser, f"{START}一半\x1b[3") == []
    assert not list(parser.tick())
    now += pasting.PATIENCE + 1
    assert [event.text for event in parser.tick() if isinstance(event, Paste)] == ["一半"]
    assert seen_of(parser, "\x1b[A", "q") == ["up", "q"]
    assert not list(parser.tick())


def test_a_beginning_that_the_parser_gave_up_on_still_begins_a_paste():
    pastes = Pastes()
    assert pastes.feed("\x1b[20") == "\x1b[20"
    pastes.lose()
    assert pastes.feed(f"0~a\x1bb{END}") == f"{START}ab{END}"
    assert pastes.feed("\x1b[20") + pastes.feed(f"0~a{END}") == f"{START}a{END}"


def test_what_is_pasted_into_a_real_terminal_arrives_whole(tmp_path: Path):
    (tmp_path / "transcripts").mkdir()
    life = dying.Life(tmp_path, "official-12", 7)
    person = dying.Person(life, random.Random(1), 10**6, Counter())
    with person.terminal as terminal:
        person.open()
        terminal.press("f4")
        person.until(lambda shown: "F6 模板 ·" in shown, "a text")
        terminal.press(f"{START}刀2，\x1b[31m红{END}")
        terminal.press(f"{START}字\x1b[0m\x13\x07\x1b[18~完。{END}")
        shown = person.until(lambda shown: "完。" in shown, "what was pasted")
        assert "刀2，红字完。" in shown
        assert "F6 模板 ·" in shown
