"""A word in both languages."""

from __future__ import annotations

Pair = tuple[str, str]
"""``(zh, en)``."""


def pick(pair: Pair, lang: str) -> str:
    """The member of a ``(zh, en)`` pair for ``lang``."""
    return pair[1] if lang == "en" else pair[0]
