"""What a seat could have known: how many deals fit its own view, who was certain, how its choice ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import comb, factorial, prod
from typing import Final

from llmwolf.players.bots import LEVELS, Ledger
from llmwolf.players.bots.mind import Mind
from llmwolf.players.personas import PLAIN
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.asks import Choice, Decision, Request
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.game import Game
from llmwolf.rules.view import View

_FOES: Final = frozenset({"ballot", "pk_ballot", "poison", "shoot", "check", "duel", "knife"})
_FRIENDS: Final = frozenset({"save", "guard", "badge_ballot", "badge_pk_ballot", "give"})
_QUIET: Final = frozenset({"speak", "whisper"})


@dataclass(slots=True)
class Certain:
    """What is beyond doubt: cards by seat, and masks of seats that are wolves, and that are none."""

    cards: dict[int, str] = field(default_factory=dict)
    evil: int = 0
    good: int = 0

    def holds(self, seat: int, card: str) -> None:
        """``seat`` was dealt ``card``."""
        self.cards[seat] = card
        self.sided(seat, registry()[card].camp == "W")

    def sided(self, seat: int, evil: bool) -> None:
        """``seat`` is a wolf, or is none."""
        if evil:
            self.evil |= 1 << seat
        else:
            self.good |= 1 << seat


def certain(view: View, book: Ledger) -> Certain:
    """The hard facts of ``view``: cards seen, mates, checks that cannot be wrong, what deaths proved.

    ``book`` has heard the view's public events.
    """
    found, facts, hand = Certain(), view.facts, view.hand
    mind = Mind(view, book, LEVELS["expert"], 0, PLAIN, "zh", {})
    turns = "wild_child" in facts.cards or "thief" in facts.cards
    for event in view.log:
        if isinstance(event, ev.Dealt) and event.seat == view.seat:
            found.holds(view.seat, event.role)
    for seat, card in facts.shown.items():
        if turns:
            found.sided(seat, registry()[card].camp == "W")
        else:
            found.holds(seat, card)
    for seat, card in hand.pack.items():
        if seat != view.seat and not turns:
            found.holds(seat, card)
    for seat, (_, _, how) in facts.gone.items():
        if how == "explode" and not turns:
            found.sided(seat, evil=True)
    for seat, side in book.proved.items():
        found.sided(seat, side == "wolf")
    for _, fact, seat, value in hand.told:
        if value in registry() and fact in ("check", "grave", "lover_card") and not turns:
            found.holds(seat, value)
        elif fact in ("check", "grave") and value in ("good", "wolf") and not mind.doubts.of(value):
            found.sided(seat, value == "wolf")
        elif fact in ("seen", "ally_wolf"):
            found.sided(seat, evil=True)
    return found


def deals(cards: Sequence[str], seats: int, known: Certain) -> tuple[int, tuple[int, ...]]:
    """How many deals of ``cards`` to ``seats`` fit ``known``, and in how many each seat is a wolf (by seat).

    Cards left over lie in the middle, where their order counts for nothing.
    """
    left = Counter(cards)
    left.subtract(known.cards.values())
    if min(left.values()) < 0:
        return 0, (0,) * (seats + 1)
    camps = registry()
    wolves = {card: n for card, n in left.items() if n and camps[card].camp == "W"}
    others = {card: n for card, n in left.items() if n and camps[card].camp != "W"}
    open_seats = [s for s in range(1, seats + 1) if s not in known.cards]
    evil = [s for s in open_seats if known.evil >> s & 1]
    free = [s for s in open_seats if not (known.evil | known.good) >> s & 1]
    if any(known.good >> s & 1 for s in evil):
        return 0, (0,) * (seats + 1)
    total, among_free = 0, 0
    for some in range(len(free) + 1):
        tall = len(evil) + some
        ways = _hands(wolves, tall) * _hands(others, len(open_seats) - tall)
        total += comb(len(free), some) * ways
        if some:
            among_free += comb(len(free) - 1, some - 1) * ways
    by_seat = [0] * (seats + 1)
    for seat in range(1, seats + 1):
        if seat in known.cards:
            by_seat[seat] = total if camps[known.cards[seat]].camp == "W" else 0
        elif seat in free:
            by_seat[seat] = among_free
        elif seat in evil:
            by_seat[seat] = total
    return total, tuple(by_seat)


def _hands(cards: dict[str, int], places: int) -> int:
    """In how many ways ``places`` seats in a row can hold some of ``cards``."""
    total = 0
    for taken in _parts(list(cards.values()), places):
        total += factorial(places) // prod(map(factorial, taken))
    return total


def _parts(counts: list[int], places: int) -> Iterator[tuple[int, ...]]:
    """Every way to take ``places`` cards, by how many of each kind."""
    if not counts:
        if not places:
            yield ()
        return
    for n in range(min(counts[0], places) + 1):
        for rest in _parts(counts[1:], places - n):
            yield (n, *rest)


@dataclass(frozen=True, slots=True)
class Knowable:
    """One vote or skill of a seat, and what it could have known then.

    ``event`` is how many events lay before the ask. ``wolves`` and ``good`` are the seats whose side was
    certain. ``options`` are seats from the best to the worst by the belief of an expert bot with the same
    view, with the chance that each is a wolf; of those whose side was certain it is what others may think.
    ``rank`` is the place of the choice (0: a pass, or nothing to rank), ``first`` are the seats that share
    the first one. ``deals`` is 0 where the view is at odds with itself by these facts.
    """

    ply: int
    event: int
    day: int
    night: bool
    seat: int
    kind: str
    verb: str
    targets: tuple[int, ...]
    deals: int
    wolves: tuple[int, ...]
    good: tuple[int, ...]
    options: tuple[tuple[int, float], ...]
    rank: int
    first: tuple[int, ...]


def knowable(game: Game, seat: int = 0) -> list[Knowable]:
    """Every vote and skill in ``game`` (of ``seat`` alone, unless 0), by the actor's own view alone."""
    again = Game(game.spec, game.roles)
    found: list[Knowable] = []
    for move in game.moves:
        if isinstance(move, Decision):
            view = again.view(move.seat)
            request = view.request
            mine = seat in (0, move.seat)
            if mine and request is not None and request.kind not in _QUIET and _aims(request):
                found.append(_judged(view, request, move, len(again.log)))
        again.play([move])
    return found


