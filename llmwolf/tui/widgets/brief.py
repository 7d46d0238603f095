"""A field for a short text."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Input


class Brief(Input):
    """Takes at most ``longest`` characters; what is too much is refused, and that is told."""

    class Refused(Message):
        """What was typed or pasted is too much."""

    def __init__(self, value: str, placeholder: str, longest: int) -> None:
        super().__init__(
            value, placeholder=placeholder, max_length=longest, compact=True, select_on_focus=False
        )

    def restricted(self) -> None:
        """Tell instead of ringing the bell."""
        self.post_message(self.Refused())
