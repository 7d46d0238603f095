"""The three audiences of an event: the whole table, some seats, the judge alone."""

from __future__ import annotations

from collections import namedtuple
from inspect import get_annotations
from typing import Any, dataclass_transform

from llmwolf.rules.facts import Facts, Hand, Hidden


@dataclass_transform(frozen_default=True)
class _EventKind(type):
    """Makes a class whose annotations are the fields of a tuple."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _EventKind:
        space.setdefault("__slots__", ())
        kind = super().__new__(cls, name, bases, space)
        names = [n for base in reversed(kind.__mro__) for n in get_annotations(base)]
        made = namedtuple(name, names, defaults=[space[n] for n in names if n in space])  # type: ignore[misc]
        for attribute in ("__new__", "__match_args__", *names):
            setattr(kind, attribute, made.__dict__[attribute])
        return kind


class Event(tuple[Any, ...], metaclass=_EventKind):
    """Base of all events: an immutable record of the fields that a subclass annotates.

    Written like a frozen dataclass, kept as a tuple: a game makes hundreds, and these are made in a
    third of the time. Unlike plain tuples, events of two kinds are never equal.
    """

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        fields = [f"{name}={getattr(self, name)!r}" for name in type(self).fields()]
        return f"{type(self).__name__}({', '.join(fields)})"

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """The names of the fields in their order."""
        names: tuple[str, ...] = cls.__match_args__
        return names

    @property
    def to(self) -> tuple[int, ...] | None:
        """Who hears it: ``None`` everybody, a tuple of seats, ``()`` the judge alone."""
        raise NotImplementedError

    def fold(self, facts: Facts, hands: list[Hand], hidden: Hidden) -> None:
        """Apply the event to the part of the state that its audience knows."""
        raise NotImplementedError


class Public(Event):
    """Heard by the whole table."""

    @property
    def to(self) -> tuple[int, ...] | None:
        return None

    def fold(self, facts: Facts, hands: list[Hand], hidden: Hidden) -> None:
        self.apply(facts)

    def apply(self, facts: Facts) -> None:
        """Change the public facts; events that only inform change nothing."""


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

    @property
    def to(self) -> tuple[int, ...] | None:
        return ()

    def fold(self, facts: Facts, hands: list[Hand], hidden: Hidden) -> None:
        self.apply(hidden)

    def apply(self, hidden: Hidden) -> None:
        """Change what the judge knows."""
