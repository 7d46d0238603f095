"""Two seer claims beside each other: what in the record speaks against the one, for who holds the other true.

Who claimed first tells something only where the other let a turn go by: the order within a round is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from llmwolf.players.bots.entries import SeerStory
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.fairness import claimed_at
from llmwolf.roles import registry
from llmwolf.rules.facts import NIGHT

AGAINST: Final = (
    "poisoned", "silvered", "hits_gold", "saves_wolf", "hits_silver", "backed", "knife", "moved", "flowless",
    "easy_gold", "hits_seer",
)  # fmt: skip
"""The grounds between two claims, the harder ones first."""
Ground = tuple[str, dict[str, object]]
"""One of :data:`AGAINST` with its slots."""


def came_late(m: Mind, late: SeerStory, early: SeerStory) -> bool:
    """Whether ``late`` claimed in a later round of speeches than ``early``, not just after him in one."""
    speeches = m.book.speeches
    after, before = claimed_at(m.book, late.seat), claimed_at(m.book, early.seat)
    return 0 <= before < after and speeches[before].round < speeches[after].round


def against(m: Mind, rival: SeerStory, real: SeerStory) -> list[Ground]:
    """What speaks against ``rival`` for a speaker who is neither and takes ``real`` for the seer.

    No more than two kinds, of which any may come first: not every speaker sees the same.
    """
    found = list(_against(m, rival, real))
    start = m.draw("between_claims", len(found), m.facts.day, rival.seat) if found else 0
    return [*found[start:], *found[:start]][:2]


def _against(m: Mind, rival: SeerStory, real: SeerStory) -> Iterator[Ground]:
    bad = [c.target for c in rival.checks.values() if c.value == "wolf"]
    good = [c.target for c in rival.checks.values() if c.value == "good"]
    witch = (m.book.holders("witch") or [0])[-1]
    if witch not in (0, m.me, rival.seat, real.seat) and m.book.holders("witch") == [witch]:
        if m.book.poisons.get(rival.seat, (0, 0))[0] == witch:
            yield "poisoned", {"w": witch}
        if m.book.waters.get(real.seat, (0, 0))[0] == witch:
            yield "silvered", {"w": witch}
    for seat in bad:
        if seat != m.me and real.value_of(seat) == "good":
            yield "hits_gold", {"g": seat}
        elif (
            seat in m.book.waters and seat != m.me and m.book.waters[seat][0] not in (seat, rival.seat, m.me)
        ):
            yield "hits_silver", {"g": seat, "w": m.book.waters[seat][0]}
    for seat in good:
        if seat != m.me and real.value_of(seat) == "wolf":
            yield "saves_wolf", {"g": seat}
    for seat in open_wolves(m):
        if m.book.side_of(seat) == rival.seat and seat != rival.seat:
            yield "backed", {"b": seat}
            break
    if spared(m, rival, real):
        yield "knife", {}
    if _changes(m, rival) > _changes(m, real):
        yield "moved", {}
    if real.flow and not rival.flow and rival.seat in m.facts.ran:
        yield "flowless", {}
    if (
        len(good) == len(rival.checks) == 1
        and good[0] != m.me
        and any(c.value == "wolf" for c in real.checks.values())
    ):
        yield "easy_gold", {"g": good[0]}
    if real.seat in bad:
        yield "hits_seer", {}


def open_wolves(m: Mind) -> list[int]:
    """Who blew up, or whose wolf card lies open; the latest last."""
    shown = [seat for seat, card in m.facts.shown.items() if registry()[card].camp == "W"]
    return list(dict.fromkeys((*shown, *(seat for seat, _, _ in m.book.exploded))))


def spared(m: Mind, rival: SeerStory, real: SeerStory) -> bool:
    """Whether the knife took ``real`` alone and left ``rival``, who had claimed as well."""
    fell = m.facts.gone.get(real.seat)
    if fell is None or fell[0] != NIGHT or rival.seat not in m.facts.living:
        return False
    return m.book.nights.get(fell[1]) == (real.seat,) and max(rival.day, real.day) < fell[1]


def _changes(m: Mind, story: SeerStory) -> int:
    """How often the claim named another first seat to check on one and the same day, nobody of it gone."""
    said = [
        (s.day, c.targets[0]) for s in m.book.speeches for c in s.claims
        if s.seat == story.seat and c.act == "flow" and c.targets
    ]  # fmt: skip
    return sum(a[0] == b[0] and a[1] != b[1] and a[1] not in m.facts.gone for a, b in pairwise(said))
