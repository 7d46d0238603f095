"""What is left to say of a seat that others have accused: whose ground one shares, and who did what about it.

A round in which everybody gives one and the same ground tells the last speaker nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from llmwolf.players.bots.entries import Speech
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act
from llmwolf.players.bots.speech.rivals import AGAINST
from llmwolf.players.bots.speech.sentences import sentences
from llmwolf.players.bots.strategy.line import Line

_SHORT: Final = 70
"""Percent of worn grounds that are only referred to; the others are given in words of one's own."""
WORN: Final = 2
"""A ground that so many others have given in this round is not gone through again."""
_CROWD: Final = 3
"""From so many calls on one seat on it matters who made them."""
_ORDER: Final = re.compile(
    r"后跳|补跳|先跳|才跳|跳完|起跳|后置位对跳|先后顺序|报完|摆上桌"
    r"|claimed only|waits? for|order|listened|heard .* out"
)
_FAKE: Final = re.compile(r"悍跳|对跳|不可能都是预言家|\bfake\b|claims against|Two seers")
_BADGE: Final = re.compile(
    r"警徽票|投警徽|警徽那轮|警下那票|把警徽往|badge (?:to|vote|ballot)|for the badge|In the badge"
)
_BETWEEN: Final[Mapping[str, re.Pattern[str]]] = {
    "poisoned": re.compile(r"毒|poison"),
    "silvered": re.compile(r"银水|救|saved"),
    "hits_gold": re.compile(r"查杀.*金水|金水.*查杀|验过的好人|wolf.*(?:cleared|good)|cannot be both"),
    "saves_wolf": re.compile(r"洗|发金水|保队友|救队友|wash|clears"),
    "hits_silver": re.compile(r"银水|吃过刀|救的|save"),
    "backed": re.compile(r"明狼|狼牌|认的|这张狼|open wolf|card open|we all saw"),
    "knife": re.compile(r"吃刀|的刀|没人刀|两张预言家倒了|knife|standing"),
    "moved": re.compile(r"警徽流|flow"),
    "flowless": re.compile(r"警徽流|flow"),
    "easy_gold": re.compile(r"金水|good|clear"),
    "hits_seer": re.compile(r"查杀|验人|首夜|check|blind|find"),
}
_SIDED: Final = re.compile(
    r"站边|站\d|圆话|帮\d+号说话|那边靠|[Ss]iding with|[Bb]ehind seat|backs it|patched"
)
_CHECK: Final = re.compile(r"查杀|check")
_VOTED: Final = re.compile(r"挂在|上票|吃的票|昨天[票点]的|票了|\bvoted\b|the vote of|the ballot against")
_WORD: Final = re.compile(r"言行不一|嘴上|说一套|票和话|给了\d|and voted|vote on \w+ \d")
_ECHO: Final = re.compile(r"都点到了|更好的出口|先提的|nobody better|no reason to save|pointed there first")
_SEEN: Final = {
    "seen_quiet": re.compile(r"话里没有|一个字没给|绕着\d|Not a word about|without a word"),
    "seen_backs": re.compile(r"逆着走|还在\d+号那边|替\d+号撑着|still believes|Still behind"),
    "seen_crowd": re.compile(r"起的头|第一个归|号先点|began on|First on"),
    "seen_waiting": re.compile(r"的麦还在后面|位归了|calls on seat|calls are waiting"),
}
"""By what words an observation is known again."""
_TOPICS: Final[Mapping[str, re.Pattern[str]]] = {
    "rival": _FAKE, "rival_late": _ORDER, "checked": _CHECK, "checked_maybe": _CHECK, "badge_rival": _BADGE,
    "sided_rival": _SIDED, "voted_seer": _VOTED, "against_word": _WORD,
    **{f"rival_{kind}": _BETWEEN[kind] for kind in AGAINST},
}  # fmt: skip
"""By what words a ground that everybody can see is known again in what others said."""


