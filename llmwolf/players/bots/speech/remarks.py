"""What is said about others: the night's news, the speakers before, the case against one, a word for one."""

from __future__ import annotations

from llmwolf.players.bots.ledger import Speech
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act, filled, suspect, trust
from llmwolf.players.bots.speech.reasons import reasons
from llmwolf.players.bots.strategy.line import Line


def word_for(m: Mind, value: str) -> str:
    """金水 or 查杀, as it is said."""
    if m.lang == "en":
        return "good" if value == "good" else "a wolf"
    return "金水" if value == "good" else "查杀"


def news(m: Mind) -> list[Act]:
    """The night's dead, once they are announced, and what else was to be seen; not everybody brings it up."""
    return [*_deaths(m), *_sights(m)]


def _sights(m: Mind) -> list[Act]:
    """The bear, a duel, a pair that went together: the news since yesterday's speeches."""
    day, found = m.facts.day, list[Act]()
    if m.book.heard_night and "bear_tamer" in m.facts.cards and m.chance("bear", 40, day):
        found.append(act("news_roar" if day in m.book.roars else "news_quiet"))
    for when, first, second in m.book.linked:
        if when >= day - 1 and m.chance("linked", 40, day, second):
            found.append(act("news_linked", a=first, b=second))
    for when, knight, target, hit in m.book.duels:
        if when >= day - 1 and m.me not in (knight, target) and m.chance("duel", 40, day):
            found.append(act("news_hit" if hit else "news_miss", k=knight, t=target))
    return found


def _deaths(m: Mind) -> list[Act]:
    dead = m.book.nights.get(m.facts.day)
    if dead is None or not m.chance("news", 45, m.facts.day):
        return []
    if not dead:
        return [act("news_none")]
    return [act("news_one" if len(dead) == 1 else "news_two", d=dead)]


def accusation(m: Mind, target: int, seer: int, most: int = 1) -> list[Act]:
    """The case against ``target``: one of the strongest grounds, not the same for every speaker.

    Up to ``most`` grounds in all, the further ones only where they weigh something.
    """
    found = reasons(m, target, seer)
    if not found:
        return [act("remaining", suspect(target), t=target)]
    strong = [r for r in found if r.weight >= found[0].weight - 2][:3]
    first = strong[m.draw("ground", len(strong), m.facts.day, target)]
    more = [r for r in found if r.kind != first.kind and r.weight >= 4]
    return [filled(r.kind, {"t": target, **r.slots}, suspect(target)) for r in (first, *more)][:most]


def vouching(m: Mind, line: Line, seer: int) -> list[Act]:
    """A word for a trusted seat, where there is a ground for it."""
    for target in line.trusts:
        if target == line.side:
            continue
        story = m.book.stories.get(seer)
        if story and story.value_of(target) == "good":
            if story.seat == m.me:
                return [act("trust_my_gold", trust(target), t=target)]
            return [act("trust_gold", trust(target), t=target, r=seer)]
        if target in m.book.waters:
            return [act("trust_silver", trust(target), t=target, w=m.book.waters[target][0])]
        if line.side and m.book.side_of(target) == line.side:
            return [act("trust_side", trust(target), t=target, r=line.side)]
        for ballot in reversed(m.book.ballots):
            chosen = ballot.votes.get(target, 0)
            if (
                chosen
                and not ballot.stage.startswith("badge")
                and m.belief.wolf[chosen] > 0.6
                and chosen != target
            ):
                return [act("trust_votes", trust(target), t=target, x=chosen, when=ballot.day)]
    return []


def on_speakers(m: Mind, line: Line, most: int) -> list[Act]:
    """Up to ``most`` remarks on those who spoke before in this round, the latest first."""
    found: list[Act] = []
    for speech in reversed(m.book.spoken()):
        if speech.seat != m.me and speech.seat in m.facts.living and len(found) < most:
            remark = _on(m, line, speech)
            if remark and all(remark.kind != other.kind for other in found):
                found.append(remark)
    return found


def _on(m: Mind, line: Line, speech: Speech) -> Act | None:
    x = speech.seat
    told = {claim.act: claim for claim in speech.claims}
    if "suspect" in told and m.me in told["suspect"].targets:
        return act("said_hits_me", x=x)
    if x in m.book.stories:
        return None
    if "side" in told and told["side"].targets:
        followed = told["side"].targets[0]
        mine = line.side or (m.me if line.role == "seer" else 0)
        if mine and followed == mine:
            return act("said_same_side", x=x, r=followed) if mine != m.me else None
        if mine:
            return act("said_other_side", x=x, c=followed)
    if "vote" in told and told["vote"].targets and line.vote:
        called = told["vote"].targets[-1]
        if called == line.vote:
            return act("said_same_call", x=x, t=called)
        if called != m.me:
            return act("said_other_call", x=x, t=called)
    if speech.stage == "election" and x in m.facts.withdrawn:
        return act("said_step_down", x=x)
    before = {s.seat for s in m.book.claimants() if (s.day, s.seat) < (m.facts.day, 0)}
    if len(before) > 1 and "side" not in told and x not in before and not m.book.side_of(x):
        return act("said_no_side", x=x)
    return None
