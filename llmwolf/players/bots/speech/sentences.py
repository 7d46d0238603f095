"""Cutting a speech into sentences, so that nobody says what was said already."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_ENDS: Final = re.compile(r"[。！？!?；\n…]+|(?<=[a-z\d,])\.(?=\s|$)")
_CLAUSE: Final = re.compile(r"[，：]|[,:] ")
_OPENING: Final = 15


@lru_cache(maxsize=2048)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of ``text`` without their end marks; empty ones are left out."""
    return tuple(part for raw in _ENDS.split(text) if (part := raw.strip()))


@lru_cache(maxsize=2048)
def cores(text: str) -> frozenset[str]:
    """The sentences of ``text``, and what is left of each without its first or last clause.

    Turns of phrase are hung on as clauses; a sentence said before with another one is still said before.
    """
    found: set[str] = set()
    for sentence in sentences(text):
        clauses = _CLAUSE.split(sentence)
        found.add("，".join(clauses))
        for start, end in ((1, 0), (0, 1), (1, 1)):
            kept = clauses[start : len(clauses) - end]
            if kept and len("".join(kept)) > 5:
                found.add("，".join(kept))
    return frozenset(found)


def bare(text: str) -> tuple[str, ...]:
    """The sentences of ``text`` with their clauses joined as in :func:`cores`."""
    return tuple("，".join(_CLAUSE.split(sentence)) for sentence in sentences(text))


@lru_cache(maxsize=2048)
def opening(text: str) -> str:
    """How ``text`` begins, seat numbers blotted out: two speeches that open alike have the same."""
    return re.sub(r"\d+", "#", text[:_OPENING])
