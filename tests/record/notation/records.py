"""Records for the tests of the notation."""

from __future__ import annotations

from typing import Any

from llmwolf.record.notation.judging import Verdict, adjudicate
from llmwolf.record.notation.source import Source

OFFICIAL = "狼人 狼人 狼人 狼人 预言家 女巫 猎人 白痴 平民 平民 平民 平民"
NINE = "狼人 狼人 狼人 预言家 女巫 猎人 平民 平民 平民"
KNIGHTS = "狼人 狼人 狼人 狼人 预言家 女巫 骑士 禁言长老 平民 平民 平民 平民"
MILLERS = "狼人 狼人 预言家 女巫 猎人 小女孩 平民 平民 平民"


def cards(names: str) -> str:
    """A list of cards, or of other names, in TOML."""
    return "[" + ", ".join(f'"{name}"' for name in names.split()) + "]"


def text(lines: str, deal: str = NINE, head: str = "", rules: str = "", expect: str = "") -> str:
    """A record of ``lines``; ``deal`` are the cards, ``head``, ``rules`` and ``expect`` further TOML."""
    sheriff = "" if "sheriff" in rules or deal != NINE else "sheriff = false\n"
    return (
        f"deal = {cards(deal)}\n{head}\n[rules]\n{sheriff}{rules}\n[expect]\n{expect}\n"
        f"[game]\nlines = '''\n{lines}\n'''\n"
    )


def judged(lines: str, deal: str = NINE, head: str = "", rules: str = "", expect: str = "") -> Verdict:
    """What the judge says of such a record."""
    return adjudicate(Source(text(lines, deal, head, rules, expect)), str)


def found(lines: str, deal: str = NINE, head: str = "", rules: str = "") -> dict[str, Any]:
    """What comes of such a record."""
    return judged(lines, deal, head, rules).found
