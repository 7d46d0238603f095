"""Every size from 60×20 up is usable; smaller ones say so. Nothing is told by colour alone (U10, U12)."""

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from llmwolf.boards import find_board
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.cells import cut
from llmwolf.tui.model.seats import RUNS, SeatRow, Tag
from llmwolf.tui.session import Setup
from llmwolf.tui.widgets.bars import KeyBar
from llmwolf.tui.widgets.entries import Entries
from llmwolf.tui.widgets.seats import SeatPanel

from .driver import (
    Candidate,
    app_of,
    asked,
    paste,
    play_through,
    press,
    question,
    table,
    table_of,
    until,
    words_of,
)
from .test_log import rows
from .test_typing import until_kind

SIZES = [(60, 20), (80, 24), (120, 40)]


def inside(pilot: Pilot[None], query: str) -> bool:
    """Whether a widget lies wholly within the window and is not empty."""
    widget = pilot.app.screen.query_one(query)
    return bool(widget.region) and pilot.app.screen.region.contains_region(widget.region)


@pytest.mark.parametrize("size", SIZES)
async def test_every_question_fits(size: tuple[int, int]):
    app = app_of(table_of("werewolf", seed=5, others=Candidate))
    async with app.run_test(size=size) as pilot:
        for kind in ("whisper", "knife", "sign_up", "speak", "ballot"):
            model = await until_kind(pilot, kind)
            await pilot.pause()
            screen = rows(app)
            assert all(inside(pilot, query) for query in ("#status", "#seats", "#hand", "#log", "#keys")), (
                kind
            )
            assert table(pilot).log_view.size.height >= 2
            assert any(model.title[:8] in row for row in screen), kind
            if model.options:
                assert inside(pilot, "#ask"), kind
                assert all(any(option.short in row for row in screen) for option in model.options)
            if model.wants_text:
                assert inside(pilot, "#whisper" if kind == "whisper" else "#speech"), kind
                assert any("Ctrl+S" in row for row in screen)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("role", "board", "kind"),
    [("piper", "new-moon-18", "pipe"), ("cupid", "last-words-18", "link"), ("seer", "face-18", "check")],
)
async def test_the_largest_tables_fit(size: tuple[int, int], role: str, board: str, kind: str):
    app = app_of(table_of(role, seed=5, board=board, others=Candidate))
    async with app.run_test(size=size) as pilot:
        model = await until_kind(pilot, kind)
        await pilot.pause()
        screen = rows(app)
        assert {cell_len(row) for row in screen} == {size[0]}
        assert all(inside(pilot, query) for query in ("#seats", "#hand", "#log", "#ask", "#keys"))
        assert table(pilot).log_view.size.height >= 2
        assert table(pilot).query_one("#seats").size.height * 2 >= 18
        assert all(any(option.short[:4] in row for row in screen) for option in model.options)
        seats = table(pilot).query_one("#seats", SeatPanel)
        row, column = (8, seats.content_size.width - 2) if seats.content_size.height < 18 else (17, 5)
        edge = seats.content_region.x - seats.region.x, seats.content_region.y - seats.region.y
        target = next(option.seat for option in reversed(model.options) if option.seat == 18)
        await pilot.click("#seats", offset=(column + edge[0], row + edge[1]))
        assert target in model.marked or (model.selected and model.selected.seat == target)


async def test_U10_too_small_a_window_says_so_and_recovers():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("f4")
        await paste(pilot, "草稿")
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert "60×20" in "".join(rows(app))
        assert "40×12" in "".join(rows(app))
        await paste(pilot, "，还在写")
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "60×20" not in "".join(rows(app))
        assert table(pilot).desk.speech.area.text == "草稿，还在写"
        assert table(pilot).desk.speech.area.has_focus
        assert inside(pilot, "#speech")


