"""How a model's window is shared out between the rules, the log, what follows it, and the reply."""

from __future__ import annotations

from typing import Final

from llmwolf.llm.prompt.rulebook import rulebook
from llmwolf.llm.settings import Settings
from llmwolf.llm.tokens import estimate
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.spec import seats_of

_TAIL: Final = (450, 1_500)
"""Tokens that the parts after the public log need at least, and those that they may need at most."""
_HEADINGS: Final = 50
"""Tokens of the log's heading and of what stands between the parts."""
_SCHEMA: Final = 300
"""Tokens of the answer's schema, which a hosted service puts before the prompt."""
_LEAST_REPLY: Final = 600
"""Tokens kept for the reply where the whole of it has no room: a speech and what stands beside it."""
_OF_A_SEAT: Final = 24
"""Tokens of what is told of one seat late in a game, however short: its fate, its card, what it claimed."""
_OWN: Final = 240
"""Tokens of what a seat alone knows and of the question, at their shortest."""


def budgets(settings: Settings, rules: str) -> tuple[int, int]:
    """Tokens for the public log and for all that follows it: the same for every seat with equal settings."""
    reply = min(settings.max_tokens, settings.context_tokens // 2)
    room = settings.context_tokens - reply - _SCHEMA - _HEADINGS - estimate(rules)
    least, most = _TAIL
    tail = max(least, min(most, room * 2 // 5))
    return max(room - tail, settings.context_tokens // 20), tail


def most_tokens(settings: Settings) -> int:
    """Tokens that a prompt may have at most: the window without the schema and the least room for a reply."""
    return settings.context_tokens - _SCHEMA - min(settings.max_tokens, _LEAST_REPLY)


def smallest_window(cards: tuple[str, ...], rules: Ruleset, settings: Settings) -> int:
    """The ``context_tokens`` below which a long game at the table of ``cards`` may outgrow its prompts.

    In a smaller window a question whose prompt has no room fails with the reason ``context``.
    """
    told = estimate(rulebook(cards, rules, settings)) + _HEADINGS + _OWN + _OF_A_SEAT * seats_of(cards)
    return told + settings.context_tokens - most_tokens(settings)
