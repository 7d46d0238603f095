"""The sheriff's election (D-1 … D-7)."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Choice, Request
from llmwolf.rules.chapters.badge import eligible_not
from llmwolf.rules.chapters.ballot import sealed
from llmwolf.rules.chapters.speech import free_order, pk_order, say_order, speak_in_turn
from llmwolf.rules.events import Elected, NoBadge, SignedUp, StageBegan, Tied, Withdrew
from llmwolf.rules.judge import Judge, Script

_RUN = (Choice("run"),)
_WITHDRAW = (Choice("withdraw"),)


def election(judge: Judge) -> Script[None]:
    """Sealed sign-up, speeches, the call to withdraw, the ballot and its PK."""
    facts = judge.facts
    judge.say(StageBegan("election"))
    barred = eligible_not(judge)
    able = tuple([seat for seat in facts.living if seat not in barred])
    answers = yield Ask("sign_up", tuple([Request(seat, "sign_up", _RUN) for seat in able]))
    ran = tuple([seat for seat in able if answers[seat].verb == "run"])
    judge.say(SignedUp(ran))
    if len(ran) <= 1:
        judge.say(Elected(ran[0], "only") if ran else NoBadge("nobody_ran"))
        return
    order, why = _speech_order(judge, ran)
    order = say_order(judge, "election", order, why)
    yield from speak_in_turn(judge, "election", order, lambda seat: seat in facts.withdrawn)
    yield from _call_to_withdraw(judge)
    if _decided_without_ballot(judge, facts.running):
        return
    voters = _voters(judge)
    if not voters:
        judge.say(NoBadge("all_ran"))
        return
    _, top = yield from sealed(judge, "badge_ballot", voters, facts.running)
    if len(top) > 1:
        judge.say(Tied("badge_ballot", top))
        if judge.rules.badge_tie == "lost":
            judge.say(NoBadge("tied"))
            return
        top = yield from _pk(judge, top)
        if not facts.election_open:
            return
    judge.say(Elected(top[0], "ballot") if top else NoBadge("no_votes"))


def _speech_order(judge: Judge, seats: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
    """单顺双逆: an odd last digit of the minute is ascending, an even one descending (D-3).

    Where the order alternates it does so by game, ascending first (M-2); where every round of speeches
    starts anywhere, this one does too (D-11).
    """
    if judge.rules.speech_start == "any":
        return free_order(judge, "election", seats)
    rule, spec = judge.rules.election_order, judge.spec
    if rule in ("minute", "alternate"):
        ascending = (spec.minute if rule == "minute" else spec.game) % 2 == 1
    else:
        ascending = rule == "ascending"
    return (seats if ascending else seats[::-1]), rule


def _call_to_withdraw(judge: Judge) -> Script[None]:
    """The judge's call: every candidate may still withdraw, sealed (D-4)."""
    running = judge.facts.running
    if not running:
        return
    answers = yield Ask("withdraw", tuple([Request(seat, "withdraw", _WITHDRAW) for seat in running]))
    for seat in running:
        if answers[seat].verb == "withdraw":
            judge.say(Withdrew(seat))


def _decided_without_ballot(judge: Judge, running: tuple[int, ...]) -> bool:
    """One candidate left is sheriff, none is no badge (D-2)."""
    if len(running) > 1:
        return False
    judge.say(Elected(running[0], "last_standing") if running else NoBadge("all_withdrew"))
    return True


def _voters(judge: Judge) -> tuple[int, ...]:
    facts = judge.facts
    rule = judge.rules.badge_voters
    barred = facts.ran if rule == "never_ran" else facts.running if rule == "not_running" else ()
    return _with_vote(judge, barred)


def _with_vote(judge: Judge, barred: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody living but the ``barred`` and those without a vote."""
    voteless = judge.facts.marks.get("voteless", ())
    return tuple([seat for seat in judge.facts.living if seat not in barred and seat not in voteless])


def _pk(judge: Judge, tied: tuple[int, ...]) -> Script[tuple[int, ...]]:
    """The tied speak again and are voted on by those below the stage; a second tie is no badge (D-6).

    Returns the winner, or nobody if no ballot was cast; says the outcome itself where there is no ballot.
    """
    facts = judge.facts
    judge.say(StageBegan("election_pk"))
    order, why = pk_order(judge, "election_pk", tied)
    order = say_order(judge, "election_pk", order, why)
    yield from speak_in_turn(judge, "election_pk", order, lambda seat: seat in facts.withdrawn)
    left = tuple(seat for seat in tied if seat not in facts.withdrawn)
    if _decided_without_ballot(judge, left):
        return left
    barred = facts.ran if judge.rules.badge_voters == "never_ran" else left
    voters = _with_vote(judge, barred)
    _, top = yield from sealed(judge, "badge_pk_ballot", voters, left)
    if len(top) > 1:
        judge.say(Tied("badge_pk_ballot", top))
        judge.say(NoBadge("tied"))
    return top
