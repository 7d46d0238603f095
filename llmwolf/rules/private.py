"""Events that some seats alone hear; each changes the hands of its ``ears``."""

from __future__ import annotations

from llmwolf.rules.audience import Private
from llmwolf.rules.facts import Hand


class Dealt(Private):
    """A seat looks at its card."""

    seat: int
    role: str

    def apply(self, hand: Hand) -> None:
        if hand.seat == self.seat:
            hand.role = hand.card = self.role


class PackMet(Private):
    """The pack sees each other: (seat, role id) of every known wolf (N-4)."""

    wolves: tuple[tuple[int, str], ...]

    def apply(self, hand: Hand) -> None:
        hand.pack = dict(self.wolves)


class Whispered(Private):
    """One wolf's line in the night talk, with the seat it would knife (0: nobody named)."""

    seat: int
    target: int
    text: str


class Acted(Private):
    """``seat`` did ``verb`` to ``target`` in night or day ``when``; the actor (and its pack) saw it."""

    seat: int
    verb: str
    target: int
    when: int

    def apply(self, hand: Hand) -> None:
        if hand.seat == self.seat:
            hand.uses.setdefault(self.verb, []).append((self.when, self.target))


class Told(Private):
    """The judge shows a seat something: a check's answer, the victim, whether the gun works."""

    fact: str
    seat: int
    value: str
    night: int

    def apply(self, hand: Hand) -> None:
        hand.told.append((self.night, self.fact, self.seat, self.value))


class Became(Private):
    """A seat is another card from now on: the thief's choice, the wild child who turned (N-15).

    ``taken`` says that the new card was taken from the middle; it is the one shown when turned.
    """

    seat: int
    role: str
    taken: bool = False

    def apply(self, hand: Hand) -> None:
        if hand.seat == self.seat:
            hand.role = self.role
            if self.taken:
                hand.card = self.role


class LoversMet(Private):
    """The two lovers learn who the other is, and in some profiles the other's card (N-16)."""

    lovers: tuple[int, int]
    cards: tuple[str, ...] = ()

    def apply(self, hand: Hand) -> None:
        one, other = self.lovers
        hand.lover = other if hand.seat == one else one
        if self.cards:
            card = self.cards[self.lovers.index(hand.lover)]
            hand.told.append((1, "lover_card", hand.lover, card))
