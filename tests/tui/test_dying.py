"""The program is killed, or its window closed, in a real terminal: nothing is lost."""

import random
import signal
from collections import Counter
from pathlib import Path

import pytest

from llmwolf.record.verify import verify
from tests.tui import dying
from tests.tui.terminal import Screen

MOMENTS = 2
"""Kills here; ``python -m tests.tui.dying`` takes more of them."""


def test_a_killed_game_goes_on_from_the_library_with_every_decision_and_the_draft():
    tally = dying.run(MOMENTS, seed=3)
    assert tally["kills"] == MOMENTS
    assert tally["games"] >= 1
    assert (
        tally["decisions"] == tally["choices"] + tally["texts"] + tally["saved before the screen could tell"]
    )


def test_U13_closing_the_window_keeps_the_game_and_what_was_being_written(tmp_path: Path):
    (tmp_path / "transcripts").mkdir()
    life = dying.Life(tmp_path, "official-12", 7)
    person = dying.Person(life, random.Random(1), 10**6, Counter())
    with person.terminal as terminal:
        person.open()
        terminal.press("f4")
        person.until(lambda shown: "F6 模板 ·" in shown, "a text")
        terminal.press("还没写完，")
        person.until(lambda shown: "还没写完，" in shown, "what was typed")
        assert terminal.close() == -signal.SIGHUP
    record = life.record
    assert record is not None
    assert "还没写完，" in dying.on_disk(record).values()
    assert verify(record).ok


@pytest.mark.parametrize("cut", range(1, 30))
def test_the_screen_follows_what_is_drawn(cut: int):
    drawn = "\x1b[2J\x1b[1;1H\x1b[31m你好\x1b[0m，w\x1b[2;3Hx🐺y\x1b]0;title\x07\x1b[?25l\r\n-"
    screen = Screen(12, 3)
    screen.feed(drawn[:cut])
    screen.feed(drawn[cut:])
    assert [row.rstrip() for row in screen.rows] == ["你好，w", "  x🐺y", "-"]
