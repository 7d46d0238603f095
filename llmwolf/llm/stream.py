"""The speech taken out of a JSON reply while it arrives, and nothing but the speech."""

from __future__ import annotations

import re
from typing import Final

from llmwolf.llm.hidden import OPENING, hidden_end

_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_FENCE: Final = "```"
_HEX: Final = re.compile("[0-9a-fA-F]{4}")
_RUN: Final = re.compile(r'[^"\\]*')
_HALF: Final = re.compile("[\ud800-\udfff]")


def _run_end(text: str, start: int) -> int:
    """Where the characters that stand for themselves within a string end."""
    run = _RUN.match(text, start)
    return run.end() if run else start


class FieldTap:
    """Reads a JSON object chunk by chunk and gives out the text of one of its own string fields.

    Only a reply that begins with the object is tapped, after a code fence or a hidden-thought block
    at most: anything else is understood at its end or not at all. Keys, nested objects and other
    fields never come out.
    """

    def __init__(self, field: str) -> None:
        self._field = field
        self._lead = ""
        self._depth = 0
        self._started = False
        self._dead = False
        self._in_string = False
        self._is_key = False
        self._wanted = False
        self._string: list[str] = []
        self._key = ""
        self._escape = ""
        self._high = ""
        self.closed = False
        """Whether the field's string has come to its end."""

    def feed(self, chunk: str) -> str:
        """The part of the field's text that ``chunk`` brings."""
        if self._over():
            return ""
        if not self._started:
            self._lead += chunk
            chunk = self._begin()
        out: list[str] = []
        at = 0
        while at < len(chunk) and not self._over():
            end = at + 1
            if not self._in_string:
                self._between(chunk[at])
            elif self._escape or (end := _run_end(chunk, at)) == at:
                end = at + 1
                self._in_text(chunk[at], out)
            else:
                self._put_run(chunk[at:end], out)
            at = end
        return "".join(out)

    def _begin(self) -> str:
        """What of the lead is JSON; a lead that is something else makes the tap dead."""
        text = self._lead.lstrip("\ufeff \t\r\n")
        while (opening := OPENING.match(text)) is not None:
            end = hidden_end(text, opening.end())
            if end < 0:
                return ""
            text = text[end:].lstrip()
        if text.startswith(_FENCE):
            head, newline, rest = text.partition("\n")
            if not newline:
                self._dead = len(head) > 20
                return ""
            text = rest.lstrip()
        if text.startswith("{"):
            self._started = True
            return text
        unfinished = text.startswith("<") and len(text) < 16 and ">" not in text
        self._dead = bool(text) and not (unfinished or _FENCE.startswith(text))
        return ""

    def _between(self, char: str) -> None:
        match char:
            case "{" | "[":
                self._depth += 1
                self._is_key = char == "{"
            case "}" | "]":
                self._depth -= 1
                self._is_key = False
                self._dead = self._depth <= 0
            case ",":
                self._is_key = True
            case ":":
                self._is_key = False
            case '"':
                self._in_string = True
                self._string = []
                self._wanted = self._depth == 1 and not self._is_key and self._key == self._field
            case _:
                pass

    def _over(self) -> bool:
        return self._dead or self.closed

    def _in_text(self, char: str, out: list[str]) -> None:
        """A backslash, what follows one, or the closing quote."""
        if self._escape:
            self._escaped(char, out)
        elif char == "\\":
            self._escape = char
        else:
            self._in_string = False
            self.closed = self._wanted
            if self._depth == 1 and self._is_key:
                self._key = "".join(self._string)

    def _escaped(self, char: str, out: list[str]) -> None:
        self._escape += char
        if self._escape[1] != "u":
            self._escape = ""
            self._put(_ESCAPES.get(char, char), out)
        elif len(self._escape) == 6:
            code, self._escape = self._escape[2:], ""
            if _HEX.fullmatch(code):
                self._put(chr(int(code, 16)), out)
            else:
                self._dead = True

    def _put_run(self, run: str, out: list[str]) -> None:
        """Characters that stand for themselves."""
        self._high = ""
        (out if self._wanted else self._string).append(run if run.isprintable() else _HALF.sub("", run))

    def _put(self, char: str, out: list[str]) -> None:
        """One decoded character; the two halves of a pair become one, a half alone is dropped."""
        if self._high:
            high, self._high = self._high, ""
            if "\udc00" <= char <= "\udfff":
                char = (high + char).encode("utf-16", "surrogatepass").decode("utf-16")
        if "\ud800" <= char <= "\udbff":
            self._high = char
        elif not "\udc00" <= char <= "\udfff":
            (out if self._wanted else self._string).append(char)
