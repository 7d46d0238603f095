"""The sentences of the bots, by language and kind of act.

A line may leave a choice: ``[a|b]`` stands for either, so that one line gives several sentences.
"""

from __future__ import annotations

import re
from collections import Counter
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
    en_rivals,
    en_talk,
    zh_answers,
    zh_calls,
    zh_cards,
    zh_claims,
    zh_reasons,
    zh_rivals,
    zh_talk,
)
from llmwolf.players.bots.speech.sentences import clauses_of, sentences

PHRASES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "zh": {
        **zh_claims.CLAIMS, **zh_cards.CARDS, **zh_reasons.REASONS, **zh_talk.TALK, **zh_calls.CALLS,
        **zh_answers.ANSWERS, **zh_rivals.RIVALS,
    },
    "en": {
        **en_claims.CLAIMS, **en_cards.CARDS, **en_reasons.REASONS, **en_talk.TALK, **en_answers.ANSWERS,
        **en_rivals.RIVALS,
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


_WORDS: Final = re.compile(r"{(?:v|w|when|night|n|card|me)}")
"""What stands for words that differ by speaker or day: a clause with it is not known again."""
_TELLING: Final = {"zh": 4, "en": 12}
"""How long a clause must be, seats apart, for a frame to be known by it."""


@cache
def frames(lang: str, kind: str) -> Mapping[str, frozenset[str]]:
    """Sentence → the shapes by which the line it comes from is known again, whichever choice was made.

    A shape that another line of the kind has as well tells nothing.
    """
    lines = {line: {*spread(line)} for line in PHRASES[lang][kind]}
    shapes = {
        line: {shape for sentence in said for shape in shapes_of(_WORDS.sub("\0", sentence), lang)}
        for line, said in lines.items()
    }
    often = Counter(shape for found in shapes.values() for shape in found)
    return {
        s: frozenset(x for x in shapes[line] if often[x] == 1) for line, said in lines.items() for s in said
    }


def shapes_of(text: str, lang: str) -> frozenset[str]:
    """The telling clauses of ``text`` with the seats blotted out."""
    parts = (_SEATS.sub("#", clause) for said in sentences(text) for clause in clauses_of(said.lower()))
    least = _TELLING[lang]
    return frozenset(p for p in parts if "\0" not in p and len(p.replace("#", "")) >= least)


_SEATS: Final = re.compile(
    r"{\w+}|\d+号(?:、\d+号)*|\bseats? \d+(?:, \d+)*(?: and (?:\d+|me))?|他", re.IGNORECASE
)


def _mixed(sentence: str) -> int:
    return crc32(sentence.encode())
