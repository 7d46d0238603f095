"""The one estimate of tokens, for every place that has no tokenizer: the window, missing usage, budgets."""

from __future__ import annotations

from math import ceil
from typing import Final

WIDE: Final = 0.8
"""Tokens of a Chinese character, and of any other that is not ASCII."""
NARROW: Final = 0.27
"""Tokens of an ASCII character: English prose needs a quarter, JSON a little more."""
DIGIT: Final = 1.0
"""Tokens of a digit: a seat's number is one by itself, and ballots are little else."""
_DIGITS: Final = b"0123456789"


def estimate(text: str) -> int:
    """About how many tokens ``text`` is to a current model; a small or old one may need twice as many."""
    ascii_part = text.encode("ascii", "ignore")
    narrow = len(ascii_part.translate(None, _DIGITS))
    digits = len(ascii_part) - narrow
    return ceil(WIDE * (len(text) - len(ascii_part)) + NARROW * narrow + DIGIT * digits)
