"""The sentences of the bots, by language and kind of act.

A line may leave a choice: ``[a|b]`` stands for either, so that one line gives several sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product, zip_longest
from typing import Final
from zlib import crc32

from llmwolf.players.bots.speech.phrases import (
    en_answers,
    en_cards,
    en_claims,
    en_reasons,
    en_talk,
    zh_answers,
    zh_calls,
    zh_cards,
    zh_claims,
    zh_reasons,
    zh_talk,
)

PHRASES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "zh": {
        **zh_claims.CLAIMS, **zh_cards.CARDS, **zh_reasons.REASONS, **zh_talk.TALK, **zh_calls.CALLS,
        **zh_answers.ANSWERS,
    },
    "en": {
        **en_claims.CLAIMS, **en_cards.CARDS, **en_reasons.REASONS, **en_talk.TALK, **en_answers.ANSWERS,
    },
}  # fmt: skip
"""Language → kind → the lines to choose from, in no order."""
_CHOICE: Final = re.compile(r"\[([^\]]*)\]")
_OF_CARDS: Final = {
    "seer": re.compile("预言家|验人|金水|查杀|悍跳|警徽流|银水|seer|check"),
    "witch": re.compile("女巫|银水|解药|毒|自刀|骗药|witch|poison|antidote|saved"),
}
"""What is not spoken of at a table without the card."""
_OF_BADGES: Final = re.compile("警徽|警上|警下|退水|badge|sheriff")


def spread(line: str) -> Iterator[str]:
    """The sentences that ``line`` stands for."""
    parts = _CHOICE.split(line)
    choices = [part.split("|") if i % 2 else [part] for i, part in enumerate(parts)]
    return map("".join, product(*choices))


@cache
def phrases(lang: str, cards: tuple[str, ...], badge: bool) -> Mapping[str, tuple[str, ...]]:
    """The sentences of ``lang`` at a table with ``cards`` in play, with or without a sheriff.

    Some kinds have nothing to say at a table without. Neighbours are of different lines.
    """
    barred = [words for card, words in _OF_CARDS.items() if card not in cards]
    barred += [] if badge else [_OF_BADGES]
    found = {}
    for kind, lines in PHRASES[lang].items():
        kept = [[s for s in spread(line) if not any(words.search(s) for words in barred)] for line in lines]
        turns = zip_longest(*(sorted(said, key=_mixed) for said in kept))
        found[kind] = tuple(s for turn in turns for s in turn if s is not None)
    return found


def _mixed(sentence: str) -> int:
    return crc32(sentence.encode())
