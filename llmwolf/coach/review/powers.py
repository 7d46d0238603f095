"""What players look for in the claims of a witch, a hunter, a guard, an idiot."""

from __future__ import annotations

import re
from typing import Final

from llmwolf.coach.claims.entries import Entry
from llmwolf.coach.review.case import Case, Item, Verdict, none, quotes, share
from llmwolf.coach.review.items import MISSING, PRESENT, WEAK
from llmwolf.players.bots.seats import plain, seats_in
from llmwolf.players.phrases import seat_list

_GUN: Final = re.compile(
    r"带走?|开枪|枪口|[崩枪]了|一枪|\b(?:shoot|shot|take .{0,12} (?:along|with me)|gun)\b", re.IGNORECASE
)


def _need(case: Case) -> Verdict:
    """Showing a card late: under accusation, in a PK, on last words; or when a potion has killed."""
    claims = [e for e in case.own if (e.claim.act, e.claim.value) == ("role", case.card)]
    first = claims[0] if claims else None
    if first is None or first.number != case.speech.number:
        return none("不是这次才亮的", "not shown in this speech")
    said = quotes([first])
    if case.speech.stage in ("pk", "last_words", "election_pk"):
        return Verdict(PRESENT, ("不亮就来不及了", "it was now or never"), said)
    if accusers := case.accusers():
        return Verdict(PRESENT, ("正被怀疑", "while suspected"), said, tuple(accusers))
    if case.claims("poison"):
        return Verdict(PRESENT, ("要交代毒药", "the poison had to be told"), said)
    others = [
        e for e in case.m.entries
        if (e.claim.act, e.claim.value) == ("role", case.card)
        and e.seat != case.seat and e.number < case.speech.number
    ]  # fmt: skip
    if others:
        return Verdict(PRESENT, ("有人冒认", "somebody else claims it"), said, (others[-1].number,))
    return Verdict(WEAK, ("没有人逼他亮", "nothing forced it"), said)


def _deeds(case: Case, *acts: str) -> list[tuple[Entry, int, int]]:
    """(entry, night, target) of what the speaker says to have done by ``acts`` up to now."""
    return [(e, e.claim.night, t) for e in case.own if e.claim.act in acts for t in e.claim.targets]


def _potions(case: Case) -> Verdict:
    told = case.claims("save", "poison")
    if not told:
        return none("没有提到用药", "no potion is told of")
    return Verdict(
        PRESENT if all(e.claim.night for e in told) else WEAK,
        ("", "") if all(e.claim.night for e in told) else ("没有说是哪一夜", "the night is not said"),
        quotes(told),
    )


def _fits(case: Case, acts: tuple[str, ...], dies: frozenset[str]) -> Verdict:
    """Whether those said to be saved or guarded lived through that night, and the poisoned did not."""
    nights = case.m.book.nights
    deeds = [
        (entry, nights[night], target)
        for entry, night, target in _deeds(case, *acts)
        if night in nights and nights[night][0] < case.speech.number
    ]
    if not deeds:
        return none("没有可核对的夜晚", "no night to hold it against")
    odd = [
        (entry, event, target)
        for entry, (event, dead), target in deeds
        if (target in dead) != (entry.claim.act in dies)
    ]
    events = tuple(dict.fromkeys(event for _, (event, _), _ in deeds))
    if not odd:
        return Verdict(PRESENT, ("", ""), quotes([entry for entry, _, _ in deeds]), events)
    seats = [target for _, _, target in odd]
    note = f"与{seat_list(seats)}的死活对不上", f"does not fit what became of {seat_list(seats, 'en')}"
    return Verdict(WEAK, note, quotes([entry for entry, _, _ in odd]), tuple(event for _, event, _ in odd))


def _silver(case: Case) -> Verdict:
    saved = case.claims("save")
    if not saved:
        return none("没有报银水", "nobody is said to be saved")
    seats = {t for e in saved for t in e.claim.targets}
    charges = [
        e.number for e in case.m.entries
        if e.number < case.speech.number and e.day == case.speech.day and seats & set(e.claim.targets)
        and e.claim.act in ("suspect", "vote", "check") and e.claim.value != "good"
    ]  # fmt: skip
    if charges:
        return Verdict(
            PRESENT, ("银水正被怀疑", "the saved seat is suspected"), quotes(saved), tuple(charges)
        )
    if case.speech.day > 1 or case.speech.stage in ("pk", "last_words"):
        return Verdict(PRESENT, ("", ""), quotes(saved))
    return Verdict(WEAK, ("第一天就给出刀口", "tells the wolves on day 1 whom they missed"), quotes(saved))


WITCH: Final = (
    Item("need", ("亮身份的时机", "when it is shown"), _need),
    Item("potions", ("夜、刀口、用药说清", "night, knife and potion"), _potions),
    Item(
        "fits",
        ("与死讯对得上", "fits the deaths"),
        lambda c: _fits(c, ("save", "poison"), frozenset({"poison"})),
    ),
    Item("silver", ("不早交银水", "keeps the silver water"), _silver),
)
"""The checklist of a witch claim."""


def _gun(case: Case) -> Verdict:
    aimed = [q for q in case.sentences(_GUN) if seats_in(plain(q.text), case.m.book.seats)]
    return Verdict(PRESENT if aimed else MISSING, ("", ""), tuple(aimed))


def _threat(case: Case) -> Verdict:
    checkers = {
        e.seat: e.number for e in case.m.entries
        if e.number < case.speech.number and e.claim.act == "check" and case.seat in e.claim.targets
    }  # fmt: skip
    if not checkers:
        return none("没有人验过他", "nobody has checked him")
    size = case.m.book.seats
    words = [q for q in case.sentences(_GUN) if set(seats_in(plain(q.text), size)) & set(checkers)]
    note = ("枪口对着验他的人", "the gun points at his checker") if words else ("", "")
    return Verdict(WEAK if words else PRESENT, note, tuple(words), tuple(checkers.values()))


HUNTER: Final = (
    Item("need", ("亮身份的时机", "when it is shown"), _need),
    Item("gun", ("说清枪口", "names whom the gun would take"), _gun),
    Item("threat", ("不威胁验他的预言家", "no threat to the seer who checked him"), _threat),
)
"""The checklist of a hunter claim."""


def _all_nights(case: Case) -> Verdict:
    deeds = _deeds(case, "guard")
    if not deeds:
        return Verdict(MISSING)
    nights = {night for _, night, _ in deeds if night}
    lived = case.speech.day
    note = share(len(nights), lived, ("夜报了守护", "nights told"))
    return Verdict(PRESENT if len(nights) >= lived else WEAK, note, quotes([e for e, _, _ in deeds]))


GUARD: Final = (
    Item("need", ("亮身份的时机", "when it is shown"), _need),
    Item("nights", ("报全每夜守护", "the whole list of nights"), _all_nights),
    Item("fits", ("与死讯对得上", "fits the deaths"), lambda c: _fits(c, ("guard",), frozenset())),
)
"""The checklist of a guard claim."""
IDIOT: Final = (Item("need", ("亮身份的时机", "when it is shown"), _need),)
"""The checklist of an idiot claim."""
