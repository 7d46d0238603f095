"""A button that says by a sign, not by colour alone, that Enter presses it."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Button


class SignedButton(Button):
    """Has ``►`` before its label while it has the focus; it is as wide without."""

    def on_mount(self) -> None:
        """The sign stands where the base has a blank."""
        self.styles.line_pad = 0  # a style sheet does not take a 0

    def render(self) -> Content:
        """The sign, and the label."""
        return Content.assemble("►" if self.has_focus else " ", Content(str(self.label)), " ")
