"""What any speaker is looked at for, and a villager, a sheriff, a speaker on the PK台, last words."""

from __future__ import annotations

import re
from typing import Final

from llmwolf.coach.features.claimed import declared
from llmwolf.coach.review.case import Case, Item, Verdict, none, quotes, share
from llmwolf.coach.review.items import MISSING, PRESENT, WEAK
from llmwolf.coach.signs import EVIDENCE, REASON, overlap
from llmwolf.players.phrases import seat_list
from llmwolf.roles import registry

_ANSWERS: Final = re.compile(
    r"[票踩打点盘推怀]我|我(?:是|就是|真是|确实是).{0,4}好人|我不是狼"
    r"|我(?:来)?(?:解释|表水|回应|澄清)"
    r"|为什么(?:票|打|踩)我|我的(?:票|发言|逻辑)"
    r"|\b(?:vot\w{0,4} (?:for )?me|accus\w{0,4} me|suspect\w{0,4} me|i am (?:good|no wolf|not a wolf)"
    r"|my (?:vote|words|reason))\b",
    re.IGNORECASE,
)
_REVENGE: Final = re.compile(
    r"报仇|记仇|拉黑|气死|恶心|无语|不想玩|下一?[局把]|\b(?:revenge|next game|unbelievable|sick of)\b",
    re.IGNORECASE,
)
_SAME: Final = 0.5
"""The share of a PK speech that may have been said before."""
_FACTS: Final = ("role", "check", "save", "poison", "guard", "retract")


def _comments(case: Case) -> Verdict:
    earlier = [seat for seat in case.speech.earlier if seat != case.seat]
    if not earlier or case.speech.stage == "last_words":
        return none("前面没有人发言", "nobody spoke before")
    named = [seat for seat in earlier if seat in case.m.named[case.speech.number]]
    note = share(len(named), len(earlier), ("个前置位被点到", "earlier speakers named"))
    if not named:
        return Verdict(MISSING, note)
    return Verdict(PRESENT if 2 * len(named) >= len(earlier) else WEAK, note)


def wolf_places(case: Case) -> Verdict:
    """狼坑: as many seats as there are wolves to find, give or take one."""
    return _places(case, 1)


def _not_too_many(case: Case) -> Verdict:
    return _places(case, case.m.book.wolves)


def _places(case: Case, fewer: int) -> Verdict:
    """Wolf places: up to ``fewer`` less than there are wolves to find, and at most one more."""
    book, number = case.m.book, case.speech.number
    shown = {s for s, (at, card) in book.shown.items() if at < number and registry()[card].camp == "W"}
    shown |= {s for s, at in book.blasts.items() if at < number}
    left = book.wolves - len(shown)
    opinions = case.claims("suspect")
    checks = [e for e in case.own if (e.claim.act, e.claim.value) == ("check", "wolf")]
    seats = {t for e in (*opinions, *checks) for t in e.claim.targets} - shown
    note = f"点了 {len(seats)} 个；没翻牌的狼 {left} 张", f"{len(seats)} named; wolves not shown: {left}"
    if not seats:
        return Verdict(MISSING, note)
    fits = left - fewer <= len(seats) <= left + 1
    return Verdict(PRESENT if fits else WEAK, note, quotes([*opinions, *case.claims("check")]))


def _one_vote(case: Case) -> Verdict:
    if case.speech.stage not in ("speech", "pk"):
        return none("这一轮之后不放逐", "no exile follows")
    calls = case.claims("vote")
    targets = list(dict.fromkeys(t for e in calls for t in e.claim.targets))
    if not targets:
        return Verdict(MISSING)
    if len(targets) > 1:
        note = f"归了{seat_list(targets)}", f"calls for {seat_list(targets, 'en')}"
        return Verdict(WEAK, note, quotes(calls))
    if not declared(case.m, case.speech):
        return Verdict(WEAK, ("不在收尾处", "not at the end"), quotes(calls))
    return Verdict(PRESENT, ("", ""), quotes(calls))


COMMENTS: Final = Item("comments", ("点评前置位", "earlier speakers"), _comments)
ONE_VOTE: Final = Item("vote", ("归票", "one vote"), _one_vote)


def _side(case: Case) -> Verdict:
    if not case.seers:
        return none("没有人跳预言家", "nobody claims seer")
    events = tuple(entry.number for entry in case.seers.values())
    sides = case.claims("side")
    if not sides:
        return Verdict(MISSING, events=events)
    if not case.sentences(REASON):
        return Verdict(WEAK, ("没有说理由", "no reason given"), quotes(sides), events)
    return Verdict(PRESENT, ("", ""), quotes(sides), events)


