"""Writing: nothing typed is lost, nothing is sent by accident (U01, U03, U04, U09)."""

import random

import pytest
from textual.pilot import Pilot
from textual.widgets import Static, TextArea

from llmwolf.rules.asks import Choice, Request
from llmwolf.rules.events import Spoke, Whispered
from llmwolf.tui.model.ask import AskModel

from .driver import Talker, answer, app_of, asked, paste, press, question, table, table_of, until

RNG = random.Random(3)


async def until_kind(pilot: Pilot[None], kind: str) -> AskModel:
    """Answer until ``kind`` is asked."""
    while (model := await question(pilot)).request.kind != kind:
        if model.request.kind == "sign_up":
            press(pilot, "1", "enter", "enter")
            await until(lambda model=model: asked(pilot) is not model)  # type: ignore[misc]
        else:
            await answer(pilot, RNG)
    return model


def my_speeches(pilot: Pilot[None]) -> list[str]:
    screen = table(pilot)
    return [e.text for e in screen.session.game.log if isinstance(e, Spoke) and e.seat == screen.session.seat]


async def test_U03_enter_is_a_new_line_and_ctrl_s_sends():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, "我是预言家，查杀5号。")
        await pilot.press("enter")
        await paste(pilot, "“过”！🐺")
        assert my_speeches(pilot) == []
        await pilot.press("ctrl+s")
        await until(lambda: my_speeches(pilot))
        assert my_speeches(pilot) == ["我是预言家，查杀5号。\n“过”！🐺"]
        assert table(pilot).desk.speech.area.text == ""


async def test_U04_a_long_paste_arrives_whole():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        text = "你好，世界。" * 33 + "\n" + "第二段"
        await paste(pilot, text)
        assert table(pilot).desk.speech.area.text == text
        assert f"{len(text)}/400" in str(table(pilot).desk.speech.border_subtitle)


async def test_U01_the_cursor_stands_on_the_cell_of_its_character():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, "你好，世界")
        area = table(pilot).desk.speech.area
        left = area.content_region.x
        for keys, cell in (
            ([], 10),
            (["home"], 0),
            (["right"], 2),
            (["right", "right"], 6),
            (["end", "left"], 8),
        ):
            await pilot.press(*keys)
            assert area.cursor_screen_offset.x - left == cell, keys


async def test_what_is_typed_just_before_the_send_key_is_sent_too():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        press(pilot, *"ok 123", "ctrl+s")
        await until(lambda: my_speeches(pilot))
        assert my_speeches(pilot) == ["ok 123"]


async def test_too_long_a_speech_is_sent_only_when_insisted_on():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, "长" * 405)
        await pilot.press("ctrl+s")
        assert my_speeches(pilot) == []
        await pilot.press("ctrl+s")
        await until(lambda: my_speeches(pilot))
        assert len(my_speeches(pilot)[0]) == 400


async def test_passing_takes_the_key_twice_and_keeps_the_draft():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, "下次再说")
        await pilot.press("f3")
        assert my_speeches(pilot) == []
        await pilot.press("f3")
        await until(lambda: my_speeches(pilot) == [""])
        assert table(pilot).desk.speech.area.text == "下次再说"


