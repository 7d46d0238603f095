"""The badge's way from a sheriff who is out (D-9)."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Request, one_of
from llmwolf.rules.events import BadgePassed
from llmwolf.rules.judge import Judge, Script


def pass_badge(judge: Judge) -> Script[None]:
    """A sheriff who is out hands the badge on or tears it; nothing happens while the sheriff lives.

    A turned idiot who kept the empty office has nothing to hand on.
    """
    facts = judge.facts
    if facts.sheriff and facts.sheriff not in facts.living:
        if judge.rules.idiot_badge == "kept" and facts.sheriff in facts.marks.get("voteless", ()):
            judge.say(BadgePassed(facts.sheriff, 0))
        else:
            yield from _hand_on(judge)


def idiot_badge(judge: Judge, seat: int) -> Script[None]:
    """What becomes of the badge when the idiot ``seat`` turns the card (D-9)."""
    if judge.facts.sheriff != seat or judge.rules.idiot_badge == "kept":
        return
    if judge.rules.idiot_badge == "lost":
        judge.say(BadgePassed(seat, 0))
    else:
        yield from _hand_on(judge)


def _hand_on(judge: Judge) -> Script[None]:
    """The sheriff gives the badge to another living player; passing, where it is allowed, tears it."""
    giver = judge.facts.sheriff
    barred = eligible_not(judge)
    pool = tuple(seat for seat in judge.facts.living if seat != giver and seat not in barred)
    must = judge.rules.badge_must_pass and bool(pool)
    answers = yield Ask("badge", (Request(giver, "badge", (one_of("give", pool),), not must),))
    judge.say(BadgePassed(giver, answers[giver].target))


def eligible_not(judge: Judge) -> tuple[int, ...]:
    """Who may not hold the badge: a turned idiot, where the badge leaves with him (D-9)."""
    return judge.facts.marks.get("voteless", ()) if judge.rules.idiot_badge == "lost" else ()