async def test_a_window_that_grows_is_styled_once(monkeypatch: pytest.MonkeyPatch):
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(60, 20)) as pilot:
        await question(pilot)
        screen = table(pilot)
        assert screen.has_class("-tight")
        styled: list[frozenset[str]] = []
        monkeypatch.setattr(screen, "update_node_styles", lambda animate=True: styled.append(screen.classes))
        await pilot.resize_terminal(160, 50)
        assert styled == [{"-wide", "-vast"}]


@pytest.mark.parametrize("width", range(30, 60, 3))
async def test_too_small_a_window_loses_no_character(width: int):
    app = LlmwolfApp()
    async with app.run_test(size=(width, 14)) as pilot:
        await pilot.pause()
        shown = rows(app)
        assert {cell_len(row) for row in shown} == {width}
        text = "".join(row.strip() for row in shown)
        assert text.replace(" ", "") == f"窗口太小：至少需要60×20，现在是{width}×14。放大后自动恢复。"


async def test_U12_without_colour_every_state_can_be_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(table_of("werewolf", seed=5, others=Candidate))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.no_color
        await until_kind(pilot, "speak")
        await pilot.pause()
        text = "\n".join(rows(app))
        for sign in ("►", "▪", "你", "同伴", "上警", "发言", "存活"):
            assert sign in text


async def test_the_selected_answer_is_marked_with_a_sign():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("1", "2")
        assert any("►12 " in row for row in rows(app))


async def test_answers_are_given_with_the_mouse_alone():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        model = await question(pilot)
        await pilot.click("#seats", offset=(5, 3))  # the third row: seat 3
        assert model.selected is not None
        assert model.selected.seat == 3
        await pilot.click("#ask", offset=(6, 2))  # the first answer
        assert model.cursor == 0
        await pilot.click("#ask", offset=(6, 2))
        assert model.armed
        height = table(pilot).desk.ask.size.height
        await pilot.click("#ask", offset=(6, height))  # the line that asks for confirmation
        await until(lambda: asked(pilot) is not model)
        assert table(pilot).session.game.view(table(pilot).session.seat).hand.used("check")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
async def test_how_to_leave_is_told_at_every_size(size: tuple[int, int], lang: str):
    app = app_of(table_of("witch", seed=5), lang)
    async with app.run_test(size=size) as pilot:
        await question(pilot)
        await pilot.pause()
        assert "Ctrl+Q" in rows(app)[-1]


async def test_the_key_bar_can_be_clicked():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(120, 40)) as pilot:
        await question(pilot)
        bar = table(pilot).query_one(KeyBar)
        words = str(bar.render())
        await pilot.click("#keys", offset=(cell_len(words[: words.index("F7")]) + 1, 0))
        assert table(pilot)._pacing.name == "step"  # faster than the fastest: round to the other end


async def test_the_pace_changes_by_keys_in_and_out_of_the_composer():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("minus", "minus")
        assert table(pilot).pace == "reading"
        await pilot.press("plus")
        assert table(pilot).pace == "fast"
        await pilot.press("f4", "f7")
        table(pilot)._pacing.settle()
        assert table(pilot).pace == "instant"
        assert table(pilot).desk.speech.area.text == ""
        assert table(pilot).session.host.pace.gap == 0
        await pilot.press("f7")
        await until(lambda: table(pilot).pace == "step")


