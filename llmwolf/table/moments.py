"""The moments at which a live seat is asked whether it acts out of turn, and what a speech comes to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from llmwolf.players.base import Heard
from llmwolf.players.bots.reading import read
from llmwolf.rules.asks import Choice
from llmwolf.rules.audience import Event
from llmwolf.rules.chapters.speech import MUTES
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import NightFell, Spoke, TurnOrder
from llmwolf.rules.view import View

ROUNDS: Final = ("election", "election_pk", "speech", "pk")
"""The rounds of speeches that a ballot follows."""
_EXILES: Final = ("speech", "pk")
_CALLED_FOR: Final = ("withdraw",)
"""Rights that the judge asks for anyway, at the end of the round (D-4)."""


def is_last(view: View, stage: str, speaker: int) -> bool:
    """Whether a ballot follows the speech of ``speaker`` in ``stage``: nobody is left to speak before it."""
    if stage not in ROUNDS:
        return False
    facts = view.facts
    order = next((e.seats for e in reversed(view.log) if isinstance(e, TurnOrder) and e.stage == stage), ())
    muted = {seat for mark in MUTES for seat in facts.marks.get(mark, ())}
    out = {*facts.withdrawn, *muted} if stage.startswith("election") else muted
    later = order[order.index(speaker) + 1 :] if speaker in order else ()
    return not any(seat in facts.living and seat not in out for seat in later)


def claims_of(text: str, claims: tuple[Claim, ...], seat: int, view: View) -> tuple[Claim, ...]:
    """What a speech states: its ``claims``, or what can be read out of a ``text`` that came without any."""
    return claims or read(text, seat, view.facts.seats, view.facts.day)


def moment(view: View, news: Iterable[Event], stage: str, heard: Heard) -> str:
    """The word of :data:`~llmwolf.players.base.MOMENTS` for the seat of ``view`` as a speech begins, or none.

    ``news`` are the events since it was last looked at; those of an earlier day do not count any more.
    """
    if not _has_a_choice(view.rights):
        return ""
    checked = _checked(view, news)
    if view.seat in checked:
        return "checked"
    if any(mate in checked for mate in view.hand.pack if mate in view.facts.living):
        return "mate_checked"
    return "ballot" if heard.last and stage in _EXILES else ""


def _has_a_choice(rights: tuple[Choice, ...]) -> bool:
    return any(choice.verb not in _CALLED_FOR for choice in rights)


def _checked(view: View, news: Iterable[Event]) -> set[int]:
    """The seats that somebody claims to have found wolves today."""
    found: set[int] = set()
    for event in news:
        if isinstance(event, NightFell):
            found.clear()
        elif isinstance(event, Spoke) and event.seat != view.seat:
            for claim in claims_of(event.text, event.claims, event.seat, view):
                if claim.act == "check" and claim.value == "wolf":
                    found.update(claim.targets)
    return found
