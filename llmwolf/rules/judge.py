"""The judge's desk: the folded state, the log, and the only way to change either, ``say``."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Final, TypeVar

from llmwolf.rules.asks import Ask, CutIn, Decision
from llmwolf.rules.audience import Event
from llmwolf.rules.facts import Facts, Hand, Hidden
from llmwolf.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from llmwolf.rules.hooks import RoleLaw

_PACK: Final = "the pack"
T = TypeVar("T")
Answers = dict[int, Decision]
Script = Generator[Ask, Answers, T]
"""A chapter: it yields asks, is sent the answers by seat in seat order, and returns ``T``."""


class Interrupt(Exception):
    """A cut-in was accepted; thrown into the chapter that has the ask open."""

    def __init__(self, cut: CutIn) -> None:
        self.cut = cut
        super().__init__(cut.verb)


class DayEnds(Exception):
    """The day is over from here on, however deep we are; ``seat`` blew himself up (I-1)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        super().__init__(seat)


class GameEnds(Exception):
    """A side has won; nothing is asked any more."""


class Judge:
    """The state of one game and its log.

    Chapters and roles read ``facts``, ``hands`` (index = seat, 0 unused) and ``hidden``, and change
    them only through :meth:`say`. ``hours`` holds the calls of night 1 and those of later nights (N-1).
    """

    __slots__ = (
        "_holders",
        "_met_among",
        "facts",
        "hands",
        "hidden",
        "hours",
        "log",
        "minute",
        "roles",
        "rules",
        "seed",
    )  # fmt: skip

    def __init__(
        self,
        rules: Ruleset,
        roles: Mapping[str, RoleLaw],
        hours: tuple[tuple[str, ...], ...],
        first_night: tuple[str, ...],
        seed: int,
        minute: int,
        seats: int,
    ) -> None:
        self.rules = rules
        self.roles = roles
        later = (tuple(role for role in hour if role not in first_night) for hour in hours)
        self.hours = (hours, tuple(hour for hour in later if hour))
        self.seed = seed
        self.minute = minute
        self.facts = Facts()
        self.hands = [Hand(seat) for seat in range(seats + 1)]
        self.hidden = Hidden()
        self.log: list[Event] = []
        self._holders: dict[str, tuple[int, ...]] = {}
        self._met_among: tuple[int, ...] = ()

    def say(self, event: Event) -> None:
        """Append ``event`` to the log and apply it."""
        self.log.append(event)
        event.fold(self.facts, self.hands, self.hidden)

    def role(self, seat: int) -> RoleLaw:
        """The card that ``seat`` holds now."""
        return self.roles[self.hands[seat].role]

    def holders(self, role: str) -> tuple[int, ...]:
        """Living seats that hold ``role``, ascending."""
        return self._met().get(role, ())

    def pack(self) -> tuple[int, ...]:
        """Living wolves that have the knife, ascending."""
        return self._met()[_PACK]

    def _met(self) -> dict[str, tuple[int, ...]]:
        """Who holds which card among the living; counted anew whenever somebody left."""
        living = self.facts.living
        if living is not self._met_among:
            self._met_among = living
            self._holders = {_PACK: ()}
            for seat in living:
                card = self.hands[seat].role
                self._holders[card] = (*self._holders.get(card, ()), seat)
                if self.roles[card].in_pack:
                    self._holders[_PACK] += (seat,)
        return self._holders

    def settled(self) -> tuple[int, ...]:
        """Living seats once tonight's dead are taken out."""
        doomed = self.hidden.doomed
        return tuple(s for s in self.facts.living if s not in doomed) if doomed else self.facts.living

    def neighbours_from(self, seat: int, step: int, among: tuple[int, ...]) -> tuple[int, ...]:
        """The seats of ``among`` met going round from ``seat`` (excluded) by ``step`` (+1 左, -1 右)."""
        n = self.facts.seats
        ring = ((seat - 1 + step * k) % n + 1 for k in range(1, n))
        return tuple(s for s in ring if s in among)
