"""What a speaker cannot reproach somebody with: what he did himself, what half of the table did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.mind import Mind

LITTLE: Final = 20
"""A speech of fewer characters says next to nothing."""
_OF_BALLOTS: Final = ("voted_seer", "voted_gold", "voted_my_gold", "same_as_blast", "abstained")
"""Grounds about a vote in an exile ballot of the day ``when``."""


def said_at(book: Ledger, seat: int, act: str, target: int, *, first: bool = False) -> int:
    """The place of the last speech (or the first) in which ``seat`` said ``act`` of ``target``, or -1."""
    every = range(len(book.speeches))
    for at in every if first else reversed(every):
        speech = book.speeches[at]
        if speech.seat == seat and any(c.act == act and target in c.targets for c in speech.claims):
            return at
    return -1


def claimed_at(book: Ledger, seat: int) -> int:
    """The place of the first speech in which ``seat`` claimed seer, or reported as one; -1 if none."""
    for at, speech in enumerate(book.speeches):
        if speech.seat == seat and any(c.act == "check" or c.value == "seer" for c in speech.claims):
            return at
    return -1


def short_on(book: Ledger, seat: int) -> int:
    """The day of the last speech of ``seat`` where it was too short to say anything; 0 where it was not."""
    said = [s for s in book.speeches if s.seat == seat and s.stage in ("speech", "pk")]
    return said[-1].day if said and 0 < len(said[-1].text) < LITTLE else 0


def did_the_same(m: Mind, kind: str, slots: Mapping[str, object]) -> bool:
    """Whether the ground ``kind`` holds against the speaker as well, or against half of the table."""
    book = m.book
    if kind in _OF_BALLOTS:
        chosen = slots.get("r" if kind == "voted_seer" else "g", 0)
        cast = [b.votes for b in book.ballots if b.day == slots["when"] and not b.stage.startswith("badge")]
        return any(votes.get(m.me) == chosen for votes in cast)
    match kind, slots:
        case "badge_rival", {"c": rival}:
            badge = [b.votes for b in book.ballots if b.stage.startswith("badge")]
            return any(votes.get(m.me) == rival for votes in badge)
        case "against_word", {"when": int(day)}:
            return (day, m.me) in book.broken or _half_broke(book, day)
        case "sided_rival", {"c": rival}:
            return book.side_of(m.me) == rival
        case "backed_blast", {"x": int(blown)}:
            return book.stances.get((m.me, blown), (0, 0))[0] > 0
        case "blast_backed", {"x": int(blown)}:
            return book.stances.get((blown, m.me), (0, 0))[0] > 0
        case (("hit_gold" | "hit_my_gold"), {"g": int(gold)}):
            return book.stances.get((m.me, gold), (0, 0))[0] < 0
        case "short", _:
            return short_on(book, m.me) > 0
        case "no_side", _:
            spoke = any(s.seat == m.me and s.day == m.facts.day for s in book.speeches)
            return spoke and not book.side_of(m.me)
        case "no_call_made", _:
            return _most_named_nobody(m)
    return False


def _half_broke(book: Ledger, day: int) -> bool:
    """Whether half of those who called for somebody on ``day`` voted for another."""
    called = {seat for on, seat in book.calls if on == day}
    broken = {seat for on, seat in book.broken if on == day}
    return 2 * len(broken & called) >= len(called)


def _most_named_nobody(m: Mind) -> bool:
    """Whether fewer than half of those who spoke in this round named somebody for the exile."""
    spoke = {s.seat for s in m.book.spoken()}
    named = {seat for day, seat in m.book.calls if day == m.facts.day}
    return m.me in spoke - named or 2 * len(named & spoke) < len(spoke)
