"""The key never comes back: a server that echoes it into a speech is not repeated."""

from __future__ import annotations

from typing import Final

HIDDEN: Final = "***"


class KeyGuard:
    """Passes a text on piece by piece, with ``key`` struck out even where it is split over pieces."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._held = ""

    def feed(self, piece: str) -> str:
        """What of the text so far may be passed on; what could be the beginning of the key is held back."""
        if not self._key:
            return piece
        text = (self._held + piece).replace(self._key, HIDDEN)
        held = next(
            (n for n in range(min(len(self._key) - 1, len(text)), 0, -1) if self._key.startswith(text[-n:])),
            0,
        )
        self._held = text[len(text) - held :]
        return text[: len(text) - held]

    def finish(self) -> str:
        """What was held back."""
        held, self._held = self._held, ""
        return held
