"""站边: which seer claim is followed, with the ground for it."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act, side
from llmwolf.players.bots.strategy.line import Line


def taking_sides(m: Mind, line: Line) -> list[Act]:
    """What is said about the seer claims, if there are any."""
    claims = [s for s in m.book.claimants() if s.seat != m.me]
    if not claims:
        return []
    if not line.side:
        pair = [s.seat for s in claims if s.seat in m.facts.living or len(claims) == 2][:2]
        return [act("side_open", c=pair[0], x=pair[1])] if len(pair) == 2 else []
    if m.facts.shown.get(line.side) == "seer":
        return [] if m.book.side_of(m.me) == line.side else [act("side_turned", side(line.side), r=line.side)]
    return [_ground(m, line.side)]


def _ground(m: Mind, seer: int) -> Act:
    claim = side(seer)
    before = m.book.side_of(m.me)
    story = m.book.stories[seer]
    rivals = [s for s in m.book.claimants() if s.seat not in (seer, m.me)]
    if before and before != seer:
        return act("side_switch", claim, True, r=seer, x=before)
    accuser = next((s.seat for s in rivals if s.value_of(m.me) == "wolf"), 0)
    if accuser:
        return act("side_my_wolf", claim, True, r=seer, c=accuser)
    blown = next((x for x, _, _ in m.book.exploded if story.value_of(x) == "wolf"), 0)
    if blown:
        return act("side_blast", claim, True, r=seer, x=blown)
    if any(seer in dead and night > story.day for night, dead in m.book.nights.items()):
        return act("side_died", claim, True, r=seer)
    if story.value_of(m.me) == "good":
        return act("side_my_gold", claim, True, r=seer)
    if not rivals:
        return act("side_only", claim, True, r=seer)
    if before == seer:
        return act("side_keep", claim, True, r=seer, c=rivals[0].seat)
    follower = next(
        (s for s in m.votable if m.book.side_of(s) == rivals[0].seat and m.belief.wolf[s] > 0.45), 0
    )
    grounds = ["side_lean"]
    if story.place < rivals[0].place:
        grounds.append("side_early")
    if follower and m.facts.day > 1:
        grounds.append("side_votes")
    kind = grounds[m.draw("side_ground", len(grounds), m.facts.day)]
    return act(kind, claim, True, r=seer, c=rivals[0].seat, x=follower)
