"""The glossary over any screen; the game below goes on."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from llmwolf.tui.model.glossary import glossary
from llmwolf.tui.model.helping import glossary_entries
from llmwolf.tui.model.lines import Line
from llmwolf.tui.widgets.entries import Entries
from llmwolf.tui.words import t


class GlossaryScreen(ModalScreen[None]):
    """Every word of the game under a box that filters them; the words of a ``line`` of the log come first."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False, priority=True),
        Binding("up", "scroll('up')", show=False, priority=True),
        Binding("down", "scroll('down')", show=False, priority=True),
        Binding("pageup", "scroll('page_up')", show=False, priority=True),
        Binding("pagedown,enter", "scroll('page_down')", show=False, priority=True),
    ]

    def __init__(self, line: Line | None, lang: str) -> None:
        super().__init__()
        self._line = line
        self._lang = lang

    def compose(self) -> ComposeResult:
        """The box and the words."""
        with Vertical() as box:
            box.border_title = Content(t("words_title", self._lang, n=len(glossary())))
            box.border_subtitle = Content(t("words_keys", self._lang))
            yield Input(placeholder=t("words_placeholder", self._lang), compact=True, max_length=40)
            with VerticalScroll(can_focus=False):
                yield Entries(glossary_entries("", self._line, self._lang))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.query_one(Entries).show(glossary_entries(event.value, self._line, self._lang))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_scroll(self, how: str) -> None:
        """Read on, while the box keeps what is typed."""
        scroll = self.query_one(VerticalScroll)
        match how:
            case "up":
                scroll.scroll_up(animate=False)
            case "down":
                scroll.scroll_down(animate=False)
            case "page_up":
                scroll.scroll_page_up(animate=False)
            case _:
                scroll.scroll_page_down(animate=False)
