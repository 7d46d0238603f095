"""What can be set about a model seat, and how long it is waited for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model is prompted.

    ``prompt`` is the name of the prompt set; ``seed`` shuffles the options. ``context_tokens`` is the model's
    window for prompt and reply, as :func:`llmwolf.llm.tokens.estimate` counts. ``speech_chars`` shortens
    speeches (0: as the rules say); ``thought_chars`` and ``plan_chars`` 0 ask for no thought and no plan;
    ``claims`` asks for structured claims beside a speech, ``orders`` for standing orders; ``polls`` is how
    often a game the seat is asked whether it cuts in. ``temperature`` ``None`` leaves it to the server.
    """

    lang: str = "zh"
    prompt: str = "standard"
    seed: int = 0
    context_tokens: int = 32_000
    speech_chars: int = 0
    thought_chars: int = 200
    plan_chars: int = 120
    claims: bool = True
    orders: bool = True
    polls: int = 2
    max_tokens: int = 2_000
    temperature: float | None = 0.8


SMALL: Final = Settings(
    context_tokens=3_000,
    speech_chars=48,
    thought_chars=0,
    plan_chars=0,
    claims=False,
    orders=False,
    polls=0,
    max_tokens=320,
    temperature=0.0,
)
"""For a small local model with a window of 8,192 tokens, to which Chinese costs more than estimated."""

SMALL_EN: Final = replace(SMALL, lang="en", speech_chars=120)
"""The same in English."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds to ``connect``, to the ``first`` piece, between pieces and for a turn; and attempts."""

    connect: float = 10.0
    first: float = 90.0
    idle: float = 30.0
    turn: float = 110.0
    attempts: int = 4
