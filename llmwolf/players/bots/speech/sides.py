"""站边: which seer claim is followed, with the ground for it; who else follows which."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from llmwolf.players.bots.entries import SeerStory
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act, filled, side
from llmwolf.players.bots.speech.fairness import said_at
from llmwolf.players.bots.speech.rivals import Ground, against, came_late, open_wolves
from llmwolf.players.bots.stories import passed_over
from llmwolf.players.bots.strategy.line import Line
from llmwolf.roles import registry

_CLEAN: Final = 0.3
"""Up to this much belief a seat is taken for good: whoever goes after it looks the worse."""
_GROUNDS: Final = 2
"""With so many grounds for a side nobody says that it is a matter of taste."""


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
    return _grounds(m, line.side, answered)


def _words(m: Mind) -> int:
    """The place of the last speech in which this seat took a side, or of the last before the badge vote."""
    for at in range(len(m.book.speeches) - 1, -1, -1):
        speech = m.book.speeches[at]
        if speech.seat == m.me and any(c.act == "side" and c.targets for c in speech.claims):
            return at
    return next((b.heard for b in reversed(m.book.ballots) if b.stage.startswith("badge")), 0) - 1


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


def _grounds(m: Mind, seer: int, answered: bool) -> list[Act]:
    """The side with its ground; a change of it is owned, with what has changed."""
    said = sides_said(m)
    before = said[-1][1] if said else m.book.badge_vote(m.me)
    if before == seer and m.dropped(seer):
        when = max(b.day for b in m.book.ballots if b.votes.get(m.me) == seer)
        return [act("side_back", side(seer), True, r=seer, when=when)]
    if not before or before == seer or before not in m.book.stories:
        return [_ground(m, seer, answered)]
    news = _news(m, seer, before, said[-1][0] if said else 1, answered)
    return [act("switched_side" if said else "switched_badge", must=True, x=before), news]


def _news(m: Mind, seer: int, before: int, since: int, answered: bool) -> Act:
    """What has spoken for ``seer`` and against ``before`` since the day on which that one was followed."""
    claim = side(seer)
    story, other = m.book.stories[seer], m.book.stories[before]
    blown = {x for x, day, _ in m.book.exploded if day >= since}
    unmasked = {*open_wolves(m), *(s for s, proved in m.book.proved.items() if proved == "wolf")}
    at = _words(m)
    # What had been seen when the other side was taken is no ground to leave it.
    late = {s for s in unmasked if m.facts.gone.get(s, ("", since, ""))[1] >= since}
    if before in unmasked:
        return act("switch_open", claim, True, r=seer, x=before)
    if any(dead == (seer,) and night > since for night, dead in m.book.nights.items()):
        return act("side_died", claim, True, r=seer)
    if backer := next((x for x in sorted(late) if x != seer and m.book.side_of(x) == before), 0):
        return act("side_backed", claim, True, r=seer, c=before, b=backer)
    if found := next((x for x in sorted(blown) if story.value_of(x) == "wolf"), 0):
        return act("side_blast", claim, True, r=seer, x=found)
    if false := next((x for x in sorted(late) if other.value_of(x) == "good"), 0):
        return act("switch_proved", claim, True, r=seer, x=before, t=false)
    if passed_over(m.book, m.facts, other) == m.me:
        return act("side_my_badge", claim, True, r=seer, c=before)
    if other.value_of(m.me) == "wolf":
        return act("side_after_check" if answered else "side_my_wolf", claim, True, r=seer, c=before)
    if story.value_of(m.me) == "good" and said_at(m.book, seer, "check", m.me, first=True) > at:
        return act("side_my_gold", claim, True, r=seer)
    for ballot in reversed(m.book.ballots):
        chosen = ballot.votes.get(before, 0)
        counts = ballot.heard > at and not ballot.stage.startswith("badge") and chosen not in (0, seer)
        if counts and chosen != before and m.belief.wolf[chosen] < _CLEAN:
            return act("switch_vote", claim, True, r=seer, x=before, g=chosen, when=ballot.day)
    new = [c for c in other.checks.values() if c.value == "wolf" and c.night > since and c.target != m.me]
    if new and m.belief.wolf[new[-1].target] < _CLEAN:
        return act("switch_check", claim, True, r=seer, x=before, t=new[-1].target)
    if (shown := _card_behind(m, seer, at)) is not None:
        law = registry()[m.book.roles[shown]]
        card = law.en.lower() if m.lang == "en" else law.zh
        return act("switch_card", claim, True, r=seer, x=before, t=shown, card=card)
    return act("switch_again", claim, True, r=seer, x=before)


def _card_behind(m: Mind, seer: int, at: int) -> int | None:
    """Who laid open a power that nobody else claims after the speech ``at``, and follows ``seer``."""
    powers = {card for card in m.facts.cards if registry()[card].village_power} - {"seer"}
    for speech in reversed(m.book.speeches[at + 1 :]):
        seat, card = speech.seat, m.book.roles.get(speech.seat, "")
        laid_open = seat != m.me and card in powers and any(c.act == "role" for c in speech.claims)
        if laid_open and m.book.holders(card) == [seat] and m.book.side_of(seat) == seer:
            return seat
    return None


def _ground(m: Mind, seer: int, answered: bool) -> Act:
    claim = side(seer)
    said = sides_said(m)
    before = said[-1][1] if said else 0
    story = m.book.stories[seer]
    rivals = [s for s in m.book.claimants() if s.seat not in (seer, m.me)]
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
    if liar := next((s.seat for s in rivals if passed_over(m.book, m.facts, s) == m.me), 0):
        return act("side_my_badge", claim, True, r=seer, c=liar)
    if blown:
        return act("side_blast", claim, True, r=seer, x=blown)
    if story.value_of(m.me) == "good":
        return act("side_my_gold", claim, True, r=seer)
    if not rivals:
        return act("side_only_yet" if _more_to_come(m) else "side_only", claim, True, r=seer)
    follower = next(
        (s for s in m.votable if m.book.side_of(s) == rivals[0].seat and m.belief.wolf[s] > 0.45), 0
    )
    grounds: list[Ground] = [(f"side_{kind}", slots) for kind, slots in against(m, rivals[0], story)]
    if came_late(m, rivals[0], story):
        grounds.append(("side_early", {}))
    if follower and m.facts.day > 1:
        grounds.append(("side_votes", {"x": follower}))
    if len(grounds) < _GROUNDS:
        grounds.append(("side_lean", {}))
    kind, slots = grounds[m.draw("side_ground", len(grounds), m.facts.day)]
    return filled(kind, {"r": seer, "c": rivals[0].seat, **slots}, claim, True)


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


def consistent(m: Mind, line: Line) -> Line:
    """``line`` without a call or a doubt against whom the speaker, or the side he takes, has cleared."""
    own = m.my_story if line.role == "seer" else m.book.stories.get(line.side)
    checks = [*line.checks, *(own.checks.values() if own else ())]
    cleared = {check.target for check in checks if check.value == "good"}
    if not cleared & {line.vote, *line.suspects}:
        return line
    suspects = tuple(seat for seat in line.suspects if seat not in cleared)
    forced = m.facts.stage == "pk" or line.vote not in cleared
    return replace(line, suspects=suspects, vote=line.vote if forced else next(iter(suspects), 0))