def told_by(m: Mind, kinds: Iterable[str], target: int) -> dict[str, tuple[int, ...]]:
    """Which of ``kinds`` are worn grounds against ``target``, with who gave them in this round, in order."""
    before = {s.seat: s.text for s in m.book.spoken() if s.seat != m.me and _accuses(s, target)}
    if len(before) < WORN:
        return {}
    number = _numbered(target)
    found = {}
    for kind in kinds:
        if words := _TOPICS.get(kind):
            by = tuple(
                seat
                for seat, text in before.items()
                if any(words.search(part) for part in sentences(text) if number.search(part))
            )
            if len(by) >= WORN:
                found[kind] = by
    return found


def echoed(m: Mind, target: int) -> bool:
    """Whether somebody in this round has gone along against ``target`` for no more than that others did."""
    number = _numbered(target)
    parts = (part for s in m.book.spoken() for part in sentences(s.text) if number.search(part))
    return any(_ECHO.search(part) for part in parts)


def referring(m: Mind, target: int, by: tuple[int, ...], suspects: tuple[int, ...]) -> dict[str, object]:
    """The slots of a word that refers to whose ground one shares, out of ``by``; empty: it is given again."""
    shared = tuple(s for s in by if s not in (target, *suspects))[-2:]
    if not shared or not m.chance("worn", _SHORT, m.facts.day, target):
        return {}
    return {"x": shared if len(shared) > 1 else shared[0]}


def observation(m: Mind, line: Line) -> list[Act]:
    """One remark on what the table does about the seat called for, of a kind not made in this round."""
    target, stage = line.vote, m.facts.stage
    if not target or stage != "speech":
        return []
    spoken = [s for s in m.book.spoken() if s.seat not in (m.me, target)]
    callers = [s.seat for s in spoken if m.book.calls.get((m.facts.day, s.seat)) == target]
    if len(callers) < WORN:
        return []
    found = [*_quiet(m, spoken, callers, line), *_for_him(m, spoken, line), *_crowd(m, callers, target)]
    found = [one for one in found if not any(_SEEN[one.kind].search(s.text) for s in spoken)]
    return [found[m.draw("observed", len(found), m.facts.day)]] if found else []


def speaks_later(m: Mind, seat: int) -> bool:
    """Whether ``seat`` is still to speak in this round, as the table knows it."""
    order = m.book.order
    if seat not in order or seat == m.me or seat in m.facts.marks.get("silenced", ()):
        return False
    over = m.me in order and order.index(seat) < order.index(m.me)
    return not over and all(s.seat != seat for s in m.book.spoken())


def _numbered(seat: int) -> re.Pattern[str]:
    return re.compile(rf"(?<!\d){seat}(?!\d)")


def _accuses(speech: Speech, target: int) -> bool:
    return any(c.act in ("suspect", "vote") and target in c.targets for c in speech.claims)


def _quiet(m: Mind, spoken: list[Speech], callers: list[int], line: Line) -> list[Act]:
    """Who spoke after two calls and did not so much as name the seat in question."""
    seats = [s.seat for s in spoken]
    after = spoken[seats.index(callers[1]) + 1 :]
    number = _numbered(line.vote)
    return [
        act("seen_quiet", x=s.seat, t=line.vote)
        for s in after
        if s.text and not number.search(s.text) and s.seat not in (line.side, *line.suspects)
    ][:1]


def _for_him(m: Mind, spoken: list[Speech], line: Line) -> list[Act]:
    """Who follows the claim of the seat in question all the same."""
    seats = [s.seat for s in spoken if m.book.side_of(s.seat) == line.vote]
    return [act("seen_backs", x=seat, t=line.vote) for seat in seats if seat not in line.suspects][:1]


def _crowd(m: Mind, callers: list[int], target: int) -> list[Act]:
    """Who began, and who went along; or that the one in question has not spoken yet."""
    found = []
    if len(callers) >= _CROWD:
        found.append(act("seen_crowd", t=target, a=callers[0], b=tuple(callers[1:4])))
    if speaks_later(m, target):
        found.append(act("seen_waiting", t=target, n=len(callers)))
    return found
