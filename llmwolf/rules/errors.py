"""What can be wrong with an answer (rules.md X-3): each refusal says why and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence


class RuleError(Exception):
    """An answer was refused; nothing has changed.

    ``code`` is a short stable word for programs, ``sentence`` says why to a person,
    ``options`` lists the legal answers as ``"verb 1 2 3"`` strings.
    """

    def __init__(self, code: str, sentence: str, options: Sequence[str] = ()) -> None:
        self.code = code
        self.sentence = sentence
        self.options = tuple(options)
        super().__init__(f"{sentence} [{code}] legal: {'; '.join(self.options) or 'nothing'}")


class Malformed(RuleError):
    """The answer has the wrong shape: not a decision, a target that is not a number…"""


class Illegal(RuleError):
    """The answer is well formed, but the rules forbid it."""


class Stale(RuleError):
    """The answer belongs to an ask that is over, or was given already."""


class NotYours(RuleError):
    """Nothing is asked of that seat now."""


class Over(RuleError):
    """The game has ended."""


class SetupError(ValueError):
    """A board, deal or ruleset cannot be played; the text says why and what would be right."""
