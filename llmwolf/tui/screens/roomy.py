"""A screen that says so when the window is too small for it, and recovers when it is enlarged."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from llmwolf.tui.model.cells import wrap
from llmwolf.tui.words import t

LEAST: Final = (60, 20)
"""The smallest window in columns and rows."""
ROOMY: Final = (80, 24)
"""From here on there is room for every border."""


class RoomyScreen(Screen[None]):
    """Base of the full screens."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang

    def cover(self) -> Static:
        """What lies over everything while the window is too small; to be yielded by ``compose``."""
        return Static(id="cover", markup=False)

    def on_resize(self, event: Resize) -> None:
        """Show or lift the cover, and choose the tight layout where room is scarce."""
        width, height = event.size
        w, h = LEAST
        small = width < w or height < h
        for cover in self.query("#cover").results(Static):
            cover.display = small
            words = t("too_small", self.lang, w=w, h=h, x=width, y=height)
            cover.update(Content("\n".join(wrap(words, max(2, width - 2)))))
        tight = width < ROOMY[0] or height < ROOMY[1]
        self.update_classes({"-covered": small, "-tight": tight, **self.room(width)})

    def room(self, width: int) -> dict[str, bool]:
        """The classes that go by the ``width`` alone, and whether the screen has each."""
        return {"-wide": width >= 110}
