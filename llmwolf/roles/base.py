"""What every card has: its names, its camp, and the closed list of hooks with their plain defaults.

A card is a stateless singleton; what it remembers is in the hands and facts of the game.
"""

from __future__ import annotations

from typing import ClassVar

from llmwolf.rules.asks import Choice, CutIn, Decision, Request
from llmwolf.rules.events import Acted
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge, Script


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
    camp: str = "V"
    in_pack: bool = False
    rounds: int = 1

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """The living holders."""
        return judge.holders(self.id)

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

    def seen_as(self, judge: Judge, seat: int) -> str:
        """Good, unless the card counts as a wolf."""
        return "wolf" if self.camp == "W" else "good"

    def spared(self, judge: Judge, seat: int) -> Script[bool]:
        """The exile vote is final."""
        yield from ()  # a script, like those of the cards that ask something here
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


def others(judge: Judge, seat: int) -> tuple[int, ...]:
    """Living players but ``seat`` (R-4: only announced dead are no targets)."""
    return tuple(s for s in judge.facts.living if s != seat)


def did(judge: Judge, seat: int, verb: str, target: int) -> Acted:
    """The event that ``seat`` did ``verb`` to ``target`` this night, heard by itself."""
    return Acted((seat,), seat, verb, target, judge.facts.day)
