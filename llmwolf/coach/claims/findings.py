"""Everything in the speeches of a game that is at odds with an event, each with that event."""

from __future__ import annotations

from collections.abc import Sequence

from llmwolf.coach.claims.entries import Entry, Finding
from llmwolf.coach.claims.leaks import leaks
from llmwolf.coach.claims.own import inconsistent
from llmwolf.coach.claims.private import private
from llmwolf.coach.claims.public import claimed
from llmwolf.coach.claims.secrets import secrets
from llmwolf.coach.claims.spoken import spoken
from llmwolf.coach.minutes import Minutes
from llmwolf.rules.audience import Event


def findings(book: Minutes, entries: Sequence[Entry]) -> tuple[Finding, ...]:
    """What public events and the speakers' own earlier words contradict, in the order of the speeches."""
    return _ordered([*spoken(book), *claimed(book, entries), *inconsistent(book, entries)])


def findings_after(book: Minutes, entries: Sequence[Entry], log: Sequence[Event]) -> tuple[Finding, ...]:
    """What the private facts in ``log`` contradict or alone support: to be told after the game only."""
    hidden = secrets(log)
    return _ordered([*private(book, entries, hidden), *leaks(book, entries, hidden)])


def _ordered(found: list[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(dict.fromkeys(found), key=lambda f: (f.number, f.quote.start)))
