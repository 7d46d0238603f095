"""Text that enters the game: cleaned of what could move a cursor, and cut at a stated length (S-2)."""

from __future__ import annotations

import re
from typing import Final

# C0/C1 controls but newline and tab, bidi marks and overrides, BOM, line separators, tags, surrogates.
_BAD: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_BREAKS: Final = re.compile("\r\n?|[\u2028\u2029\x0b\x0c\x85]")
_SENTENCE_END: Final = "。！？!?…\n"


def clean(text: str) -> str:
    """``text`` without control, bidi and invisible characters; every line break becomes ``\\n``."""
    if text.isprintable():  # true of none of the characters above
        return text.strip()
    return _BAD.sub("", _BREAKS.sub("\n", text)).replace("\t", " ").strip()


def clip(text: str, limit: int) -> tuple[str, bool]:
    """``text`` cut to ``limit`` characters, at a sentence end where there is one; and whether it was cut."""
    if len(text) <= limit:
        return text, False
    head = text[:limit]
    end = max(head.rfind(mark) for mark in _SENTENCE_END)
    return (head[: end + 1] if end >= limit // 2 else head).rstrip(), True
