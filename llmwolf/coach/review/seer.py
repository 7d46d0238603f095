"""What players look for in a seer claim: 报验人, 心路历程, 警徽流, 点评, 对跳, 狼坑, 归票."""

from __future__ import annotations

import re
from typing import Final

from llmwolf.coach.claims.entries import TEXT, Entry
from llmwolf.coach.review.case import Case, Item, Verdict, none, quotes, share
from llmwolf.coach.review.items import MISSING, PRESENT, WEAK
from llmwolf.coach.review.talk import COMMENTS, ONE_VOTE, wolf_places
from llmwolf.coach.signs import EVIDENCE, NEAR, REASON
from llmwolf.players.bots.seats import plain, seats_in
from llmwolf.players.phrases import seat_list
from llmwolf.players.words import Pair

_GROUNDS: Final = (REASON, *(EVIDENCE[kind] for kind in ("vote", "timing", "gain")))
"""What makes a word against the other claim more than a word."""
_EARLY: Final = 1 / 3
"""Before this part of a speech a check is said early."""
_BY_DAY: Final = re.compile(
    r"发言|聊得|上警|警上|警下|起跳|\b(?:speech|said|ran for|claimed)\b", re.IGNORECASE
)
"""What nobody knew yet in the first night."""


def _nights(entries: list[Entry]) -> set[tuple[int, int]]:
    return {(e.claim.night or e.day, t) for e in entries if e.claim.act == "check" for t in e.claim.targets}


def _reports(case: Case) -> Verdict:
    checks = case.claims("check")
    if not checks:
        told = [e for e in case.before if e.claim.act == "check" and e.day == case.speech.day]
        if told:
            return Verdict("no_data", ("今天已报过", "already reported today"), quotes(told))
        return Verdict(MISSING)
    exact = [e for e in checks if e.quote.text != case.speech.text]
    if not exact:
        spoken = any(e.source == TEXT for e in checks)  # the words are there, all of them
        return Verdict(PRESENT, ("", "") if spoken else ("只写在声明里", "attached only"), quotes(checks))
    first = min(exact, key=lambda e: e.quote.start)
    place = first.quote.start / len(case.speech.text)
    late: Pair = (f"说到 {place:.0%} 处才报", f"only {place:.0%} of the way in")
    return Verdict(PRESENT if place <= _EARLY else WEAK, ("", "") if place <= _EARLY else late, quotes(exact))


def _reason(case: Case) -> Verdict:
    checks = [e for e in case.claims("check") if e not in case.before and e.quote.text]
    known = _nights(case.before)
    fresh = [e for e in checks if not _nights([e]) <= known]
    if not fresh:
        return none("没有新验人", "no new check")
    near = [case.speech.text[max(0, e.quote.start - NEAR) : e.quote.end + NEAR] for e in fresh]
    reasoned = [(e, words) for e, words in zip(fresh, near, strict=True) if REASON.search(words)]
    if not reasoned:
        return Verdict(MISSING, ("", ""), quotes(fresh))
    given = case.sentences(REASON)
    later = [
        q for q in given if _BY_DAY.search(q.text) and all((e.claim.night or e.day) == 1 for e, _ in reasoned)
    ]
    if later:
        return Verdict(
            WEAK, ("理由用到了白天才有的信息", "the reason uses what was said by day"), tuple(later)
        )
    return Verdict(PRESENT, ("", ""), tuple(given))


def _flow(case: Case) -> Verdict:
    speech = case.speech
    if not case.m.book.sheriffs:
        return none("本局没有警长", "no badge at this table")
    flows = case.claims("flow")
    badge = speech.stage.startswith("election") or speech.sheriff == case.seat
    if not flows:
        if speech.stage == "last_words" or not badge:
            return none("没有警徽", "he has no badge to give")
        return Verdict(MISSING)
    targets = list(dict.fromkeys(t for e in flows for t in e.claim.targets))
    checked = {t for _, t in _nights(case.own)}
    dead = [t for t in targets if t not in speech.living]
    again = [t for t in targets if t in checked]
    faults: list[Pair] = []
    if len(targets) < 2:
        faults.append(("只留一个", "one seat only"))
    if dead:
        faults.append((f"{seat_list(dead)}已出局", f"{seat_list(dead, 'en')} out already"))
    if again:
        faults.append((f"{seat_list(again)}已验过", f"{seat_list(again, 'en')} checked already"))
    note = "，".join(zh for zh, _ in faults), ", ".join(en for _, en in faults)
    return Verdict(WEAK if faults else PRESENT, note, quotes(flows))


def _counter(case: Case) -> Verdict:
    if not case.seers:
        return none("没有对跳", "nobody else claims seer")
    events = tuple(entry.number for entry in case.seers.values())
    size = case.m.book.seats
    naming = [
        q
        for q in case.sentences(re.compile(r".", re.DOTALL))
        if set(seats_in(plain(q.text), size)) & set(case.seers)
    ]
    missed = [seat for seat in case.seers if seat not in case.m.named[case.speech.number]]
    if missed:
        note = f"没有谈到{seat_list(missed)}", f"{seat_list(missed, 'en')} not spoken of"
        return Verdict(WEAK if naming else MISSING, note, tuple(naming), events)
    grounded = [q for q in naming if any(words.search(q.text) for words in _GROUNDS)]
    if not grounded:
        return Verdict(WEAK, ("没有说理由", "no ground is stated"), tuple(naming), events)
    return Verdict(PRESENT, ("", ""), tuple(grounded), events)


def _every_night(case: Case) -> Verdict:
    # A seer who died in the night made a last check in it that nobody is told of before the words.
    nights = case.speech.day
    if nights < 2 and case.speech.stage != "last_words":
        return none("只有一夜", "one night only")
    told = {night for night, _ in _nights(case.own)}
    checks = [e for e in case.own if e.claim.act == "check"]
    missed = [night for night in range(1, nights + 1) if night not in told]
    if not missed:
        return Verdict(PRESENT, share(nights, nights, ("夜", "nights")), quotes(checks))
    listed = "、".join(f"第{n}夜" for n in missed), ", ".join(f"night {n}" for n in missed)
    return Verdict(
        WEAK if told else MISSING, (f"没有报{listed[0]}", f"nothing of {listed[1]}"), quotes(checks)
    )


def _all_again(case: Case) -> Verdict:
    if case.speech.stage != "last_words":
        return none("不是遗言", "no last words")
    earlier = {t for _, t in _nights(case.before)}
    if not earlier:
        return none("之前没有报过验人", "no check was reported before")
    again = {t for _, t in _nights(case.claims("check"))} | set(case.m.named[case.speech.number])
    kept = earlier & again
    note = share(len(kept), len(earlier), ("个验人", "checks"))
    said = quotes(case.claims("check"))
    return Verdict(PRESENT if kept == earlier else WEAK if kept else MISSING, note, said)


SEER: Final = (
    Item("check", ("报验人", "check first"), _reports),
    Item("reason", ("心路历程", "why that check"), _reason),
    Item("flow", ("警徽流", "badge flow"), _flow),
    COMMENTS,
    Item("counter", ("对跳处理", "the other claim"), _counter),
    Item("places", ("狼坑", "wolf places"), wolf_places),
    ONE_VOTE,
    Item("nights", ("每夜都报", "every night told"), _every_night),
    Item("again", ("遗言重报验人", "all checks again"), _all_again),
)
"""The checklist of a seer claim."""
