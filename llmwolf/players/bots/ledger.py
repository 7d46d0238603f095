"""What the table has heard and seen, in the form in which players argue about it.

A fold over the public events of a view's log; what :class:`~llmwolf.rules.facts.Facts` has already is not
kept twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from llmwolf.players.bots.entries import Ballot, Check, Opinion, SeerStory, Speech
from llmwolf.players.bots.reading import read
from llmwolf.roles import registry, role_id
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from llmwolf.rules.errors import SetupError

_NEWS = frozenset({"role", "retract", "check", "flow", "save", "poison", "guard"})
"""Claims that change what the table believes at once; opinions count when the round is over."""
_WITNESSES = ("gravekeeper", "little_girl")
"""Cards that are shown somebody's side without being the seer."""


@dataclass(slots=True)
class Ledger:
    """The table's common memory."""

    day: int = 0
    round: int = 0
    stage: str = "setup"
    seats: int = 0
    version: int = 0
    """Grows with every event that a belief depends on; opinions wait in ``opinions`` until it does."""
    opinions: list[Opinion] = field(default_factory=list)
    digest: int = 0
    """Stands for every public event so far: the seats of one table share what follows from them."""
    settled: int = 0
    """The digest when the version last grew."""
    counted: int = 0
    """How many speeches there were then."""
    order: tuple[int, ...] = ()
    """Who speaks in the current round, in order."""
    speeches: list[Speech] = field(default_factory=list)
    stories: dict[int, SeerStory] = field(default_factory=dict)
    roles: dict[int, str] = field(default_factory=dict)
    """The card each seat claims now."""
    waters: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Claimed antidotes: seat saved → (witch claim, night)."""
    poisons: dict[int, tuple[int, int]] = field(default_factory=dict)
    guards: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    stances: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """(speaker, target) → (-1 suspects or +1 trusts, day), the latest."""
    sides: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """Speaker → (seer claim it follows, day, how many had claimed seer by then), the latest."""
    calls: dict[tuple[int, int], int] = field(default_factory=dict)
    """(day, speaker) → seat whose exile it called for."""
    early: set[tuple[int, int]] = field(default_factory=set)
    """The calls made before their seat had said a word in the game."""
    ballots: list[Ballot] = field(default_factory=list)
    broken: list[tuple[int, int]] = field(default_factory=list)
    """(day, voter) of every exile ballot on another seat than the voter had called for."""
    nights: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Night → the dead announced after it."""
    exploded: list[tuple[int, int, str]] = field(default_factory=list)
    """(seat, day, stage) of every 自爆."""
    silenced: dict[int, int] = field(default_factory=dict)
    """Whose speech a 自爆 ended, by who blew up."""
    shots: list[tuple[int, int]] = field(default_factory=list)
    passed: list[tuple[int, int, int]] = field(default_factory=list)
    """(day, giver, heir or 0) of every badge handed on."""
    roars: set[int] = field(default_factory=set)
    """The days on which the bear roared."""
    reports: dict[int, dict[int, Check]] = field(default_factory=dict)
    """What a gravekeeper or a little girl says to have seen: seat → target → report."""
    proved: dict[int, str] = field(default_factory=dict)
    """Seats whose side (good or wolf) followed from what happened to them."""
    duels: list[tuple[int, int, int, bool]] = field(default_factory=list)
    """(day, knight, target, hit) of every duel."""
    linked: list[tuple[int, int, int]] = field(default_factory=list)
    """(day, first, follower) of every death that somebody followed by day."""
    news: int = 0
    """How many speeches there were with the last that told something new."""
    fallen: int = 0
    """Who went out last by day of his own."""
    cards: tuple[str, ...] = ()
    """The cards in play."""
    badge: bool = True
    """Whether there is a sheriff at this table."""
    heard_night: bool = False
    """Whether the last night's dead have been announced."""

    heard: int = 0
    """How many public events have been folded."""

    def take(self, event: Event) -> None:
        """Fold one event; private ones are nobody else's business and are skipped."""
        self.heard += event.to is None
        note = _NOTES.get(type(event))
        if note is not None:
            self.digest = hash((self.digest, type(event), event))
            note(self, event)

    def settle(self) -> None:
        """Let the opinions heard so far count, and mark that beliefs are out of date."""
        for seat, day, claim, known in self.opinions:
            for target in claim.targets:
                if claim.act == "side":
                    self.sides[seat] = (target, day, known)
                else:
                    self.stances[seat, target] = (1 if claim.act == "trust" else -1, day)
        self.opinions.clear()
        self.version += 1
        self.settled = self.digest
        self.counted = len(self.speeches)

    def spoken(self) -> list[Speech]:
        """The speeches of the current round, in order."""
        return [s for s in self.speeches if s.round == self.round]

    def claimants(self) -> list[SeerStory]:
        """The seer claims that stand, in the order in which they were made."""
        return [story for story in self.stories.values() if not story.retracted]

    def side_of(self, seat: int) -> int:
        """The seer claim that ``seat`` said it follows, this round's words included; 0 if none."""
        for one in reversed(self.opinions):
            if one.seat == seat and one.claim.act == "side" and one.claim.targets:
                return one.claim.targets[0]
        return self.sides.get(seat, (0, 0, 0))[0]

    def badge_vote(self, seat: int) -> int:
        """Whom ``seat`` wanted for sheriff in the last ballot for the badge; 0 if nobody."""
        badge = (b.votes for b in reversed(self.ballots) if b.stage.startswith("badge"))
        return next(badge, {}).get(seat, 0)

    def holders(self, role: str) -> list[int]:
        """The seats that claim ``role``."""
        return [seat for seat, held in self.roles.items() if held == role]

    def exile_votes(self, day: int) -> dict[int, int]:
        """The first exile ballot of ``day``."""
        return next((b.votes for b in self.ballots if b.day == day and b.stage == "ballot"), {})


