"""Events that the judge alone knows: causes, links, charms, who lost what."""

from __future__ import annotations

from llmwolf.rules.audience import Secret
from llmwolf.rules.facts import Hidden


class NightResolved(Secret):
    """Tonight's dead with their causes, ascending; they are still in until announced (N-18).

    ``decided``: the knife has decided the game, whatever the victim could still do (C-6).
    """

    deaths: tuple[tuple[int, str], ...]
    decided: bool = False

    def apply(self, hidden: Hidden) -> None:
        hidden.doomed = dict(self.deaths)
        hidden.causes.update(self.deaths)
        hidden.decided = self.decided


class Cause(Secret):
    """The cause of a death by day."""

    seat: int
    cause: str

    def apply(self, hidden: Hidden) -> None:
        hidden.causes[self.seat] = self.cause
        hidden.doomed.pop(self.seat, None)
        hidden.lingering.pop(self.seat, None)


class Spares(Secret):
    """The cards that stay in the middle; they count for no side (R-2)."""

    cards: tuple[str, ...]

    def apply(self, hidden: Hidden) -> None:
        hidden.spares = self.cards


class Linked(Secret):
    """Cupid made these two lovers (N-16)."""

    cupid: int
    lovers: tuple[int, int]

    def apply(self, hidden: Hidden) -> None:
        hidden.lovers = self.lovers
        hidden.cupid = self.cupid


class Charmed(Secret):
    """The one whom a wolf beauty's death would take along; only the latest night's counts."""

    by: int
    seat: int

    def apply(self, hidden: Hidden) -> None:
        hidden.charms[self.by] = self.seat


class Piped(Secret):
    """Everybody the piper has charmed so far, ascending (N-14)."""

    seats: tuple[int, ...]

    def apply(self, hidden: Hidden) -> None:
        hidden.piped = self.seats


class LifeSpent(Secret):
    """The elder's first effective attack (N-12)."""

    seat: int

    def apply(self, hidden: Hidden) -> None:
        hidden.spent = (*hidden.spent, self.seat)


class PowersEnded(Secret):
    """The elder was lost to the village: its powers end for good (C-5)."""

    seat: int

    def apply(self, hidden: Hidden) -> None:
        hidden.powerless = True


class SideLost(Secret):
    """A faction is judged lost; its players play on (W-4)."""

    side: str
    night: int

    def apply(self, hidden: Hidden) -> None:
        hidden.lost[self.side] = self.night


class AllyMade(Secret):
    """The first dead named this seat: it wins if the wolves win (N-19)."""

    seat: int

    def apply(self, hidden: Hidden) -> None:
        hidden.ally = self.seat


class Lingers(Secret):
    """This seat is hit, but goes out only after its next own day speech (老流氓)."""

    seat: int
    cause: str

    def apply(self, hidden: Hidden) -> None:
        hidden.lingering[self.seat] = self.cause
