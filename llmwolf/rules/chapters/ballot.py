"""Sealed ballots, the exile, ties and PK (V-1 … V-6)."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Choice, Request, one_of
from llmwolf.rules.chapters.death import dies, exile_death, settle
from llmwolf.rules.chapters.endgame import check_win
from llmwolf.rules.chapters.speech import pk_order, say_order, speak_in_turn
from llmwolf.rules.events import (
    EXILE,
    Ballots,
    Exiled,
    LotDrawn,
    NobodyExiled,
    Pairs,
    Scapegoated,
    StageBegan,
    Tied,
    VotersNamed,
)
from llmwolf.rules.judge import Judge, Script


def sealed(
    judge: Judge,
    stage: str,
    voters: tuple[int, ...],
    pool: tuple[int, ...],
    sheriff_weight: float = 1,
    extra: Pairs = (),
) -> Script[tuple[Ballots, tuple[int, ...]]]:
    """One simultaneous ballot; returns it and the seats with the most votes (ascending, may be empty).

    ``extra`` are half votes by target that count beside those cast.
    """
    facts = judge.facts
    choices = (one_of("vote", pool),)
    barred = _barred_targets(judge, stage)
    requests = [
        Request(
            voter,
            stage,
            choices
            if voter not in barred
            else (one_of("vote", tuple(s for s in pool if s not in barred[voter])),),
        )
        for voter in voters
    ]
    answers = yield Ask(stage, tuple(requests))
    ballots = tuple([(voter, answers[voter].target) for voter in voters])
    sheriff, weighty = facts.sheriff, int(sheriff_weight * 2)
    tally: dict[int, int] = {}
    for voter, target in ballots:
        if target:
            tally[target] = tally.get(target, 0) + (weighty if voter == sheriff else 2)
    for target, halves in extra:
        tally[target] = tally.get(target, 0) + halves
    event = Ballots(stage, ballots, tuple(sorted(tally.items())), extra)
    judge.say(event)
    most = max(tally.values(), default=0)
    return event, tuple(sorted([seat for seat, votes in tally.items() if votes == most]))


def _barred_targets(judge: Judge, stage: str) -> dict[int, tuple[int, ...]]:
    """Voter → whom he may not vote for: himself (V-4), his lover (V-2)."""
    rules = judge.rules
    barred: dict[int, tuple[int, ...]] = {}
    if not rules.self_vote:
        barred = {seat: (seat,) for seat in judge.facts.living}
    if not rules.lovers_vote and stage in EXILE and judge.hidden.lovers:
        one, other = judge.hidden.lovers
        barred[one] = (*barred.get(one, ()), other)
        barred[other] = (*barred.get(other, ()), one)
    return barred


def exile(judge: Judge) -> Script[None]:
    """The day's exile vote and what follows from it."""
    facts = judge.facts
    judge.say(StageBegan("ballot"))
    stated = dict(judge.spec.outs).get(facts.day, 0) if judge.spec.outs else 0
    voteless = facts.marks.get("voteless", ())
    if stated in facts.living and stated not in voteless:  # a record knows the outcome, not the ballots
        top: tuple[int, ...] = (stated,)
    else:
        top = yield from _vote(judge)
        if not top:
            return
    judge.say(Exiled(top[0]))
    yield from exile_death(judge, top[0])


def _vote(judge: Judge) -> Script[tuple[int, ...]]:
    """The ballots; returns the one to be exiled, or nobody once that is said and settled."""
    facts = judge.facts
    voteless = facts.marks.get("voteless", ())
    pool = tuple([s for s in facts.living if s not in voteless]) if voteless else facts.living
    able = pool
    day, named = facts.voters
    if day == facts.day:  # the scapegoat's list; the dead on it vote no more
        able = tuple(s for s in pool if s in named)
    extra: Pairs = ()
    if cards := judge.hearing["ballot"]:
        pairs = (pair for card in cards for pair in judge.roles[card].ballot(judge))
        extra = tuple(sorted(pair for pair in pairs if pair[0] in pool))
    ballots, top = yield from sealed(judge, "ballot", able, pool, judge.rules.badge_weight, extra)
    why = "no_votes"
    if len(top) > 1:
        judge.say(Tied("ballot", top))
        if goat := next((s for s in judge.hearers("ties") if judge.power(s).bears_ties), 0):
            yield from _scapegoat(judge, goat)
            return ()
        top, why = (yield from _untie(judge, able, top, ballots)), "tied"
    if not top:
        judge.say(NobodyExiled(why))
        check_win(judge)
    return top


def _scapegoat(judge: Judge, seat: int) -> Script[None]:
    """The scapegoat goes out instead of the tied, and names who may vote tomorrow (V-3)."""
    judge.say(Scapegoated(seat))
    dies(judge, seat, "scapegoat")
    check_win(judge)
    choice = Choice("allow", judge.facts.living, 0, len(judge.facts.living))
    answers = yield Ask("voters", (Request(seat, "voters", (choice,)),))
    if answers[seat].verb == "allow":
        judge.say(VotersNamed(seat, judge.facts.day + 1, tuple(sorted(answers[seat].targets))))
    yield from settle(judge, (seat,))


def _untie(
    judge: Judge, able: tuple[int, ...], tied: tuple[int, ...], first: Ballots
) -> Script[tuple[int, ...]]:
    """The one seat that a tie leads to, or none (V-3)."""
    rule = judge.rules.tie
    if rule == "nobody":
        return ()
    if rule == "random":
        return _lot(judge, "ballot", tied)
    if rule == "sheriff_decides":
        voted = dict(first.ballots).get(judge.facts.sheriff, 0)
        return (voted,) if voted in tied else ()
    if rule == "pk":
        voters = tuple(s for s in able if s not in tied)
        judge.say(StageBegan("pk"))
        order, why = pk_order(judge, "pk", tied)
        order = say_order(judge, "pk", order, why)
        yield from speak_in_turn(judge, "pk", order)
        if not voters:
            return ()
    else:
        voters = able
    _, top = yield from sealed(judge, "pk_ballot", voters, tied, judge.rules.badge_weight)
    if len(top) <= 1:
        return top
    if rule == "revote_then_random":
        return _lot(judge, "pk_ballot", top)
    judge.say(Tied("pk_ballot", top))
    return ()


def _lot(judge: Judge, stage: str, tied: tuple[int, ...]) -> tuple[int, ...]:
    """One of the tied, by lot."""
    seat = tied[judge.draw("tie", len(tied))]
    judge.say(LotDrawn(stage, tied, seat))
    return (seat,)
