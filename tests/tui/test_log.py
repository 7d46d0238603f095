"""Reading: the log never jumps, loses nothing, and shows strangers' text as it is (U06, U07, U15, U18)."""

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.strip import Strip

from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.lines import Line
from llmwolf.tui.session import Setup
from llmwolf.tui.theme import DARK
from llmwolf.tui.widgets.log import LogView

from .driver import Streamer, Talker, app_of, play_through, question, table, table_of, until

STRANGE = ["[/", "[3号]查杀", "[bold", "[a[0]]", "[@click=app.quit]x", "[red]", "\\[x]"]


class LogApp(App[None]):
    """The log alone."""

    CSS_PATH = LlmwolfApp.CSS_PATH and "../../llmwolf/tui/theme.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name

    def compose(self) -> ComposeResult:
        yield LogView("zh", 1, "Ctrl+End", dom_id="log")

    @property
    def view(self) -> LogView:
        return self.query_one(LogView)


def line(number: int, kind: str = "speech") -> Line:
    return Line(kind, f"第{number}句，" + "说了很多话。" * (number % 4), "2号 小满：", 2)


def rows(app: App[None]) -> list[str]:
    """What is on the screen, row by row."""
    strips: list[Strip] = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def texts(app: App[None]) -> list[str]:
    """The rows within the frame, without the scroll bar."""
    return [row[:-3] for row in rows(app)[1:-1]]


async def filled(pilot: Pilot[None], count: int = 100) -> LogView:
    app = pilot.app
    assert isinstance(app, LogApp)
    app.view.add([line(number) for number in range(count)], None)
    await pilot.pause()
    return app.view


async def test_the_newest_line_is_in_sight():
    async with LogApp().run_test(size=(50, 12)) as pilot:
        view = await filled(pilot)
        assert view.following
        view.add([Line("news", "最后一句")], None)
        await pilot.pause()
        assert any("最后一句" in row for row in rows(pilot.app))


async def test_U06_U18_reading_back_stays_while_200_pieces_stream_and_phases_change():
    async with LogApp().run_test(size=(50, 12)) as pilot:
        view = await filled(pilot)
        await pilot.press("pageup", "pageup")
        await until(lambda: not view.following)
        await pilot.pause()
        before = texts(pilot.app)
        for number in range(200):
            view.add((), Line("speech", "嗯。" * number, "3号 老周：", 3))
        view.add([Line("phase", "第2夜"), *(line(n) for n in range(30))], None)
        await pilot.pause()
        assert texts(pilot.app) == before
        assert view.unread == 31
        assert "31条新消息" in rows(pilot.app)[-1]
        view.resume()
        await pilot.pause()
        assert view.following
        assert view.unread == 0
        assert "新消息" not in rows(pilot.app)[-1]


async def test_scrolling_down_to_the_end_follows_again():
    async with LogApp().run_test(size=(50, 12)) as pilot:
        view = await filled(pilot)
        await pilot.press("pageup")
        await until(lambda: not view.following)
        await pilot.press("end")
        await until(lambda: view.following)


async def test_another_width_keeps_the_place_and_every_line():
    async with LogApp().run_test(size=(60, 12)) as pilot:
        view = await filled(pilot)
        await pilot.press("pageup", "pageup")
        await until(lambda: not view.following)
        await pilot.pause()
        top = view._entry_at(round(view.scroll_y))
        await pilot.resize_terminal(36, 14)
        await pilot.pause()
        assert view._entry_at(round(view.scroll_y)) == top
        assert not view.following
        assert len(view.lines) == 100


async def test_two_thousand_lines_are_kept_and_fit():
    async with LogApp().run_test(size=(50, 12)) as pilot:
        view = await filled(pilot, 2000)
        assert len(view.lines) == 2000
        rows = [row for entry in range(2000) for row in view._rows_of(entry)]
        assert len(rows) == view.virtual_size.height
        assert all(cell_len(row.head + row.text) <= view.size.width for row in rows)
        for number in range(2000):
            view.add([line(number)], None)
        assert len(view.lines) == 4000
        assert view.following


async def test_U15_the_speaker_is_named_where_the_name_has_scrolled_away():
    async with LogApp().run_test(size=(50, 12)) as pilot:
        view = await filled(pilot, 3)
        view.add((), Line("speech", "话" * 500, "3号 老周：", 3))
        await pilot.pause()
        assert "3号 老周" in rows(pilot.app)[0]


async def test_U07_strangers_text_is_shown_as_it_is():
    names = dict(enumerate(STRANGE, 1))

    class Rude(Talker):
        words = "".join(STRANGE)

    app = app_of(table_of("", seed=3, others=Rude, names=names), setup=Setup(watch=True, pace="instant"))
    async with app.run_test(size=(120, 40)) as pilot:
        await play_through(pilot)
        await pilot.pause()
        screen = rows(pilot.app)
        for text in STRANGE:
            assert any(text[:12] in row for row in screen), text  # the table of the end
        await pilot.press("escape")
        await pilot.pause()
        seats = rows(pilot.app)
        for text in STRANGE:
            assert any(text in row for row in seats), text  # the seat panel
        assert any("".join(STRANGE)[:30] in row for row in seats)  # the log
        await pilot.click("#log")
        assert pilot.app.is_running


async def test_U07_strange_names_in_a_question_and_a_dialog():
    app = app_of(
        table_of("werewolf", seed=5, others=lambda s: Streamer(0.02), names=dict(enumerate(STRANGE, 1)))
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await question(pilot)
        await pilot.pause()
        screen = rows(pilot.app)
        for text in STRANGE[1:]:
            assert any(text in row for row in screen), text
        await pilot.press("f9")
        assert pilot.app.is_running


async def test_every_row_of_the_table_is_as_wide_as_the_window():
    names = {2: "🐺🐺狼王很长的名字呀", 3: "👨‍👩‍👧一家三口", 4: "ｆｕｌｌｗｉｄｔｈ", 5: "❤️心", 6: "x" * 40}
    app = app_of(table_of("seer", seed=5, names=names))
    for size in ((60, 20), (80, 24), (120, 40)):
        async with app.run_test(size=size) as pilot:
            await question(pilot)
            await pilot.pause()
            assert {cell_len(row) for row in rows(pilot.app)} == {size[0]}
            panel = table(pilot).query_one("#seats")
            assert all(cell_len(str(row)) <= panel.content_size.width for row in panel.render().split("\n"))  # type: ignore[union-attr]
        app = app_of(table_of("seer", seed=5, names=names))


async def test_the_title_says_whom_the_reader_is_at_and_not_who_speaks():
    app = LogApp()
    async with app.run_test(size=(40, 10)) as pilot:
        app.view.add([Line("speech", "说了很多话。" * 60, "2号 小满：", 2), line(3)], None)
        await pilot.pause()
        app.view.scroll_to(y=3, animate=False, immediate=True)
        await pilot.pause()
        assert str(app.view.border_title) == "记录 · 正读到 2号 小满"
