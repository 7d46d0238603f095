"""Claims of good seats held against what they knew: told after the game only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from llmwolf.coach.claims.entries import Entry, Finding
from llmwolf.coach.claims.finding import finding, told
from llmwolf.coach.claims.own import card_of
from llmwolf.coach.claims.public import night_of
from llmwolf.coach.claims.quoting import Span, quote
from llmwolf.coach.claims.secrets import Secrets, side_of
from llmwolf.coach.minutes import Minutes
from llmwolf.players.phrases import answer_name, role_name
from llmwolf.players.words import Pair

_Odds = tuple[str, int, Pair]
"""A kind of contradiction, the event, and how they differ."""
_ANTIDOTE: Final = re.compile(
    r"(?:今晚|今夜|明晚|夜里|我)[^，。！？]{0,6}(?:会|要|准备|打算|留着)[^，。！？]{0,4}(?:用|开|留)?[^，。！？]{0,2}解药"
    r"|i (?:will|shall|keep|am going to)[^,.!?]{0,20}antidote",
    re.IGNORECASE,
)
_SEES: Final = ("check", "grave", "seen")


def private(book: Minutes, entries: Sequence[Entry], hidden: Secrets) -> Iterator[Finding]:
    """The claims of good seats that their own private log denies; a wolf is meant to make them up."""
    speeches = {speech.number: speech for speech in book.speeches}
    for entry in entries:
        if hidden.good(entry.seat, entry.number):
            for kind, number, what in _odds(book, entry, hidden):
                record = told(hidden.log[number - 1])
                yield finding(kind, what, speeches[entry.number], entry.quote, number, record)
    yield from _spent(book, hidden)


def _odds(book: Minutes, entry: Entry, hidden: Secrets) -> Iterator[_Odds]:
    claim, seat = entry.claim, entry.seat
    dealt, card = hidden.card(seat, entry.number)
    if claim.act == "role" and card_of(claim.value) not in hidden.held(seat, entry.number):
        yield "role_other", dealt, (f"底牌是{role_name(card)}", f"the card is {role_name(card, 'en')}")
    elif claim.act == "check":
        yield from _check(book, entry, hidden, dealt)
    elif claim.act in ("save", "poison", "guard"):
        yield from _deed(book, entry, hidden, dealt)


def _check(book: Minutes, entry: Entry, hidden: Secrets, dealt: int) -> Iterator[_Odds]:
    seen = [
        (n, e) for n, e in hidden.told
        if n < entry.number and entry.seat in e.ears and e.fact in _SEES
    ]  # fmt: skip
    night = night_of(book, entry)
    for target in entry.claim.targets:
        of_him = [(n, e) for n, e in seen if e.seat == target]
        if any(side_of(e.value) == entry.claim.value or e.fact == "seen" for _, e in of_him):
            continue
        if of_him:
            number, answer = of_him[-1]
            what = answer_name(answer.value), answer_name(answer.value, "en")
            yield "check_other", number, (f"查到的是{what[0]}", f"the answer was {what[1]}")
        else:
            that_night = [n for n, e in seen if e.night == night]
            what = f"没有验过{target}号", f"never checked Seat {target}"
            yield "check_other", that_night[-1] if that_night else dealt, what


def _deed(book: Minutes, entry: Entry, hidden: Secrets, dealt: int) -> Iterator[_Odds]:
    done = [
        (n, act) for n, act in hidden.acts
        if n < entry.number and act.seat == entry.seat and act.verb == entry.claim.act
    ]  # fmt: skip
    night = night_of(book, entry)
    for target in entry.claim.targets:
        if any(act.target == target and night in (0, act.when) for _, act in done):
            continue
        nearest = [n for n, act in done if act.when == night or act.target == target]
        number = nearest[-1] if nearest else (done[-1][0] if done else dealt)
        yield "deed_other", number, ("实际不是这样用的", "it was not used so")


def _spent(book: Minutes, hidden: Secrets) -> Iterator[Finding]:
    """A potion that is spent is kept for later."""
    for speech in book.speeches:
        saved = [
            n for n, act in hidden.acts
            if (act.seat, act.verb) == (speech.seat, "save") and act.target and n < speech.number
        ]  # fmt: skip
        if saved and (words := _ANTIDOTE.search(speech.text)):
            what = "解药已经用掉了", "the antidote is used up"
            said = quote(speech, Span(*words.span()))
            yield finding("spent", what, speech, said, saved[0], told(hidden.log[saved[0] - 1]))
