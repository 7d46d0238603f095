"""The night: the hours in their order, the calls of one hour asked together (N-1, N-3)."""

from __future__ import annotations

from operator import itemgetter

from llmwolf.rules.asks import Ask, Request
from llmwolf.rules.chapters.card import name_ally
from llmwolf.rules.chapters.follow import followers
from llmwolf.rules.events import Called, LifeSpent, Lingers, LoversMet, Marked, NightFell, NightResolved
from llmwolf.rules.hooks import RoleLaw
from llmwolf.rules.intents import KNIFE, NightPlan, resolve
from llmwolf.rules.judge import Judge, Script
from llmwolf.rules.spec import LOVERS

_SEAT = itemgetter(0)


def night(judge: Judge) -> Script[None]:
    """One night, up to the list of the dead; nobody is announced here (D-13)."""
    judge.say(NightFell(judge.facts.day + 1))
    if judge.facts.marks.get("silenced"):
        judge.say(Marked("silenced", ()))
    plan = NightPlan()
    yield from name_ally(judge)
    for hour in judge.hours[judge.facts.day > 1]:
        if hour == (LOVERS,):
            _lovers_meet(judge)
        else:
            yield from _hour(judge, hour, plan)
    for seat in judge.hearers("signed"):
        judge.role(seat).signed(judge, seat, plan)
    _resolve(judge, plan)


def _resolve(judge: Judge, plan: NightPlan) -> None:
    """From the plan to tonight's dead, those who must follow included (N-18, C-4)."""
    if judge.rules.knife_decides and (victim := _last_armed(judge, plan)):
        judge.say(NightResolved(((victim, KNIFE),), True))
        return
    victims = plan.victims()
    tough = [seat for seat in victims if judge.power(seat).tough(judge, seat)]
    bare = [seat for seat in victims if not judge.role(seat).shieldable(judge, seat)]
    deaths, spent, struck = resolve(plan, judge.rules, tough, bare)
    for seat in spent:
        judge.say(LifeSpent(seat))
    if judge.rules.rogue_lingers:
        for seat in [s for s in deaths if s not in struck and judge.power(s).lingers]:
            judge.say(Lingers(seat, deaths.pop(seat)))
    judge.say(NightResolved(tuple(followers(judge, deaths, struck).items())))


def _last_armed(judge: Judge, plan: NightPlan) -> int:
    """The armed player whom the last wolf knifes when the two are alone; 0 otherwise (C-6)."""
    pack, living = judge.pack(), judge.facts.living
    victim = plan.knife
    alone = len(living) == 2 and len(pack) == 1 and victim in living and victim not in pack
    return victim if alone and judge.power(victim).armed(judge, victim) else 0


def _lovers_meet(judge: Judge) -> None:
    """The lovers open their eyes, if there are any; they are called in any case (N-2, N-16)."""
    judge.say(Called((LOVERS,)))
    match judge.hidden.lovers:
        case (one, other):
            shown = judge.rules.lovers_see == "card"
            cards = (judge.hands[one].card, judge.hands[other].card) if shown else ()
            judge.say(LoversMet((one, other), (one, other), cards))


def _hour(judge: Judge, hour: tuple[str, ...], plan: NightPlan) -> Script[None]:
    roles = judge.roles
    awake = [(roles[role], seats) for role in hour if (seats := roles[role].callers(judge))]
    announced = hour if judge.rules.dead_calls == "announced" else tuple([law.id for law, _ in awake])
    if announced:
        judge.say(Called(announced))
    for law, seats in awake:
        for seat in seats:
            law.called(judge, seat, plan)
    for plan.round in range(max([law.rounds for law, _ in awake], default=0)):
        asked: list[tuple[int, Request, RoleLaw]] = []
        for law, seats in awake:
            if plan.round < law.rounds:
                for seat in seats:
                    request = law.night(judge, seat, plan)
                    if request is not None:
                        asked.append((seat, request, law))
        if asked:
            asked.sort(key=_SEAT)
            answers = yield Ask("night", tuple([request for _, request, _ in asked]), public=False)
            for seat, _, law in asked:
                law.acted(judge, seat, answers[seat], plan)
    for law, _ in awake:
        law.hour_over(judge, plan)
