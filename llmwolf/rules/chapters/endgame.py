"""Who has won (rules.md §8)."""

from __future__ import annotations

from llmwolf.rules.events import GameEnded
from llmwolf.rules.judge import GameEnds, Judge


def check_win(judge: Judge) -> None:
    """End the game if a side has won (W-1, W-2, W-9); raises :class:`GameEnds`."""
    if found := verdict(judge):
        end(judge, *found)


def verdict(judge: Judge) -> tuple[str, str] | None:
    """The side that has won now and why, or ``None``.

    Tonight's dead count as out even before they are announced; the dawn chapter decides when it asks.
    """
    roles, hands = judge.roles, judge.hands
    camps = [roles[hands[seat].role].camp for seat in judge.settled()]
    wolves, gods, villagers = camps.count("W"), camps.count("G"), camps.count("V")
    if wolves == 0:
        return "good", "wolves_out"
    rule = judge.rules.wolves_win
    rest = len(camps) - wolves
    if rule in ("edge", "edge_or_parity"):
        if gods == 0 and _dealt(judge, "G"):
            return "wolves", "gods_out"
        if villagers == 0 and _dealt(judge, "V"):
            return "wolves", "villagers_out"
    if rule == "city" and rest == 0:
        return "wolves", "others_out"
    if rule in ("parity", "edge_or_parity") and wolves >= rest:
        return "wolves", "parity"
    return None


def _dealt(judge: Judge, camp: str) -> bool:
    """Whether the side was there at the deal: an empty one cannot be wiped out (W-2)."""
    return any(judge.roles[card].camp == camp for card in judge.facts.cards)


def end(judge: Judge, winner: str, reason: str) -> None:
    """Say the result with every winner by seat (W-10) and stop the game."""
    wolf_side = winner == "wolves"
    seats = range(1, judge.facts.seats + 1)
    winners = () if winner == "draw" else tuple(s for s in seats if (judge.role(s).camp == "W") == wolf_side)
    judge.say(GameEnded(winner, winners, reason))
    raise GameEnds


def check_days(judge: Judge) -> None:
    """An endless game is a draw after ``max_days`` (C-8, X-4)."""
    if judge.facts.day >= judge.rules.max_days:
        end(judge, "draw", "max_days")
