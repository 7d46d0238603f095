"""What is said about others: the night's news, the speakers before, the case against one, a word for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from llmwolf.players.bots.entries import Speech
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act, filled, suspect, trust
from llmwolf.players.bots.speech.fairness import did_the_same
from llmwolf.players.bots.speech.observed import echoed, referring, speaks_later, told_by
from llmwolf.players.bots.speech.reasons import CHECKED, Reason, reasons
from llmwolf.players.bots.strategy.line import Line

_CLOSE: Final = 0.6
"""The part of the strongest ground's weight from which another may be named in its place."""
FAINT: Final = ("unheard", "tone", "herd", "remaining")
"""Grounds that prove nothing, however much a seat is doubted."""
_SAME_SIDE, _OTHER_SIDE, _SAME_CALL = 25, 45, 40
"""Percent of what others said before that is remarked on: one's own side, the other one, one's own call."""
_NAMED: Final = 3
"""How many seats one remark is about at most."""


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
    day, found = m.facts.day, _blasts(m)
    if m.book.heard_night and _bear_heard(m) and m.chance("bear", 40, day):
        found.append(act("news_roar" if day in m.book.roars else "news_quiet"))
    for when, first, second in m.book.linked:
        if when >= day - 1 and m.chance("linked", 40, day, second):
            # Without a cupid nobody is tied to another but by a wolf beauty's charm.
            kind = "news_linked" if "cupid" in m.facts.cards else "news_charm"
            found.append(act(kind, a=first, b=second))
    for when, knight, target, hit in m.book.duels:
        if when >= day - 1 and m.me not in (knight, target) and m.chance("duel", 40, day):
            found.append(act("news_hit" if hit else "news_miss", k=knight, t=target))
    return found


def _blasts(m: Mind) -> list[Act]:
    """Who blew up since yesterday's speeches, and for whose sake: whom he followed, whose turn he ended."""
    found = []
    for x, when, _ in m.book.exploded:
        if when < m.facts.day - 1 or not _tells(m, "blast"):
            continue
        followed, ended, mine = m.book.side_of(x), m.book.silenced.get(x, 0), m.book.side_of(m.me)
        if followed not in (0, m.me, mine) and followed in m.book.stories:
            found.append(act("news_blast_for", x=x, c=followed))
        elif ended in m.book.stories and ended != m.me and mine in (0, ended):
            found.append(act("news_blast_at", x=x, c=ended))
        else:
            found.append(act("news_blast", x=x))
    return found


def _bear_heard(m: Mind) -> bool:
    """Whether the bear's voice, or silence, still says something: not once its tamer is out."""
    tamers = {seat for seat, card in m.facts.shown.items() if card == "bear_tamer"}
    tamers |= set(m.book.holders("bear_tamer"))
    return "bear_tamer" in m.facts.cards and (not tamers or bool(tamers & set(m.facts.living)))


def _deaths(m: Mind) -> list[Act]:
    dead = m.book.nights.get(m.facts.day)
    # Who used the poison last night does not guess aloud what the dead died of.
    if dead is None or m.facts.day in dict(m.hand.uses.get("poison", ())) or not _tells(m):
        return []
    if not dead:
        told = m.book.holders("witch") or "witch" in m.facts.shown.values()
        return [act("news_none" if told or m.hand.role == "witch" else "news_none_witch")]
    if len(dead) > 1:
        # What of it was poison needs no guess once the witch has said so.
        if poisoned := [seat for seat in dead if seat in m.book.poisons]:
            w = m.book.poisons[poisoned[0]][0]
            known = m.book.holders("witch") == [w] and w != m.me
            return [act("news_poisoned", t=poisoned[0], w=w)] if known else []
        if guess := _guessed_poison(m, dead):
            return [guess]
        return [act("news_two" if len(dead) == 2 else "news_many", d=dead)]
    heard = any(s.seat == dead[0] for s in m.book.speeches)
    return [act("news_spoke" if heard and m.chance("recall", 40, m.facts.day) else "news_one", d=dead)]


def _guessed_poison(m: Mind, dead: tuple[int, ...]) -> Act | None:
    """Whom of two dead the one seat that claims the witch will have poisoned: somebody he was after."""
    holders = m.book.holders("witch")
    if len(dead) != 2 or len(holders) != 1 or m.me in holders or m.book.poisons:
        return None
    w, day = holders[0], m.facts.day - 1
    for t in dead:
        rivals = m.book.side_of(w) not in (0, t) and t in m.book.stories
        if t != w and (rivals or m.book.calls.get((day, w)) == t or m.book.exile_votes(day).get(w) == t):
            return act("news_guess_poison", t=t, w=w)
    return None


