"""Faults that others met with a human at the terminal: each has a test named by its id.

pytest -k "U0 or U1"        runs them all
"""

import random
import re
from html import unescape
from pathlib import Path

import pytest
from textual._xterm_parser import XTermParser
from textual.pilot import Pilot

from llmwolf.export.forms import export
from llmwolf.export.recorded import JUDGE, open_record
from llmwolf.rules.events import Spoke
from llmwolf.table.ports import Source
from llmwolf.tui.screens.dialog import Dialog
from llmwolf.tui.widgets.log import LogView
from tests.rules.rule_ids import functions

from .driver import Streamer, answer, app_of, asked, question, table, table_of, the_app, until
from .shelf import NAMES, game_record
from .test_log import STRANGE, rows
from .test_typing import my_speeches, until_kind

TRAPS = {
    "U01": "the cursor counts characters, not cells",
    "U03": "the Enter of an input method sends",
    "U04": "a commit of several characters arrives like a paste, and is ignored",
    "U06": "each new line jumps to the end while somebody reads back",
    "U07": "square brackets in a stranger's text are markup",
    "U09": "a message is glued to the half-typed draft",
    "U10": "panes vanish in a small window without a word",
    "U12": "a state is told by colour only",
    "U13": "one key closes the program, and the game is lost",
    "U15": "it is not shown who is speaking",
    "U16": "no longer or visible time limits, no pass",
    "U18": "a new phase scrolls away from what is read",
}
"""Every row of the table by its id, in few words."""

_ID = re.compile(r"_(U\d\d)(?=_)")


def test_every_trap_has_a_test_named_after_it_and_no_test_another_name():
    tests = Path(__file__).parent.parent
    named = {trap for function in functions(tests) for trap in _ID.findall(function.name)}
    assert named == set(TRAPS)


async def terminal_sends(pilot: Pilot[None], data: str) -> None:
    """What the application makes of the bytes that a terminal sends, all of them in one read."""
    for event in XTermParser().feed(data):
        event.set_sender(pilot.app)
        pilot.app.post_message(event)
    await pilot.pause()


async def test_U03_the_enter_that_follows_an_input_methods_text_sends_and_confirms_nothing():
    async with app_of(table_of("seer", seed=5)).run_test(size=(80, 24)) as pilot:
        model = await question(pilot)
        await terminal_sends(pilot, "我\r")
        assert asked(pilot) is model
        assert not model.armed
        await until_kind(pilot, "speak")
        await terminal_sends(pilot, "我是预言家\r")
        assert table(pilot).desk.speech.area.text == "我是预言家\n"
        assert my_speeches(pilot) == []
        await terminal_sends(pilot, "\x13")
        await until(lambda: my_speeches(pilot))
        assert my_speeches(pilot) == ["我是预言家"]


async def test_U04_what_an_input_method_commits_at_once_arrives_whole():
    async with app_of(table_of("seer", seed=5)).run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        area = table(pilot).desk.speech.area
        await terminal_sends(pilot, "查杀五号")
        assert area.text == "查杀五号"
        pasted = "，归票！🐺\n第二行。" * 20
        await terminal_sends(pilot, f"\x1b[200~{pasted}\x1b[201~")
        assert area.text == f"查杀五号{pasted}"


async def test_U07_strange_names_in_a_notice_and_in_a_placeholder():
    names = dict(enumerate(STRANGE, 1))
    open_table = table_of("villager", seed=5, others=lambda seat: Streamer(0.02), names=names)
    async with app_of(open_table).run_test(size=(120, 40), notifications=True) as pilot:
        await until(lambda: asked(pilot))
        screen = table(pilot)
        seats = [seat for seat in names if seat != screen.session.seat]
        for seat in seats:
            await pilot.press("f12", str(seat), "n")
            await pilot.pause()
            assert any(names[seat] in row for row in rows(pilot.app)), names[seat]
            await pilot.press("escape", "escape")
        for seat in seats[:3]:
            screen.noticed(Source(screen.session.game.ply, seat, "stand-in", "auth"))
        screen._failing.tell()
        await pilot.pause()
        (notice,) = the_app(pilot)._notifications
        assert not notice.markup
        shown = "".join("".join(row.split()) for row in rows(pilot.app))
        assert all("".join(names[seat].split())[:4] in shown for seat in seats[:3])


async def test_U13_closing_by_night_is_asked_first_with_every_key():
    for key in ("q", "ctrl+q", "ctrl+c"):
        async with app_of(table_of("seer", seed=5)).run_test(size=(80, 24)) as pilot:
            await question(pilot)
            await pilot.press(key)
            assert isinstance(pilot.app.screen, Dialog)
            await pilot.press("escape")
            await answer(pilot, random.Random(1))


@pytest.mark.parametrize("form", ["md", "html", "text"])
def test_U15_every_speech_names_its_speaker_in_an_export(tmp_path: Path, form: str):
    record = tmp_path / "game.jsonl"
    record.write_bytes(game_record(3, length=12))
    game = open_record(record)
    told = export(game, form, JUDGE).replace("\\", "")  # how Markdown takes strangers' text literally
    if form == "html":
        told = unescape(re.sub("<[^>]+>", " ", told))
    spoken = [event for event in game.game.log if isinstance(event, Spoke) and event.text]
    assert spoken
    for event in spoken:
        found = re.finditer(re.escape(event.text), told)
        heads = [told[max(0, at.start() - 80) : at.start()] for at in found]
        assert any(f"{event.seat}号 {NAMES[event.seat % len(NAMES)]}" in head for head in heads), event


async def test_U16_a_pass_is_a_word_and_a_pass():
    async with app_of(table_of("seer", seed=5, limit=300)).run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        assert "剩余" in str(table(pilot).desk.speech.border_subtitle)
        await terminal_sends(pilot, "/过\x13")
        await until(lambda: my_speeches(pilot))
        assert my_speeches(pilot) == [""]
        assert not table(pilot).session.host.tally.by["time-out"]


async def test_U18_a_new_phase_leaves_the_reader_where_he_is_and_marks_what_is_new():
    open_table = table_of("seer", seed=5)
    async with app_of(open_table).run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        log: LogView = table(pilot).log_view
        await until(lambda: log.max_scroll_y > 0)
        await pilot.press("ctrl+home")
        await until(lambda: not log.following)
        top = log.scroll_y
        await pilot.press("f3", "f3")
        await until(lambda: asked(pilot) and asked(pilot).request.kind != "speak")  # type: ignore[union-attr]
        await pilot.pause()
        assert log.scroll_y == top
        assert log.unread
