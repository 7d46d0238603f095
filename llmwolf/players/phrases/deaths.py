"""Deaths that need no sentence of their own: what led to them has just been told."""

from __future__ import annotations

from typing import Final

from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event

_SEEN: Final = ("exile", "shot", "explode", "taken")
"""Ways to go out that are told with whoever brings them about."""


class DeathsTold:
    """Goes along with what happens, and knows which deaths would be told twice."""

    def __init__(self) -> None:
        self._told: set[int] = set()

    def again(self, event: Event) -> bool:
        """Take ``event`` in; whether it says no more than was said before."""
        match event:
            case ev.Exiled():
                self._told.add(event.seat)
            case ev.Shot():
                self._told.add(event.target)
            case ev.Exploded():
                self._told |= {event.seat, event.target}
            case ev.Died():
                return event.how in _SEEN and event.seat in self._told
            case ev.Cause():
                return event.cause in _SEEN and event.seat in self._told
        return False
