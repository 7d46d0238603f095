"""局势板 and 票型: what the table has heard and seen, folded from public events alone.

What somebody claims is kept as a claim: nothing here says whether it is true.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from llmwolf.players.bots.reading import read
from llmwolf.roles import registry, role_id
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from llmwolf.rules.errors import SetupError

_WITNESSES: Final = ("gravekeeper", "little_girl")
"""Cards that report somebody's side without being the seer."""
_DOERS: Final = {"save": "witch", "poison": "witch", "guard": "guard"}
"""Acts that only the holder of one card can claim."""
_OUTCOMES: Final = (
    ev.Elected, ev.Exiled, ev.LotDrawn, ev.NoBadge, ev.NobodyExiled, ev.Scapegoated, ev.Tied,
)  # fmt: skip


class Report(NamedTuple):
    """What is said of ``target``: found good or wolf in ``night``, or save, poison, guard by then."""

    night: int
    target: int
    what: str


@dataclass(slots=True)
class Story:
    """What ``seat`` says as the holder of ``card``, which it claimed first on ``day``."""

    seat: int
    card: str
    day: int
    retracted: bool = False
    """Taken back, or another card claimed since."""
    reports: list[Report] = field(default_factory=list)
    flow: tuple[int, ...] = ()
    flow_day: int = 0


@dataclass(slots=True)
class Round:
    """One opened ballot: who voted for whom (0: nobody), the votes in halves, and what came of it."""

    day: int
    ballots: ev.Ballots
    sheriff: int
    outcome: Event | None = None


@dataclass(slots=True)
class Situation:
    """The fold."""

    seats: int = 0
    day: int = 0
    sheriff: int = 0
    stories: list[Story] = field(default_factory=list)
    """In the order in which the claims were made."""
    badge: list[tuple[int, Event]] = field(default_factory=list)
    """(day, what happened to the badge)."""
    rounds: list[Round] = field(default_factory=list)

    def take(self, events: Iterable[Event]) -> None:
        """Fold ``events``; those that not everybody heard are skipped."""
        for event in events:
            if event.to is None:
                self._take(event)

    def standing(self, card: str) -> list[Story]:
        """The claims to ``card`` that stand."""
        return [story for story in self.stories if story.card == card and not story.retracted]

    def held(self, seat: int) -> str:
        """The card that ``seat`` claims now; empty where it claims none."""
        held = (story.card for story in reversed(self.stories) if story.seat == seat and not story.retracted)
        return next(held, "")

    def said_of(self) -> dict[int, list[tuple[str, int]]]:
        """Seat → (good, wolf or save, who says so), from the stories that stand."""
        found: dict[int, list[tuple[str, int]]] = {}
        for story in self.stories:
            for report in story.reports:
                said = found.setdefault(report.target, [])
                if not story.retracted and report.what in ("good", "wolf", "save"):
                    said.append((report.what, story.seat))
        return {seat: list(dict.fromkeys(said)) for seat, said in sorted(found.items()) if said}

    def _take(self, event: Event) -> None:
        if self.rounds and self.rounds[-1].outcome is None and isinstance(event, _OUTCOMES):
            self.rounds[-1].outcome = event
        match event:
            case ev.GameBegan():
                self.seats = event.seats
            case ev.NightFell():
                self.day = event.day
            case ev.Spoke():
                self._hear(event)
            case ev.Ballots():
                self.rounds.append(Round(self.day, event, self.sheriff))
            case ev.Elected() | ev.BadgePassed():
                self.sheriff = event.seat
                self.badge.append((self.day, event))
            case ev.NoBadge():
                self.badge.append((self.day, event))

    # -- claims --------------------------------------------------------------------------------

    def _hear(self, event: ev.Spoke) -> None:
        seat, claims = event.seat, event.claims
        if not claims and event.text:
            claims = read(event.text, seat, self.seats, self.day, self.held(seat))
        for claim in claims:
            self._claim(seat, claim)

    def _claim(self, seat: int, claim: Claim) -> None:
        match claim.act:
            case "role" if card := card_of(claim.value):
                self._story(seat, card)
            case "retract":
                for story in self.stories:
                    if story.seat == seat and story.card == card_of(claim.value):
                        story.retracted = True
            case "check" if claim.value in ("good", "wolf"):
                held = self.held(seat)
                story = self._story(seat, held if held in _WITNESSES else "seer")
                for target in claim.targets:
                    self._report(story, claim.night, target, claim.value)
            case "flow":
                story = self._story(seat, "seer")
                story.flow, story.flow_day = claim.targets, self.day
            case "save" | "poison" | "guard":
                story = self._story(seat, _DOERS[claim.act])
                for target in claim.targets:
                    self._report(story, claim.night, target, claim.act)

    def _story(self, seat: int, card: str) -> Story:
        """The story of ``seat`` as ``card``; what it said to be before stands no more."""
        own = [story for story in self.stories if story.seat == seat]
        story = next((story for story in own if story.card == card), None)
        if story is None:
            story = Story(seat, card, self.day)
            self.stories.append(story)
        for other in own:
            other.retracted = other is not story
        story.retracted = False
        return story

    def _report(self, story: Story, night: int, target: int, what: str) -> None:
        """Take a report down, once; where no night is said it is the last one that has none yet."""
        if any((report.target, report.what) == (target, what) for report in story.reports):
            return
        if not night:
            told = {report.night for report in story.reports if (report.what in _DOERS) == (what in _DOERS)}
            night = next((n for n in range(self.day, 0, -1) if n not in told), self.day)
        story.reports.append(Report(night, target, what))
        story.reports.sort(key=lambda report: report.night)


def card_of(name: str) -> str:
    """The id of the card called ``name``; empty where no card is called so."""
    if name in registry():
        return name
    try:
        return role_id(name)
    except SetupError:
        return ""
