"""Cutting a speech into sentences, so that nobody says what was said already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

_ENDS: Final = re.compile(r"[。！？!?；\n…]+|(?<=[a-z\d,])\.(?=\s|$)")
_CLAUSE: Final = re.compile(r"[，：]|[,:] ")
_TIE: Final = re.compile("而且|再加上|更何况|另外|所以|那|so |and then |and |then ")
"""What ties a sentence to the one before without a comma; it is the same sentence without."""
_OPENING: Final = 15


@lru_cache(maxsize=2048)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of ``text`` without their end marks; empty ones are left out."""
    return tuple(part for raw in _ENDS.split(text) if (part := raw.strip()))


@lru_cache(maxsize=2048)
def cores(text: str) -> frozenset[str]:
    """The sentences of ``text``, and what is left of each without its first or last clauses.

    Turns of phrase are hung on as clauses, a closing word as up to two; a sentence said before with
    another one is still said before. Small letters throughout.
    """
    found: set[str] = set()
    for sentence in sentences(text.lower()):
        clauses = _CLAUSE.split(sentence)
        found.add("，".join(clauses))
        if tie := _TIE.match(clauses[0]):
            clauses[0] = clauses[0][tie.end() :]
            found.add("，".join(clauses))
        for start, end in ((1, 0), (0, 1), (1, 1), (0, 2), (1, 2)):
            kept = clauses[start : len(clauses) - end]
            if kept and len("".join(kept)) > 5:
                found.add("，".join(kept))
    return frozenset(found)


def clauses_of(sentence: str) -> list[str]:
    """The clauses of ``sentence`` without what ties it to the one before."""
    clauses = _CLAUSE.split(sentence)
    if tie := _TIE.match(clauses[0]):
        clauses[0] = clauses[0][tie.end() :]
    return clauses


def bare(text: str) -> tuple[str, ...]:
    """The sentences of ``text`` with their clauses joined as in :func:`cores`."""
    if _ENDS.search(text, 0, len(text) - 1) is None:  # one sentence, as most are
        return (text[:-1].lower().replace("：", "，").replace(", ", "，").replace(": ", "，"),)
    return tuple("，".join(_CLAUSE.split(sentence)) for sentence in sentences(text.lower()))


@dataclass(slots=True)
class Heard:
    """What a table has heard: its speeches, the :func:`cores` of their sentences, how they opened."""

    texts: list[str] = field(default_factory=list)
    said: set[str] = field(default_factory=set)
    openings: set[str] = field(default_factory=set)

    def add(self, text: str) -> None:
        """One more speech."""
        self.texts.append(text)
        self.said.update(cores(text))
        self.openings.add(opening(text))


_LAST: Final = [Heard()]


def heard(texts: Sequence[str]) -> Heard:
    """All of ``texts``; only to be read. What goes on from the last table asked about is not built again."""
    table = _LAST[0]
    if table.texts != texts[: len(table.texts)]:
        table = _LAST[0] = Heard()
    for text in texts[len(table.texts) :]:
        table.add(text)
    return table


@lru_cache(maxsize=2048)
def opening(text: str) -> str:
    """How ``text`` begins, seat numbers blotted out: two speeches that open alike have the same."""
    return re.sub(r"\d+", "#", text[:_OPENING])
