"""An app whose closed screens leave nothing behind."""

from __future__ import annotations

from textual.app import App
from textual.await_complete import AwaitComplete


class LeanApp(App[None]):
    """Base of the application."""

    def pop_screen(self) -> AwaitComplete:
        """Close the screen on top.

        Textual remembers the colours of its last thousand widgets by what caches their rows, and so keeps
        the rows of screens that were closed long ago. A refresh empties these caches.
        """
        gone = self.screen
        popped = super().pop_screen()
        for widget in (gone, *gone.query("*")):
            widget.refresh()
        return popped
