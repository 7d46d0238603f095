"""Speeches: whose turn it is, in which order, and what may cut in (S-1, S-2, D-10, D-11, I-1)."""

from __future__ import annotations

from collections.abc import Callable

from llmwolf.rules.asks import Ask, Choice, Request, Right
from llmwolf.rules.chance import pick
from llmwolf.rules.events import SidePicked, Spoke, StageBegan, TurnOrder, Withdrew
from llmwolf.rules.judge import Interrupt, Judge, Script
from llmwolf.rules.words import clip

SPEAK = (Choice("say"),)
_WITHDRAW = Choice("withdraw")
_PHASES = {
    "election": "election",
    "election_pk": "election",
    "speech": "speech",
    "pk": "pk",
    "last_words": "last_words",
}


def rights(judge: Judge, stage: str) -> tuple[Right, ...]:
    """What may be done out of turn while somebody speaks in ``stage``, ascending by seat."""
    phase = _PHASES[stage]
    found = [
        Right(seat, choice)
        for seat in judge.facts.living
        if (choice := judge.role(seat).rights(judge, seat, phase)) is not None
    ]
    if phase == "election" and judge.rules.withdraw_when == "any_speech":
        found += [Right(seat, _WITHDRAW) for seat in judge.facts.running]
        found.sort(key=lambda right: right.seat)
    return tuple(found)


def turn(judge: Judge, seat: int, stage: str, limit: int, cut_ins: tuple[Right, ...]) -> Script[None]:
    """One speech by ``seat``, open to ``cut_ins`` while it lasts."""
    request = Request(seat, "speak", SPEAK, True, limit)
    ask = Ask(stage, (request,), cut_ins)
    while True:
        try:
            answer = (yield ask)[seat]
        except Interrupt as interrupt:
            cut = interrupt.cut
            if cut.verb == _WITHDRAW.verb:
                judge.say(Withdrew(cut.seat))
                ask = Ask(stage, (request,), rights(judge, stage), resumes=True)
                continue
            judge.say(Spoke(seat, stage, clip(cut.heard, limit)[0], "cut_in"))
            yield from judge.role(cut.seat).cut_in(judge, cut, stage)
            return
        text = answer.text
        if len(text) <= limit:
            judge.say(Spoke(seat, stage, text, "", answer.claims))
        else:
            judge.say(Spoke(seat, stage, clip(text, limit)[0], "limit", answer.claims))
        return


def speak_in_turn(
    judge: Judge, stage: str, order: tuple[int, ...], skip: Callable[[int], bool] = lambda seat: False
) -> Script[None]:
    """Everybody of ``order`` speaks once; ``skip`` is asked when a seat's turn comes."""
    rules = judge.rules
    facts = judge.facts
    cut_ins: tuple[Right, ...] = ()
    seen: tuple[object, ...] | None = None
    for place, seat in enumerate(order, 1):
        if skip(seat):
            continue
        if seen != (facts.living, facts.withdrawn):
            seen = (facts.living, facts.withdrawn)
            cut_ins = rights(judge, stage)
        last = stage == "speech" and place == len(order)
        yield from turn(judge, seat, stage, rules.speech_limit_last if last else rules.speech_limit, cut_ins)


def day_speeches(judge: Judge) -> Script[None]:
    """Every living seat speaks once, the sheriff last (S-1, D-10)."""
    judge.say(StageBegan("speech"))
    facts = judge.facts
    if facts.sheriff and judge.rules.speech_order == "sheriff_picks":
        sheriff = facts.sheriff
        request = Request(sheriff, "order", (Choice("left"), Choice("right")), may_pass=False)
        answers = yield Ask("order", (request,))
        side = answers[sheriff].verb
        judge.say(SidePicked(sheriff, side))
        step = 1 if side == "left" else -1
        order, why = (*judge.neighbours_from(sheriff, step, facts.living), sheriff), "sheriff"
    else:
        order, why = free_order(judge, "speech", facts.living)
    judge.say(TurnOrder("speech", order, why))
    yield from speak_in_turn(judge, "speech", order)


def free_order(judge: Judge, stage: str, among: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
    """The order of a round that nobody picks, and why it is so (D-11).

    Beside the last announced dead, the side drawn; where nobody ever died, or ``speech_start`` is
    ``any``, start and side are drawn.
    """
    day, seed = judge.facts.day, judge.seed
    step = 1 if pick(seed, f"side/{stage}", day, 2) == 0 else -1
    if judge.facts.gone and judge.rules.speech_start == "last_dead":
        last = next(reversed(judge.facts.gone))
        order = judge.neighbours_from(last, step, among)
        return ((last, *order) if last in among else order), "last_dead"
    first = among[pick(seed, f"start/{stage}", day, len(among))]
    return (first, *judge.neighbours_from(first, step, among)), "drawn"


def pk_order(judge: Judge, stage: str, tied: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
    """The order of PK speeches: ascending, or drawn where every round starts anywhere (V-3)."""
    if judge.rules.speech_start == "any":
        return free_order(judge, stage, tied)
    return tied, "ascending"


def last_words(judge: Judge, seats: tuple[int, ...]) -> Script[None]:
    """The last words of ``seats`` in their order (rules.md §6)."""
    if not seats:
        return
    judge.say(StageBegan("last_words"))
    yield from speak_in_turn(judge, "last_words", seats)
