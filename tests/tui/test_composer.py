"""The composer alone: how a sentence is put in, and how the text is cleared."""

from textual.app import App, ComposeResult

from llmwolf.tui.widgets.composer import Composer

from .driver import squeezed


class Paper(App[None]):
    """Nothing but a composer."""

    def compose(self) -> ComposeResult:
        yield Composer("zh", "草稿")

    @property
    def composer(self) -> Composer:
        return self.query_one(Composer)

    @property
    def note(self) -> str:
        return squeezed(str(self.query_one(".note").render()))


async def test_a_template_goes_on_after_a_stop_and_a_paste_does_not():
    app = Paper()
    async with app.run_test(size=(80, 10)):
        composer = app.composer
        composer.paste("昨晚验的7号 ")
        composer.add("我是好人。")
        assert composer.area.text == "昨晚验的7号。我是好人。"
        composer.add("我是好人。")
        assert composer.area.text == "昨晚验的7号。我是好人。我是好人。"
        composer.paste("就")
        composer.paste("这样\n")
        composer.add("过。")
        assert composer.area.text.endswith("我是好人。就这样\n过。")
        composer.area.select_all()
        composer.add("过。")
        assert composer.area.text == "过。"


async def test_one_key_clears_what_is_written_and_another_brings_it_back():
    app = Paper()
    async with app.run_test(size=(110, 10)) as pilot:
        composer = app.composer
        composer.ask(400, "发言", "过")
        composer.area.focus()
        await pilot.pause()
        assert "Ctrl+U" not in app.note
        text = "第一行\n" + "很长的一行，" * 60
        composer.paste(text)
        await pilot.pause()
        assert "Ctrl+U清空" in app.note
        await pilot.press("ctrl+u")
        await pilot.pause()
        assert composer.area.text == ""
        assert app.note == "已清空·Ctrl+Z找回"
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert composer.area.text == text
        assert "已清空" not in app.note
