"""What takes the cards to count: told after the game only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from llmwolf.coach.features.means import Cases, counts, means
from llmwolf.coach.features.table import Value, Values
from llmwolf.coach.material import Material
from llmwolf.roles import registry
from llmwolf.rules import events as ev


def dealt(m: Material) -> dict[int, str]:
    """The card each seat was dealt."""
    return {event.seat: event.role for event in m.log if isinstance(event, ev.Dealt)}


def evil(card: str) -> bool:
    """Whether ``card`` counts as a wolf."""
    return registry()[card].camp == "W"


def f09(m: Material) -> Values:
    """Share of real checks after an announced flow that follow it; a flow announced anew replaces it."""
    cases: Cases = defaultdict(list)
    flows: dict[int, tuple[int, ...]] = {}
    out: set[int] = set()
    said = m.said
    for number, event in enumerate(m.log, 1):
        if isinstance(event, ev.Spoke):
            for entry in said.get(number, ()):
                if entry.claim.act == "flow":
                    flows[event.seat] = entry.claim.targets
        elif isinstance(event, ev.Died):
            out.add(event.seat)
        elif isinstance(event, ev.Announced):
            out.update(event.seats)
        elif isinstance(event, ev.Acted) and event.verb == "check" and event.target:
            valid = [seat for seat in flows.get(event.seat, ()) if seat not in out]
            if valid:
                cases[event.seat].append((event.target == valid[0], number))
                flows[event.seat] = tuple(seat for seat in valid if seat != event.target)
    return means(cases)


def f16(m: Material) -> Values:
    """Share of a good seat's exile ballots that hit a wolf; blind choice hits wolves ÷ (living - 1)."""
    cards = dealt(m)
    cases: Cases = defaultdict(list)
    for vote in m.book.votes:
        if vote.stage in ev.EXILE:
            for voter, target in vote.ballots.items():
                if target and not evil(cards[voter]):
                    cases[voter].append((evil(cards[target]), vote.number))
    return means(cases)


def f20(m: Material) -> Values:
    """A good seat's statements against what it knew, as the findings list them; wolves are left out."""
    good = [s for s in m.heard if not evil(dealt(m)[s.seat])]
    return counts(good, ((f.seat, f.number) for f in m.findings if f.group == "private"))


def f21(m: Material) -> Values:
    """Statements that only a private fact supports, as listed in the findings; some are lucky guesses."""
    return counts(m.heard, ((f.seat, f.number) for f in m.findings if f.group == "leak"))


def f35(m: Material) -> Values:
    """Nights that a seat lived through, and the event it went out by; compare within a card and a board."""
    nights = max(m.book.nights, default=0)
    lived: Values = {}
    for seat in range(1, m.book.seats + 1):
        out = m.book.exits.get(seat)
        through = nights if out is None else out.day - (out.phase == "night")
        lived[seat] = Value(through, 1, (out.number,) if out else ())
    return lived


def f36(m: Material) -> Values:
    """Share of potions and shots on the right side: antidotes on good seats, poison and shots on wolves."""
    cards = dealt(m)
    cases: Cases = defaultdict(list)
    for seat, verb, target, number in _strokes(m):
        if not evil(cards[seat]):
            cases[seat].append((evil(cards[target]) != (verb == "save"), number))
    return means(cases)


def _strokes(m: Material) -> Iterator[tuple[int, str, int, int]]:
    for number, event in enumerate(m.log, 1):
        if isinstance(event, ev.Acted) and event.verb in ("save", "poison") and event.target:
            yield event.seat, event.verb, event.target, number
        elif isinstance(event, ev.Shot) and event.target:
            yield event.seat, "shoot", event.target, number