def _began(book: Ledger, event: ev.GameBegan) -> None:
    book.seats, book.cards, book.badge = event.seats, event.cards, event.sheriff


def _night(book: Ledger, event: ev.NightFell) -> None:
    book.day, book.stage, book.order, book.heard_night = event.day, "night", (), False
    book.settle()


def _stage(book: Ledger, event: ev.StageBegan) -> None:
    book.stage = event.stage
    book.settle()


def _order(book: Ledger, event: ev.TurnOrder) -> None:
    book.order = event.seats
    book.round += 1


def _announced(book: Ledger, event: ev.Announced) -> None:
    book.nights[book.day] = event.seats
    book.heard_night = True
    book.settle()


def _ballots(book: Ledger, event: ev.Ballots) -> None:
    book.ballots.append(Ballot(book.day, event.stage, dict(event.ballots), len(book.speeches)))
    if event.stage == "ballot":
        # Who spoke before the last report may vote by it.
        knew = {s.seat for s in book.speeches[max(0, book.news - 1) :]}
        called = ((v, target, book.calls.get((book.day, v), 0)) for v, target in event.ballots if v in knew)
        book.broken += [
            (book.day, voter) for voter, target, word in called if target and word and word != target
        ]
    book.settle()


def _exploded(book: Ledger, event: ev.Exploded) -> None:
    book.exploded.append((event.seat, book.day, event.stage))
    if book.speeches and book.speeches[-1].cut and book.speeches[-1].seat != event.seat:
        book.silenced[event.seat] = book.speeches[-1].seat
    book.settle()


def _shot(book: Ledger, event: ev.Shot) -> None:
    book.shots.append((event.seat, event.target))
    book.settle()


def _passed(book: Ledger, event: ev.BadgePassed) -> None:
    book.passed.append((book.day, event.giver, event.seat))
    book.settle()


def _roared(book: Ledger, event: ev.Roared) -> None:
    book.roars.add(book.day)
    book.settle()


def _dueled(book: Ledger, event: ev.Dueled) -> None:
    book.duels.append((book.day, event.seat, event.target, event.hit))
    book.proved[event.target] = "wolf" if event.hit else "good"
    book.settle()


def _exiled(book: Ledger, event: ev.Exiled) -> None:
    book.fallen = event.seat
    book.settle()


def _died(book: Ledger, event: ev.Died) -> None:
    """Some deaths prove what somebody is: a bomb, a tie borne, a lingering rogue, a beauty's charm."""
    seat = event.seat
    match event.how:
        case "bomb":
            book.proved[book.fallen] = "good"
        case "scapegoat" | "lingered":
            book.proved[seat] = "good"
        case "follow":
            book.linked.append((book.day, book.fallen, seat))
            if "wolf_beauty" in book.cards and "cupid" not in book.cards:
                book.proved[book.fallen], book.proved[seat] = "wolf", "good"
        case _:
            book.fallen = seat
    book.settle()


def _changed(book: Ledger, event: Event) -> None:
    book.settle()


