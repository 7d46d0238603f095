"""Claims held against the public record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from llmwolf.coach.claims.entries import STRUCTURED, Entry, Finding
from llmwolf.coach.claims.finding import finding, told
from llmwolf.coach.minutes import Minutes, Speech
from llmwolf.players.bots.listening.context import Context
from llmwolf.players.words import Pair
from llmwolf.rules import events as ev

_TOUGH: Final = frozenset({"elder", "rogue"})
"""Cards that may live on after a poison."""
_NEVER: Final = 99
"""A day that no game sees."""


def night_of(book: Minutes, entry: Entry) -> int:
    """The night that the claim ``entry`` names; 0 where the words leave it unsaid."""
    if entry.source == STRUCTURED:
        return entry.claim.night
    hearing = Context(entry.seat, book.seats, entry.day, "")
    hearing.hear_night(entry.quote.text)
    # A listener takes a night that has not been for the last one; here it is what was said.
    ahead = Context(entry.seat, book.seats, _NEVER, "")
    ahead.hear_night(entry.quote.text)
    return ahead.night if hearing.night == entry.day < ahead.night < _NEVER - 1 else hearing.night


def claimed(book: Minutes, entries: Sequence[Entry]) -> Iterator[Finding]:
    """The claims of ``entries`` that a public event denies, in order."""
    speeches = {speech.number: speech for speech in book.speeches}
    for entry in entries:
        speech = speeches[entry.number]
        for kind, number, what in _denials(book, speech, entry):
            yield finding(kind, what, speech, entry.quote, number, told(book.events[number]))


def _denials(book: Minutes, speech: Speech, entry: Entry) -> Iterator[tuple[str, int, Pair]]:
    """What kinds of contradiction ``entry`` makes, by which event, and how."""
    claim, night = entry.claim, night_of(book, entry)
    for target in claim.targets:
        exit_ = book.out_before(speech.number, target)
        if exit_ is not None:
            out = f"{target}号已经出局", f"Seat {target} is out"
            if claim.act == "vote" and speech.stage in ("speech", "pk"):
                yield "dead_vote", exit_.number, out
            elif claim.act == "flow":
                yield "dead_flow", exit_.number, out
            # A gravekeeper is shown the dead.
            elif claim.act == "check" and exit_.day < night and "gravekeeper" not in book.facts.cards:
                what = f"第{night}夜之前{target}号就出局了", f"Seat {target} was out before night {night}"
                yield "dead_check", exit_.number, what
        elif claim.act == "poison" and night and not _TOUGH & set(book.facts.cards):
            dawn, _ = book.nights.get(night, (speech.number, ()))
            if dawn < speech.number:
                yield "poison_living", dawn, (f"{target}号还在场", f"Seat {target} is in")
    if claim.act in ("check", "save", "poison", "guard") and night > speech.day:
        fell = [n for n, e in book.events.items() if isinstance(e, ev.NightFell) and n < speech.number]
        yield "night_ahead", fell[-1], (f"才到第{speech.day}夜", f"there have been {speech.day} nights")
