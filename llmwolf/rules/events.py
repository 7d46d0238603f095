"""What happened. An event is immutable, has one audience, and its ``apply`` is its meaning.

There are three families: :class:`Public` events change the :class:`Facts`, :class:`Private` ones the
:class:`Hand` of each seat they are addressed to, :class:`Secret` ones what the judge knows. A partial
disclosure is two events. No event carries a clock time or a random id (X-1).
"""

from __future__ import annotations

from typing import Any

from llmwolf.rules.audience import Event, Private, Public, Secret
from llmwolf.rules.claims import Claim
from llmwolf.rules.facts import DAY, NIGHT, Facts
from llmwolf.rules.private import Acted, Became, Dealt, LoversMet, PackMet, Told, Whispered
from llmwolf.rules.secret import (
    AllyMade,
    Cause,
    Charmed,
    LifeSpent,
    Lingers,
    Linked,
    NightResolved,
    Piped,
    PowersEnded,
    SideLost,
    Spares,
)

Pairs = tuple[tuple[int, int], ...]
EXILE = ("ballot", "pk_ballot")
"""The stages whose ballots exile."""


class GameBegan(Public):
    """The table sits down: so many seats, and these cards are in play."""

    seats: int
    cards: tuple[str, ...]
    sheriff: bool

    def apply(self, facts: Facts) -> None:
        facts.seats = self.seats
        facts.cards = self.cards
        facts.living = tuple(range(1, self.seats + 1))
        facts.election_open = self.sheriff


class NightFell(Public):
    """Night ``day`` begins; night 1 comes before day 1."""

    day: int

    def apply(self, facts: Facts) -> None:
        facts.day, facts.phase, facts.stage = self.day, NIGHT, NIGHT
        facts.votes = ()


class Called(Public):
    """The judge calls these roles, whether or not anyone holds them any more (N-2)."""

    roles: tuple[str, ...]


class DayBroke(Public):
    """Everybody opens their eyes; the dead are not yet announced (D-1)."""

    day: int

    def apply(self, facts: Facts) -> None:
        facts.phase = DAY


class StageBegan(Public):
    """A round of the day begins: election, election_pk, speech, ballot, pk, last_words."""

    stage: str

    def apply(self, facts: Facts) -> None:
        facts.stage = self.stage
        if self.stage == "election":
            facts.ran, facts.withdrawn = (), ()


class SignedUp(Public):
    """Who runs for sheriff, opened at once (D-2)."""

    seats: tuple[int, ...]

    def apply(self, facts: Facts) -> None:
        facts.ran = self.seats


class Withdrew(Public):
    """A candidate leaves the election (退水, D-4)."""

    seat: int

    def apply(self, facts: Facts) -> None:
        facts.withdrawn = (*facts.withdrawn, self.seat)


class TurnOrder(Public):
    """Who speaks in this round, in order, and why so: minute, sheriff, last_dead, drawn, ascending."""

    stage: str
    seats: tuple[int, ...]
    why: str


class Spoke(Public):
    """One speech. ``cut`` is empty, ``limit`` (too long) or ``cut_in`` (interrupted, I-4)."""

    seat: int
    stage: str
    text: str
    cut: str = ""
    claims: tuple[Claim, ...] = ()


class Ballots(Public):
    """Sealed ballots opened together: (voter, target or 0) and the tally in half votes (V-6).

    ``extra`` are half votes in the tally that no ballot cast, by target (乌鸦).
    """

    stage: str
    ballots: Pairs
    tally: Pairs
    extra: Pairs = ()

    def apply(self, facts: Facts) -> None:
        if self.stage in EXILE:
            facts.votes = self.ballots


class Tied(Public):
    """These seats share the most votes."""

    stage: str
    seats: tuple[int, ...]


class Elected(Public):
    """The new sheriff, by ballot, as the only candidate, or as the last one standing (D-2)."""

    seat: int
    how: str

    def apply(self, facts: Facts) -> None:
        facts.sheriff = self.seat
        facts.election_open = False
        facts.badge.append((facts.day, self.seat, self.how))


class NoBadge(Public):
    """The election ends without a sheriff.

    ``why`` is nobody_ran, all_ran, all_withdrew, no_votes, tied or explosion.
    """

    why: str

    def apply(self, facts: Facts) -> None:
        facts.election_open = False
        facts.badge.append((facts.day, 0, self.why))


class ElectionPutOff(Public):
    """A first 自爆 moves the election to the next day (D-7)."""

    def apply(self, facts: Facts) -> None:
        facts.ran, facts.withdrawn = (), ()


class BadgePassed(Public):
    """The leaving sheriff hands the badge to ``seat``, or tears it (0) (D-9)."""

    giver: int
    seat: int

    def apply(self, facts: Facts) -> None:
        facts.sheriff = self.seat
        facts.badge.append((facts.day, self.seat, "passed" if self.seat else "torn"))


