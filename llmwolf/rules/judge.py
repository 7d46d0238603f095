"""The judge's desk: the folded state, the log, and the only way to change either, ``say``."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Generator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from llmwolf.rules.asks import Ask, CutIn, Decision
from llmwolf.rules.audience import Event
from llmwolf.rules.chance import pick
from llmwolf.rules.facts import Facts, Hand, Hidden
from llmwolf.rules.private import Became
from llmwolf.rules.spec import Spec

if TYPE_CHECKING:
    from llmwolf.rules.hooks import RoleLaw

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
    """The day is over from here on, however deep we are; ``out`` went out with it, in order (I-1)."""

    def __init__(self, out: tuple[int, ...]) -> None:
        self.out = out
        super().__init__(out)


class GameEnds(Exception):
    """A side has won; nothing is asked any more."""


class Camps(dict[str, str]):
    """Card → V, G, W or X: what it counts as under the house rules (W-2)."""

    def __init__(self, spec: Spec, roles: Mapping[str, RoleLaw]) -> None:
        super().__init__()
        self._counted = spec.rules.counted_as_villager
        self._thief = bool(spec.spares)
        self._roles = roles

    def __missing__(self, card: str) -> str:
        villager = card in self._counted or (self._thief and f"{card}_with_thief" in self._counted)
        found = self[card] = "V" if villager else self._roles[card].camp
        return found


@lru_cache(maxsize=64)
def _later(hours: tuple[tuple[str, ...], ...], first_night: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The calls of later nights: those of the first without the ones that are made only then (N-1)."""
    left = (tuple(role for role in hour if role not in first_night) for hour in hours)
    return tuple(hour for hour in left if hour)


@lru_cache(maxsize=64)
def _hearing(board: tuple[RoleLaw, ...]) -> Mapping[str, tuple[str, ...]]:
    """Rarer hook → ids of the cards that use it; the same for every game with the same cards."""
    hooks = ("dawn", "mourns", "ballot", "silence", "signed", "rights", "takes", "loss", "ties")
    return {hook: tuple(law.id for law in board if hook in law.hears) for hook in hooks}


