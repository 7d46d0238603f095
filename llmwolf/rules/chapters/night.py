"""The night: the hours in their order, the calls of one hour asked together (N-1, N-3)."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Request
from llmwolf.rules.events import Called, NightFell, NightResolved
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
    calls = [judge.roles[role] for role in hour]
    eyes = {law.id: law.callers(judge) for law in calls}
    announced = hour if judge.rules.dead_calls == "announced" else tuple(r for r in hour if eyes[r])
    if announced:
        judge.say(Called(announced))
    for law in calls:
        for seat in eyes[law.id]:
            law.called(judge, seat, plan)
    awake = [law for law in calls if eyes[law.id]]
    for plan.round in range(max((law.rounds for law in awake), default=0)):
        asked: list[tuple[Request, str]] = []
        for law in awake:
            if plan.round < law.rounds:
                for seat in eyes[law.id]:
                    request = law.night(judge, seat, plan)
                    if request is not None:
                        asked.append((request, law.id))
        if not asked:
            continue
        asked.sort(key=lambda pair: pair[0].seat)
        answers = yield Ask("night", tuple(request for request, _ in asked), public=False)
        for request, role in asked:
            judge.roles[role].acted(judge, request.seat, answers[request.seat], plan)
    for law in awake:
        law.hour_over(judge, plan)
