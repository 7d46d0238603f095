"""What is pasted arrives as one text: no byte of it is taken for a key.

Textual's parser looks for keys inside a paste as well, so that an escape sequence that was copied along with
a text cuts it off and types, or presses, its rest. The parser here is given a paste at its end, cleaned.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Final

from textual._time import get_time
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.message import Message

PATIENCE: Final = 2.0
"""Seconds without a byte after which a paste that was begun is over."""
_SEQUENCE: Final = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor moves, keys
    r"|\x1b[\]PX^_][^\x07\x1b\r\n]*(?:\x07|\x1b\\)"  # titles, links and other strings
    r"|\x1b[ -/]+[0-~]"  # character sets
    r"|\x1bO[ -~]"  # keys
    r"|\x1b(?:\[[0-?]*[ -/]*\Z)?"  # whatever else, and what was cut off
)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class Pastes:
    """A filter over what a terminal sends: everything at once, but a paste only when it is whole."""

    def __init__(self) -> None:
        self._begun = ""
        """The end of what was let through, as far as it may be the beginning of a paste."""
        self._lost = False
        """Whether the parser has taken what was begun for something else."""
        self._held: str | None = None

    @property
    def open(self) -> bool:
        """Whether a paste has begun and not ended."""
        return self._held is not None

    def feed(self, data: str) -> str:
        """What the parser may see of ``data``, and of what was held back."""
        seen: list[str] = []
        while data:
            if self._held is None:
                passed, data = self._until_paste(data)
                seen.append(passed)
            else:
                text, end, rest = (self._held + data).partition(BRACKETED_PASTE_END)
                if not end:
                    self._held = text
                    break
                seen.append(_clean(text) + end)
                self._held, data = None, rest
        return "".join(seen)

    def _until_paste(self, data: str) -> tuple[str, str]:
        """``data`` up to and with the start of a paste, and the rest."""
        before, start, rest = (self._begun + data).partition(BRACKETED_PASTE_START)
        if start:
            passed = start if self._lost else (before + start)[len(self._begun) :]
            self._begun, self._lost, self._held = "", False, ""
            return passed, rest
        longest = range(len(BRACKETED_PASTE_START) - 1, 0, -1)
        begun = next((before[-n:] for n in longest if before.endswith(BRACKETED_PASTE_START[:n])), "")
        self._lost = self._lost and len(begun) > len(data)
        self._begun = begun
        return data, ""

    def lose(self) -> None:
        """The parser waited for the rest of a sequence, and took what it had for keys."""
        self._lost = bool(self._begun)

    def close(self) -> str:
        """End a paste whose end never came; returns what the parser may see of it."""
        text, self._held = self._held, None
        return "" if text is None else _clean(text) + BRACKETED_PASTE_END


def _clean(text: str) -> str:
    return _CONTROL.sub("", _SEQUENCE.sub("", text))


class PasteParser(XTermParser):
    """Textual's parser, behind the filter."""

    def __init__(self, debug: bool = False) -> None:
        self._pastes = Pastes()
        self._heard = 0.0
        super().__init__(debug)

    def feed(self, data: str) -> Iterable[Message]:
        """Events of ``data``; empty: there will be no more."""
        if not data:
            return super().feed(data)
        self._heard = get_time()
        seen = self._pastes.feed(data)
        return super().feed(seen) if seen else ()

    def tick(self) -> Iterable[Message]:
        """Events that come because no more data does."""
        late = list(super().tick())
        if late:
            self._pastes.lose()
        if self._pastes.open and get_time() - self._heard > PATIENCE:
            late += super().feed(self._pastes.close())
        return late


def read_pastes_whole() -> None:
    """From now on the drivers of Textual read through :class:`PasteParser`.

    A driver makes its parser by the name that its module has for it: there is no other way to give it one
    but to copy the driver's whole loop.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("textual.drivers.") and hasattr(module, "XTermParser"):
            vars(module)["XTermParser"] = PasteParser
