"""What one group says that the others do not: words by log-odds, and the speeches that have most of them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from pathlib import Path
from typing import Final

from llmwolf.analysis.style.groups import Seated
from llmwolf.analysis.style.measure import Kind, Said

_HAN: Final = re.compile(r"[\u4e00-\u9fff]+")
_WORD: Final = re.compile(r"[a-z]+(?:['’][a-z]+)?")
_SIZE: Final = (2, 3)
"""How many Chinese characters are taken together; no dictionary is needed for that."""
_PRIOR: Final = 500.0
_CLEAR: Final = 1.96
_GAMES: Final = 3
"""In how many games words must be said."""
_SHORT: Final = 8.0
"""So many words are added to the length of a speech, so that the shortest ones do not win."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words: the z-score of their log-odds, and how many speeches of the group and of others have them."""

    text: str
    z: float
    own: int
    others: int


@dataclass(frozen=True, slots=True)
class Example:
    """A speech that is typical of its group: where it is, and how much so."""

    file: Path
    seat: int
    role: str
    said: Said
    score: float


@dataclass(frozen=True, slots=True)
class Manner:
    """A group's words and speeches, the most typical first; ``speeches`` is how many there were in all."""

    phrases: tuple[Phrase, ...]
    examples: tuple[Example, ...]
    speeches: int


def typical(seats: Mapping[str, Sequence[Seated]], words: int = 12, examples: int = 3) -> dict[str, Manner]:
    """The manner of each group in ``seats``; seats that no other group has the like of are left out.

    Log-odds are those of Monroe, Colaresi and Quinn, with all groups together as the prior. They show what to
    read, and test nothing.
    """
    kinds: dict[Kind, set[str]] = defaultdict(set)
    for name, found in seats.items():
        for one in found:
            kinds[one.sat.kind].add(name)
    alike = {name: [one for one in found if len(kinds[one.sat.kind]) > 1] for name, found in seats.items()}
    counts = {
        name: Counter(term for one in found for term in _terms_of(one)) for name, found in alike.items()
    }
    spread = Counter(term for terms in _by_game(alike).values() for term in terms)
    return {name: _manner(found, counts, name, spread, words, examples) for name, found in alike.items()}


def terms(text: str) -> Iterator[str]:
    """The runs of two and three Chinese characters in ``text``, and its words in Latin script; no numbers."""
    for run in _HAN.findall(text):
        for size in _SIZE:
            for start in range(len(run) - size + 1):
                yield run[start : start + size]
    yield from _WORD.findall(text.lower())


def _terms_of(seated: Seated) -> Iterator[str]:
    """The words of each speech, once a speech: repeating oneself in one is no habit yet."""
    for said in seated.sat.speeches:
        yield from dict.fromkeys(terms(said.text))


def _by_game(alike: Mapping[str, Sequence[Seated]]) -> dict[Path, set[str]]:
    found: dict[Path, set[str]] = defaultdict(set)
    for seats in alike.values():
        for one in seats:
            found[one.game.file].update(_terms_of(one))
    return found


def _manner(
    seats: Sequence[Seated],
    counts: Mapping[str, Counter[str]],
    name: str,
    spread: Counter[str],
    words: int,
    examples: int,
) -> Manner:
    own = counts[name]
    others: Counter[str] = Counter()
    for group, found in counts.items():
        if group != name:
            others.update(found)
    scores = {term: z for term, z in _log_odds(own, others) if spread[term] >= _GAMES}
    ranked = sorted(
        ((z, term) for term, z in scores.items() if z >= _CLEAR), key=lambda one: (-one[0], one[1])
    )
    phrases = tuple(Phrase(term, z, own[term], others[term]) for z, term in _apart(ranked, words))
    found_examples: list[Example] = []
    for one in seats:
        for said in one.sat.speeches:
            score = _score(said.text, scores)
            if score > 0:
                found_examples.append(Example(one.game.file, one.sat.seat, one.sat.kind.role, said, score))
    found_examples.sort(key=lambda e: (-e.score, str(e.file), e.seat, e.said.day))
    return Manner(
        phrases, tuple(_each_game(found_examples, examples)), sum(len(s.sat.speeches) for s in seats)
    )


def _log_odds(own: Counter[str], others: Counter[str]) -> Iterator[tuple[str, float]]:
    both = own + others
    everything = both.total()
    if not own or not others:
        return
    here, there = own.total(), others.total()
    for term, count in both.items():
        prior = _PRIOR * count / everything
        mine, theirs = own[term] + prior, others[term] + prior
        odds = log(mine / (here + _PRIOR - mine)) - log(theirs / (there + _PRIOR - theirs))
        yield term, odds / sqrt(1 / mine + 1 / theirs)


def _apart(ranked: Sequence[tuple[float, str]], most: int) -> list[tuple[float, str]]:
    """The first of ``ranked`` of which none is a piece of the same saying as another."""
    kept: list[tuple[float, str]] = []
    for z, term in ranked:
        if len(kept) == most:
            break
        if not any(_overlap(term, other) for _, other in kept):
            kept.append((z, term))
    return kept


def _overlap(one: str, other: str) -> bool:
    """Whether one holds the other, or ends in the two characters that the other begins with."""
    return one in other or other in one or one[-2:] == other[:2] or other[-2:] == one[:2]


def _score(text: str, scores: Mapping[str, float]) -> float:
    """The mean z-score of the words of a speech, each counted once."""
    found = set(terms(text))
    return sum(scores.get(term, 0.0) for term in sorted(found)) / (len(found) + _SHORT)


def _each_game(found: Sequence[Example], most: int) -> Iterator[Example]:
    """The first of ``found``, one a game at most, and no text twice."""
    games: set[Path] = set()
    texts: set[str] = set()
    for example in found:
        if len(games) == most:
            return
        if example.file not in games and example.said.text not in texts:
            games.add(example.file)
            texts.add(example.said.text)
            yield example
