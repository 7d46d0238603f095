"""The round of day speeches (S-1, S-4, D-10)."""

from __future__ import annotations

from llmwolf.rules.asks import Ask, Choice, Request
from llmwolf.rules.chapters.death import dies, settle
from llmwolf.rules.chapters.speech import alternate_step, free_order, rights, say_order, speak_in_turn, turn
from llmwolf.rules.events import SidePicked, StageBegan
from llmwolf.rules.judge import Judge, Script

_SIDES = (Choice("left"), Choice("right"))


def day_speeches(judge: Judge) -> Script[None]:
    """Every living seat speaks once, the sheriff last (S-1, D-10)."""
    judge.say(StageBegan("speech"))
    facts, rules = judge.facts, judge.rules
    sheriff = facts.sheriff
    if sheriff and rules.speech_order != "fixed":
        if rules.speech_order == "sheriff_picks":
            answers = yield Ask("order", (Request(sheriff, "order", _SIDES, may_pass=False),))
            side = answers[sheriff].verb
            judge.say(SidePicked(sheriff, side))
            step, why = (1 if side == "left" else -1), "sheriff"
        else:
            step, why = alternate_step(judge), "alternate"
        order = (*judge.neighbours_from(sheriff, step, facts.living), sheriff)
    else:
        order, why = free_order(judge, "speech", facts.living)
    order = say_order(judge, "speech", order, why)
    after = None
    if rules.idiot_talks or rules.rogue_lingers:

        def after(seat: int) -> Script[None]:
            yield from _talk(judge, seat)
            yield from _linger(judge, seat)

    yield from speak_in_turn(judge, "speech", order, after=after)


def _talk(judge: Judge, speaker: int) -> Script[None]:
    """A turned idiot may talk with whoever has just spoken (S-4)."""
    if not judge.rules.idiot_talks:
        return
    for seat in judge.facts.marks.get("voteless", ()):
        if seat != speaker and seat in judge.facts.living:
            yield from turn(judge, seat, "talk", judge.rules.speech_limit, rights(judge, "talk"))


def _linger(judge: Judge, seat: int) -> Script[None]:
    """Whoever was hit and lingers goes out after speaking (老流氓)."""
    cause = judge.hidden.lingering.get(seat)
    if cause is not None and seat in judge.facts.living:
        dies(judge, seat, cause, "lingered")
        yield from settle(judge, (seat,))
