"""What is kept of a finished game in the index: all that the report needs, read from the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

from llmwolf.arena.schedule import Fixture
from llmwolf.llm.prices import Price
from llmwolf.llm.usage import Usage
from llmwolf.record.reader import Transcript
from llmwolf.record.sources import Purpose, sources_of, tries_of
from llmwolf.rules import events as ev
from llmwolf.rules.private import Dealt

Line = dict[str, Any]
COUNTED: Final = ("calls", "retries", "repairs", "failed", "cut", "tokens", "estimated", "unpriced", "cost")

_CUT: Final = "cancelled"


def outcome(
    fixture: Fixture, transcript: Transcript, versions: Line, prices: Mapping[str, Price | None]
) -> Line:
    """The index line of the finished game in ``transcript``; ``prices`` are by agent."""
    end = transcript.end
    assert end is not None
    roles = {e.seat: e.role for e in transcript.events if isinstance(e, Dealt)}
    calls, sources, failures = _asked(fixture, transcript, prices)
    seats: list[Line] = []
    for place, agent in enumerate(fixture.agents, 1):
        told: Line = {"agent": agent, "role": roles[place]}
        for name, counted in (("sources", sources), ("failures", failures), ("calls", calls)):
            if place in counted:
                told[name] = dict(sorted(counted[place].items()))
        seats.append(told)
    return {
        **_known(fixture, versions),
        "winner": end.winner,
        "winners": list(end.winners),
        "reason": end.reason,
        "days": max((e.day for e in transcript.events if isinstance(e, ev.NightFell)), default=0),
        "order": _order(transcript),
        "exiled": _exiled(transcript),
        "seats": seats,
    }


def failed(fixture: Fixture, reason: str, versions: Line, spent: Line) -> Line:
    """The index line of a game that came to no end; ``spent`` is what it cost all the same."""
    return {**_known(fixture, versions), "failed": reason, "spent": spent}


def spent_in(fixture: Fixture, transcript: Transcript, prices: Mapping[str, Price | None]) -> Counter[str]:
    """What the calls in ``transcript`` came to so far."""
    total: Counter[str] = Counter()
    for counted in _asked(fixture, transcript, prices)[0].values():
        total.update(counted)
    return total


def spent_of(line: Line) -> Counter[str]:
    """What the calls of a game in the index came to."""
    total: Counter[str] = Counter(line.get("spent", {}))
    for told in line.get("seats", ()):
        total.update(told.get("calls", {}))
    return total


def is_of(fixture: Fixture, line: Line, alike: bool) -> bool:
    """Whether ``line`` of the index is about this very game, and not one that only has the same key.

    Not ``alike``: it was played under other rules, which may have dealt the cards to other seats.
    """
    told = _known(fixture, {})
    names = ["board", "seed", "cluster", "arm"] + ["focus", "agents"] * alike
    same = all(line.get(name) == told[name] for name in names)
    return same and Counter(line.get("agents", ())) == Counter(fixture.agents)


def _known(fixture: Fixture, versions: Line) -> Line:
    """What is known of a game before it is played."""
    return {
        "key": fixture.key,
        "board": fixture.board,
        "seed": fixture.seed,
        "cluster": fixture.cluster,
        "arm": fixture.arm,
        "focus": list(fixture.focus),
        "agents": list(fixture.agents),
        "versions": versions,
    }


Counts = dict[int, Counter[str]]


def _asked(
    fixture: Fixture, transcript: Transcript, prices: Mapping[str, Price | None]
) -> tuple[Counts, Counts, Counts]:
    """By seat: what the calls came to, where the decisions came from, why the seat's player failed.

    A call that was cut is the model's failure only where it was late: not where somebody stopped the game, or
    where the speech was over that the seat was polled about. One whose answer was lost as the game was
    stopped was cut as well: all of it but its price is told of the one that took its place.
    """
    sources: Counts = {}
    failures: Counts = {}
    late: set[Purpose] = set()
    for move, line in zip(transcript.moves, sources_of(transcript.llm, transcript.moves), strict=True):
        if not line:
            continue
        sources.setdefault(move.seat, Counter())[str(line["source"])] += 1
        if reason := str(line.get("reason", "")).partition(":")[0]:
            failures.setdefault(move.seat, Counter())[reason] += 1
            if reason == "time_out":
                late.add(Purpose(move.seat, move.ply, False))
    calls: Counts = {}
    for what, tries in tries_of(transcript).items():
        if not 1 <= what.seat <= len(fixture.agents):
            continue
        price = prices.get(fixture.agents[what.seat - 1])
        counted = calls.setdefault(what.seat, Counter())
        for line in chain.from_iterable(tries[:-1]):
            counted.update(_price(line, price) | {"cut": 1})
        for line in tries[-1]:
            told = _call(line, price)
            if line is tries[-1][-1] and what in late and told.pop("cut", 0):
                told["failed"] = 1
            counted.update(told)
    return calls, sources, failures


def _call(line: Line, price: Price | None) -> Line:
    """What is counted of a call."""
    told = {
        "retries": len(line.get("retries", ())),
        "repairs": int(bool(line.get("repair"))),
        "failed": int(bool(line.get("failed")) and line["failed"] != _CUT),
        "cut": int(line.get("failed") == _CUT),
    }
    return _price(line, price) | {name: value for name, value in told.items() if value}


def _price(line: Line, price: Price | None) -> Line:
    """What a call came to that was of no use."""
    prompt, cached, completion, reasoning = line.get("tokens") or (0, 0, 0, 0)
    usage = Usage(prompt, cached, completion, reasoning)
    told = {
        "calls": 1,
        "tokens": prompt + completion,
        "estimated": int(bool(line.get("estimated"))),
        "unpriced": int(price is None and bool(prompt or completion)),
        "cost": price.of(usage) if price else 0.0,
    }
    return {name: value for name, value in told.items() if value}


def _order(transcript: Transcript) -> list[int]:
    """Who spoke in which order on day 1."""
    for event in transcript.events:
        if isinstance(event, ev.TurnOrder) and event.stage == "speech":
            return list(event.seats)
    return []


def _exiled(transcript: Transcript) -> int:
    """Who was exiled on day 1; 0: nobody."""
    for event in transcript.events:
        if isinstance(event, ev.Exiled):
            return event.seat
        if isinstance(event, ev.NightFell) and event.day > 1:
            break
    return 0
