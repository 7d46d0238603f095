"""Statements that only a private fact supports: told after the game only. Some are lucky guesses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from llmwolf.coach.claims.entries import Entry, Finding
from llmwolf.coach.claims.finding import finding, told
from llmwolf.coach.claims.ledger import held_after
from llmwolf.coach.claims.own import card_of
from llmwolf.coach.claims.quoting import quote
from llmwolf.coach.claims.secrets import Secrets
from llmwolf.coach.claims.statements import night_in, stated
from llmwolf.coach.minutes import Minutes, Speech
from llmwolf.roles import registry

_SEAT: Final = r"(?<!\d)(\d{1,2})号(?:玩家|牌)?"
_SPECIAL: Final = {
    name.lower(): card
    for card, law in registry().items()
    if card not in ("villager", "werewolf", "seer")
    for name in (law.zh, law.en, *law.aliases)
    if len(name) > 1
}
_CARD: Final = "({})".format("|".join(sorted(map(re.escape, _SPECIAL), key=len, reverse=True)))
_KNIFE: Final = re.compile(
    rf"(?:昨晚|昨夜|第.[晚夜]|首夜)[^\d,不没]{{0,4}}(?:刀|砍)(?:的|了|的是|口是|口在|在){{1,2}}{_SEAT}"
    rf"|刀口(?:就)?(?:是|在){_SEAT}|{_SEAT}(?:昨晚|首夜|第.[晚夜]|是){{0,4}}(?:吃刀|中刀|挨刀|被刀)"
    rf"|\b(?:knife was on|knifed|attacked) {_SEAT}|{_SEAT} was (?:knifed|attacked)",
    re.IGNORECASE,
)
_IS_CARD: Final = re.compile(
    rf"{_SEAT}(?:就|才|肯定|一定|铁|绝对){{0,4}}是(?:一?[张个]|真)?{_CARD}(?!的|面|位)"
    rf"|{_SEAT} is (?:definitely |surely |certainly )?(?:the |a |an |our )?{_CARD}\b",
    re.IGNORECASE,
)
_HIS_CHECK: Final = re.compile(
    rf"{_SEAT}(?:昨晚|昨夜|首夜|第.[晚夜]){{0,4}}(?:验|查|摸)(?:的|了|的是|的就是){{1,2}}{_SEAT}"
    rf"|{_SEAT} checked {_SEAT}",
    re.IGNORECASE,
)
_NO_ANTIDOTE: Final = re.compile(
    r"女巫(?:已经|都|早就){0,4}(?:没有?了?|用了|用掉了?|交了|开了)解药"
    r"|解药(?:已经|早就|都){0,4}(?:没了|用了|用掉|用完|交了|不在)"
    r"|\b(?:witch has no antidote|antidote is (?:gone|used|spent))",
    re.IGNORECASE,
)
_MATE: Final = re.compile(
    rf"我(?:的|们)?狼?(?:队友|同伴)(?:就?是)?{_SEAT}|{_SEAT}(?:就?是)?我(?:的|们)?狼?(?:队友|同伴)"
    rf"|\bmy (?:mates?|fellow wol(?:f|ves)|teammates?) (?:is|are) {_SEAT}",
    re.IGNORECASE,
)
_KNEW: Final = ("说话的人自己知道", "the speaker knew it himself")
_COULD_NOT: Final = ("说话的人无从知道", "the speaker could not know it")


@dataclass(slots=True)
class _Heard:
    """What the table had been told when a speech began, by claims and words, and by whom."""

    cards: set[tuple[int, str]] = field(default_factory=set)
    saved: set[int] = field(default_factory=set)
    checks: set[tuple[int, int]] = field(default_factory=set)
    held: dict[int, str] = field(default_factory=dict)

    def take(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            seat, claim = entry.seat, entry.claim
            self.held[seat] = held_after([claim], self.held.get(seat, ""))
            if claim.act == "role":
                self.cards.add((seat, card_of(claim.value)))
            elif claim.act == "save":
                self.saved.update(claim.targets)
            elif claim.act == "check":
                self.checks.update((seat, target) for target in claim.targets)


Leak = tuple[str, int]
"""A kind, and the number of the private event."""


def leaks(book: Minutes, entries: Sequence[Entry], hidden: Secrets) -> Iterator[Finding]:
    """The statements that were true and that nothing public supported, each with the private event."""
    heard = _Heard()
    for speech in book.speeches:
        # Who claims a card in this very speech discloses what the card knows.
        heard.take([entry for entry in entries if entry.number == speech.number])
        for span, words, tells in stated(speech):
            for look in () if tells else _LOOKS:
                for kind, number in look(book, speech, words, heard, hidden):
                    what = _KNEW if hidden.knew(speech.seat, number) else _COULD_NOT
                    record = told(hidden.log[number - 1])
                    yield finding(kind, what, speech, quote(speech, span), number, record)


def _numbers(match: re.Match[str]) -> list[int]:
    return [int(group) for group in match.groups() if group and group.isdigit()]


def _knife(book: Minutes, speech: Speech, words: str, heard: _Heard, hidden: Secrets) -> Iterator[Leak]:
    match = _KNIFE.search(words)
    if match is None or heard.held.get(speech.seat) == "witch":
        return
    night = night_in(speech, words) or speech.day
    number, target = hidden.knife(night)
    dawn, dead = book.nights.get(night, (speech.number, ()))
    public = (dawn < speech.number and target in dead) or target in heard.saved or target == speech.seat
    if number and target in _numbers(match) and not public:
        yield "knife_known", number


def _card(book: Minutes, speech: Speech, words: str, heard: _Heard, hidden: Secrets) -> Iterator[Leak]:
    match = _IS_CARD.search(words)
    if match is None:
        return
    (seat,) = _numbers(match)
    card = _SPECIAL[next(g for g in match.groups() if g and not g.isdigit()).lower()]
    if seat == speech.seat or not 1 <= seat <= book.seats:
        return
    number, held = hidden.card(seat, speech.number)
    shown = book.shown.get(seat, (speech.number, ""))[0] < speech.number
    public = shown or (card == "wolf_beauty" and _drew_along(book, speech, seat))
    if held == card and not public and (seat, card) not in heard.cards:
        heard.cards.add((seat, card))
        yield "card_known", number


def _drew_along(book: Minutes, speech: Speech, seat: int) -> bool:
    """Whether somebody followed ``seat`` out: everybody saw whose charm that was."""
    left = book.out_before(speech.number, seat)
    return left is not None and any(
        (exit_.how, exit_.phase, exit_.day) == ("follow", left.phase, left.day)
        and left.number < exit_.number < speech.number
        for exit_ in book.exits.values()
    )


def _check(book: Minutes, speech: Speech, words: str, heard: _Heard, hidden: Secrets) -> Iterator[Leak]:
    match = _HIS_CHECK.search(words)
    if match is None:
        return
    seer, target = _numbers(match)
    if (seer, target) in heard.checks or seer == speech.seat:
        return
    for number, event in hidden.told:
        if number < speech.number and event.fact == "check" and event.seat == target and seer in event.ears:
            yield "check_known", number
            return


def _potion(book: Minutes, speech: Speech, words: str, heard: _Heard, hidden: Secrets) -> Iterator[Leak]:
    if not _NO_ANTIDOTE.search(words) or heard.saved or heard.held.get(speech.seat) == "witch":
        return
    # After a peaceful night everybody thinks so.
    if any(not dead for number, dead in book.nights.values() if number < speech.number):
        return
    for number, act in hidden.acts:
        if number < speech.number and act.verb == "save" and act.target:
            yield "potion_known", number
            return


def _mate(book: Minutes, speech: Speech, words: str, heard: _Heard, hidden: Secrets) -> Iterator[Leak]:
    match = _MATE.search(words)
    if match is None or not hidden.evil(speech.seat, speech.number):
        return
    for seat in _numbers(match):
        if 1 <= seat <= book.seats and seat != speech.seat and hidden.evil(seat, speech.number):
            yield "pack_named", hidden.card(seat, speech.number)[0]
            return


_LOOKS: Final[tuple[Callable[[Minutes, Speech, str, _Heard, Secrets], Iterator[Leak]], ...]] = (
    _knife,
    _card,
    _check,
    _potion,
    _mate,
)
