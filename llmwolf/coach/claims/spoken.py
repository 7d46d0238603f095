"""Statements held against the public record: what is denied, and by which event."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from llmwolf.coach.claims.entries import Finding
from llmwolf.coach.claims.finding import finding, told
from llmwolf.coach.claims.quoting import Span, quote
from llmwolf.coach.claims.statements import Statement, statements
from llmwolf.coach.minutes import Minutes, Speech, Vote
from llmwolf.coach.selfblame import self_accusation
from llmwolf.players.phrases import role_name, seat_list
from llmwolf.players.words import Pair
from llmwolf.rules import events as ev


class Denial(NamedTuple):
    """The event ``number`` denies the statement: ``what`` says how."""

    number: int
    what: Pair


Judged = Callable[[Minutes, Speech, Statement], Denial | None]


def spoken(book: Minutes) -> Iterator[Finding]:
    """The statements of all speeches that a public event denies, in order."""
    for speech in book.speeches:
        for statement in statements(speech):
            denied = _JUDGES[statement.kind](book, speech, statement)
            if denied is not None:
                kind = _KINDS.get(statement.kind, statement.kind)
                words = quote(speech, statement.span)
                record = told(book.events[denied.number])
                yield finding(kind, denied.what, speech, words, denied.number, record)
        yield from _strangers(book, speech)
        yield from _himself(book, speech)


_KINDS: Final = {"badge_torn": "badge_passed"}
_NUMBERED: Final = re.compile(r"(?<![\d.:：/月第])([1-9]\d?)[号號](?!线|楼|晚|早|星期|周|礼拜)")


def _strangers(book: Minutes, speech: Speech) -> Iterator[Finding]:
    """Seats that are named and that this table does not have."""
    for match in _NUMBERED.finditer(speech.text):
        if int(match[1]) > book.seats:
            what = (
                f"没有 {match[1]} 号，座位是 1 到 {book.seats}",
                f"there is no seat {match[1]}; seats are 1 to {book.seats}",
            )
            words = quote(speech, Span(*match.span()))
            yield finding("no_such_seat", what, speech, words, book.began, told(book.events[book.began]))


def _himself(book: Minutes, speech: Speech) -> Iterator[Finding]:
    event = book.events[speech.number]
    words = self_accusation(event, book.seats, speech.day) if isinstance(event, ev.Spoke) else ""
    start = speech.text.find(words)
    if words and start >= 0:
        what = f"{speech.seat}号就是说话的人自己", f"Seat {speech.seat} is the speaker himself"
        said = quote(speech, Span(start, start + len(words)))
        yield finding("self", what, speech, said, speech.number, told(book.events[speech.number]))


def _ballots(book: Minutes, speech: Speech, s: Statement) -> list[Vote]:
    """The ballots that a statement may speak of: of its day, or any so far."""
    return [
        vote
        for vote in book.votes
        if vote.number < speech.number
        and s.day in (0, vote.day)
        and (not s.badge or vote.stage.startswith("badge"))
    ]


def _ballot(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    votes = _ballots(book, speech, s)
    for voter in s.who:
        cast = [vote for vote in votes if voter in vote.ballots]
        if voter != s.whom and cast and all(vote.ballots[voter] != s.whom for vote in cast):
            last = cast[-1]
            target = last.ballots[voter]
            zh = f"{voter}号投的是{target}号" if target else f"{voter}号弃票"
            en = f"Seat {voter} voted for Seat {target}" if target else f"Seat {voter} abstained"
            return Denial(last.number, (zh, en))
    return None


def _abstained(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    votes = _ballots(book, speech, s)
    for voter in s.who:
        cast = [vote for vote in votes if voter in vote.ballots]
        if cast and all(vote.ballots[voter] for vote in cast):
            target = cast[-1].ballots[voter]
            return Denial(
                cast[-1].number, (f"{voter}号投了{target}号", f"Seat {voter} voted for Seat {target}")
            )
    return None


def _tally(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    votes = [vote for vote in _ballots(book, speech, s) if any(seat in vote.tally for seat in s.who)]
    for seat in s.who:
        halves = [vote.tally.get(seat, 0) for vote in votes]
        heads = [sum(target == seat for target in vote.ballots.values()) for vote in votes]
        # Who counts heads and who counts the badge's half vote are both right.
        if votes and s.n not in heads and all(2 * s.n != half for half in halves):
            had = f"{halves[-1] / 2:g}"
            return Denial(votes[-1].number, (f"{seat}号得了{had}票", f"Seat {seat} had {had} votes"))
    return None


def _exile(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    outcomes = {
        day: (number, seat) for day, (number, seat) in book.exiles.items()
        if number < speech.number and s.day in (0, day)
    }  # fmt: skip
    exiled = {seat for _, seat in outcomes.values() if seat}
    wrong = [seat for seat in s.who if seat not in exiled]
    if not wrong or not outcomes:
        return None
    number, seat = max(outcomes.values())
    exit_ = book.out_before(speech.number, wrong[0])
    if exit_ is not None and not s.day:
        number = exit_.number
    there = (
        (f"出局的是{seat}号", f"it was Seat {seat}") if seat else ("那天没有人出局", "nobody went that day")
    )
    what = there if s.day else (f"{wrong[0]}号没有被放逐", f"Seat {wrong[0]} was never exiled")
    return Denial(number, what)


def _night_death(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    number, dead = book.nights.get(s.night, (speech.number, ()))
    wrong = [seat for seat in s.who if seat not in dead]
    if number >= speech.number or not wrong:
        return None
    # A shot or a link takes somebody along in the same night, after the announcement.
    taken = book.exits.get(wrong[0])
    if taken is not None and (taken.phase, taken.day) == ("night", s.night):
        return None
    zh, en = seat_list(dead), seat_list(dead, "en")
    return Denial(number, (f"第{s.night}夜出局的是{zh}", f"out in night {s.night}: {en}"))


def _count(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    number, dead = book.nights.get(s.night, (speech.number, ()))
    if number >= speech.number:
        return None
    more = [
        x.seat for x in book.exits.values()
        if (x.phase, x.day) == ("night", s.night) and x.seat not in dead and x.number < speech.number
    ]  # fmt: skip
    if s.n in (len(dead), len(dead) + len(more)):
        return None
    n = len(dead)
    return Denial(number, (f"第{s.night}夜出局{n}人", f"{n} went out in night {s.night}"))


def _living_dead(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    for seat in s.who:
        if seat in speech.living and seat != speech.seat:
            seen = _seen_in(book, speech, seat)
            return Denial(seen, (f"{seat}号还在场", f"Seat {seat} is in"))
    return None


def _seen_in(book: Minutes, speech: Speech, seat: int) -> int:
    """The last event before ``speech`` in which ``seat`` took part as one of the living, or a dawn."""
    acts = [s.number for s in book.speeches if s.seat == seat and s.number < speech.number]
    acts += [vote.number for vote in book.votes if seat in vote.ballots and vote.number < speech.number]
    dawns = [number for number, _ in book.nights.values() if number < speech.number]
    return max([*acts, *dawns], default=book.began)


def _dead_alive(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    for seat in s.who:
        exit_ = book.out_before(speech.number, seat)
        # Today's dead may still have last words to come.
        if exit_ is not None and (exit_.day < speech.day or _has_spoken_last(book, speech, seat)):
            return Denial(exit_.number, (f"{seat}号已经出局", f"Seat {seat} is out"))
    return None


def _has_spoken_last(book: Minutes, speech: Speech, seat: int) -> bool:
    words = [s.number for s in book.speeches if s.seat == seat and s.stage == "last_words"]
    return not words or words[0] < speech.number


def _living_count(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    living = len(speech.living)
    if s.n == living:
        return None
    exits = [exit_.number for exit_ in book.exits.values() if exit_.number < speech.number]
    number = max(exits, default=book.began)
    return Denial(number, (f"在场的有{living}人", f"{living} are in"))


def _sheriff(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    if speech.stage.startswith("election") or speech.sheriff in s.who or not s.who:
        return None
    changes = [number for number, _ in book.badge if number < speech.number]
    if book.sheriffs and not changes:
        return None
    now = speech.sheriff
    what = (
        (f"警长是{now}号", f"the sheriff is Seat {now}") if now else ("场上没有警长", "there is no sheriff")
    )
    return Denial(changes[-1] if changes else book.began, what)


def _badge_passed(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    for number, event in book.events.items():
        if isinstance(event, ev.BadgePassed) and number < speech.number and event.giver in s.who:
            heir = max(s.whom, 0)
            if event.seat == heir:
                return None
            went = f"给了{event.seat}号" if event.seat else "被撕掉了"
            en = f"went to Seat {event.seat}" if event.seat else "was torn"
            return Denial(number, (f"警徽{went}", f"the badge {en}"))
    return None


def _ran(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    number, ran = book.ran
    if not number or number > speech.number:
        return None
    for seat in s.who:
        if (seat in ran) != bool(s.n):
            zh, en = ("上了警", "ran") if seat in ran else ("没有上警", "did not run")
            return Denial(number, (f"{seat}号{zh}", f"Seat {seat} {en}"))
    return None


_EVER: Final = re.compile(r"一直|从来|从头到尾|全程|到现在|never|been")
_YET: Final = re.compile(r"还没|还未")


def _silent(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    for seat in s.who:
        said = [x for x in book.speeches if x.seat == seat and x.number < speech.number and x.text.strip()]
        if _YET.search(s.words):
            said = [x for x in said if x.round == speech.round]
        elif not _EVER.search(s.words):
            said = [x for x in said if x.day == speech.day]
        if said and seat != speech.seat:
            return Denial(said[0].number, (f"{seat}号发过言", f"Seat {seat} has spoken"))
    return None


def _unspoken(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    for seat in s.who:
        if seat != speech.seat and seat <= book.seats and not book.had_turn(speech.number, seat):
            order = [n for n, e in book.events.items() if isinstance(e, ev.TurnOrder) and n < speech.number]
            what = f"{seat}号还没有说过话", f"Seat {seat} has said nothing yet"
            return Denial(order[-1] if order else book.began, what)
    return None


def _shot(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    shots = [shot for shot in book.shots if shot[0] < speech.number]
    for shooter in s.who:
        mine = [(number, target) for number, by, target in shots if by == shooter]
        if any(target == s.whom for _, target in mine):
            return None
        exit_ = book.out_before(speech.number, s.whom)
        if mine:
            number, target = mine[-1]
            return Denial(number, (f"{shooter}号带走的是{target}号", f"Seat {shooter} took Seat {target}"))
        # A white wolf king takes along without a shot.
        if exit_ is not None and exit_.how not in ("taken", "shot"):
            return Denial(exit_.number, (f"{s.whom}号不是被枪带走的", f"Seat {s.whom} was not shot"))
    return None


def _card_shown(book: Minutes, speech: Speech, s: Statement) -> Denial | None:
    for seat in s.who:
        number, card = book.shown.get(seat, (speech.number, ""))
        if number < speech.number and s.card and card != s.card:
            what = (
                f"{seat}号翻出来是{role_name(card)}",
                f"Seat {seat} turned the card: {role_name(card, 'en')}",
            )
            return Denial(number, what)
    return None


_JUDGES: Final[dict[str, Judged]] = {
    "ballot": _ballot,
    "abstained": _abstained,
    "tally": _tally,
    "exile": _exile,
    "night_death": _night_death,
    "death_count": _count,
    "living_dead": _living_dead,
    "dead_alive": _dead_alive,
    "living_count": _living_count,
    "sheriff": _sheriff,
    "badge_passed": _badge_passed,
    "badge_torn": _badge_passed,
    "ran": _ran,
    "silent": _silent,
    "unspoken": _unspoken,
    "shot": _shot,
    "card_shown": _card_shown,
}
