"""Hidden-thought marks: what stands between them is private, whatever shape it arrives in."""

from __future__ import annotations

import re
from typing import Final

_TAGS: Final = "think|thinking|thought|thoughts|reasoning|scratchpad"
OPENING: Final = re.compile(rf"(?i)<(?:{_TAGS})>|<\|channel\|?>\s*(?:analysis|thought|commentary)")
_CLOSING: Final = re.compile(rf"(?i)</(?:{_TAGS})>|<\|channel\|?>\s*final|<channel\|>")
_TOKEN: Final = re.compile(r"<\|[a-zA-Z_]{1,20}\|>")
_UNDECIDED: Final = re.compile(r"[<>/|a-zA-Z_\s]{1,30}")
_SENTENCE_ENDS: Final = "。！？!?….\n"


def hidden_end(text: str, start: int) -> int:
    """Where the block that was opened before ``start`` is over; -1 if it is not."""
    closing = _CLOSING.search(text, start)
    return closing.end() if closing else -1


class Unhide:
    """Takes hidden blocks and chat tokens out of a text that arrives in pieces.

    A mark at the beginning of a sentence hides up to its closing one, or to the end. A mark in the
    middle of a sentence hides only if it is closed: alone it is a quotation and stays. A closing
    mark alone means that all before it was private: with ``live`` that was said already and only
    ``leaked`` tells of it, otherwise it is dropped.
    """

    def __init__(self, live: bool) -> None:
        self._live = live
        self._held = ""
        self._block = ""
        self._last = "\n"
        self.leaked = False

    def feed(self, text: str) -> str:
        """The public part of ``text``, as far as it can be told yet."""
        self._held += text
        out: list[str] = []
        while self._held:
            if self._block:
                end = hidden_end(self._held, len(self._block))
                if end < 0:
                    break
                self._held, self._block = self._held[end:], ""
                continue
            plain, mark, rest = self._held.partition("<")
            self._emit(plain, out)
            self._held = mark + rest
            if not mark or not self._take_mark(out):
                break
        return "".join(out)

    def finish(self) -> str:
        """What was held back and turned out to be public."""
        held, self._held = self._held, ""
        if self._block:
            return "" if self._starts_sentence() else held
        return _TOKEN.sub("", held)

    def _take_mark(self, out: list[str]) -> bool:
        """Take what begins with ``<``; returns whether it could be decided."""
        if opening := OPENING.match(self._held):
            self._block = opening[0]
        elif closing := _CLOSING.match(self._held):
            self.leaked = True
            if not self._live:
                out.clear()
                self._last = "\n"
            self._held = self._held[closing.end() :]
        elif len(self._held) < 30 and _UNDECIDED.fullmatch(self._held):
            return False
        elif token := _TOKEN.match(self._held):
            self._held = self._held[token.end() :]
        else:
            self._emit("<", out)
            self._held = self._held[1:]
        return True

    def _emit(self, text: str, out: list[str]) -> None:
        if text:
            out.append(text)
            self._last = (text.rstrip(" \t") or self._last)[-1]

    def _starts_sentence(self) -> bool:
        return self._last in _SENTENCE_ENDS
