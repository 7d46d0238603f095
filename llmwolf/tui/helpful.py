"""What helps somebody new: the glossary in whichever screen it is asked for, and the tutorial at once."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from llmwolf.tui.lean import LeanApp
from llmwolf.tui.screens.glossary import GlossaryScreen
from llmwolf.tui.screens.reading import ReadingScreen
from llmwolf.tui.screens.setup import SetupScreen


class HelpfulApp(LeanApp):
    """Base of the application: explains the words of the game, and begins with the tutorial if asked to."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+g", "glossary", show=False, priority=True)]
    lang = "zh"
    learns = False
    """Whether the tutorial game is opened as soon as there is a form."""

    def on_ready(self) -> None:
        """Everything is in place."""
        if self.learns and isinstance(self.screen, SetupScreen):
            self.screen.action_tutorial()

    def action_glossary(self) -> None:
        """Open the glossary with the words of the speech in sight, or close it."""
        screen = self.screen
        if isinstance(screen, GlossaryScreen):
            screen.dismiss()
        else:
            line = screen.line_in_sight() if isinstance(screen, ReadingScreen) else None
            self.push_screen(GlossaryScreen(line, self.lang))
