"""The one estimate of tokens, for every place that has no tokenizer: the window, missing usage, budgets."""

from __future__ import annotations

from math import ceil
from typing import Final

WIDE: Final = 0.8
"""Tokens of a Chinese character, and of any other that is not ASCII."""
NARROW: Final = 0.27
"""Tokens of an ASCII character: English prose needs a quarter, JSON and numbers a little more."""


def estimate(text: str) -> int:
    """About how many tokens ``text`` is to a current model; a small or old one may need twice as many."""
    narrow = len(text) if text.isascii() else len(text.encode("ascii", "ignore"))
    return ceil(WIDE * (len(text) - narrow) + NARROW * narrow)