class Judge:
    """The state of one game and its log.

    Chapters and roles read ``facts``, ``hands`` (index = seat, 0 unused) and ``hidden``, and change
    them only through :meth:`say`. ``hours`` holds the calls of night 1 and those of later nights (N-1);
    ``drawn`` every draw so far, label → (how many outcomes, which); ``strangers`` says that some wolf
    does not know the whole pack yet; ``board`` the cards in play, one of each; ``camps`` what cards count as.
    """

    __slots__ = (
        "_holders",
        "_met_among",
        "_pack",
        "board",
        "camps",
        "drawn",
        "facts",
        "hands",
        "has_piper",
        "hearing",
        "hidden",
        "hours",
        "log",
        "roles",
        "rules",
        "spec",
        "strangers",
    )

    def __init__(self, spec: Spec, roles: Mapping[str, RoleLaw]) -> None:
        self.spec = spec
        self.rules = spec.rules
        self.roles = roles
        self.hours = (spec.hours, _later(spec.hours, spec.first_night))
        self.facts = Facts()
        self.hands = [Hand(seat) for seat in range(spec.seats + 1)]
        self.hidden = Hidden()
        self.log: list[Event] = []
        self.drawn: dict[str, tuple[int, int]] = {}
        self.strangers = bool(spec.spares)
        self.board = tuple(roles[card] for card in sorted(set(spec.cards)))
        self.hearing = _hearing(self.board)
        self.has_piper = any(law.side == "piper" for law in self.board)
        self.camps = Camps(spec, roles)
        self._holders: dict[str, tuple[int, ...]] = {}
        self._met_among: tuple[int, ...] | None = None
        self._pack: tuple[int, ...] = ()

    def say(self, event: Event) -> None:
        """Append ``event`` to the log and apply it."""
        self.log.append(event)
        event.fold(self.facts, self.hands, self.hidden)

    # -- who holds what ------------------------------------------------------------------------

    def role(self, seat: int) -> RoleLaw:
        """The card that ``seat`` holds now."""
        return self.roles[self.hands[seat].role]

    def power(self, seat: int) -> RoleLaw:
        """The card whose powers ``seat`` has now: a plain one once the village's are lost (C-5)."""
        return self.law(self.hands[seat].role)

    def law(self, card: str) -> RoleLaw:
        """``card`` with the powers that it has now, whoever holds it (C-5)."""
        law = self.roles[card]
        return law.bare if self.hidden.powerless and law.village_power else law

    def become(self, seat: int, role: str, taken: bool = False) -> None:
        """``seat`` is the card ``role`` from now on (N-15, 野孩子); says so to the seat alone."""
        self.say(Became((seat,), seat, role, taken))
        self.strangers = True
        self.recount()

    def recount(self) -> None:
        """Forget who holds what: a card or a link changed while nobody left."""
        self._met_among = None

    def holders(self, role: str) -> tuple[int, ...]:
        """Living seats that hold ``role``, ascending."""
        if self.facts.living is not self._met_among:
            self._count()
        return self._holders.get(role, ())

    def pack(self) -> tuple[int, ...]:
        """Living wolves that have the knife, ascending."""
        if self.facts.living is not self._met_among:
            self._count()
        return self._pack

    def _count(self) -> None:
        """Who holds which card among the living; counted anew whenever somebody left."""
        living = self._met_among = self.facts.living
        hands, roles = self.hands, self.roles
        holders: dict[str, list[int]] = {}
        pack: list[int] = []
        for seat in living:
            card = hands[seat].role
            if card in holders:
                holders[card].append(seat)
            else:
                holders[card] = [seat]
            law = roles[card]
            if law.camp == "W" and law.in_pack(self, seat):
                pack.append(seat)
        self._holders = {card: tuple(seats) for card, seats in holders.items()}
        self._pack = tuple(pack)

    def hearers(self, hook: str) -> list[int]:
        """Living seats whose card uses the rarer ``hook``, card by card, for no order may tell of seats."""
        return [seat for card in self.hearing[hook] for seat in self.holders(card)]

    def settled(self) -> tuple[int, ...]:
        """Living seats once tonight's dead are taken out."""
        doomed = self.hidden.doomed
        return tuple([s for s in self.facts.living if s not in doomed]) if doomed else self.facts.living

    def neighbours_from(self, seat: int, step: int, among: tuple[int, ...]) -> tuple[int, ...]:
        """The seats of ``among`` (ascending) met going round from ``seat``, itself excluded.

        ``step`` is +1 (左) or -1 (右).
        """
        leftward = among[bisect_right(among, seat) :] + among[: bisect_left(among, seat)]
        return leftward[::step]

    # -- draws ---------------------------------------------------------------------------------

    def draw(self, label: str, n: int) -> int:
        """A draw from ``range(n)``, keyed by ``label`` and the day, unless a record states it (X-1)."""
        day = self.facts.day
        return self._drawn(label, n, lambda: pick(self.spec.seed, label, day, n))

    def chance(self, label: str, likely: float) -> bool:
        """Whether a thing of probability ``likely`` happens, drawn like :meth:`draw` (0 no, 1 yes)."""
        day = self.facts.day
        return bool(
            self._drawn(label, 2, lambda: int(pick(self.spec.seed, label, day, 10**6) < likely * 10**6))
        )

    def _drawn(self, label: str, n: int, from_seed: Callable[[], int]) -> int:
        key = f"{label}/{self.facts.day}"
        stated = dict(self.spec.draws).get(key) if self.spec.draws else None
        index = from_seed() if stated is None or not 0 <= stated < n else stated
        self.drawn[key] = (n, index)
        return index
