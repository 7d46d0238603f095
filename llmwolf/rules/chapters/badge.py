"""The badge's way from a sheriff who is out (D-9)."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Request, one_of
from llmwolf.rules.events import BadgePassed
from llmwolf.rules.judge import Judge, Script


def pass_badge(judge: Judge) -> Script[None]:
    """A sheriff who is out hands the badge on or tears it; nothing happens while the sheriff lives."""
    facts = judge.facts
    if facts.sheriff and facts.sheriff not in facts.living:
        yield from hand_on(judge)


def hand_on(judge: Judge) -> Script[None]:
    """The sheriff gives the badge to another living player; passing tears it."""
    giver = judge.facts.sheriff
    pool = tuple(seat for seat in judge.facts.living if seat != giver)
    answers = yield Ask("badge", (Request(giver, "badge", (one_of("give", pool),)),))
    judge.say(BadgePassed(giver, answers[giver].target))
