"""What a record still says of one night or day."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Final

from llmwolf.record.notation.items import Item, Phase

_AT_DAWN: Final = ("shoot", "badge")
"""What follows the announcement of the dead; it may be written at the end of their night."""
_BY_NIGHT: Final = ("ally",)
"""What is asked when night falls; it may be written on the day before."""


class Queue:
    """The items of ``phase`` that nothing has used yet.

    By night they come in any order. By day an anchor (a ballot, a list of speakers …) closes the view: what
    is written behind it happens after it. ``carried`` are items of the phase before that belong to this
    one.
    """

    def __init__(self, phase: Phase, items: Iterable[Item], carried: Iterable[Item] = ()) -> None:
        self.phase = phase
        self.items = list(items)
        self.carried = list(carried)

    @property
    def front(self) -> Item | None:
        """The next item in written order."""
        return self.items[0] if self.items else None

    @property
    def breaks_off(self) -> bool:
        """Whether nothing is left but the mark that the record breaks off here."""
        return len(self.items) == 1 and self.items[0].word.id == "cut"

    def find(self, words: Container[str], fits: Callable[[Item], bool] = lambda item: True) -> Item | None:
        """The next item of ``words`` that ``fits`` and may be used now."""
        for item in self.carried:
            if item.word.id in words and fits(item):
                return item
        for item in self.items:
            if item.word.id in words and fits(item):
                return item
            if item.word.anchor and self.phase.is_day:
                return None
        return None

    def anchor(self) -> Item | None:
        """The next anchor."""
        return next((item for item in self.items if item.word.anchor), None)

    def before(self, item: Item) -> tuple[Item, ...]:
        """The items written before ``item`` that nothing has used."""
        return tuple(self.items[: self.items.index(item)]) if item in self.items else ()

    def after(self, item: Item) -> tuple[Item, ...]:
        """The items written after ``item``."""
        return tuple(self.items[self.items.index(item) + 1 :])

    def take(self, item: Item, left: Item | None = None) -> None:
        """``item`` is used now; ``left`` is what of it is still to come."""
        place = self.carried if item in self.carried else self.items
        at = place.index(item)
        place[at : at + 1] = [left] if left is not None else []

    def leave(self) -> tuple[list[Item], list[Item]]:
        """The phase is over: the items that belong to the next one, and those that nobody asked for."""
        later = _BY_NIGHT if self.phase.is_day else _AT_DAWN
        passed = [item for item in self.items if item.word.id in later]
        return passed, [
            item for item in (*self.carried, *self.items) if item not in passed and item.word.id != "cut"
        ]
