"""What only one seat may know: its card, its pack, what it did and learned, its voice, its own thoughts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llmwolf.llm.prompt.shortly import numbers
from llmwolf.players.phrases import role_name, say_event
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event, Private
from llmwolf.rules.view import View


def private_values(view: View, lang: str, persona: str, memory: Sequence[str]) -> dict[str, Any]:
    """The variables of the file ``seat``."""
    hand = view.hand
    return {
        "seat": view.seat,
        "role": role_name(hand.role, lang),
        "mates": numbers([seat for seat in hand.pack if seat != view.seat], lang),
        "known": [say_event(event, lang) for event in known_events(view.log)],
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


def _is_gun(event: Event) -> bool:
    return isinstance(event, ev.Told) and event.fact == "gun"
