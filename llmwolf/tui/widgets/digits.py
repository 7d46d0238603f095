"""A field that takes digits alone."""

from __future__ import annotations

from typing import Final

from textual.message import Message
from textual.widgets import Input

MOST: Final = 18
"""So many digits."""


class Digits(Input):
    """Takes at most :data:`MOST` digits; what else is typed or pasted is refused, and that is told."""

    class Refused(Message):
        """Something was typed or pasted that is no digit, or too much."""

        def __init__(self, field: Digits) -> None:
            self.field = field
            super().__init__()

    def __init__(self, value: str, placeholder: str) -> None:
        super().__init__(
            value,
            placeholder=placeholder,
            restrict=rf"[0-9]{{0,{MOST}}}",
            compact=True,
            select_on_focus=False,
        )

    def restricted(self) -> None:
        """Tell instead of ringing the bell."""
        self.post_message(self.Refused(self))
