"""How a finding is made out of a statement and the event that it is at odds with."""

from __future__ import annotations

from llmwolf.coach.claims.entries import Finding, Quote
from llmwolf.coach.claims.kinds import GROUP_OF
from llmwolf.coach.minutes import Speech
from llmwolf.players.phrases import say_event
from llmwolf.players.words import Pair
from llmwolf.rules.audience import Event


def finding(kind: str, what: Pair, speech: Speech, words: Quote, against: int, record: Pair) -> Finding:
    """The finding ``kind``: ``words`` of ``speech`` are at odds with event ``against``, in words."""
    return Finding(kind, GROUP_OF[kind], what, speech.seat, speech.day, words, against, record)


def told(event: Event) -> Pair:
    """``event`` as the judge tells it."""
    return say_event(event, "zh"), say_event(event, "en")


def words_of(seat: int, words: Quote) -> Pair:
    """Somebody's own words."""
    return f"{seat}号：{words.text}", f"Seat {seat}: {words.text}"
