"""What somebody claims, names, believes and calls for."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from llmwolf.coach.claims.ledger import held_after
from llmwolf.coach.features.means import Cases, counts, each, means
from llmwolf.coach.features.table import Value, Values
from llmwolf.coach.material import Material, passed
from llmwolf.coach.minutes import Speech
from llmwolf.coach.signs import EVIDENCE, NEAR, REASON
from llmwolf.players.bots.seats import SEAT, plain

_NEWS: Final = ("role", "retract", "check", "flow", "save", "poison", "guard", "vote")
_DECLARED: Final = ("speech", "pk")
_LAST: Final = 0.8
"""Where the last fifth of a speech begins."""


def f04(m: Material) -> Values:
    """In which of its speeches a seat first claims a card, from 1; by words alone many are missed."""
    found: Values = {}
    own: Counter[int] = Counter()
    for speech in m.book.speeches:
        own[speech.seat] += 1
        if speech.seat not in found and m.claims(speech, "role"):
            found[speech.seat] = Value(own[speech.seat], 1, (speech.number,))
    return dict(sorted(found.items()))


def f05(m: Material) -> Values:
    """Checks reported, each seat and result once, over the speeches that report any."""
    told: dict[int, dict[tuple[int, str], int]] = defaultdict(dict)
    speeches: Counter[int] = Counter()
    for speech in m.book.speeches:
        checks = m.claims(speech, "check")
        speeches[speech.seat] += bool(checks)
        for entry in checks:
            for target in entry.claim.targets:
                told[speech.seat].setdefault((target, entry.claim.value), speech.number)
    return {
        seat: Value(len(found), speeches[seat], tuple(dict.fromkeys(found.values())))
        for seat, found in sorted(told.items())
    }


def f06(m: Material) -> Values:
    """Characters before the first check ÷ length, in speeches that report one in words."""

    def place(speech: Speech) -> float | None:
        starts = [e.quote.start for e in m.claims(speech, "check") if e.quote.text != speech.text]
        return min(starts) / len(speech.text) if starts else None

    return each(m.book.speeches, place)


def f07(m: Material) -> Values:
    """Share of speeches with a check that have a word of reason near it, however good the reason."""

    def reasoned(speech: Speech) -> bool | None:
        spans = [e.quote for e in m.claims(speech, "check") if e.quote.text]
        if not spans:
            return None
        near = (speech.text[max(0, q.start - NEAR) : q.end + NEAR] for q in spans)
        return any(REASON.search(words) for words in near)

    return each(m.book.speeches, reasoned)


def f08(m: Material) -> Values:
    """Share of a seer claim's speeches with a flow of two living, unchecked seats; badge boards only."""
    if not m.book.sheriffs:
        return {}
    held: dict[int, str] = {}
    checked: dict[int, set[int]] = defaultdict(set)
    cases: Cases = defaultdict(list)
    for speech in m.book.speeches:
        held[speech.seat] = held_after(
            (e.claim for e in m.said.get(speech.number, ())), held.get(speech.seat, "")
        )
        checked[speech.seat].update(m.targets(speech, "check"))
        if held[speech.seat] == "seer" and speech.stage != "last_words" and not passed(speech):
            flow = set(m.targets(speech, "flow")) & set(speech.living) - checked[speech.seat]
            cases[speech.seat].append((len(flow) >= 2, speech.number))
    return means(cases)


def f10(m: Material) -> Values:
    """Other seats named in a speech, by number or in its claims; doubtful numerals are not counted."""
    return each(m.spoken, lambda s: len(m.named[s.number]))


def f11(m: Material) -> Values:
    """Mean stance over the seats judged: -1 held for a wolf, +1 for good; sarcasm and quotes mislead it."""
    cases: Cases = defaultdict(list)
    for speech in m.spoken:
        for entry in m.claims(speech, "suspect", "trust", "side"):
            worth = -1 if entry.claim.act == "suspect" else 1
            cases[speech.seat] += [(worth, speech.number)] * len(entry.claim.targets)
    return means(cases)


def f12(m: Material) -> Values:
    """Share of the round's earlier speakers who are named; the first speaker has no data."""

    def coverage(speech: Speech) -> float | None:
        earlier = [s for s in speech.earlier if s != speech.seat]
        return len(set(earlier) & set(m.named[speech.number])) / len(earlier) if earlier else None

    return each(m.spoken, coverage)


def f13(m: Material) -> Values:
    """Seats held for wolves in a speech that holds any, its wolf checks included."""

    def places(speech: Speech) -> int | None:
        found = set(m.targets(speech, "suspect"))
        found |= {t for e in m.claims(speech, "check") if e.claim.value == "wolf" for t in e.claim.targets}
        return len(found) or None

    return each(m.spoken, places)


