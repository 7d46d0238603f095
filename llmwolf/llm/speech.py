"""What of a model's words is published: its own lines, without hidden thoughts (S-2)."""

from __future__ import annotations

import re
from typing import Final

from llmwolf.llm.hidden import Unhide
from llmwolf.rules.words import clean

_LABEL: Final = re.compile(
    r"[\s*_#>\-【\[（(「]*"
    r"(?:(?P<seat>\d{1,2})\s*号\s*(?:玩家|选手)?|(?:玩家|player|seat)\s*(?P<place>\d{1,2})\s*号?"
    r"|法官|主持人?|系统|旁白|上帝|judge|moderator|system|narrator|host)"
    r"\s*[】\]）)」]*(?:\s*[（(][^）)\n]{0,8}[）)])?[*_\s]*[：:]",
    re.IGNORECASE,
)
"""A line that begins like ``4号：`` or ``法官：``: the words of whoever it names."""
_MAY_LABEL: Final = re.compile(r"[\s*_#>\-【\[（(「\d玩法主系旁上pPsSjJmMnNhH]")
_LABEL_LENGTH: Final = 28


class OwnLines:
    """Passes the lines of ``seat`` on as they arrive; a line that another is made to speak is dropped."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._head = ""
        self._passing = False
        self._dropping = False
        self._breaks = ""

    def feed(self, text: str) -> str:
        """The own part of ``text``, as far as it can be told yet."""
        out: list[str] = []
        for number, line in enumerate(text.split("\n")):
            if number:
                self._end_line(out)
            self._feed_line(line, out)
        return "".join(out)

    def _feed_line(self, line: str, out: list[str]) -> None:
        """More of the line that is open."""
        for at, char in enumerate(line):
            if self._passing or self._dropping:
                if self._passing:
                    out.append(line[at:])
                return
            self._head += char
            self._decide(out)

    def finish(self) -> str:
        """What was held back."""
        out: list[str] = []
        self._end_line(out)
        return "".join(out)

    def _decide(self, out: list[str]) -> None:
        head = self._head
        if head[-1] in ":：" and (label := _LABEL.match(head)):
            number = label["seat"] or label["place"]
            self._head = ""
            if number and int(number) == self._seat:
                return
            self._dropping = True
        elif len(head) >= _LABEL_LENGTH or not _MAY_LABEL.match(head):
            self._pass(out)

    def _pass(self, out: list[str]) -> None:
        out.append(self._breaks)
        out.append(self._head)
        self._breaks, self._head, self._passing = "", "", True

    def _end_line(self, out: list[str]) -> None:
        if self._head.strip():
            self._pass(out)
        if self._passing:
            self._breaks += "\n"
        self._head, self._passing, self._dropping = "", False, False


class SpeechFilter:
    """A speech that arrives in pieces, as the table may hear it."""

    def __init__(self, seat: int, live: bool = True) -> None:
        self._hidden = Unhide(live)
        self._lines = OwnLines(seat)
        self._held = ""
        self._begun = False

    def feed(self, text: str) -> str:
        """The publishable part of ``text``, as far as it can be told yet."""
        text = self._held + self._hidden.feed(text)
        self._held = "\r" if text.endswith("\r") else ""
        return self._out(self._lines.feed(_clean(text[: len(text) - len(self._held)])))

    def finish(self) -> str:
        """What was held back to the end."""
        rest = _clean(self._held + self._hidden.finish())
        return self._out(self._lines.feed(rest) + self._lines.finish())

    def _out(self, text: str) -> str:
        if not self._begun:
            text = text.lstrip()
            self._begun = bool(text)
        return text


def publishable(text: str, seat: int) -> str:
    """The part of a whole ``text`` that ``seat`` may be quoted with; may be empty."""
    words = SpeechFilter(seat, live=False)
    return (words.feed(text) + words.finish()).strip()


def _clean(text: str) -> str:
    """:func:`clean` for a piece: the blanks at its ends belong to the whole."""
    return clean(f"|{text}|")[1:-1]