async def test_U09_a_draft_survives_events_and_questions_and_is_never_sent_by_itself():
    app = app_of(table_of("seer", seed=5, others=Talker, pace="reading"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("f4")
        await paste(pilot, "今晚我验5号，")
        await pilot.press("escape")
        await answer(pilot, RNG)
        await pilot.press("f4")
        model = await until_kind_while_drafting(pilot)
        area = table(pilot).desk.speech.area
        assert area.text == "今晚我验5号，"
        assert pilot.app.focused is area  # the question does not take the focus from somebody who types
        await paste(pilot, "明天报12")
        assert area.text == "今晚我验5号，明天报12"
        assert model.selected is None
        await pilot.press("escape", "1", "enter", "enter")
        await until(lambda: asked(pilot) is not model)
        assert area.text == "今晚我验5号，明天报12"


async def until_kind_while_drafting(pilot: Pilot[None]) -> AskModel:
    """The next question, while the draft has the focus."""
    model = await question(pilot)
    assert isinstance(pilot.app.focused, TextArea)
    return model


async def test_the_night_talk_and_the_speech_have_drafts_of_their_own():
    app = app_of(table_of("werewolf", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "whisper")
        desk = table(pilot).desk
        await paste(pilot, "刀1号")
        await pilot.press("escape", "1", "enter", "ctrl+s")
        log = table(pilot).session.game.log
        seat = table(pilot).session.seat
        await until(lambda: any(isinstance(e, Whispered) and e.seat == seat for e in log))
        mine = next(e for e in log if isinstance(e, Whispered) and e.seat == seat)
        assert (mine.text, mine.target) == ("刀1号", 1)
        assert desk.whisper.area.text == ""
        await question(pilot)
        await pilot.press("f4")
        await paste(pilot, "明天我跳预言家")
        assert (desk.whisper.area.text, desk.speech.area.text) == ("", "明天我跳预言家")


async def test_a_wish_goes_back_to_the_text():
    app = app_of(table_of("werewolf", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "whisper")
        desk = table(pilot).desk
        await pilot.press("escape", "1", "enter", "o", "k")
        assert desk.whisper.area.has_focus
        assert desk.whisper.area.text == "ok"
        assert desk.ask.model is not None
        assert desk.ask.model.wish == 1


async def test_U16_a_time_out_is_said_and_the_draft_stays():
    app = app_of(table_of("seer", seed=5, limit=0.4))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(lambda: asked(pilot))
        await until(lambda: "0:01" in table(pilot).desk.ask._clock)
        await until(lambda: any("超时" in note.message for note in app._notifications))
        assert table(pilot).session.host.tally.by["time-out"] >= 1
        assert any("你超时了" in line.text for line in table(pilot).log_view.lines)


@pytest.mark.parametrize(("role", "kind"), [("seer", "speak"), ("werewolf", "whisper")])
async def test_the_draft_key_goes_to_the_composer_that_is_asked_for(role: str, kind: str):
    app = app_of(table_of(role, seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        model = await until_kind(pilot, kind)
        desk = table(pilot).desk
        wanted, other = (desk.speech, desk.whisper) if kind == "speak" else (desk.whisper, desk.speech)
        table(pilot).log_view.focus()
        await pilot.press("f4", *"ok")
        assert (wanted.area.text, other.display) == ("ok", False)
        await pilot.press("f2")
        await until(lambda: asked(pilot) is not model)


async def test_the_send_key_means_the_text_that_is_being_typed():
    """The night talk is asked for while a speech is drafted; a draft is never sent in its place."""
    app = app_of(table_of("werewolf", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        model = await until_kind(pilot, "whisper")
        desk = table(pilot).desk
        desk.speech.display = True
        pilot.app.set_focus(desk.speech.area)
        await paste(pilot, "明天我跳")
        await pilot.press("f2")
        await pilot.pause()
        assert asked(pilot) is model
        await pilot.press("f4")
        assert pilot.app.focused is desk.whisper.area
        assert not desk.speech.display


@pytest.mark.parametrize(("role", "kind"), [("seer", "speak"), ("werewolf", "whisper")])
async def test_what_was_not_sent_in_time_is_kept_as_the_draft_of_its_kind(role: str, kind: str):
    app = app_of(table_of(role, seed=5, limit=1.5))
    async with app.run_test(size=(80, 24)) as pilot:
        model = await until_kind(pilot, kind)
        desk = table(pilot).desk
        composer = desk.speech if kind == "speak" else desk.whisper
        await paste(pilot, "还没说完")
        await until(lambda: asked(pilot) is not model)
        await pilot.pause()
        assert composer.display
        assert "你超时了" in str(composer.query_one(".note", Static).content)
        await pilot.press("escape", "f4")
        assert pilot.app.focused is composer.area
        assert composer.area.text == "还没说完"
        await pilot.press("escape")
        while (await question(pilot)).request.kind != kind:
            now = asked(pilot)
            press(pilot, "1", "enter", "enter") if now and not now.wants_text else press(pilot, "f3", "f3")
            await until(lambda now=now: asked(pilot) is not now)  # type: ignore[misc]
        await pilot.pause()
        assert pilot.app.focused is composer.area
        assert composer.area.text == "还没说完"


@pytest.mark.parametrize("types", [False, True])
async def test_the_next_question_has_the_keys_unless_the_late_text_goes_on(types: bool):
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        desk, session = table(pilot).desk, table(pilot).session
        await paste(pilot, "还没说完")
        desk.shut()
        desk.lapse()
        if types:
            await pilot.press("x")
        ballot = Request(session.seat, "ballot", (Choice("vote", (1, 2)),), may_pass=True)
        desk.open(ballot, "ballot")
        await pilot.press("0")
        text = desk.speech.area.text
        assert text == ("还没说完x0" if types else "还没说完")
        assert (desk.ask.model is not None and desk.ask.model.typed) == ("" if types else "0")


async def test_a_question_says_that_the_draft_has_the_keys():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        ask = table(pilot).desk.ask
        await pilot.press("f4")
        assert "先按 Esc，再选" in str(ask.render())
        assert "正在输入" in str(table(pilot).desk.speech.border_title)
        await paste(pilot, "草稿")
        await pilot.press("escape")
        assert "先按 Esc" not in str(ask.render())
        assert "正在输入" not in str(table(pilot).desk.speech.border_title)
        assert "Enter 选定" in str(ask.render())


async def test_a_paste_finds_the_open_text():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        model = await question(pilot)
        desk = table(pilot).desk
        await paste(pilot, "3")  # no text is open: ignored
        assert (model.selected, desk.speech.area.text) == (None, "")
        await until_kind(pilot, "speak")
        await paste(pilot, "一")
        table(pilot).log_view.focus()
        await pilot.pause()
        await paste(pilot, "二\n三")
        await pilot.pause()
        assert desk.speech.area.text == "一二\n三"
        assert pilot.app.focused is desk.speech.area


async def test_control_characters_in_a_paste_send_nothing():
    """Textual delivers what follows an ESC inside a paste as keys."""
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        model = await until_kind(pilot, "speak")
        await paste(pilot, "我是好人")
        for _ in range(4):
            await pilot.press("tab", "enter")
        await pilot.press("escape", *["tab", "enter"] * 4)
        await pilot.pause()
        assert asked(pilot) is model
        assert my_speeches(pilot) == []


async def test_nothing_unseen_gets_into_a_text_with_a_paste():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_kind(pilot, "speak")
        await paste(pilot, "我是\x1b[31m预言家\x07\r\n查杀 ")
        assert table(pilot).desk.speech.area.text == "我是[31m预言家\n查杀 "
        table(pilot).log_view.focus()
        await paste(pilot, "\x1b5号")
        assert table(pilot).desk.speech.area.text == "我是[31m预言家\n查杀 5号"
