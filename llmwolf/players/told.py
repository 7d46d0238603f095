"""A foreseeable mistake that can be said in both languages."""

from __future__ import annotations

from llmwolf.players.words.pairs import Pair, pick
from llmwolf.rules.errors import SetupError


class ToldError(SetupError):
    """What is wrong and what to do, in one line: in English as its text, for logs; ``told`` is for people."""

    def __init__(self, words: Pair | str) -> None:
        """``words`` in both languages, or what is the same in both."""
        self.words: Pair = (words, words) if isinstance(words, str) else words
        super().__init__(self.words[1])

    def told(self, lang: str) -> str:
        """The line in ``lang``."""
        return pick(self.words, lang)
