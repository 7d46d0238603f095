"""The three audiences of an event: the whole table, some seats, the judge alone."""

from __future__ import annotations

from dataclasses import dataclass

from llmwolf.rules.facts import Facts, Hand, Hidden


class Event:
    """Base of all events."""

    __slots__ = ()

    @property
    def to(self) -> tuple[int, ...] | None:
        """Who hears it: ``None`` everybody, a tuple of seats, ``()`` the judge alone."""
        raise NotImplementedError

    def fold(self, facts: Facts, hands: list[Hand], hidden: Hidden) -> None:
        """Apply the event to the part of the state that its audience knows."""
        raise NotImplementedError


class Public(Event):
    """Heard by the whole table."""

    __slots__ = ()

    @property
    def to(self) -> tuple[int, ...] | None:
        return None

    def fold(self, facts: Facts, hands: list[Hand], hidden: Hidden) -> None:
        self.apply(facts)

    def apply(self, facts: Facts) -> None:
        """Change the public facts; events that only inform change nothing."""


@dataclass(frozen=True, slots=True)
class Private(Event):
    """Heard by the seats of ``ears`` alone."""

    ears: tuple[int, ...]

    @property
    def to(self) -> tuple[int, ...] | None:
        return self.ears

    def fold(self, facts: Facts, hands: list[Hand], hidden: Hidden) -> None:
        for seat in self.ears:
            self.apply(hands[seat])

    def apply(self, hand: Hand) -> None:
        """Change what one hearer knows."""


class Secret(Event):
    """Known to the judge alone."""

    __slots__ = ()

    @property
    def to(self) -> tuple[int, ...] | None:
        return ()

    def fold(self, facts: Facts, hands: list[Hand], hidden: Hidden) -> None:
        self.apply(hidden)

    def apply(self, hidden: Hidden) -> None:
        """Change what the judge knows."""