def declared(m: Material, speech: Speech) -> int:
    """The one seat whose exile ``speech`` calls for, attached or in its last fifth; 0: none, or several."""
    calls = m.claims(speech, "vote")
    targets = {
        target
        for entry in calls
        for target in entry.claim.targets
        if entry.source == "structured" or entry.quote.end >= _LAST * len(speech.text)
    }
    return targets.pop() if len(targets) == 1 else 0


def f14(m: Material) -> Values:
    """Share of day speeches that call for the exile of exactly one seat."""
    return each([s for s in m.spoken if s.stage == "speech"], lambda s: bool(declared(m, s)))


def f15(m: Material) -> Values:
    """Share of declared votes that were cast so; never a fault, others have spoken since."""
    cases: Cases = defaultdict(list)
    for stage, ballot in (("speech", "ballot"), ("pk", "pk_ballot")):
        votes = {vote.day: vote for vote in reversed(m.book.votes) if vote.stage == ballot}
        for speech in m.book.speeches:
            vote, called = votes.get(speech.day), declared(m, speech)
            if speech.stage == stage and called and vote and speech.seat in vote.ballots:
                cases[speech.seat].append((vote.ballots[speech.seat] == called, speech.number))
    return means(cases)


def f17(m: Material) -> Values:
    """Share of declared votes on the seat most called for by earlier speakers, where one was."""
    cases: Cases = defaultdict(list)
    tally: Counter[int] = Counter()
    current = 0
    for speech in m.book.speeches:
        if speech.stage not in _DECLARED:
            continue
        if speech.round != current:
            current, tally = speech.round, Counter()
        if called := declared(m, speech):
            leaders = [seat for seat, votes in tally.items() if votes == max(tally.values())]
            if len(leaders) == 1:
                cases[speech.seat].append((leaders[0] == called, speech.number))
            tally[called] += 1
    return means(cases)


def f18(m: Material) -> Values:
    """How often a seat sided with another seer claim than before; with new facts that is normal."""
    sides: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for speech in m.book.speeches:
        for target in m.targets(speech, "side")[-1:]:
            sides[speech.seat].append((target, speech.number))
    return {
        seat: Value(
            sum(one != other for (one, _), (other, _) in pairwise(taken)),
            len(taken),
            tuple(number for _, number in taken),
        )
        for seat, taken in sorted(sides.items())
    }


def f19(m: Material) -> Values:
    """Statements that a public event denies, as listed in the findings: a list to read, not a score."""
    return counts(m.heard, ((f.seat, f.number) for f in m.findings if f.group == "record"))


def f23(m: Material) -> Values:
    """Share of speeches that accuse the speaker's own seat as if it were another's (我3号 is fine)."""
    accusing = {f.number for f in m.findings if f.kind == "self"}
    return each(m.spoken, lambda s: s.number in accusing)


def f24(m: Material) -> Values:
    """Share of speeches that name a seat above the table's size."""

    def unknown(speech: Speech) -> bool:
        numbers = (int(number) for number in re.findall(SEAT, plain(speech.text)))
        return any(not 1 <= number <= m.book.seats for number in numbers)

    return each(m.spoken, unknown)


def f27(m: Material) -> Values:
    """Cards, checks, flows, potions and calls in a speech that were new on its day; depends on order."""
    heard: set[tuple[int, object]] = set()
    cases: Cases = defaultdict(list)
    for speech in m.spoken:
        new = 0
        for entry in m.claims(speech, *_NEWS):
            claim = entry.claim
            whose = 0 if claim.act == "vote" else speech.seat
            fact = (speech.day, (whose, claim.act, claim.targets, claim.value))
            new += fact not in heard
            heard.add(fact)
        cases[speech.seat].append((new, speech.number))
    return means(cases)


def evidence(kind: str) -> Callable[[Material], Values]:
    """F28 for one kind of evidence: its share of all the words of evidence found."""

    def share(m: Material) -> Values:
        def of(speech: Speech) -> float | None:
            hits = {name: len(words.findall(speech.text)) for name, words in EVIDENCE.items()}
            total = sum(hits.values())
            return hits[kind] / total if total else None

        return each(m.spoken, of)

    return share


def f37(m: Material) -> Values:
    """The place in the day's speaking order of a seat that was exiled; needs hundreds of games."""
    cases: Cases = defaultdict(list)
    for day, (number, seat) in m.book.exiles.items():
        order = [s.seat for s in m.book.speeches if (s.day, s.stage) == (day, "speech")]
        if seat in order:
            cases[seat].append((list(dict.fromkeys(order)).index(seat) + 1, number))
    return means(cases)
