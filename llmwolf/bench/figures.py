"""How bots play, in figures over finished games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields, is_dataclass
from statistics import median

from llmwolf.players.bots.ledger import Ledger
from llmwolf.players.bots.uses import Use, uses
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game


@dataclass(slots=True)
class Figures:
    """Counts over games; every rate is None where nothing was counted."""

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    good_ballots: int = 0
    good_ballots_on_wolves: int = 0
    ballots_after_call: int = 0
    ballots_as_called: int = 0
    seers_heard: int = 0
    """Games in which the seer had a speech on day 1."""
    seers_claimed: int = 0
    """Those in which he claimed and reported his check in it."""
    wolf_claims: int = 0
    """Games with a 悍跳."""
    blasts: int = 0
    """Games with a 自爆."""
    antidotes: int = 0
    self_votes: int = 0
    """Exile ballots on the voter."""
    dead_votes: int = 0
    """Exile ballots on somebody who was out."""
    aims: list[tuple[int, int]] = field(default_factory=list)
    """(exile ballots of good seats on wolves, all of them) of each game with any."""
    blind: list[float] = field(default_factory=list)
    """For each exile ballot of a good seat: the share of wolves among those it might have named."""
    places: list[tuple[int, int]] = field(default_factory=list)
    """(place in the order of day 1's speeches, speakers) of each seat exiled on day 1."""
    knives: Counter[tuple[int, int]] = field(default_factory=Counter)
    """(rank, seats): where the first knife fell among the seats outside the pack, by number."""
    uses: Counter[Use] = field(default_factory=Counter)
    """How often each card was used for what."""

    def wolves_win(self) -> float | None:
        """The share of games that the wolves won."""
        return _share(self.wins["wolves"], self.games)

    def vote_accuracy(self) -> float | None:
        """The share of good seats' exile ballots that were on wolves."""
        return _share(self.good_ballots_on_wolves, self.good_ballots)

    def kept_word(self) -> float | None:
        """The share of exile ballots that equal the call of the same seat's speech."""
        return _share(self.ballots_as_called, self.ballots_after_call)

    def seer_claims(self) -> float | None:
        """How often a seer who speaks on day 1 claims and reports."""
        return _share(self.seers_claimed, self.seers_heard)

    def blind_accuracy(self) -> float | None:
        """The vote accuracy of somebody who votes for anybody else alive."""
        return sum(self.blind) / len(self.blind) if self.blind else None

    def median_ms(self) -> float | None:
        """The median time of a game, engine included."""
        return median(self.milliseconds) if self.milliseconds else None

    def add(self, game: Game, milliseconds: float = 0.0) -> None:
        """Count one finished game."""
        self.games += 1
        self.milliseconds.append(milliseconds)
        facts = game.judge.facts
        self.wins[facts.winner] += 1
        self.uses.update(uses(game.log))
        cards = registry()
        roles = {seat: game.judge.hands[seat].role for seat in range(1, facts.seats + 1)}
        wolves = {seat for seat, role in roles.items() if cards[role].camp == "W"}
        book, gone = Ledger(), set[int]()
        before = self.good_ballots_on_wolves, self.good_ballots
        for event in game.log:
            book.take(event)
            gone |= {event.seat} if isinstance(event, ev.Died) else set()
            if isinstance(event, ev.Ballots) and event.stage in ("ballot", "pk_ballot"):
                self._ballots(event, book, wolves, gone)
        self.wolf_claims += any(seat in wolves for seat in book.stories)
        self.blasts += bool(book.exploded)
        self.antidotes += any(isinstance(e, ev.Acted) and e.verb == "save" for e in game.log)
        self._aims(*before)
        seer = next((seat for seat, role in roles.items() if role == "seer"), 0)
        heard = [s for s in book.speeches if s.seat == seer and s.day == 1 and (s.text or s.claims)]
        self.seers_heard += bool(heard)
        self.seers_claimed += any(claim.act == "check" for s in heard for claim in s.claims)
        self._first_day(game, wolves)

    def _ballots(self, event: ev.Ballots, book: Ledger, wolves: set[int], gone: set[int]) -> None:
        alive = book.seats - len(gone)
        for voter, target in event.ballots:
            self.self_votes += voter == target
            self.dead_votes += target in gone
            if target and voter not in wolves:
                self.good_ballots += 1
                self.good_ballots_on_wolves += target in wolves
                self.blind.append(len(wolves - gone) / (alive - 1))
            called = book.calls.get((book.day, voter), 0)
            if called and event.stage == "ballot":
                self.ballots_after_call += 1
                self.ballots_as_called += called == target

    def _aims(self, hits: int, ballots: int) -> None:
        """Keep what this game added to so many hits of so many ballots."""
        if self.good_ballots > ballots:
            self.aims.append((self.good_ballots_on_wolves - hits, self.good_ballots - ballots))

    def _first_day(self, game: Game, wolves: set[int]) -> None:
        """Where the first knife fell, and at which place the first day's exile had spoken."""
        others = [seat for seat in range(1, game.judge.facts.seats + 1) if seat not in wolves]
        knife = next((e.target for e in game.log if isinstance(e, ev.Acted) and e.verb == "knife"), 0)
        if knife in others:
            self.knives[others.index(knife), len(others)] += 1
        order: tuple[int, ...] = ()
        for event in game.log:
            match event:
                case ev.TurnOrder(stage="speech"):
                    order = event.seats
                case ev.Exiled():
                    if event.seat in order:
                        self.places.append((order.index(event.seat) + 1, len(order)))
                    return
                case ev.NightFell(day=2):
                    return


def merge(mine: object, theirs: object) -> None:
    """Add the counts of ``theirs`` to ``mine``, which is of the same dataclass: field by field."""
    assert is_dataclass(mine)
    for one in fields(mine):
        here, there = getattr(mine, one.name), getattr(theirs, one.name)
        match here:
            case int():
                setattr(mine, one.name, here + there)
            case Counter():
                here.update(there)
            case list():
                here.extend(there)
            case dict():
                for key, found in there.items():
                    here.setdefault(key, []).extend(found)
            case _:
                merge(here, there)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
