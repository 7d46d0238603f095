"""Speeches: whose turn it is, in which order, and what may cut in (S-1, S-2, D-11, I-1)."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from llmwolf.rules.asks import Ask, Choice, Request, Right
from llmwolf.rules.events import Skipped, Spoke, TurnOrder, Withdrew
from llmwolf.rules.judge import Interrupt, Judge, Script
from llmwolf.rules.words import clip

SPEAK = (Choice("say"),)
MUTES = ("silenced", "charmed")
"""Marks under which a seat may not speak by day (禁言, F2F's charm)."""
_WITHDRAW = Choice("withdraw")
_SEAT = attrgetter("seat")
_PHASES = {
    "election": "election",
    "election_pk": "election",
    "speech": "speech",
    "talk": "speech",
    "pk": "pk",
    "last_words": "last_words",
}


def rights(judge: Judge, stage: str) -> tuple[Right, ...]:
    """What may be done out of turn while somebody speaks in ``stage``, ascending by seat."""
    phase = _PHASES[stage]
    found: list[Right] = []
    for card in judge.hearing["rights"]:
        law = judge.law(card)
        found += [
            Right(seat, choice)
            for seat in judge.holders(card)
            if (choice := law.rights(judge, seat, phase)) is not None
        ]
    if phase == "election" and judge.rules.withdraw_when == "any_speech":
        found += [Right(seat, _WITHDRAW) for seat in judge.facts.running]
    found.sort(key=_SEAT)
    return tuple(found)


def turn(judge: Judge, seat: int, stage: str, limit: int, cut_ins: tuple[Right, ...]) -> Script[None]:
    """One speech by ``seat``, open to ``cut_ins`` while it lasts.

    After a 退水, or an interruption that leaves the day going and the speaker in, the speaker goes on.
    """
    request = Request(seat, "speak", SPEAK, True, limit)
    ask = Ask(stage, (request,), cut_ins)
    while True:
        try:
            answer = (yield ask)[seat]
        except Interrupt as interrupt:
            cut = interrupt.cut
            if cut.verb == _WITHDRAW.verb:
                judge.say(Withdrew(cut.seat))
            else:
                judge.say(Spoke(seat, stage, clip(cut.heard, limit)[0], "cut_in"))
                yield from judge.power(cut.seat).cut_in(judge, cut, stage)
                if stage != "last_words" and seat not in judge.facts.living:
                    return
            ask = Ask(stage, (request,), rights(judge, stage), resumes=cut.verb == _WITHDRAW.verb)
            continue
        text = answer.text
        if len(text) <= limit:
            judge.say(Spoke(seat, stage, text, "", answer.claims))
        else:
            judge.say(Spoke(seat, stage, clip(text, limit)[0], "limit", answer.claims))
        return


def say_order(judge: Judge, stage: str, order: tuple[int, ...], why: str) -> tuple[int, ...]:
    """Tell the table in which order a round goes, and return it.

    The turns that a record states go before, if all of them are of ``order``; the rest come behind.
    """
    if judge.spec.turns:
        stated = dict(judge.spec.turns).get(f"{stage}/{judge.facts.day}", ())
        if stated and set(stated) <= set(order):
            order, why = (*stated, *(seat for seat in order if seat not in stated)), "stated"
    judge.say(TurnOrder(stage, order, why))
    return order


def speak_in_turn(
    judge: Judge,
    stage: str,
    order: tuple[int, ...],
    skip: Callable[[int], bool] | None = None,
    after: Callable[[int], Script[None]] | None = None,
) -> Script[None]:
    """Everybody of ``order`` speaks once; ``skip`` is asked before a turn, ``after`` runs behind it.

    Who may not speak today is passed over, and the table is told (S-1); who goes out on the way is not asked.
    """
    rules = judge.rules
    facts = judge.facts
    living = facts.living
    cut_ins: tuple[Right, ...] = ()
    among = withdrawn = None  # whose rights these are; both tuples are replaced when they change
    final = len(order) if stage == "speech" else 0
    for place, seat in enumerate(order, 1):
        if skip is not None and skip(seat):
            continue
        if facts.living is not living and seat in living and seat not in facts.living:
            continue
        if facts.marks and (why := next((m for m in MUTES if seat in facts.marks.get(m, ())), "")):
            judge.say(Skipped(seat, why))
        else:
            if facts.living is not among or facts.withdrawn is not withdrawn:
                among, withdrawn = facts.living, facts.withdrawn
                cut_ins = rights(judge, stage)
            limit = rules.speech_limit_last if place == final else rules.speech_limit
            yield from turn(judge, seat, stage, limit, cut_ins)
        if after is not None:
            yield from after(seat)


def free_order(judge: Judge, stage: str, among: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
    """The order of a round that nobody picks, and why it is so (D-11).

    Beside the last announced dead, the side drawn or always the left; where nobody ever died, or
    ``speech_start`` is ``any``, the start is drawn.
    """
    rules = judge.rules
    leftward = rules.speech_start == "left_of_dead"
    step = 1 if leftward or judge.draw(f"side/{stage}", 2) == 0 else -1
    if judge.facts.gone and rules.speech_start != "any":
        last = next(reversed(judge.facts.gone))
        order = judge.neighbours_from(last, step, among)
        return ((last, *order) if last in among else order), "last_dead"
    first = among[judge.draw(f"start/{stage}", len(among))]
    return (first, *judge.neighbours_from(first, step, among)), "drawn"


def alternate_step(judge: Judge) -> int:
    """+1 (左) on the first day of the first game, then the other side by day and by game (D-10, M-2)."""
    return 1 if (judge.facts.day + judge.spec.game) % 2 == 0 else -1


def pk_order(judge: Judge, stage: str, tied: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
    """The order of PK speeches: ascending, or drawn where every round starts anywhere (V-3)."""
    if judge.rules.speech_start == "any":
        return free_order(judge, stage, tied)
    return tied, "ascending"
