"""站边: which seer claim is followed, with the ground for it; who else follows which."""

from __future__ import annotations

from llmwolf.players.bots.ledger import SeerStory
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act, side
from llmwolf.players.bots.strategy.line import Line


def taking_sides(m: Mind, line: Line, answered: bool = False) -> list[Act]:
    """What is said about the seer claims, if any; ``answered``: a check on oneself was just denied."""
    claims = [s for s in m.book.claimants() if s.seat != m.me]
    if not claims:
        return []
    if not line.side:
        pair = [s.seat for s in claims if s.seat in m.facts.living or len(claims) == 2][:2]
        return [act("side_open", c=pair[0], x=pair[1])] if len(pair) == 2 else []
    if m.facts.shown.get(line.side) == "seer":
        return [] if m.book.side_of(m.me) == line.side else [act("side_turned", side(line.side), r=line.side)]
    return [_ground(m, line.side, answered)]


def sides_said(m: Mind) -> list[tuple[int, int]]:
    """(day, seer claim) of every side that this seat took aloud."""
    own = [s for s in m.book.speeches if s.seat == m.me]
    return [(s.day, c.targets[0]) for s in own for c in s.claims if c.act == "side" and c.targets]


def camps(m: Mind) -> list[Act]:
    """Who follows whom, as far as they said so, where two claims have followers."""
    claims = [s.seat for s in m.book.claimants()]
    if len(claims) != 2:
        return []
    one, other = (
        tuple(s for s in m.facts.living if m.book.side_of(s) == seer and s not in (*claims, m.me))
        for seer in claims
    )
    return [act("sum_sides", r=claims[0], c=claims[1], a=one, b=other)] if one and other else []


def _ground(m: Mind, seer: int, answered: bool) -> Act:
    claim = side(seer)
    said = sides_said(m)
    before = said[-1][1] if said else 0
    story = m.book.stories[seer]
    rivals = [s for s in m.book.claimants() if s.seat not in (seer, m.me)]
    if before and before != seer:
        return act("side_switch", claim, True, r=seer, x=before)
    since = max(story.day, said[-1][0] if said else 0)
    blown = next((x for x, d, _ in m.book.exploded if d >= since and story.value_of(x) == "wolf"), 0)
    if any(dead == (seer,) and night > since for night, dead in m.book.nights.items()):
        return act("side_died", claim, True, r=seer)
    if before and not blown:
        return _kept(m, seer, rivals, said[-1][0])
    accuser = next((s.seat for s in rivals if s.value_of(m.me) == "wolf"), 0)
    if accuser:
        kind = "side_after_check" if answered else "side_my_wolf"
        return act(kind, claim, True, r=seer, c=accuser)
    if blown:
        return act("side_blast", claim, True, r=seer, x=blown)
    if story.value_of(m.me) == "good":
        return act("side_my_gold", claim, True, r=seer)
    if not rivals:
        return act("side_only_yet" if _more_to_come(m) else "side_only", claim, True, r=seer)
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


def _kept(m: Mind, seer: int, rivals: list[SeerStory], last: int) -> Act:
    """The same side as in the speech of day ``last``; in few words where nobody disputes it any more."""
    standing = [s.seat for s in rivals if s.seat in m.facts.living]
    if not standing:
        return act("side_keep_past", side(seer), r=seer)
    kind = "side_keep_days" if last == m.facts.day - 1 else "side_keep"
    return act(kind, side(seer), True, r=seer, c=standing[0])


def _more_to_come(m: Mind) -> bool:
    """Whether others may still claim in this round of an election."""
    spoken = {s.seat for s in m.book.spoken()} | {m.me}
    return m.facts.stage.startswith("election") and bool(set(m.book.order) & set(m.facts.running) - spoken)