def _aims(request: Request) -> bool:
    return any(choice.pool for choice in request.choices)


def _judged(view: View, request: Request, move: Decision, event: int) -> Knowable:
    book = Ledger()
    for heard in view.log:
        book.take(heard)
    facts = view.facts
    known = certain(view, book)
    total, evil = deals(facts.cards, facts.seats, known)
    seats = range(1, facts.seats + 1)
    choice = next((c for c in request.choices if c.verb == move.verb), request.choices[0])
    options, ranks = ranking(view, book, request.kind, choice)
    return Knowable(
        move.ply, event, facts.day, facts.phase == NIGHT, move.seat, request.kind, move.verb, move.targets,
        total,
        tuple(s for s in seats if total and evil[s] == total),
        tuple(s for s in seats if total and evil[s] == 0),
        tuple(options),
        ranks.get(move.target, 0),
        tuple(target for target, rank in ranks.items() if rank == 1),
    )  # fmt: skip


def ranking(
    view: View, book: Ledger, kind: str, choice: Choice
) -> tuple[list[tuple[int, float]], dict[int, int]]:
    """The seats of ``choice`` from best to worst, each with the chance that it is a wolf; and their ranks.

    Seats that are worth the same share a rank.

    A good seat harms the likeliest wolf and helps the likeliest good seat. A wolf harms whoever is not of the
    pack: by day the most suspected, by night the most trusted; it helps its mates.
    """
    mind = Mind(view, book, LEVELS["expert"], 0, PLAIN, "zh", {})
    mates = mind.mates
    belief = mind.public if mates else mind.belief
    what = kind if kind in _FOES | _FRIENDS else choice.verb
    if what not in _FOES | _FRIENDS:
        return [], {}

    def worth(seat: int) -> float:
        chance = belief.wolf[seat]
        if mates:
            night = what in ("knife", "check")
            harm = (-chance if night else chance) - 2 * (seat in mates or seat == view.seat)
            return harm if what in _FOES else -harm
        return chance if what in _FOES else -chance

    def shown(seat: int) -> float:
        return 1.0 if seat in mates else belief.wolf[seat]

    values = {seat: round(worth(seat), 6) for seat in choice.pool}
    order = sorted(values, key=lambda seat: (-values[seat], seat))
    ranks = {seat: 1 + sum(other > values[seat] for other in values.values()) for seat in order}
    return [(seat, shown(seat)) for seat in order], ranks
