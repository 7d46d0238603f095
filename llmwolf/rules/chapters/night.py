"""The night: the hours in their order, the calls of one hour asked together (N-1, N-3)."""

from __future__ import annotations

from operator import itemgetter

from llmwolf.rules.asks import Ask, Request
from llmwolf.rules.events import Called, NightFell, NightResolved
from llmwolf.rules.hooks import RoleLaw
from llmwolf.rules.intents import NightPlan, resolve
from llmwolf.rules.judge import Judge, Script


def night(judge: Judge) -> Script[None]:
    """One night, up to the list of the dead; nobody is announced here (D-13)."""
    judge.say(NightFell(judge.facts.day + 1))
    plan = NightPlan()
    for hour in judge.hours[judge.facts.day > 1]:
        yield from _hour(judge, hour, plan)
    judge.say(NightResolved(tuple(resolve(plan, judge.rules).items())))


def _hour(judge: Judge, hour: tuple[str, ...], plan: NightPlan) -> Script[None]:
    calls = [(judge.roles[role], judge.roles[role].callers(judge)) for role in hour]
    awake = [(law, seats) for law, seats in calls if seats]
    announced = hour if judge.rules.dead_calls == "announced" else tuple(law.id for law, _ in awake)
    if announced:
        judge.say(Called(announced))
    for law, seats in awake:
        for seat in seats:
            law.called(judge, seat, plan)
    for plan.round in range(max((law.rounds for law, _ in awake), default=0)):
        asked: list[tuple[int, Request, RoleLaw]] = []
        for law, seats in awake:
            if plan.round < law.rounds:
                for seat in seats:
                    request = law.night(judge, seat, plan)
                    if request is not None:
                        asked.append((seat, request, law))
        if asked:
            asked.sort(key=itemgetter(0))
            answers = yield Ask("night", tuple([request for _, request, _ in asked]), public=False)
            for seat, _, law in asked:
                law.acted(judge, seat, answers[seat], plan)
    for law, _ in awake:
        law.hour_over(judge, plan)
