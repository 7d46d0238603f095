"""A real terminal for a real process: a pty, and as much of a screen as the application draws on."""

from __future__ import annotations

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.cells import get_character_cell_size

_CONTROL = re.compile(
    r"\x1b(?:\[(?P<given>[0-?]*)[ -/]*(?P<final>[@-~])|[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z^-~])"
)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|[\]P_^X][^\x07\x1b]*\x1b?|[ -/]*)?\Z")

KEYS: Mapping[str, str] = {
    "enter": "\r",
    "escape": "\x1b",
    "ctrl+s": "\x13",
    "ctrl+q": "\x11",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
    "f7": "\x1b[18~",
}
"""What a terminal sends for a key; a character is sent as it is."""


class Screen:
    """Rows of characters: cursor moves and printed text are followed, colours and modes are not."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self._rows = [[" "] * width for _ in range(height)]
        self._x = self._y = 0
        self._rest = ""

    @property
    def rows(self) -> list[str]:
        """What is to be read, from top to bottom."""
        return ["".join(row) for row in self._rows]

    def feed(self, text: str) -> None:
        """Draw what the process wrote; a sequence that is cut off waits for its end."""
        text = self._rest + text
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self._put(text[at])
                at += 1
            elif found := _CONTROL.match(text, at):
                self._obey(found)
                at = found.end()
            elif _UNFINISHED.match(text, at):
                break
            else:
                at += 1
        self._rest = text[at:]

    def _obey(self, found: re.Match[str]) -> None:
        if found["final"] == "H":
            row, _, column = found["given"].partition(";")
            self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
        elif found["final"] == "J":
            self._rows = [[" "] * self.width for _ in self._rows]

    def _put(self, letter: str) -> None:
        if letter == "\r":
            self._x = 0
        elif letter == "\n":
            self._y += 1
        elif letter >= " ":
            row = self._rows[self._y] if self._y < len(self._rows) else []
            wide = get_character_cell_size(letter)
            if 0 < wide <= len(row) - self._x:
                row[self._x] = letter
                row[self._x + 1 : self._x + wide] = [""] * (wide - 1)
            self._x += wide


class Terminal:
    """A window in which ``command`` runs."""

    def __init__(
        self, command: Sequence[str], folder: Path, variables: Mapping[str, str], size: tuple[int, int]
    ) -> None:
        width, height = size
        self._ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.pid = os.fork()
        if not self.pid:  # the child: nothing but what leads to the command
            try:
                os.login_tty(theirs)
                os.close(self._ours)
                os.chdir(folder)
                os.execve(command[0], list(command), dict(variables))
            finally:
                os._exit(127)
        os.close(theirs)
        self.screen = Screen(width, height)
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._ended: int | None = None

    def look(self, quiet: float = 0.03, longest: float = 2.0) -> list[str]:
        """The screen when it has been still for ``quiet`` seconds, or after the ``longest`` time."""
        end = time.monotonic() + longest
        while time.monotonic() < end and select.select([self._ours], [], [], quiet)[0]:
            try:
                data = os.read(self._ours, 65536)
            except OSError:  # how a pty says that nobody is there any more
                break
            if not data:
                break
            self.screen.feed(self._decode(data))
        return self.screen.rows

    def press(self, *keys: str) -> None:
        """Keys by their names, or text."""
        os.write(self._ours, "".join(KEYS.get(key, key) for key in keys).encode())

    def kill(self) -> None:
        """SIGKILL: the process gets no chance to do anything."""
        os.kill(self.pid, signal.SIGKILL)
        self.close()

    def close(self) -> int:
        """Close the window, and wait for the process; how it ended, as :func:`os.waitstatus_to_exitcode`."""
        if self._ended is None:
            os.close(self._ours)
            self._ended = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._ended

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ended is None:
            self.kill()
