"""Who belongs to which side: cards, lovers, cupid, the ally (W-5, W-6, N-19)."""

from __future__ import annotations

from llmwolf.rules.judge import Judge

GOOD, WOLVES, LOVERS, PIPER = "good", "wolves", "lovers", "piper"


def by_card(judge: Judge, seat: int) -> str:
    """The side that the card of ``seat`` stands for now."""
    return judge.role(seat).side


def hostile_pair(judge: Judge) -> tuple[int, ...]:
    """The lovers if their cards stand for different sides (人狼恋), otherwise nobody.

    Judged together, that is a wolf and one who is none; judged one by one, any two factions (F2F).
    """
    lovers = judge.hidden.lovers
    if not lovers:
        return ()
    one, other = (by_card(judge, seat) for seat in lovers)
    if judge.rules.judged == "together":
        return lovers if (one == WOLVES) != (other == WOLVES) else ()
    return lovers if one != other else ()


def third_faction(judge: Judge) -> tuple[int, ...]:
    """The hostile pair and, where they win together, their cupid, dead or alive (W-5)."""
    pair = hostile_pair(judge)
    cupid = judge.hidden.cupid
    if not pair or cupid in pair or judge.rules.lovers_win == "last_two":
        return pair
    return (*pair, cupid)


def side(judge: Judge, seat: int) -> str:
    """With whom ``seat`` wins: good, wolves, lovers or piper (W-5, W-6, N-19)."""
    hidden = judge.hidden
    if seat in third_faction(judge):
        return LOVERS
    if seat == hidden.cupid and seat not in hidden.lovers and judge.rules.cupid_sides == "lovers":
        return by_card(judge, hidden.lovers[0])
    return WOLVES if seat == hidden.ally else by_card(judge, seat)


def at_war(judge: Judge, alive: tuple[int, ...]) -> tuple[int, ...]:
    """Living wolves, by camp, that fight for the wolves and not for a third faction."""
    third = third_faction(judge)
    return tuple(s for s in alive if s not in third and judge.camps[judge.hands[s].role] == "W")
