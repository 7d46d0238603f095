"""The closed list of what a card may say about the law; the cards themselves live in ``llmwolf.roles``."""

from __future__ import annotations

from typing import Protocol

from llmwolf.rules.asks import Choice, CutIn, Decision, Request
from llmwolf.rules.events import Pairs
from llmwolf.rules.intents import NightPlan
from llmwolf.rules.judge import Judge, Script


class RoleLaw(Protocol):
    """One card (R-1). Implementations are stateless; memory is in the hands and facts."""

    @property
    def id(self) -> str:
        """The card's id, such as ``seer``."""

    @property
    def camp(self) -> str:
        """V (平民), G (神), W (狼) or X (other): what 屠边 counts by, where no house rule says otherwise."""

    @property
    def side(self) -> str:
        """With whom the holder wins when not linked: good, wolves or piper."""

    @property
    def village_power(self) -> bool:
        """Whether the elder's loss ends the card's powers (C-5)."""

    @property
    def bare(self) -> RoleLaw:
        """The same card without its powers."""

    @property
    def bears_ties(self) -> bool:
        """Whether the first tie of an exile ballot falls on the holder (V-3)."""

    @property
    def lingers(self) -> bool:
        """Whether poison or a shot takes effect only after the next own speech, under ``rogue_lingers``."""

    @property
    def hears(self) -> tuple[str, ...]:
        """What of the rarer things the card does: signed, dawn, mourns, ballot, rights, takes, ties …"""

    @property
    def sees_pack(self) -> bool:
        """Whether the holder learns who the pack is without being of it (隐狼)."""

    @property
    def charmable(self) -> bool:
        """Whether the wolf beauty's charm holds (老流氓)."""

    @property
    def rounds(self) -> int:
        """How many rounds of asks the holder's night call may take."""

    def in_pack(self, judge: Judge, seat: int) -> bool:
        """Whether the holder wakes with the wolves and has a say in the knife."""

    def callers(self, judge: Judge) -> tuple[int, ...]:
        """The living seats that open their eyes when this card is called, ascending."""

    def knows(self, judge: Judge, seat: int) -> None:
        """Say what the holder learns with the card, before night 1."""

    def called(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """Say what the holder is shown when called, before being asked."""

    def night(self, judge: Judge, seat: int, plan: NightPlan) -> Request | None:
        """What the holder is asked when its hour comes; ``None``: nothing."""

    def acted(self, judge: Judge, seat: int, answer: Decision, plan: NightPlan) -> None:
        """Take the answer to the night's request into the plan, and say it."""

    def hour_over(self, judge: Judge, plan: NightPlan) -> None:
        """Settle what the holders of this call did together (the pack's knife)."""

    def signed(self, judge: Judge, seat: int, plan: NightPlan) -> None:
        """Say what the holder is shown when the night's acts are all done (N-17)."""

    def seen_as(self, judge: Judge, seat: int) -> str:
        """What a seer sees: ``good`` or ``wolf`` (R-3)."""

    def tough(self, judge: Judge, seat: int) -> bool:
        """Whether the next effective attack is survived (N-12)."""

    def shieldable(self, judge: Judge, seat: int) -> bool:
        """Whether a guard's shield works for the holder (N-13)."""

    def armed(self, judge: Judge, seat: int) -> bool:
        """Whether the holder has a last weapon that the knife is quicker than (C-6)."""

    def dawn(self, judge: Judge, seat: int) -> None:
        """Say what the living holder lets the table know at dawn (the bear's roar)."""

    def spared(self, judge: Judge, seat: int) -> Script[bool]:
        """Whether the holder survives the exile vote (白痴)."""

    def ballot(self, judge: Judge) -> Pairs:
        """Half votes that the card adds to today's exile ballot, by target."""

    def takes(self, judge: Judge, seat: int, cause: str) -> tuple[str, tuple[int, ...]]:
        """Who must follow the holder who is out by ``cause``, and of what cause; usually nobody (C-4)."""

    def mourns(self, judge: Judge, seat: int) -> None:
        """What the living holder becomes after deaths (野孩子)."""

    def ends_powers(self, judge: Judge, seat: int, cause: str) -> bool:
        """Whether this death of the holder ends the village's powers (C-5)."""

    def last_act(self, judge: Judge, seat: int, cause: str) -> Choice | None:
        """What the holder may do when going out by ``cause`` (a shot); ``None``: nothing."""

    def rights(self, judge: Judge, seat: int, phase: str) -> Choice | None:
        """What the holder may do out of turn while somebody speaks in ``phase``."""

    def cut_in(self, judge: Judge, cut: CutIn, stage: str) -> Script[None]:
        """Carry out an accepted cut-in; may raise :class:`~llmwolf.rules.judge.DayEnds`."""
