"""What a review adds once the cards are known: speeches of wolves, manners that only cards can show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from llmwolf.coach.claims.ledger import held_after
from llmwolf.coach.claims.quoting import Span, quote
from llmwolf.coach.etiquette import of_cards
from llmwolf.coach.features.after import dealt, evil
from llmwolf.coach.features.claimed import declared
from llmwolf.coach.material import Material, passed
from llmwolf.coach.review.case import Case, Item, Verdict, listed, none, quotes, share
from llmwolf.coach.review.items import MISSING, PRESENT, WEAK, Checklist, Manner, Review
from llmwolf.players.phrases import seat_list
from llmwolf.rules import events as ev

_CHECKS: Final = frozenset({"dead_check", "two_checks", "check_changed", "night_ahead"})
"""Kinds of findings that make an invented check impossible."""


def _plausible(case: Case) -> Verdict:
    checks = case.claims("check")
    if not checks:
        return none("没有报验人", "no check is reported")
    odd = [f for f in case.m.findings if f.number == case.speech.number and f.kind in _CHECKS]
    if not odd:
        return Verdict(PRESENT, ("", ""), quotes(checks))
    return Verdict(WEAK, odd[0].what, tuple(f.quote for f in odd), tuple(f.against for f in odd))


def _apart(case: Case) -> Verdict:
    cards = dealt(case.m)
    mates = [s for s, card in cards.items() if evil(card) and s != case.seat and s in case.speech.living]
    if not mates:
        return none("没有在场的队友", "no mate is in")
    behind = {
        e.seat: e.number for e in case.m.entries
        if e.seat in mates and e.day == case.speech.day and e.claim.act in ("side", "trust")
        and case.seat in e.claim.targets
    }  # fmt: skip
    note = share(len(behind), len(mates), ("个队友当天为他站边", "mates stood behind him that day"))
    together = len(mates) > 1 and len(behind) == len(mates)
    return Verdict(WEAK if together else PRESENT, note, (), tuple(behind.values()))


def _silver(case: Case) -> Verdict:
    saved = {
        t: e.number for e in case.m.entries
        if e.claim.act == "save" and e.number < case.speech.number for t in e.claim.targets
    }  # fmt: skip
    if not saved:
        return none("没有人报银水", "no silver water was told")
    named = [seat for seat in saved if seat in case.m.named[case.speech.number]]
    note = (f"谈到{seat_list(named)}", f"speaks of {seat_list(named, 'en')}") if named else ("", "")
    return Verdict(PRESENT if named else MISSING, note, (), tuple(saved.values()))


def _words_and_votes(case: Case) -> Verdict:
    called = declared(case.m, case.speech)
    ballots = [
        v for v in case.m.book.votes
        if v.day == case.speech.day and v.number > case.speech.number and v.stage in ev.EXILE
        and case.seat in v.ballots
    ]  # fmt: skip
    if not called or not ballots:
        return none("没有归票或没有投票", "nothing declared or nothing cast")
    cast = ballots[0].ballots[case.seat]
    note = (
        f"说{seat_list([called])}，投{seat_list([cast] if cast else [])}",
        f"said {called}, cast {cast or '-'}",
    )
    said = quotes(case.claims("vote"))
    return Verdict(PRESENT if cast == called else WEAK, note, said, (ballots[0].number,))


def _trades(case: Case) -> Verdict:
    cards = dealt(case.m)
    mates = {s for s, card in cards.items() if evil(card) and s != case.seat}
    against = [
        e for e in case.claims("suspect", "vote", "check")
        if mates & set(e.claim.targets) and e.claim.value != "good"
    ]  # fmt: skip
    if not against:
        return none("没有打队友", "no mate is attacked")
    living = [s for s in case.speech.living if evil(cards[s])]
    few = len(living) <= 2
    note = share(len(living), case.m.book.wolves, ("狼在场", "wolves are in"))
    return Verdict(WEAK if few else PRESENT, note, quotes(against))


WOLF_SEER: Final = (
    Item("plausible", ("验人说得通", "the check is possible"), _plausible),
    Item("apart", ("队友没有全站边", "not all mates behind him"), _apart),
    Item("silver", ("对银水有说法", "a story for the silver water"), _silver),
)
"""The checklist of a wolf who claims seer (悍跳)."""
WOLF: Final = (
    Item("agree", ("票与所说一致", "votes and words agree"), _words_and_votes),
    Item("trades", ("卖队友要看人数", "trades a mate only when the count allows"), _trades),
)
"""The checklist of a wolf who does not (倒钩, 深水); it is the villager's beside this."""


def reviews_after(m: Material, seat: int = 0) -> Iterator[Review]:
    """What the cards add to the reviews of the speeches (of ``seat`` alone, unless 0)."""
    cards = dealt(m)
    held: dict[int, str] = {}
    for speech in m.book.speeches:
        claims = (entry.claim for entry in m.said.get(speech.number, ()))
        card = held[speech.seat] = held_after(claims, held.get(speech.seat, ""))
        if seat not in (0, speech.seat) or passed(speech):
            continue
        case = Case(m, speech, card)
        lists: tuple[Checklist, ...] = ()
        if evil(cards[speech.seat]) and card == "seer":
            lists = (listed("wolf_seer", ("悍跳", "a wolf's seer claim"), WOLF_SEER, case),)
        elif evil(cards[speech.seat]):
            lists = (listed("wolf", ("倒钩与深水", "a quiet wolf"), WOLF, case),)
        gone = m.book.facts.gone.get(speech.seat, ("", 0, ""))
        manners = tuple(
            Manner(rule, quote(speech, Span(*at)))
            for rule, at in of_cards(speech, cards[speech.seat], gone, m.book.seats)
        )
        if lists or manners:
            yield Review(speech.number, speech.seat, speech.day, speech.stage, card, lists, manners)
