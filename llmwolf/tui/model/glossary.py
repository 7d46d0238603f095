"""The words of the game: what they mean, which of them a search finds, which of them a speech uses."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

PATH: Final = Path(__file__).parents[1] / "texts" / "glossary.toml"
_LITERAL: Final = 2
"""A Chinese form of so many characters is found as it stands; a shorter one may be part of another word."""
_CHINESE: Final = re.compile("[\u4e00-\u9fff]+")

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Term:
    """One word: its names in both languages, its meaning and an example as ``(zh, en)``."""

    group: str
    zh: tuple[str, ...]
    en: tuple[str, ...]
    means: Pair
    says: Pair
    basic: bool
    pattern: re.Pattern[str]

    def name(self, lang: str) -> str:
        """``起跳（跳、跳身份）`` or ``claim (起跳)``."""
        if lang == "en":
            chinese = next((form for form in self.zh if _CHINESE.fullmatch(form)), "")
            return f"{self.en[0]} ({chinese})" if chinese else self.en[0]
        first, *others = self.zh
        return f"{first}（{'、'.join(others)}）" if others else first

    def meaning(self, lang: str) -> str:
        """What it means, in one or two lines."""
        return self.means[lang == "en"]

    def example(self, lang: str) -> str:
        """A sentence that uses it."""
        return self.says[lang == "en"]

    def names(self) -> str:
        """Every name, for a search."""
        return " ".join((*self.zh, *self.en)).casefold()


@cache
def groups() -> Mapping[str, Pair]:
    """The headings of the glossary, by group."""
    return {name: (zh, en) for name, (zh, en) in _data()["groups"].items()}


@cache
def glossary() -> tuple[Term, ...]:
    """Every term, group by group."""
    data = _data()
    return tuple(_term(group, entry) for group in data["groups"] for entry in data[group])


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(PATH.read_text("utf-8"))


def _term(group: str, entry: Mapping[str, Any]) -> Term:
    zh, en = tuple(entry["zh"]), tuple(entry["en"])
    means, says = ((one, other) for one, other in (entry["means"], entry["says"]))
    basic, seen = bool(entry.get("basic", False)), entry.get("seen", ())
    return Term(group, zh, en, means, says, basic, _pattern(zh, en, seen))


def _pattern(zh: Iterable[str], en: Iterable[str], seen: Iterable[str]) -> re.Pattern[str]:
    """What finds a term in a speech; longer forms come first."""
    forms = [re.escape(form) for form in sorted(zh, key=len, reverse=True) if len(form) >= _LITERAL]
    forms += [rf"(?<![a-z]){re.escape(form)}s?(?![a-z])" for form in sorted(en, key=len, reverse=True)]
    return re.compile("|".join((*seen, *forms)), re.IGNORECASE)


def search(query: str) -> list[Term]:
    """The terms in which every word of ``query`` is found, those that are called so before the others."""
    words = query.casefold().split()

    def holds(text: str) -> bool:
        return all(word in text for word in words)

    named = [term for term in glossary() if holds(term.names())]
    told = [
        term for term in glossary() if holds(" ".join((term.names(), *term.means, *term.says)).casefold())
    ]
    return list(dict.fromkeys((*named, *told)))


def terms_in(text: str) -> list[Term]:
    """The terms that ``text`` uses, in its own order; what is a part of a longer term is not counted."""
    found = [
        (match.start(), match.end(), term) for term in glossary() for match in term.pattern.finditer(text)
    ]
    found.sort(key=lambda hit: (hit[0] - hit[1], hit[0]))  # the longest first
    kept: list[tuple[int, int, Term]] = []
    for start, end, term in found:
        if end > start and not any(a <= start and end <= b for a, b, _ in kept):
            kept.append((start, end, term))
    return list(dict.fromkeys(term for _, _, term in sorted(kept, key=lambda hit: hit[:2])))
