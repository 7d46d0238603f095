"""The closed list of what a card may say about the law; the cards themselves live in ``llmwolf.roles``."""

from __future__ import annotations

from typing import Protocol

from llmwolf.rules.asks import Choice, CutIn, Decision, Request
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge, Script


class RoleLaw(Protocol):
    """One card (R-1). Implementations are stateless; memory is in the hands and facts."""

    @property
    def id(self) -> str:
        """The card's id, such as ``seer``."""

    @property
    def camp(self) -> str:
        """V (平民), G (神), W (狼) or X (other): what 屠边 counts by."""

    @property
    def in_pack(self) -> bool:
        """Whether the holder wakes with the wolves and has a say in the knife."""

    @property
    def rounds(self) -> int:
        """How many rounds of asks the holder's night call may take."""

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """The living seats that open their eyes when this card is called, ascending."""

    def knows(self, judge: Judge, seat: int) -> None:
        """Say what the holder learns with the card, before night 1."""

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """What the holder is asked when its hour comes; ``None``: nothing."""

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """Take the answer to the night's request into the plan, and say it."""

    def called(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """Say what the holder is shown when called, before being asked."""

    def hour_over(self, judge: Judge, plan: NightPlan) -> None:
        """Settle what the holders of this call did together (the pack's knife)."""

    def seen_as(self, judge: Judge, seat: int) -> str:
        """What a seer sees: ``good`` or ``wolf`` (R-3)."""

    def spared(self, judge: Judge, seat: int) -> Script[bool]:
        """Whether the holder survives the exile vote (白痴)."""

    def last_act(self, judge: Judge, seat: int, cause: str) -> Choice | None:
        """What the holder may do when going out by ``cause`` (a shot); ``None``: nothing."""

    def rights(self, judge: Judge, seat: int, phase: str) -> Choice | None:
        """What the holder may do out of turn while somebody speaks in ``phase``."""

    def cut_in(self, judge: Judge, cut: CutIn, stage: str) -> Script[None]:
        """Carry out an accepted cut-in; may raise :class:`~llmwolf.rules.judge.DayEnds`."""