def _spoke(book: Ledger, event: ev.Spoke) -> None:
    seat = event.seat
    claims = event.claims
    if not claims and event.text:
        claims = read(event.text, seat, book.seats, book.day, book.roles.get(seat, ""))
    book.speeches.append(
        Speech(book.day, event.stage, seat, claims, event.text, book.round, event.cut == "cut_in")
    )
    before = _told(book, seat) if any(claim.act in _NEWS for claim in claims) else None
    for claim in claims:
        _hear(book, seat, claim, event.stage)
    if before is not None and _told(book, seat) != before:
        book.news = len(book.speeches)
        book.settle()


def _told(book: Ledger, seat: int) -> tuple[object, ...]:
    """How much of what changes beliefs at once ``seat`` has told so far."""
    story, done = book.stories.get(seat), (book.waters, book.poisons)
    return (
        book.roles.get(seat),
        story and (story.retracted, len(story.checks), bool(story.flow)),
        len(book.reports.get(seat, ())),
        len(book.guards.get(seat, ())),
        [sum(by == seat for by, _ in told.values()) for told in done],
    )


def _hear(book: Ledger, seat: int, claim: Claim, stage: str) -> None:
    day = book.day
    match claim.act:
        case "role" if card := _card(claim.value):
            book.roles[seat] = card
            if card == "seer":
                _story(book, seat).retracted = False
            elif seat in book.stories:
                book.stories[seat].retracted = True
        case "retract":
            card = _card(claim.value)
            if book.roles.get(seat) == card:
                del book.roles[seat]
            if card == "seer" and seat in book.stories:
                book.stories[seat].retracted = True
        case "check" if claim.value in ("good", "wolf") and book.roles.get(seat) in _WITNESSES:
            told = book.reports.setdefault(seat, {})
            for target in claim.targets:
                told.setdefault(target, Check(claim.night or day, target, claim.value))
        case "check" if claim.value in ("good", "wolf"):
            book.roles[seat] = "seer"
            story = _story(book, seat)
            for target in claim.targets:
                # A check brought up again is not another one.
                if story.value_of(target) != claim.value:
                    night = _free_night(story, claim.night or day, target)
                    story.checks[night] = Check(night, target, claim.value)
        case "flow":
            story = _story(book, seat)
            story.flow, story.flow_day = claim.targets, day
        case "save":
            for target in claim.targets:
                book.waters[target] = (seat, claim.night)
        case "poison":
            for target in claim.targets:
                book.poisons[target] = (seat, claim.night)
        case "guard":
            book.guards.setdefault(seat, []).extend((claim.night, target) for target in claim.targets)
        case "suspect" | "trust" | "side":
            book.opinions.append(Opinion(seat, day, claim, len(book.stories)))
        case "vote":
            if claim.targets and stage in ("speech", "pk"):
                book.calls[day, seat] = claim.targets[-1]
                if day == 1 and all(s.seat != claim.targets[-1] for s in book.speeches):
                    book.early.add((day, seat))
                else:
                    book.early.discard((day, seat))


def _free_night(story: SeerStory, night: int, target: int) -> int:
    """``night``, or where it has another check the last free one before: nights are often left unsaid."""
    if night not in story.checks or story.checks[night].target == target:
        return night
    return next((n for n in range(night - 1, 0, -1) if n not in story.checks), night)


def _card(name: str) -> str:
    """The id of the card called ``name``; empty where no card is called so."""
    if name in registry():
        return name
    try:
        return role_id(name)
    except SetupError:
        return ""


def _story(book: Ledger, seat: int) -> SeerStory:
    if seat not in book.stories:
        book.stories[seat] = SeerStory(seat, book.day, len(book.stories))
    return book.stories[seat]


_NOTES: dict[type[Event], Callable[[Ledger, Any], None]] = {
    ev.GameBegan: _began,
    ev.NightFell: _night,
    ev.StageBegan: _stage,
    ev.TurnOrder: _order,
    ev.Announced: _announced,
    ev.Ballots: _ballots,
    ev.Exploded: _exploded,
    ev.Shot: _shot,
    ev.BadgePassed: _passed,
    ev.Spoke: _spoke,
    ev.Roared: _roared,
    ev.Dueled: _dueled,
    ev.SignedUp: _changed,
    ev.Withdrew: _changed,
    ev.Revealed: _changed,
    ev.Exiled: _exiled,
    ev.Died: _died,
}
