"""How far two coaches agree in their tags: percent, and Cohen's kappa (J. Cohen, 1960)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

from llmwolf.coach.annotations import Annotations
from llmwolf.rules.audience import Event
from llmwolf.rules.events import Spoke


@dataclass(frozen=True, slots=True)
class Agreement:
    """Over ``n`` events: how many both judged alike, and kappa (``None``: one judged everything alike)."""

    n: int
    same: int
    kappa: float | None

    @property
    def share(self) -> float:
        """The part of the events that both judged alike."""
        return self.same / self.n if self.n else 0.0


@dataclass(frozen=True, slots=True)
class Compared:
    """Two coaches' tags: ``whole`` compares all tags of an event at once, ``tags`` each tag by itself.

    ``apart`` are the events with different tags: (event, tags of the first, tags of the second).
    """

    whole: Agreement
    tags: dict[str, Agreement]
    apart: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...]


def compare(log: Sequence[Event], one: Annotations, other: Annotations) -> Compared:
    """Compare tags over every speech that has words, and every other event that either coach tagged."""
    speeches = {number for number, event in enumerate(log, 1) if isinstance(event, Spoke) and event.text}
    units = sorted(speeches | _tagged(one) | _tagged(other))
    pairs = [(_tags(one, unit), _tags(other, unit)) for unit in units]
    names = sorted({tag for pair in pairs for tags in pair for tag in tags})
    return Compared(
        agreement(pairs),
        {name: agreement([(name in a, name in b) for a, b in pairs]) for name in names},
        tuple((unit, a, b) for unit, (a, b) in zip(units, pairs, strict=True) if a != b),
    )


def agreement(pairs: Collection[tuple[Hashable, Hashable]]) -> Agreement:
    """Agreement of two judges who put each thing into one category."""
    n = len(pairs)
    same = sum(a == b for a, b in pairs)
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    by_chance = sum(first[category] * second[category] for category in first)  # in n² parts
    rest = n * n - by_chance
    return Agreement(n, same, (n * same - by_chance) / rest if rest else None)


def _tagged(notes: Annotations) -> set[int]:
    return {event for event, note in notes.items() if note.tags}


def _tags(notes: Annotations, event: int) -> tuple[str, ...]:
    return notes[event].tags if event in notes else ()