def _tells(m: Mind, news: str = "news") -> bool:
    """The first speakers of a day bring up the night, later ones seldom."""
    return m.chance(news, 70 if len(m.book.spoken()) < 3 else 25, m.facts.day)


def accusation(m: Mind, target: int, seer: int, line: Line, most: int = 1) -> list[Act]:
    """The case against ``target``: what moved the belief most, not the same for every speaker.

    Up to ``most`` grounds in all, the further ones only where a likelihood stands behind them.
    """
    found = reasons(m, target, seer, line.vote, line.suspects)
    if any(c.target == target and c.value == "wolf" for c in line.checks) and line.role == "seer":
        fresh_check = Reason("my_wolf", CHECKED, {"r": m.me})
        found = [fresh_check, *(r for r in found if r.strength > 0 and r.kind != "my_wolf")]
    real = [r for r in found if r.strength > 0]
    if real:
        strong = [r for r in real if r.strength >= _CLOSE * real[0].strength][:3]
    else:
        strong = found or [_faint(m, target, line)]
    told = told_by(m, {r.kind: None for r in (*strong, *real)}, target)
    fresh = [r for r in strong if r.kind not in told]
    first = (fresh or strong)[m.draw("ground", len(fresh or strong), m.facts.day, target)]
    more = [r for r in real if r.kind not in (first.kind, *told)]
    if not fresh and (shared := referring(m, target, told[first.kind], line.suspects)):
        first = Reason("worn", first.strength, shared)
    said = [filled(r.kind, {"t": target, **r.slots}, suspect(target)) for r in (first, *more)][:most]
    # Nobody is called for without a ground.
    return [replace(said[0], must=target == line.vote), *said[1:]]


def callers(m: Mind, line: Line) -> list[int]:
    """Who called for the same exile as ``line`` before, is not suspected and not of the other side."""
    mine = line.side or (m.me if line.role == "seer" else 0)
    named = [s.seat for s in m.book.spoken() if m.book.calls.get((m.facts.day, s.seat)) == line.vote]
    foes = {s for s in named if mine and m.book.side_of(s) not in (0, mine)}
    foes |= {s.seat for s in m.book.spoken() for c in s.claims if c.act == "suspect" and m.me in c.targets}
    return [s for s in named if s not in foes and s not in (m.me, line.vote, *line.suspects)]


def _faint(m: Mind, target: int, line: Line) -> Reason:
    """What is said where there is no ground: whom others named, how a seat sounded, what is left."""
    before = callers(m, line)
    if target == line.vote and before and m.chance("herd", 40, m.facts.day) and not echoed(m, target):
        return Reason("herd", 0.0, {"x": tuple(before[-2:])})
    if m.facts.day == 1 and target not in m.facts.marks.get("silenced", ()):
        heard = any(s.seat == target for s in m.book.speeches)
        if heard or speaks_later(m, target):
            return Reason("tone" if heard else "unheard", 0.0, {})
    return Reason("remaining", 0.0, {})


def merged(acts: Iterable[Act]) -> list[Act]:
    """``acts`` with those that say the same of several seats put into one, where the first of them stood."""
    acts = list(acts)
    if len({one.kind for one in acts}) == len(acts):
        return acts
    found: dict[object, Act] = {}
    for one in acts:
        slots = dict(one.slots)
        who = slots.pop("t", None)
        key = (one.kind, tuple(slots.items()))
        before = found.get(key)
        if before is None or who is None or one.kind in FAINT:
            found[key if before is None else len(found)] = one
            continue
        told = dict(before.slots)["t"]
        seats = (*told, who) if isinstance(told, tuple) else (told, who)
        claims = tuple(dict.fromkeys((*before.claims, *one.claims)))
        found[key] = filled(one.kind, {"t": seats, **slots}, claims, before.must)
    return list(found.values())


