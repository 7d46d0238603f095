"""The sentences of the bots, by language and kind of act."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from llmwolf.players.bots.speech.phrases import (
    en_cards,
    en_claims,
    en_talk,
    zh_cards,
    zh_claims,
    zh_reasons,
    zh_talk,
)

PHRASES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "zh": {**zh_claims.CLAIMS, **zh_cards.CARDS, **zh_reasons.REASONS, **zh_talk.TALK},
    "en": {**en_claims.CLAIMS, **en_cards.CARDS, **en_talk.REASONS, **en_talk.TALK},
}
"""Language → kind → the sentences to choose from, in no order."""
_OF_SEERS: Final = re.compile("预言家|验人|金水|查杀|悍跳|警徽流|银水|seer|check")
_OF_BADGES: Final = re.compile("警徽|警上|警下|退水|badge")


@cache
def phrases(lang: str, seer: bool, badge: bool) -> Mapping[str, tuple[str, ...]]:
    """The sentences of ``lang`` for a table with or without a seer, and a sheriff.

    Some kinds have nothing to say at a table without.
    """
    barred = [words for has, words in ((seer, _OF_SEERS), (badge, _OF_BADGES)) if not has]
    return {
        kind: tuple(s for s in said if not any(words.search(s) for words in barred))
        for kind, said in PHRASES[lang].items()
    }