def _past_votes(case: Case) -> Verdict:
    before = [v for v in case.m.book.votes if v.number < case.speech.number and v.day < case.speech.day]
    if not before:
        return none("还没有往日票型", "no ballots of earlier days")
    used = case.sentences(EVIDENCE["vote"])
    events = (before[-1].number,)
    return Verdict(PRESENT if used else MISSING, ("", ""), tuple(used), events)


def _content(case: Case) -> Verdict:
    stands = case.claims("suspect", "trust", "side", "vote", "check")
    if stands:
        return Verdict(PRESENT, ("", ""), quotes(stands))
    cards = case.claims("role")
    note = ("只说了身份", "a card and nothing else") if cards else ("谁也没有表态", "about nobody")
    return Verdict(WEAK if cards else MISSING, note, quotes(cards))


TOWN: Final = (
    Item("side", ("站边并说理由", "a side, with a reason"), _side),
    COMMENTS,
    Item("places", ("狼坑", "wolf places"), _not_too_many),
    ONE_VOTE,
    Item("ballots", ("用往日票型", "uses earlier ballots"), _past_votes),
    Item("content", ("立场", "a position"), _content),
)
"""The checklist of a villager, and of whoever has claimed nothing."""


def _both_sides(case: Case) -> Verdict:
    seers = {**case.seers}
    if len(seers) < 2:
        return none("不足两家预言家", "fewer than two seer claims")
    named = [seat for seat in seers if seat in case.m.named[case.speech.number]]
    note = share(len(named), len(seers), ("家被谈到", "claims spoken of"))
    events = tuple(entry.number for entry in seers.values())
    return Verdict(PRESENT if len(named) == len(seers) else WEAK if named else MISSING, note, (), events)


SHERIFF: Final = (
    Item("both", ("总结两边", "sums up both sides"), _both_sides),
    ONE_VOTE,
    COMMENTS,
)
"""What is expected of the sheriff beside his card's list."""


def _answers(case: Case) -> Verdict:
    ballots = [v for v in case.m.book.votes if v.number < case.speech.number]
    events = (ballots[-1].number,) if ballots else ()
    said = case.sentences(_ANSWERS)
    return Verdict(PRESENT if said else MISSING, ("", ""), tuple(said), events)


def _better(case: Case) -> Verdict:
    targets = case.m.targets(case.speech, "vote") or case.m.targets(case.speech, "suspect")
    entries = case.claims("vote", "suspect")
    if not targets:
        return Verdict(MISSING)
    note = f"给了{seat_list(targets)}", f"offers {seat_list(targets, 'en')}"
    return Verdict(PRESENT if len(targets) == 1 else WEAK, note, quotes(entries))


def _afresh(case: Case) -> Verdict:
    first = [
        s for s in case.m.turns
        if (s.seat, s.day) == (case.seat, case.speech.day) and s.number < case.speech.number
    ]  # fmt: skip
    if not first:
        return none("今天没有先前的发言", "no earlier speech today")
    same = overlap(case.speech.text, [s.text for s in first])
    note = f"与先前发言重合 {same:.0%}", f"{same:.0%} of it was said before"
    return Verdict(PRESENT if same < _SAME else WEAK, note, (), tuple(s.number for s in first))


PK: Final = (
    Item("answers", ("回应质疑", "answers the charge"), _answers),
    Item("better", ("给一个更好的出人位", "one better target"), _better),
    Item("afresh", ("不重复先前发言", "not the first speech again"), _afresh),
)
"""What is expected on the PK台."""


def _facts(case: Case) -> Verdict:
    facts = case.claims(*_FACTS)
    if not facts:
        if case.card in ("", "villager"):
            return none("没有身份信息要交代", "no facts of a card to tell")
        return Verdict(MISSING)
    exact = [e.quote.start for e in facts if e.quote.text != case.speech.text]
    late = bool(exact) and min(exact) > len(case.speech.text) / 2
    return Verdict(
        WEAK if late else PRESENT, ("放在后半段", "in the second half") if late else ("", ""), quotes(facts)
    )


def _ranks(case: Case) -> Verdict:
    opinions = case.claims("suspect", "vote", "trust", "side")
    return Verdict(PRESENT if opinions else MISSING, ("", ""), quotes(opinions))


def _no_revenge(case: Case) -> Verdict:
    words = case.sentences(_REVENGE)
    return Verdict(WEAK if words else PRESENT, ("带情绪", "feelings") if words else ("", ""), tuple(words))


LAST_WORDS: Final = (
    Item("facts", ("先交代信息", "new facts first"), _facts),
    Item("ranks", ("留下狼坑和好人", "ranks the others"), _ranks),
    Item("calm", ("不报复不发泄", "no revenge"), _no_revenge),
)
"""What is expected of last words."""
