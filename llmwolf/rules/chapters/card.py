"""Event cards (N-19): the deck is data, what a card does is here."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Request, one_of
from llmwolf.rules.events import AllyMade, EventDrawn, Told
from llmwolf.rules.judge import Judge, Script

ALLY = "ally"


def draw_event(judge: Judge) -> None:
    """At the start of a day the next event card is turned, while the deck lasts."""
    left = [card for card in judge.spec.events if card not in judge.facts.events]
    if left:
        judge.say(EventDrawn(left[judge.draw("event", len(left))]))


def name_ally(judge: Judge) -> Script[None]:
    """With all eyes closed the first who died names an ally of the wolves, once.

    A wolf cannot be named. Whoever is named is shown the wolves, stays what he is and wins if they win.
    """
    facts = judge.facts
    if ALLY not in facts.events or judge.hidden.ally is not None or not facts.gone:
        return
    first = next(iter(facts.gone))
    wolves = tuple(s for s in facts.living if judge.camps[judge.hands[s].role] == "W")
    pool = tuple(s for s in facts.living if s not in wolves)
    answers = yield Ask("ally", (Request(first, "ally", (one_of("ally", pool),)),), public=False)
    named = answers[first].target
    judge.say(AllyMade(named))
    if named:
        judge.say(Told((named,), "ally", named, "", facts.day))
        for seat in wolves:
            judge.say(Told((named,), "ally_wolf", seat, "", facts.day))
