"""What a report is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from llmwolf.coach.annotations import Annotation
from llmwolf.coach.claims.entries import Entry, Finding
from llmwolf.coach.claims.ledger import ledger
from llmwolf.coach.known import Knowable
from llmwolf.coach.odds.study import Study as Odds
from llmwolf.coach.odds.swings import Swing
from llmwolf.coach.room import Study
from llmwolf.record.head import Head
from llmwolf.rules.audience import Event
from llmwolf.rules.game import Game

PUBLIC = 0


@dataclass(frozen=True, slots=True)
class Chances:
    """Odds for one observer: the moments rolled out and the biggest swings."""

    odds: Odds
    plies: Sequence[int]
    swings: Sequence[Swing]


@dataclass(frozen=True)
class Source:
    """A game and all that was found out about it.

    ``seat`` is whose eyes the main part has, and whose speeches it is about (0: the public's, everybody's).
    ``chances`` are the odds for that observer, ``truth`` those with the cards; ``None``: not reckoned.
    ``known`` is what each seat could have known; ``notes`` are the coach's.
    ``record`` is the name of the file. ``phrases`` are a model's words for findings, none by default.
    """

    head: Head
    game: Game
    study: Study
    lang: str = "zh"
    seat: int = PUBLIC
    chances: Chances | None = None
    truth: Chances | None = None
    known: Sequence[Knowable] = ()
    notes: Mapping[int, Annotation] = field(default_factory=dict)
    record: str = ""
    phrases: Mapping[Finding, str] = field(default_factory=dict)

    @property
    def english(self) -> bool:
        """Whether it is told in English."""
        return self.lang == "en"

    @cached_property
    def ledger(self) -> tuple[Entry, ...]:
        """The claims of every seat, whoever's speeches the report is about."""
        return self.study.ledger if self.seat == PUBLIC else tuple(ledger(self.study.minutes))

    @property
    def log(self) -> Sequence[Event]:
        """Every event; the number of the first one is 1."""
        return self.game.log

    def shown(self, number: int) -> bool:
        """Whether the main part's eyes saw event ``number``."""
        to = self.log[number - 1].to
        return to is None or (self.seat != PUBLIC and self.seat in to)

    @cached_property
    def _last_shown(self) -> list[int]:
        last, found = 0, [0]
        for number in range(1, len(self.log) + 1):
            last = number if self.shown(number) else last
            found.append(last)
        return found

    def before(self, count: int) -> int:
        """The last event that these eyes saw among the first ``count``; at least the first one."""
        return max(self._last_shown[min(count, len(self.log))], 1)

    def name(self, seat: int) -> str:
        """A seat's number and the player's name."""
        sitter = next((s for s in self.head.seats if s.seat == seat), None)
        number = f"Seat {seat}" if self.english else f"{seat}号"
        return f"{number} {sitter.nickname}".strip() if sitter else number
