"""Where in the file things stand: TOML readers do not say it."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from llmwolf.record.notation.errors import Malformed
from llmwolf.record.notation.sentences import say

_AT: Final = re.compile(r"\s*\(at line (\d+), column \d+\)$|\s*\(at end of document\)$")
_LINES: Final = re.compile(r"\blines[\"']?[ \t]*=[ \t]*(\"\"\"|'''|\"|')")
_ESCAPES: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_HEX: Final = {"u": 4, "U": 8}


class Source:
    """The text of a record and what TOML makes of it; raises :class:`Malformed` where that is nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except RecursionError:
            raise Malformed(say("toml_deep")) from None
        except ValueError as error:  # what TOML refuses, and numbers too long to be read
            at = _AT.search(str(error))
            line = int(at[1]) if at and at[1] else text.count("\n") + 1 if at else 0
            message = _AT.sub("", str(error))
            raise Malformed(say("toml", why=f"{message[:1].lower()}{message[1:]}"), line) from None

    def line_of(self, key: str) -> int:
        """The first line on which ``key`` is given a value or heads a table; 0 if there is none."""
        name = rf"[\"']?{re.escape(key)}[\"']?"
        wanted = re.compile(rf"^\s*\[?\s*{name}\s*[=.\]]|[{{,]\s*{name}\s*=")
        for number, line in enumerate(self.text.split("\n"), 1):
            if wanted.search(line):
                return number
        return 0

    def numbered(self, value: str) -> list[tuple[int, str]]:
        """The lines of ``value``, the record's text, each with the number of its line in the file."""
        lines = value.split("\n")
        for match in _LINES.finditer(self.text):
            try:
                found, places = _string(self.text, match.start(1), match[1])
            except ValueError:  # not the string itself, but something like it in a comment
                continue
            if found == value:
                return list(zip(places, lines, strict=True))
        return [(0, line) for line in lines]


def _string(text: str, start: int, quote: str) -> tuple[str, list[int]]:
    """The TOML string at ``start`` and, for each of its lines, the line of the file it begins on."""
    at = start + len(quote)
    if len(quote) == 3:
        at += 2 if text.startswith("\r\n", at) else text.startswith("\n", at)
    line = text.count("\n", 0, at) + 1
    places = [line]
    made: list[str] = []
    raw = quote[0] == "'"
    while at < len(text) and not (
        text.startswith(quote, at) and not text.startswith(quote[0], at + len(quote))
    ):
        char = text[at]
        if char == "\\" and not raw:
            piece, after = _escape(text, at)
            line += text.count("\n", at, after)
            at = after
            if not piece:  # a backslash at the end of a line joins the lines
                continue
            char = piece
        else:
            at += 1
            if char == "\r" and text.startswith("\n", at):
                continue
            line += char == "\n"
        made.append(char)
        if char == "\n":
            places.append(line)
    return "".join(made), places


def _escape(text: str, at: int) -> tuple[str, int]:
    """What the escape at ``at`` stands for, and where it stops."""
    mark = text[at + 1 : at + 2]
    if mark in _ESCAPES:
        return _ESCAPES[mark], at + 2
    if digits := _HEX.get(mark):
        return chr(int(text[at + 2 : at + 2 + digits], 16)), at + 2 + digits
    after = at + 1
    while after < len(text) and text[after].isspace():
        after += 1
    return "", after
