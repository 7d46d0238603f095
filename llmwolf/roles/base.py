"""What every card has: its names, its camp, and the closed list of hooks with their plain defaults.

A card is a stateless singleton; what it remembers is in the hands and facts of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import ClassVar, NamedTuple

from llmwolf.rules.asks import Choice, CutIn, Decision, Request, one_of
from llmwolf.rules.events import Acted, Pairs
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge, Script


class Verb(NamedTuple):
    """A night act that only its own card knows: in Chinese, in English, as an item of a typed record."""

    zh: str
    en: str
    item: str


class Role:
    """One card (R-1); a villager unless a subclass says otherwise."""

    id: str = ""
    zh: ClassVar[str] = ""
    en: ClassVar[str] = ""
    aliases: ClassVar[tuple[str, ...]] = ()
    short: ClassVar[str] = ""
    """One character for boards such as 预女猎白."""
    about_zh: ClassVar[str] = ""
    about_en: ClassVar[str] = ""
    aims: ClassVar[Mapping[str, str]] = {}
    """What a holder looks for in a target, by verb: foe, friend or anyone (for players, not for the law)."""
    verbs: ClassVar[Mapping[str, Verb]] = {}
    """Words for acts that no shipped table of words has, by verb; screens, prompts and records use them."""
    camp: str = "V"
    village_power: bool = False
    bears_ties: bool = False
    lingers: bool = False
    sees_pack: bool = False
    hears: tuple[str, ...] = ()
    charmable: bool = True
    rounds: int = 1

    @property
    def side(self) -> str:
        """With the wolves, or with good."""
        return "wolves" if self.camp == "W" else "good"

    @property
    def bare(self) -> Role:
        """A card of this name and camp that can do nothing (C-5)."""
        return _bare(self.id, self.camp)

    def in_pack(self, judge: Judge, seat: int) -> bool:
        """Only those who wake with the wolves are."""
        return False

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """The living holders, while their powers last (C-5)."""
        return () if self.village_power and judge.hidden.powerless else judge.holders(self.id)

    def knows(self, judge: Judge, seat: int) -> None:
        """Nothing beyond the card."""

    def called(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """Nothing is shown."""

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """Nothing is asked."""
        return None

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """Nothing happens."""

    def hour_over(self, judge: Judge, plan: NightPlan) -> None:
        """Nothing is left to settle."""

    def signed(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """No sign is given."""

    def seen_as(self, judge: Judge, seat: int) -> str:
        """Good, unless the card counts as a wolf."""
        return "wolf" if self.camp == "W" else "good"

    def tough(self, judge: Judge, seat: int) -> bool:
        """One knife is enough."""
        return False

    def shieldable(self, judge: Judge, seat: int) -> bool:
        """It does."""
        return True

    def armed(self, judge: Judge, seat: int) -> bool:
        """No weapon."""
        return False

    def dawn(self, judge: Judge, seat: int) -> None:
        """Nothing is to be heard."""

    def spared(self, judge: Judge, seat: int) -> Script[bool]:
        """The exile vote is final."""
        yield from ()  # a script, like those of the cards that ask something here
        return False

    def ballot(self, judge: Judge) -> Pairs:
        """No votes but those cast."""
        return ()

    def takes(self, judge: Judge, seat: int, cause: str) -> tuple[str, tuple[int, ...]]:
        """Nobody follows."""
        return "", ()

    def mourns(self, judge: Judge, seat: int) -> None:
        """Nothing changes."""

    def ends_powers(self, judge: Judge, seat: int, cause: str) -> bool:
        """The village goes on."""
        return False

    def last_act(self, judge: Judge, seat: int, cause: str) -> Choice | None:
        """No last act."""
        return None

    def rights(self, judge: Judge, seat: int, phase: str) -> Choice | None:
        """Nothing out of turn."""
        return None

    def cut_in(self, judge: Judge, cut: CutIn, stage: str) -> Script[None]:
        """Never called: the card has no rights."""
        yield from ()
        raise NotImplementedError(f"{self.id} has nothing to cut in with")


@cache
def _bare(card: str, camp: str) -> Role:
    plain = Role()
    plain.id, plain.camp = card, camp
    return plain


def others(judge: Judge, seat: int) -> tuple[int, ...]:
    """Living players but ``seat`` (R-4: only announced dead are no targets)."""
    return tuple([s for s in judge.facts.living if s != seat])


def without(judge: Judge, barred: Iterable[int]) -> tuple[int, ...]:
    """Living players but the ``barred``."""
    out = set(barred)
    return tuple([s for s in judge.facts.living if s not in out])


def not_again(judge: Judge, seat: int, verb: str) -> tuple[int, ...]:
    """Living players but ``seat`` itself and whoever it did ``verb`` to last night."""
    return without(judge, (seat, judge.hands[seat].last(verb, judge.facts.day - 1)))


def ask_for(seat: int, verb: str, pool: tuple[int, ...]) -> Request | None:
    """A request of the kind ``verb`` for one seat of ``pool``; none where there is nobody to choose."""
    return Request(seat, verb, (one_of(verb, pool),)) if pool else None


def did(judge: Judge, seat: int, verb: str, target: int) -> Acted:
    """The event that ``seat`` did ``verb`` to ``target`` this night, heard by itself."""
    return Acted((seat,), seat, verb, target, judge.facts.day)
