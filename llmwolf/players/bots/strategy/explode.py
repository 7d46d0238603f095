"""自爆: when a wolf gains more by ending the day than by living through it."""

from __future__ import annotations

from typing import Final

from llmwolf.players.base import Answer
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.strategy import pack

POUNCE: Final = 20
"""Percent of days on which a 白狼王 takes a believed seer along."""
SWALLOW: Final = 30
"""Percent of wolves who blow themselves up to keep the badge from a seer whom nobody contests."""
CAUGHT: Final = 45
"""Percent of wolves who do so when the seer has caught them in the election."""
DOOMED: Final = 25
"""Percent of wolves, checked and lost, who spare the pack a day of talk."""
_SPENT: Final = ("wolf_king", "wolf_beauty")
"""Wolves whose own death by vote takes somebody along, and whose 自爆 does not."""


def pays(m: Mind) -> bool:
    """Whether to 自爆 now; the same answer however often it is asked in one state of the table."""
    calm = m.facts.stage in ("speech", "pk") and len(m.accusers()) < 2
    if calm and m.hand.role != "white_wolf_king":  # what is asked before every speech, in few steps
        return False
    if m.third or m.hand.role in _SPENT or not any(s in m.mates for s in m.others):
        return False
    if m.hand.role == "white_wolf_king" and m.facts.stage in ("election", "speech") and _pounces(m):
        return True
    if calm:
        return False
    if m.my_story or sum(s in m.mates for s in m.facts.living) < min(3, m.wolves):
        return False
    seer = pack.real_seer(m)
    if not seer:
        return "seer" not in m.facts.cards and _doomed(m, 3)
    caught = m.book.stories[seer].value_of(m.me) == "wolf"
    if m.facts.stage == "election":
        if seer not in m.facts.running or _contest_to_come(m):
            return False
        if caught:
            return m.chance("caught", CAUGHT)
        return not pack.claimant(m) and m.chance("swallow", SWALLOW)
    return caught and _doomed(m, 2)


def _doomed(m: Mind, accusers: int) -> bool:
    """About to be voted out by a table that is sure."""
    if m.facts.stage not in ("speech", "pk") or len(m.accusers()) < accusers:
        return False
    return m.chance("doomed", DOOMED, m.facts.day) and m.public.wolf[m.me] > 0.6


def _pounces(m: Mind) -> bool:
    """白狼王: takes a seer nobody doubts along, or goes down with somebody when he is lost."""
    seer = pack.real_seer(m)
    lost = m.public.wolf[m.me] > 0.6 and len(m.accusers()) >= 2
    believed = bool(seer) and m.belief.seer.get(seer, 0.0) > 0.6
    return lost or (believed and m.chance("pounce", POUNCE, m.facts.day))


def blast(m: Mind) -> Answer:
    """自爆, taking along whom the pack gains most by where the card allows it."""
    right = next(right for right in m.view.rights if right.verb == "explode")
    pool = [s for s in right.pool if s not in m.mates]
    target = m.best(pool, lambda s: pack.worth(m, s), "blast") if right.most else 0
    return Answer("explode", (target,)) if target else Answer("explode")


def _contest_to_come(m: Mind) -> bool:
    """Whether the mate who is to claim has not spoken yet."""
    jumper = pack.jumper(m)
    return jumper in m.facts.running and jumper not in {s.seat for s in m.book.spoken()}
