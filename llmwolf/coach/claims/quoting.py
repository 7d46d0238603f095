"""Where in a speech something is said: its sentences and clauses, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from llmwolf.coach.claims.entries import Quote
from llmwolf.coach.minutes import Speech
from llmwolf.players.bots.reading import LIMIT, read
from llmwolf.players.bots.seats import plain, seats_in
from llmwolf.players.phrases import role_name
from llmwolf.rules.claims import Claim

_SENTENCE: Final = re.compile(r"(?:[^。！？!?；;\n….]|\.(?!\s|$))++[。！？!?；;….]*+")
_CLAUSE: Final = re.compile(r"[^，,：:]++[，,：:]?")
_EDGE: Final = " \t\r\n，,"


class Span(NamedTuple):
    """Characters ``start`` to ``end`` of a text."""

    start: int
    end: int


def sentences(text: str) -> list[Span]:
    """The sentences of ``text`` as far as it is listened to, without the blanks around them."""
    return _trimmed(text, _SENTENCE.finditer(text[:LIMIT]), 0)


def clauses(text: str, within: Span) -> list[Span]:
    """The clauses of the sentence ``within`` of ``text``."""
    return _trimmed(text, _CLAUSE.finditer(text[within.start : within.end]), within.start)


def quote(speech: Speech, span: Span | None = None) -> Quote:
    """The words ``span`` of ``speech`` (all of them by default)."""
    start, end = span or (0, len(speech.text))
    return Quote(speech.number, start, end, speech.text[start:end])


def placed(speech: Speech, seats: int, claims: Iterable[Claim], held: str) -> dict[Claim, Span]:
    """Where each of ``claims`` is said in ``speech``: in a clause, or in a sentence, or only in all of it.

    ``held`` is the card that the speaker had claimed before.
    """
    wanted = list(dict.fromkeys(claims))
    best: dict[Claim, tuple[int, int, Span]] = {}
    for place, sentence in enumerate(sentences(speech.text)):
        words = speech.text[sentence.start : sentence.end]
        heard = read(words, speech.seat, seats, speech.day, held)
        named = set(seats_in(plain(words), seats))
        held = next((c.value for c in heard if c.act == "role"), held)
        if not held and any(c.act == "check" for c in heard):
            held = "seer"
        for claim in wanted:
            likeness = max((_likeness(claim, other) for other in heard), default=0)
            likeness = likeness or _NAMED * _names(claim, words, named)
            # A call or an opinion that is said twice is meant as it was said last.
            order = place if claim.act in ("vote", "suspect", "trust") else -place
            if likeness and (claim not in best or (likeness, order) > best[claim][:2]):
                span = _narrowed(claim, speech, sentence, seats, held) if likeness > _NAMED else sentence
                best[claim] = (likeness, order, span)
    whole = Span(0, len(speech.text))
    return {claim: best[claim][2] if claim in best else whole for claim in wanted}


_NIGHTLY: Final = ("check", "save", "poison", "guard")
"""Acts that are often told in two clauses: when and whom, then what came of it."""
_NAMED: Final = 1
"""The likeness of a sentence that only names what a claim is about."""


def _likeness(claim: Claim, heard: Claim) -> int:
    """How well ``heard`` is ``claim``: 0 not at all, otherwise the more the better."""
    if claim.act != heard.act or claim.value != heard.value:
        return 0
    shared = len(set(claim.targets) & set(heard.targets))
    if claim.targets and not shared:
        return 0
    return _NAMED + 1 + 2 * shared + (claim.targets == heard.targets and claim.night == heard.night)


def _names(claim: Claim, words: str, named: set[int]) -> bool:
    """Whether ``words``, in which the seats ``named`` are named, at least name what ``claim`` is about."""
    if claim.targets:
        return set(claim.targets) <= named
    return any(role_name(claim.value, lang).lower() in words.lower() for lang in ("zh", "en"))


def _narrowed(claim: Claim, speech: Speech, sentence: Span, seats: int, held: str) -> Span:
    """The clause of ``sentence`` that makes ``claim``, with those on its seat before it; or the sentence."""
    parts = clauses(speech.text, sentence)
    if len(parts) > 1:
        full = _likeness(claim, claim)
        for place, part in enumerate(parts):
            heard = read(speech.text[part.start : part.end], speech.seat, seats, speech.day, held)
            if any(_likeness(claim, other) >= full - 1 for other in heard):
                return Span(_begun(claim, speech.text, parts[: place + 1], seats).start, part.end)
    return sentence


def _begun(claim: Claim, text: str, parts: list[Span], seats: int) -> Span:
    """The first of the last ``parts`` that are all on the seats of ``claim``: 昨晚验的2号，2号查杀."""
    *before, start = parts
    for part in reversed(before):
        named = seats_in(plain(text[part.start : part.end]), seats)
        if claim.act not in _NIGHTLY or set(named) != set(claim.targets):
            break
        start = part
    return start


def _trimmed(text: str, found: Iterable[re.Match[str]], offset: int) -> list[Span]:
    spans = []
    for match in found:
        words = match[0].rstrip(_EDGE)
        start = len(words) - len(words.lstrip(_EDGE))
        if words:
            spans.append(Span(offset + match.start() + start, offset + match.start() + len(words)))
    return [span for span in spans if span.end > span.start]
