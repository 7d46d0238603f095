"""Factions judged lost one by one (W-4): the way of the face-to-face profile.

A faction that has lost stays lost, unannounced, and plays on; the last one that has not lost wins.
"""

from __future__ import annotations

from llmwolf.rules.chapters.sides import GOOD, LOVERS, PIPER, WOLVES, by_card, hostile_pair, side
from llmwolf.rules.events import SideLost
from llmwolf.rules.judge import Judge


def one_by_one(judge: Judge, alive: tuple[int, ...]) -> tuple[str, str] | None:
    """The faction that has won now and why, or ``None``; says who is judged lost on the way."""
    pair, piped, lost = hostile_pair(judge), judge.hidden.piped, judge.hidden.lost
    members: dict[str, list[int]] = {}
    for seat in range(1, judge.facts.seats + 1):
        members.setdefault(_faction(judge, seat, pair), []).append(seat)
    living = {name: [seat for seat in seats if seat in alive] for name, seats in members.items()}
    if WOLVES not in lost and living.get(WOLVES) and 2 * len(living[WOLVES]) >= len(alive):
        return WOLVES, "half"
    if PIPER not in lost and living.get(PIPER) and _all_singles_charmed(judge, living):
        return PIPER, "charmed_all"
    for name in members:
        if name not in lost and not _stands(name, living[name], pair, piped):
            judge.say(SideLost(name, judge.facts.day))
    standing = [name for name in members if name not in judge.hidden.lost]
    if not standing:
        return "draw", "nobody_left"
    return (standing[0], "last_faction") if len(standing) == 1 else None


def _stands(name: str, living: list[int], pair: tuple[int, ...], piped: tuple[int, ...]) -> bool:
    """Whether a faction has not lost now: wolves and villagers need one uncharmed, 黑情侣 one of the two."""
    if name == LOVERS:
        return any(seat in pair for seat in living)
    return any(name == PIPER or seat not in piped for seat in living)


def _faction(judge: Judge, seat: int, pair: tuple[int, ...]) -> str:
    """What ``seat`` counts for; the linked of two factions and their cupid are one of their own (黑情侣)."""
    if seat in pair or seat == judge.hidden.cupid:
        return side(judge, seat)
    if judge.camps[judge.hands[seat].role] == "W":
        return WOLVES
    return PIPER if by_card(judge, seat) == PIPER else GOOD


def _all_singles_charmed(judge: Judge, living: dict[str, list[int]]) -> bool:
    """Whether every unlinked living villager and wolf is charmed."""
    lovers, piped = judge.hidden.lovers, judge.hidden.piped
    singles = [s for name in (GOOD, WOLVES) for s in living.get(name, ()) if s not in lovers]
    return all(seat in piped for seat in singles)
