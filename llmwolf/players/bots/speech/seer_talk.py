"""The speech of a seer claim, true or invented: report, 心路历程, 警徽流, the rival, wolf places."""

from __future__ import annotations

from llmwolf.players.bots.entries import Check, SeerStory
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act, suspect
from llmwolf.players.bots.speech.rivals import came_late
from llmwolf.players.bots.strategy.line import Line
from llmwolf.rules.claims import Claim


def report(m: Mind, line: Line) -> list[Act]:
    """The checks, the new one first with its reason."""
    role = Claim("role", (), "seer")
    story = m.my_story
    if not line.checks:
        last = story.checks[max(story.checks)] if story and story.checks else None
        if last is None:
            return [act("seer_none", (role,), True, n=m.facts.day)]
        claim = Claim("check", (last.target,), last.value, last.night)
        return [act(f"still_{answer_word(m, last.value)}", (role, claim), True, t=last.target)]
    newest = line.checks[-1]
    first = "again" if story else "seer"
    found = [
        act(
            f"{first}_{answer_word(m, newest.value)}",
            (role, Claim("check", (newest.target,), newest.value, newest.night)),
            True,
            t=newest.target,
            n=newest.night,
        )
    ]
    if not m.slips("no_reason"):
        found.append(why(m, newest))
    found += [also(m, check, True) for check in line.checks[:-1]]
    told = sorted(story.checks.values(), reverse=True) if story else []
    return [*found, *(also(m, check, False) for check in told[:2] if check.night < m.facts.day)]


def also(m: Mind, check: Check, must: bool) -> Act:
    """One more check of an earlier night."""
    claim = Claim("check", (check.target,), check.value, check.night)
    return act(f"also_{answer_word(m, check.value)}", (claim,), must, t=check.target, n=check.night)


def answer_word(m: Mind, value: str) -> str:
    """The word in the kinds of a report: a wolf who may be of a third side is "other" (R-3)."""
    return "other" if value == "wolf" and m.doubts.wolf else value


def why(m: Mind, check: Check) -> Act:
    """心路历程: a ground that was there in the night of the check."""
    target, n = check.target, m.facts.seats
    if check.night == 1:
        apart = min((target - m.me) % n, (m.me - target) % n)
        if apart == 1:
            return act("why_beside", t=target)
        if 2 * apart == n:
            return act("why_opposite", t=target)
        return act("why_far", t=target)
    own = (s.claims for s in reversed(m.book.speeches) if s.seat == m.me and s.day < check.night)
    planned = next((c.targets for claims in own for c in claims if c.act == "flow"), ())
    if target in planned:
        return act("why_flow", t=target)
    followed, day, _ = m.book.sides.get(target, (0, 0, 0))
    if followed and followed != m.me and day < check.night and m.draw("why", 2, check.night):
        return act("why_sided", t=target, c=followed)
    chosen = m.book.exile_votes(check.night - 1).get(target, 0)
    if chosen and chosen != m.me and m.draw("why2", 2, check.night):
        return act("why_voted", t=target, g=chosen, when=check.night - 1)
    return act("why_grey", t=target)


def flow(m: Mind, line: Line) -> list[Act]:
    """警徽流, with what each way of the badge would mean."""
    if not line.flow:
        return []
    found = []
    story = m.my_story
    settled = {c.target for c in (*(story.checks.values() if story else ()), *line.checks)}
    lost = [seat for seat in (story.flow if story else ()) if seat in m.facts.gone and seat not in settled]
    if lost:
        found.append(act("flow_dead", x=lost[0]))
    kept = {*settled, *line.flow, *m.facts.gone}
    if moved := [seat for seat in (story.flow if story else ()) if seat not in kept]:
        found.append(act("flow_moved", must=True, x=moved[0]))
    claim = Claim("flow", line.flow)
    if len(line.flow) == 1:
        return [*found, act("flow1", (claim,), True, a=line.flow[0])]
    found.append(act("flow2", (claim,), True, a=line.flow[0], b=line.flow[1]))
    if m.facts.election_open or m.facts.sheriff == m.me:
        found.append(act("flow_means", a=line.flow[0]))
    return found


def asking_for_badge(m: Mind) -> Act:
    """The last word of an election speech."""
    rival = next((s.seat for s in m.book.claimants() if s.seat != m.me), 0)
    return act("badge_against", c=rival) if rival else act("badge_please")


def against_rivals(m: Mind, line: Line) -> list[Act]:
    """Why the other claim cannot be true."""
    found: list[Act] = []
    mine = m.my_story
    told = {c.target: c.value for c in (*(mine.checks.values() if mine else ()), *line.checks)}
    for rival in m.book.claimants():
        if rival.seat == m.me:
            continue
        known = mine is not None and came_late(m, rival, mine)
        repeated = mine is not None and rival.day < m.facts.day
        if repeated and rival.seat not in m.facts.living:
            continue
        if not repeated:
            kind = "duel_late" if known else "duel"
            found.append(act(kind, suspect(rival.seat), True, c=rival.seat))
        found += _ground(m, rival, told)
    return found


def _ground(m: Mind, rival: SeerStory, told: dict[int, str]) -> list[Act]:
    if not rival.checks:
        return []
    check = rival.checks[max(rival.checks)]
    said = told.get(check.target)
    if said == "wolf" and check.value == "good":
        return [act("duel_saves_wolf", c=rival.seat, t=check.target)]
    if said == "good" and check.value == "wolf":
        return [act("duel_hits_gold", c=rival.seat, t=check.target)]
    if m.facts.election_open and not rival.flow:
        return [act("duel_flow", c=rival.seat)]
    if check.target == m.me and check.value == "wolf":
        return [act("duel_me", c=rival.seat)]
    if said or check.target == m.me or check.target not in m.facts.living:
        return []
    return [act("duel_gold" if check.value == "good" else "duel_wolf", c=rival.seat, t=check.target)]
