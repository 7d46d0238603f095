"""The ledger: every claim of every speech, with the words that make it.

Claims come from where the speaker stated them: attached to the speech, or else in its words, as the bots
listen to them.
"""

from __future__ import annotations

from collections.abc import Iterable

from llmwolf.coach.claims.entries import STRUCTURED, TEXT, Entry
from llmwolf.coach.claims.quoting import placed, quote
from llmwolf.coach.minutes import Minutes
from llmwolf.players.bots.reading import read
from llmwolf.rules.claims import Claim
from llmwolf.rules.facts import DAY


def ledger(book: Minutes) -> tuple[Entry, ...]:
    """Every claim of the speeches of ``book``, in the order in which they were made."""
    held: dict[int, str] = {}
    found: list[Entry] = []
    for speech in book.speeches:
        card = held.get(speech.seat, "")
        claims = speech.claims or read(speech.text, speech.seat, book.seats, speech.day, card)
        places = placed(speech, book.seats, claims, card) if claims else {}
        out = book.out_before(speech.number, speech.seat)
        phase = out.phase if speech.stage == "last_words" and out else DAY
        source = STRUCTURED if speech.claims else TEXT
        found += [
            Entry(
                speech.number, speech.seat, speech.day, phase, speech.stage, claim, source,
                quote(speech, places[claim]),
            )
            for claim in claims
        ]  # fmt: skip
        held[speech.seat] = held_after(claims, card)
    return tuple(found)


def held_after(claims: Iterable[Claim], held: str) -> str:
    """The card that a speaker claims after ``claims`` who claimed ``held`` before (empty: none)."""
    for claim in claims:
        if claim.act == "role":
            held = claim.value
        elif claim.act == "retract" and claim.value == held:
            held = ""
        elif claim.act == "check" and not held:
            held = "seer"
    return held
