"""Server-sent events out of the pieces in which a body arrives."""

from __future__ import annotations

from typing import Final

_LONGEST_EVENT: Final = 4_000_000


class EventReader:
    """Puts the data of events together, whatever pieces they come in; comments and other fields are skipped.

    The libraries at hand do this too, but turn every line into text, which is twice the work.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []

    def feed(self, piece: bytes) -> list[bytes]:
        """The data of the events that ``piece`` completes. Raises :class:`ValueError` on an endless line."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        if len(self._rest) > _LONGEST_EVENT:
            raise ValueError("an event without end")
        events: list[bytes] = []
        for line in lines:
            if line.startswith(b"data:"):
                self._data.append(line[5:].strip())
            elif line in (b"", b"\r") and self._data:
                events.append(self._data[0] if len(self._data) == 1 else b"\n".join(self._data))
                self._data = []
        return events

    def finish(self) -> list[bytes]:
        """The data of an event that the end of the stream completes."""
        return self.feed(b"\n\n")