async def test_the_end_can_be_left_for_the_log_and_found_again():
    app = app_of(table_of("villager", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_through(pilot, seed=4)
        end = app.screen
        await pilot.press("escape")
        assert app.screen is table(pilot)
        await pilot.press("enter")
        assert type(app.screen) is type(end)
        await pilot.press("f2")  # again
        await until(lambda: asked(pilot))
        assert len(app.screen_stack) == 3


async def test_a_number_typed_while_reading_back_is_meant_for_the_question():
    app = app_of(table_of("seer", seed=5))
    async with app.run_test(size=(80, 24)) as pilot:
        model = await question(pilot)
        table(pilot).log_view.focus()
        await pilot.press("3")
        assert model.selected is not None
        press(pilot, "enter", "enter")
        await until(lambda: asked(pilot) is not model)


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_the_end_can_be_read_in_the_smallest_window(lang: str):
    app = app_of(table_of("villager", seed=5), lang)
    async with app.run_test(size=(60, 20)) as pilot:
        await play_through(pilot, seed=4)
        await pilot.pause()
        screen = app.screen
        assert all(inside(pilot, f"#choose-{choice}") for choice in ("again", "new", "back", "quit"))
        text = "".join(row.strip() for row in rows(app))
        for word in ("种子 5", "没有保存", "退出") if lang == "zh" else ("seed 5", "not saved", "Quit"):
            assert word in text
        await pilot.press("pagedown")
        await pilot.pause()
        assert screen.query_one("#ending").is_vertical_scroll_end


@pytest.mark.parametrize("size", [(59, 19), (40, 12), (10, 5)])
async def test_too_small_a_window_has_no_scroll_bar(size: tuple[int, int]):
    for app in (LlmwolfApp(), app_of(table_of("seer", seed=5))):
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert not app.screen.show_vertical_scrollbar
            assert app.screen.query_one("#cover").region == app.screen.region


@pytest.mark.parametrize(
    ("role", "god", "title"), [("seer", False, "记录"), ("", False, "公开记录"), ("", True, "记录")]
)
async def test_the_log_is_called_public_only_where_it_is(role: str, god: bool, title: str):
    setup = Setup(watch=not role, god=god, pace="slow")
    app = app_of(table_of(role, seed=5, pace="slow"), setup=setup)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert str(table(pilot).log_view.border_title).startswith(title)


async def test_where_two_seats_share_a_row_marks_leave_the_start_of_the_name():
    rows_of = [
        SeatRow(seat, name, True, False, seat == 2, tags)
        for seat, name, tags in [
            (1, "阿远", (Tag("迷惑", "plain"),)),
            (2, "小满", (Tag("你", "self"), Tag("上警", "office"))),
            (3, "老周", (Tag("夜1出局", "state"), Tag("狼人", "plain"))),
            (4, "青禾", (Tag("存活", "idle"),)),
            *((seat, "十三", ()) for seat in range(5, 19)),
        ]
    ]
    app = app_of(table_of("seer", seed=5, board="last-words-18"))
    async with app.run_test(size=(80, 24)) as pilot:
        await question(pilot)
        panel = table(pilot).query_one("#seats", SeatPanel)
        panel.show(rows_of)
        half = panel.content_size.width // 2
        left = [cut(row, half).strip() for row in panel.render().plain.split("\n")]
        assert left[0] == "1▪ 阿 迷惑"
        assert left[1] == "2▪ 你 上警"
        assert left[2].startswith("3▪ 老 夜1")
        assert left[3] == "4▪ 青禾"
        known = (Tag("同伴", "wolf"), Tag("?猎人", "plain"), Tag("上警", "office", RUNS))
        panel.show([SeatRow(1, "阿远", True, False, False, known), *rows_of[1:]])
        row = panel.render().plain.split("\n")[0]
        assert cut(row, half).strip() == "1^ 阿 同伴"  # who runs is told by a sign where the word has no room
        assert "^上警" in str(panel.border_title)


@pytest.mark.parametrize("size", SIZES)
async def test_the_help_wraps_indented(size: tuple[int, int]):
    app = LlmwolfApp(setup=Setup(board=find_board("new-moon-18")))
    async with app.run_test(size=size) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        entries = app.screen.query_one(Entries)
        lines = entries.render().plain.split("\n")
        assert len(lines) == entries.size.height
        assert max(cell_len(line) for line in lines) <= entries.size.width
        assert any(line.startswith("    ") for line in lines)
        assert not any(line.strip(" ") in ("。", "，", "）") for line in lines)
        assert "1–12" not in "".join(lines)


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_the_first_page_tells_how_to_leave_in_the_smallest_window(lang: str):
    app = LlmwolfApp(lang)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert "Ctrl+Q" in words_of(pilot, "#keys")
