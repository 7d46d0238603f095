"""Who has won (rules.md §8)."""

from __future__ import annotations

from collections.abc import Iterable

from llmwolf.rules.chapters.factions import one_by_one
from llmwolf.rules.chapters.sides import (
    GOOD,
    LOVERS,
    PIPER,
    WOLVES,
    at_war,
    hostile_pair,
    side,
    third_faction,
)
from llmwolf.rules.events import GameEnded
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.judge import GameEnds, Judge

Verdict = tuple[str, str] | None
"""The side that has won and why, or ``None``."""


def check_win(judge: Judge) -> None:
    """End the game if a side has won (W-1 … W-9); raises :class:`GameEnds`."""
    if found := verdict(judge):
        end(judge, *found)


def verdict(judge: Judge) -> Verdict:
    """The side that has won now and why, or ``None``.

    Tonight's dead count as out even before they are announced; the dawn chapter decides when it asks.
    """
    if judge.hidden.decided:
        return WOLVES, "knife_decides"
    alive = judge.settled()
    if judge.rules.judged == "one_by_one":
        return one_by_one(judge, alive)
    if judge.hidden.lovers or judge.has_piper:
        special = _third_wins(judge, alive) or _piper_wins(judge, alive)
        if special:
            return special
    hands, known = judge.hands, judge.camps
    camps = [known[hands[seat].role] for seat in alive]
    wolves = camps.count("W")
    if wolves == 0:
        if judge.rules.both_met == "knife_at_night" and _wolf_fell_tonight(judge):
            found = _wolves_win(judge, camps, 0)
            if found:
                return found
        waits = judge.rules.good_waits_for_lovers and any(s in alive for s in third_faction(judge))
        return None if waits else (GOOD, "wolves_out")
    if judge.hidden.lovers:
        pair = hostile_pair(judge)
        if judge.rules.wolves_wait_for_lovers and any(seat in alive for seat in pair):
            return None
        wolves = len(at_war(judge, alive))
    return _wolves_win(judge, camps, wolves) if wolves else None


def _wolves_win(judge: Judge, camps: list[str], wolves: int) -> Verdict:
    """Whether the wolves' condition holds for the living ``camps`` (W-2, W-3)."""
    rules = judge.rules
    rule = rules.wolves_win
    if rule == "city":
        return None if len(camps) > camps.count("W") else (WOLVES, "others_out")
    if rule != "parity":
        gods = camps.count("G")
        if rules.giants or not gods:
            dealt = _dealt(judge, "G")
            if dealt and not gods:
                return WOLVES, "gods_out"
            if rules.giants and dealt - gods >= rules.giants:
                return WOLVES, "giants_out"
        if not camps.count("V") and _dealt(judge, "V"):
            return WOLVES, "villagers_out"
    if rule != "edge" and wolves >= len(camps) - wolves:
        return WOLVES, "parity"
    return None


def _wolf_fell_tonight(judge: Judge) -> bool:
    """Whether a wolf that fights for the wolves fell in this night: only then both sides meet at once."""
    facts = judge.facts
    tonight = (s for s, (phase, day, _) in facts.gone.items() if phase == NIGHT and day == facts.day)
    return facts.stage == "dawn" and bool(at_war(judge, tuple(tonight)))


def _dealt(judge: Judge, camp: str) -> int:
    """How many hold a card of the camp, dead or alive: an empty side cannot be wiped out (W-2, R-2)."""
    return sum(judge.camps[hand.role] == camp for hand in judge.hands[1:])


def _third_wins(judge: Judge, alive: tuple[int, ...]) -> Verdict:
    """The third faction wins when everyone else is out, before anything else is looked at (W-5, W-9)."""
    third = third_faction(judge)
    if not third or not alive or any(seat not in third for seat in alive):
        return None
    if judge.rules.lovers_win == "last_two":
        return (LOVERS, "pair_left") if len(alive) == len(third) else None
    return LOVERS, "last_left"


def _piper_wins(judge: Judge, alive: tuple[int, ...]) -> Verdict:
    """The living piper wins when all others alive are charmed (W-7)."""
    pipers = [seat for seat in alive if judge.role(seat).side == PIPER]
    charmed = judge.hidden.piped
    won = pipers and all(seat in charmed or seat in pipers for seat in alive)
    return (PIPER, "charmed_all") if won else None


def end(judge: Judge, winner: str, reason: str) -> None:
    """Say the result with every winner by seat (W-10) and stop the game."""
    seats = range(1, judge.facts.seats + 1)
    judge.say(GameEnded(winner, tuple(s for s in seats if side(judge, s) == winner), reason))
    raise GameEnds


def check_vote(judge: Judge) -> None:
    """Two left after the day's vote: the sheriff's side wins (C-7)."""
    facts = judge.facts
    if judge.rules.badge_decides and len(facts.living) == 2 and facts.sheriff in facts.living:
        end(judge, side(judge, facts.sheriff), "badge_decides")


def check_quiet(judge: Judge, halves: Iterable[tuple[str, int]]) -> None:
    """Nobody out in these ``halves`` (phase, day), a night and a day or a day and a night, is a draw."""
    if judge.rules.quiet_draw:
        gone = {(phase, day) for phase, day, _ in judge.facts.gone.values()}
        if all(day > 0 and (phase, day) not in gone for phase, day in halves):
            end(judge, "draw", "quiet_draw")


def check_days(judge: Judge) -> None:
    """An endless game is a draw after ``max_days`` (C-8, X-4)."""
    if judge.facts.day >= judge.rules.max_days:
        end(judge, "draw", "max_days")
