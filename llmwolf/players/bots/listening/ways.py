"""The ways of saying one thing about seats."""

from __future__ import annotations

import re
from typing import NamedTuple

from llmwolf.players.bots.listening.context import Context


class Ways(NamedTuple):
    """Patterns whose groups are seats, tried where ``sign`` is found.

    One that names no seat means the one spoken of last.
    """

    sign: re.Pattern[str]
    patterns: tuple[re.Pattern[str], ...]

    def seats(self, clause: str, hearing: Context) -> tuple[int, ...]:
        """The seats that something is said about in ``clause``, in the order in which they are named."""
        if not self.sign.search(clause):
            return ()
        found: dict[int, int] = {}
        for pattern in self.patterns:
            for match in pattern.finditer(clause):
                for target in hearing.others(match.groups()) if any(match.groups()) else hearing.who():
                    found.setdefault(target, match.start())
        return tuple(sorted(found, key=found.__getitem__))


def ways(sign: str, *patterns: str) -> Ways:
    """The ways of saying something written as ``patterns``, of which each contains a ``sign``."""
    return Ways(re.compile(sign, re.IGNORECASE), tuple(re.compile(p, re.IGNORECASE) for p in patterns))