class Announced(Public):
    """The night's dead, causes unsaid; none is a peaceful night 平安夜 (D-13)."""

    seats: tuple[int, ...]

    def apply(self, facts: Facts) -> None:
        facts.dawned = facts.day
        for seat in self.seats:
            facts.leave(seat, "night", NIGHT)


class SidePicked(Public):
    """The sheriff picks the side that speaking starts from: left (rising seats) or right (D-10)."""

    seat: int
    side: str


class Exiled(Public):
    """The ballot's outcome; what follows (the idiot's card, a death) is said by later events."""

    seat: int

    def apply(self, facts: Facts) -> None:
        facts.exiles[facts.day] = self.seat


class NobodyExiled(Public):
    """平安日: nobody leaves by vote today; ``why`` is no_votes or tied."""

    why: str


class Died(Public):
    """A death outside the dawn announcement; ``how`` is what everybody saw.

    It is exile, shot, explode, taken (by 白狼王), duel, bomb, scapegoat, elder, lingered
    or follow (a lover, a charmed one).
    A shot at dawn belongs to the night whose death it follows (C-4).
    """

    seat: int
    how: str

    def apply(self, facts: Facts) -> None:
        facts.leave(self.seat, self.how, NIGHT if facts.stage == "dawn" else DAY)


class Exploded(Public):
    """自爆: a wolf shows himself; the day ends (I-1)."""

    seat: int
    stage: str
    target: int = 0

    def apply(self, facts: Facts) -> None:
        if self.stage.startswith("election"):
            facts.blasts += 1


class Shot(Public):
    """A dying shooter turns the card and takes ``target`` along (C-1)."""

    seat: int
    target: int


class Revealed(Public):
    """A card is turned for everybody to see."""

    seat: int
    role: str

    def apply(self, facts: Facts) -> None:
        facts.shown[self.seat] = self.role


class Marked(Public):
    """A public mark is set on these seats and no others."""

    mark: str
    seats: tuple[int, ...]

    def apply(self, facts: Facts) -> None:
        facts.marks[self.mark] = self.seats


class Skipped(Public):
    """A seat may not speak today; ``why`` is the mark that forbids it (S-1)."""

    seat: int
    why: str


class Roared(Public):
    """The bear roars: a wolf sits beside its tamer."""


class Dueled(Public):
    """The knight turns the card and duels ``target``; ``hit``: it is a wolf."""

    seat: int
    target: int
    hit: bool


class LotDrawn(Public):
    """A lot decides between the tied (V-3)."""

    stage: str
    seats: tuple[int, ...]
    seat: int


class Scapegoated(Public):
    """The tie of a ballot falls on this seat (V-3)."""

    seat: int


class VotersNamed(Public):
    """The leaving scapegoat names who alone may vote on day ``day``."""

    seat: int
    day: int
    seats: tuple[int, ...]

    def apply(self, facts: Facts) -> None:
        facts.voters = (self.day, self.seats)


class EventDrawn(Public):
    """An event card is turned at the start of a day (N-19)."""

    card: str

    def apply(self, facts: Facts) -> None:
        facts.events = (*facts.events, self.card)


class GameEnded(Public):
    """Who won, by side and by seat, and why (W-10)."""

    winner: str
    winners: tuple[int, ...]
    reason: str

    def apply(self, facts: Facts) -> None:
        facts.winner, facts.winners, facts.reason = self.winner, self.winners, self.reason
        facts.stage = "over"


KINDS: dict[str, type[Any]] = {
    name: kind
    for name, kind in list(globals().items())
    if isinstance(kind, type) and issubclass(kind, Event) and kind not in (Event, Public, Private, Secret)
}
"""Every kind of event by its name, for codecs."""

__all__ = [
    "EXILE",
    "KINDS",
    "Acted",
    "AllyMade",
    "Announced",
    "BadgePassed",
    "Ballots",
    "Became",
    "Called",
    "Cause",
    "Charmed",
    "DayBroke",
    "Dealt",
    "Died",
    "Dueled",
    "Elected",
    "ElectionPutOff",
    "EventDrawn",
    "Exiled",
    "Exploded",
    "GameBegan",
    "GameEnded",
    "LifeSpent",
    "Lingers",
    "Linked",
    "LotDrawn",
    "LoversMet",
    "Marked",
    "NightFell",
    "NightResolved",
    "NoBadge",
    "NobodyExiled",
    "PackMet",
    "Pairs",
    "Piped",
    "PowersEnded",
    "Revealed",
    "Roared",
    "Scapegoated",
    "Shot",
    "SideLost",
    "SidePicked",
    "SignedUp",
    "Skipped",
    "Spares",
    "Spoke",
    "StageBegan",
    "Tied",
    "Told",
    "TurnOrder",
    "VotersNamed",
    "Whispered",
    "Withdrew",
]
