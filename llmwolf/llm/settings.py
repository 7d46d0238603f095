"""What can be set about a model seat, and how long it is waited for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model is prompted.

    ``context_chars`` is the longest prompt in characters; ``speech_chars`` shortens speeches (0: as the rules
    say); ``thought_chars`` 0 asks for no thought; ``claims`` asks for structured claims beside a speech;
    ``temperature`` ``None`` leaves it to the server.
    """

    lang: str = "zh"
    context_chars: int = 24_000
    speech_chars: int = 0
    thought_chars: int = 200
    claims: bool = True
    max_tokens: int = 2_000
    temperature: float | None = 0.8


SMALL: Final = Settings(
    context_chars=3_600, speech_chars=48, thought_chars=0, claims=False, max_tokens=320, temperature=0.0
)
"""For a small local model with a window of 8,192 tokens."""

SMALL_EN: Final = replace(SMALL, lang="en", context_chars=9_000, speech_chars=120)
"""The same in English, where such a model needs a fifth of the tokens for a character."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds to ``connect``, to the ``first`` piece, between pieces and for a turn; and attempts."""

    connect: float = 10.0
    first: float = 90.0
    idle: float = 30.0
    turn: float = 110.0
    attempts: int = 4
