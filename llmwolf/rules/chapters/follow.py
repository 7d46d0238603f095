"""Who must go out because another did: lovers, the charmed, the bombed (C-3, C-4 step 1)."""

from __future__ import annotations

from collections.abc import Container

from llmwolf.rules.intents import KNIFE
from llmwolf.rules.judge import Judge


def followers(judge: Judge, deaths: dict[int, str], struck: Container[int] = ()) -> dict[int, str]:
    """``deaths`` (seat → cause) and everybody who must follow, until nobody is left; both ascending.

    ``struck`` were hit by a knife whatever their cause: a wolf beauty whom the pack knifed takes nobody
    along even if she was poisoned as well.
    """
    if not (judge.hidden.lovers or judge.hearing["takes"]):
        return deaths
    found = dict(deaths)
    fresh = sorted(deaths)
    while fresh:
        seat = fresh.pop(0)
        for follower, cause in called_along(judge, seat, KNIFE if seat in struck else found[seat]):
            if follower in judge.facts.living and follower not in found:
                found[follower] = cause
                fresh = sorted([*fresh, follower])
    return dict(sorted(found.items()))


def called_along(judge: Judge, seat: int, cause: str) -> list[tuple[int, str]]:
    """Who must follow ``seat`` at once, with the cause, ascending."""
    name, seats = judge.power(seat).takes(judge, seat, cause)
    along = [(other, name) for other in seats if other != seat]
    lovers = judge.hidden.lovers
    if seat in lovers:
        along += [(other, "lover") for other in lovers if other != seat]
        along.sort()
    return along
