"""Sealed ballots, the exile, ties and PK (V-1 … V-6)."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Request, one_of
from llmwolf.rules.chance import pick
from llmwolf.rules.chapters.death import exile_death
from llmwolf.rules.chapters.speech import pk_order, speak_in_turn
from llmwolf.rules.events import Ballots, Exiled, NobodyExiled, StageBegan, Tied, TurnOrder
from llmwolf.rules.judge import Judge, Script


def sealed(
    judge: Judge, stage: str, voters: tuple[int, ...], pool: tuple[int, ...], sheriff_weight: float = 1
) -> Script[tuple[Ballots, tuple[int, ...]]]:
    """One simultaneous ballot; returns it and the seats with the most votes (ascending, may be empty)."""
    facts = judge.facts
    choices = (one_of("vote", pool),)
    requests = tuple(
        Request(
            voter,
            stage,
            choices
            if judge.rules.self_vote or voter not in pool
            else (one_of("vote", tuple(s for s in pool if s != voter)),),
        )
        for voter in voters
    )
    answers = yield Ask(stage, requests)
    ballots = tuple((voter, answers[voter].target) for voter in voters)
    tally: dict[int, int] = {}
    for voter, target in ballots:
        if target:
            weight = sheriff_weight if voter == facts.sheriff else 1
            tally[target] = tally.get(target, 0) + int(weight * 2)
    event = Ballots(stage, ballots, tuple(sorted(tally.items())))
    judge.say(event)
    most = max(tally.values(), default=0)
    return event, tuple(sorted(seat for seat, votes in tally.items() if votes == most))


def exile(judge: Judge) -> Script[None]:
    """The day's exile vote and what follows from it."""
    judge.say(StageBegan("ballot"))
    voteless = judge.facts.marks.get("voteless", ())
    able = tuple(s for s in judge.facts.living if s not in voteless)
    weight = judge.rules.badge_weight
    ballots, top = yield from sealed(judge, "ballot", able, able, weight)
    if len(top) > 1:
        judge.say(Tied("ballot", top))
        top = yield from _untie(judge, able, top, ballots)
        if not top:
            judge.say(NobodyExiled("tied"))
            return
    if not top:
        judge.say(NobodyExiled("no_votes"))
        return
    judge.say(Exiled(top[0]))
    yield from exile_death(judge, top[0])


def _untie(
    judge: Judge, able: tuple[int, ...], tied: tuple[int, ...], first: Ballots
) -> Script[tuple[int, ...]]:
    """The one seat that a tie leads to, or none (V-3)."""
    rule = judge.rules.tie
    if rule == "nobody":
        return ()
    if rule == "random":
        return (tied[pick(judge.seed, "tie", judge.facts.day, len(tied))],)
    if rule == "sheriff_decides":
        voted = dict(first.ballots).get(judge.facts.sheriff, 0)
        return (voted,) if voted in tied else ()
    if rule == "pk":
        voters = tuple(s for s in able if s not in tied)
        judge.say(StageBegan("pk"))
        order, why = pk_order(judge, "pk", tied)
        judge.say(TurnOrder("pk", order, why))
        yield from speak_in_turn(judge, "pk", order)
        if not voters:
            return ()
    else:
        voters = able
    _, top = yield from sealed(judge, "pk_ballot", voters, tied, judge.rules.badge_weight)
    if len(top) <= 1:
        return top
    if rule == "revote_then_random":
        return (top[pick(judge.seed, "tie", judge.facts.day, len(top))],)
    judge.say(Tied("pk_ballot", top))
    return ()
