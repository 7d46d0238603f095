"""An app whose closed screens leave nothing behind, no key and no secret; a paste is one text to it."""

from __future__ import annotations

from typing import Final

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.events import Event, Key

from llmwolf.tui.pasting import read_pastes_whole
from llmwolf.tui.screens.reading import ReadingScreen

_ALWAYS: Final = ("ctrl+q", "ctrl+c")
"""Keys that mean the same everywhere: to leave."""


class LeanApp(App[None]):
    """Base of the application."""

    def get_driver_class(self) -> type[Driver]:
        """What reads from this platform's terminal, with a parser that lets no paste press keys."""
        driver = super().get_driver_class()
        read_pastes_whole()
        return driver

    def pop_screen(self) -> AwaitComplete:
        """Close the screen on top.

        Textual remembers the colours of its last thousand widgets by what caches their rows, and so keeps
        the rows of screens that were closed long ago. A refresh empties these caches.
        """
        gone = self.screen
        popped = super().pop_screen()
        for widget in (gone, *gone.query("*")):
            widget.refresh()
            widget._styles_cache.clear()  # also of the numbers of the rows that a refresh asks for
        return popped

    async def on_event(self, event: Event) -> None:
        """As the base does; a key that was pressed before a table was in sight was not meant for it."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        early = isinstance(screen, ReadingScreen) and event.time < screen.in_sight
        if early and isinstance(event, Key) and event.key not in _ALWAYS:
            return
        await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        """As the base does; a screen that is closed while it is being put together misses parts, and may."""
        if self._running or not isinstance(error, NoMatches):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """As the base does, but without the values of variables: there might be a key among them."""
        from rich.traceback import Traceback

        self._exit_renderables.append(Traceback(show_locals=False, width=None))
        self._close_messages_no_wait()
