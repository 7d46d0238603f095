"""Sentences in both languages: what is said of a record, Chinese first.

The sentences themselves stand in two tables: :mod:`.faults` has those of records that are not well written,
:mod:`.grounds` those of rules that forbid something.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from llmwolf.record.notation.faults import FAULTS
from llmwolf.record.notation.grounds import CAUSES, GROUNDS, WINNERS

_TABLE: Final = FAULTS | GROUNDS
_LONGEST: Final = 60


class Sentence(NamedTuple):
    """The same in Chinese and in English; as a text it is the English one."""

    zh: str
    en: str

    def __str__(self) -> str:
        return self.en

    def of(self, lang: str) -> str:
        """The sentence in ``lang``, ``"zh"`` or ``"en"``."""
        return self.en if lang == "en" else self.zh


def say(key: str, /, **parts: object) -> Sentence:
    """The sentence called ``key``, with ``parts`` in the places of the same names."""
    zh, en = _TABLE[key]
    return Sentence(
        zh.format(**{name: _in(part, "zh") for name, part in parts.items()}),
        en.format(**{name: _in(part, "en") for name, part in parts.items()}),
    )


def _in(part: object, lang: str) -> str:
    return part.of(lang) if isinstance(part, Sentence) else str(part)


def same(text: object) -> Sentence:
    """What is written alike in both languages."""
    return Sentence(str(text), str(text))


def cause(name: str) -> Sentence:
    """A cause of death."""
    return Sentence(*CAUSES[name]) if name in CAUSES else same(name)


def winner(name: str) -> Sentence:
    """Who has won."""
    return Sentence(*WINNERS[name]) if name in WINNERS else same(name)


def seats(numbers: Iterable[int]) -> Sentence:
    """``3号、5号``, ``seats 3, 5``."""
    listed = sorted(set(numbers))
    many = "seats" if len(listed) > 1 else "seat"
    return Sentence("、".join(f"{seat}号" for seat in listed), f"{many} {', '.join(map(str, listed))}")


def either(words: Iterable[Sentence]) -> Sentence:
    """One of ``words``."""
    listed = list(words)
    return Sentence("或".join(word.zh for word in listed), " or ".join(word.en for word in listed))


def shortened(text: str) -> str:
    """``text``, but no longer than what fits into a message."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
