"""What only one seat may know: its card, its pack, what it did and learned, its voice, its own thoughts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from llmwolf.llm.prompt.shortly import numbers
from llmwolf.players.phrases import role_name, say_event
from llmwolf.players.words import Pair, pick
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event, Private
from llmwolf.rules.view import View

_LEFT_OUT: Final[Pair] = ("更早几夜的刀口和行动略去。", "What was done in earlier nights is left out.")


def private_values(
    view: View, lang: str, persona: str, memory: Sequence[str], nights: int | None = None
) -> dict[str, Any]:
    """The variables of the file ``seat``.

    ``nights`` is of how many of the last nights the routine is told (``None``: all); where some is left out
    it is said to be.
    """
    hand = view.hand
    events = known_events(view.log)
    kept = events if nights is None else _of_last(events, view.facts.day - nights)
    # Those who are charmed are named anew every night: what was told once is told.
    known = list(dict.fromkeys(say_event(event, lang) for event in kept))
    return {
        "seat": view.seat,
        "role": role_name(hand.role, lang),
        "mates": numbers([seat for seat in hand.pack if seat != view.seat], lang),
        "known": [*([pick(_LEFT_OUT, lang)] if len(kept) < len(events) else []), *known],
        "persona": persona,
        "memory": list(memory),
    }


def known_events(log: Sequence[Event]) -> list[Event]:
    """The private events still worth telling: no night talk of past nights, nothing that is told twice."""
    kept: list[Event] = []
    for event in log:
        if isinstance(event, ev.NightFell):
            kept = [e for e in kept if not _is_gun(e)]
        elif isinstance(event, ev.DayBroke):
            kept = [e for e in kept if not isinstance(e, ev.Whispered)]
        elif isinstance(event, Private) and not isinstance(event, (ev.Dealt, ev.PackMet)):
            told_anyway = isinstance(event, ev.Acted) and event.verb in ("knife", "check")
            if not told_anyway:
                kept.append(event)
    return kept


def _of_last(events: Sequence[Event], day: int) -> list[Event]:
    """``events`` without the routine of the nights up to that of ``day``; of each kind the last night stays.

    What was learned of a card or a seat is no routine.
    """
    last = dict(_routine(event) for event in events)
    return [
        event
        for event, (kind, night) in zip(events, map(_routine, events), strict=True)
        if night > day or night == last[kind]
    ]


def _routine(event: Event) -> tuple[str, int]:
    """The kind of an act, or of news, that one night has like another, and its night; no kind: none."""
    match event:
        case ev.Acted(verb=verb, when=night):
            return verb, night
        case ev.Told(fact="knife" | "victim" as fact, night=night):
            return f"told {fact}", night
    return "", 0


def _is_gun(event: Event) -> bool:
    return isinstance(event, ev.Told) and event.fact == "gun"