def vouching(m: Mind, line: Line, seer: int) -> list[Act]:
    """A word for a trusted seat, where there is a ground for it; none for who is after the speaker."""
    for target in line.trusts:
        reported = any(check.target == target for check in line.checks)
        if reported or target in (line.side, line.vote, *line.suspects) or target in m.accusers():
            continue
        story = m.book.stories.get(seer)
        if story and story.value_of(target) == "good":
            if story.seat == m.me:
                return [act("trust_my_gold", trust(target), t=target)]
            agree = [s.seat for s in m.claims if s.seat not in (seer, m.me) and s.value_of(target) == "good"]
            if agree:
                return [act("trust_golds", trust(target), t=target, r=seer, c=agree[0])]
            return [act("trust_gold", trust(target), t=target, r=seer)]
        if target in m.book.waters:
            witch = m.book.waters[target][0]
            if witch == m.me:
                return [act("trust_my_silver", trust(target), t=target)]
            return [act("trust_silver", trust(target), t=target, w=witch)]
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
    """Up to ``most`` remarks on those who spoke before in this round, the latest first.

    Who said the same gets one remark together.
    """
    found: dict[object, tuple[Act, list[int]]] = {}
    latest = {speech.seat: speech for speech in m.book.spoken()}
    for speech in reversed(latest.values()):
        if speech.seat != m.me and speech.seat in m.facts.living:
            for kind, slots in _on(m, line, speech):
                kept = found.setdefault((kind, *slots.items()), (filled(kind, slots), []))
                kept[1].append(speech.seat)
    remarks = []
    for one, seats in list(found.values())[:most]:
        who = tuple(sorted(seats[:_NAMED]))
        remarks.append(filled(one.kind, {"x": who if len(who) > 1 else who[0], **dict(one.slots)}))
    return remarks


def _on(m: Mind, line: Line, speech: Speech) -> Iterator[tuple[str, dict[str, object]]]:
    """The kind and the slots of the remark on one speech, if there is one."""
    x = speech.seat
    told = {claim.act: claim for claim in speech.claims}
    if any(claim.act == "suspect" and m.me in claim.targets for claim in speech.claims):
        yield "said_hits_me", {}
        return
    if x in m.book.stories:
        return
    if "side" in told and told["side"].targets:
        followed = told["side"].targets[0]
        mine = line.side or (m.me if line.role == "seer" else 0)
        if mine:
            if not m.chance("others_side", _OTHER_SIDE if followed != mine else _SAME_SIDE, m.facts.day, x):
                return
            if followed != mine:
                yield "said_other_side", {"c": followed}
            elif mine != m.me:
                yield "said_same_side", {"r": followed}
            return
    if "vote" in told and told["vote"].targets and line.vote:
        called = told["vote"].targets[-1]
        if called == line.vote and not m.chance("same_call", _SAME_CALL, m.facts.day, x):
            return
        if called == line.vote:
            yield "said_same_call", {"t": called}
        elif called in line.suspects:
            yield "said_fair_call", {"t": called}
        elif called != m.me:
            yield "said_other_call", {"t": called}
        return
    if speech.stage == "election" and x in m.facts.withdrawn:
        yield "said_step_down", {}
        return
    before = {s.seat for s in m.book.claimants() if (s.day, s.seat) < (m.facts.day, 0)}
    if len(before) > 1 and "side" not in told and x not in before and not m.book.side_of(x):
        yield "said_no_side", {}


def question(m: Mind, line: Line, targets: Iterable[int]) -> list[Act]:
    """A question to a suspect who speaks later in this round, about something he did."""
    later = [s for s in targets if speaks_later(m, s)]
    if not later or not m.chance("ask", 20 + m.persona.lead // 3, m.facts.day):
        return []
    t, day = later[0], m.facts.day
    mine = line.side or (m.me if line.role == "seer" else 0)
    story = m.book.stories.get(t)
    if mine and story and story.checks:
        checked = story.checks[max(story.checks)].target
        return [act("ask_check", t=t, g=checked)] if checked != m.me else []
    for broken, voter in m.book.broken:
        said, cast = m.book.calls.get((broken, voter), 0), m.book.exile_votes(broken).get(voter, 0)
        if voter == t and broken < day and said and cast and m.me not in (said, cast):
            slots = {"when": broken, "a": said, "b": cast}
            return [] if did_the_same(m, "against_word", slots) else [filled("ask_word", {"t": t, **slots})]
    followed = m.book.side_of(t)
    if mine and followed and followed != mine:
        return [act("ask_side", t=t, c=followed)]
    ballot = m.book.exile_votes(day - 1)
    voted = ballot.get(t, 0)
    if voted and voted not in (m.me, ballot.get(m.me)) and m.belief.wolf[voted] < 0.3:
        return [act("ask_vote", t=t, when=day - 1, g=voted)]
    return [act("ask_open", t=t)] if day == 1 else []
