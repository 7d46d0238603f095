"""What a record answers to each of the judge's questions but speeches: one line of a table for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from llmwolf.record.notation.desk import Desk
from llmwolf.record.notation.errors import Illegal
from llmwolf.record.notation.holders import unable
from llmwolf.record.notation.items import Item
from llmwolf.record.notation.options import BALLOTS, POWERS, legal
from llmwolf.record.notation.sentences import say
from llmwolf.record.notation.targets import no_knife, no_right, no_vote
from llmwolf.rules.asks import PASS, Request


class Reply(NamedTuple):
    """An answer; ``item`` is where it is written, ``None`` what happens where nothing is said."""

    verb: str = PASS
    targets: tuple[int, ...] = ()
    item: Item | None = None
    settled: bool = False
    """Whether it holds even where the record breaks off and the rest of the phase is unknown."""


NOTHING: Final = Reply()
Answers = dict[int, Reply]


def replies(desk: Desk) -> Answers:
    """The answers to the open requests, by seat; raises :class:`~.errors.Illegal`."""
    requests = desk.game.waiting
    kind = requests[0].kind
    if kind in BALLOTS:
        return _ballot(desk, requests, BALLOTS[kind])
    if kind in _ROUNDS:
        return _ROUNDS[kind](desk, requests)
    if any(request.kind == "knife" for request in requests):
        return _knives(desk, requests)
    return {request.seat: _one(desk, request, requests) for request in requests}


def _one(desk: Desk, request: Request, requests: tuple[Request, ...]) -> Reply:
    if special := _SPECIAL.get(request.kind):
        return special(desk, request)
    alike = [other.seat for other in requests if other.kind == request.kind]
    return _power(desk, request, POWERS[request.kind], alike)


# -- powers ----------------------------------------------------------------------------------------------


def _holds(seat: int) -> Callable[[Item], bool]:
    """Whether an item is for ``seat``: it names it as the holder, or no holder at all."""
    return lambda item: not item.pairs or any(holder == seat for holder, _ in item.pairs)


def _power(desk: Desk, request: Request, word: str, alike: list[int]) -> Reply:
    """A power that names seats; where several hold it the record must say whose it is."""
    item = desk.queue.find((word,), _holds(request.seat))
    if item is None:
        return NOTHING
    if not item.pairs and len(alike) > 1:
        ways = tuple(f"{item.word} {seat}>…" for seat in alike)
        raise Illegal(say("say_whose", count=len(alike)), item.line, item.text, ways)
    targets = _use(desk, item, request.seat)
    if not targets and word != "voters":
        return Reply(PASS, (), item)
    return Reply(request.choices[0].verb, targets, item)


def _use(desk: Desk, item: Item, seat: int) -> tuple[int, ...]:
    """Take what ``item`` says for ``seat``, and leave the rest of it for the other holders."""
    left = tuple(pair for pair in item.pairs if pair[0] != seat)
    desk.take(item, item._replace(pairs=left) if left else None)
    return tuple(target for holder, target in item.pairs if holder == seat and target) or item.seats


def _potion(desk: Desk, request: Request) -> Reply:
    """Which of the potions is written first; two in one night are two questions (N-8)."""
    item = desk.queue.find(("save", "poison"), _holds(request.seat))
    if item is None:
        return NOTHING
    verb = item.word.id
    targets = _use(desk, item, request.seat)
    if verb == "save" and not targets:
        targets = next((choice.pool for choice in request.choices if choice.verb == verb), ())
        if len(targets) > 1:
            ways = tuple(f"{item.word} {seat}" for seat in targets)
            raise Illegal(say("say_saved", count=len(targets)), item.line, item.text, ways)
    return Reply(verb if targets or verb == "save" else PASS, targets, item)


def _thief(desk: Desk, request: Request) -> Reply:
    """The first or second spare card, or neither (N-15)."""
    item = desk.queue.find(("thief",), _holds(request.seat))
    if item is None:
        return NOTHING
    number = _use(desk, item, request.seat)
    if number and number[0] not in (1, 2):
        raise Illegal(say("two_spares"), item.line, item.text, legal((request,)))
    return Reply({1: "first", 2: "second"}[number[0]] if number else PASS, (), item)


def _peek(desk: Desk, request: Request) -> Reply:
    """She looks; ``窥获`` is used up by the pack's knife (N-13)."""
    girl = request.seat
    caught = desk.queue.find(("caught",))
    if caught is not None:
        if caught.seat != girl:
            ways = (f"{caught.word} {girl}",)
            raise Illegal(say("not_girl", seat=caught.seat), caught.line, caught.text, ways)
        return Reply("peek", (), caught)
    item = desk.queue.find(("peek", "noticed"), lambda item: item.seat in (0, girl))
    if item is None:
        return NOTHING
    desk.take(item)
    return Reply(PASS if item.nobody else "peek", (), item)


def _turn(desk: Desk, request: Request) -> Reply:
    """A hunter who must shoot once the card is turned turns it in order to shoot (C-2)."""
    item = desk.queue.find(("shoot",), _holds(request.seat))
    if item is None:
        return NOTHING
    if dict(item.pairs)[request.seat]:
        return Reply("turn", (), item)
    _use(desk, item, request.seat)
    return Reply(PASS, (), item)


def _flip(desk: Desk, request: Request) -> Reply:
    """The idiot turns the card unless the record says that he did not."""
    item = desk.queue.find(("keep_card",), lambda item: item.seat == request.seat)
    if item is None:
        return Reply("flip")
    desk.take(item)
    return Reply(PASS, (), item)


# -- several seats at once -------------------------------------------------------------------------------


def _knives(desk: Desk, requests: tuple[Request, ...]) -> Answers:
    """The pack's knife, and whatever is asked in the same round (N-5)."""
    wolves = [request for request in requests if request.kind == "knife"]
    others = tuple(request for request in requests if request.kind != "knife")
    answers = {request.seat: _one(desk, request, others) for request in others}
    seats = {request.seat for request in wolves}
    item = desk.queue.find(("kill", "caught"))
    if item is None:
        return answers | dict.fromkeys(seats, NOTHING)
    if item.word.id == "caught" and not _peeked(desk, item.seat):
        why = unable(desk.game, "caught", item.seats, item.phase) or say("not_peeked")
        raise Illegal(why, item.line, item.text, legal(requests))
    strangers = [holder for holder, _ in item.pairs if holder not in seats]
    if strangers:
        raise Illegal(no_knife(desk.game, strangers[0]), item.line, item.text, legal(wolves))
    desk.take(item)
    own = dict(item.pairs)
    for seat in seats:
        target = own.get(seat, 0) if item.pairs else item.seat
        answers[seat] = Reply("knife", (target,), item) if target else Reply(PASS, (), item)
    return answers


def _peeked(desk: Desk, girl: int) -> bool:
    """Whether ``girl`` looked tonight."""
    judge = desk.game.judge
    return any(night == judge.facts.day for night, _ in judge.hands[girl].uses.get("peek", ()))


def _ballot(desk: Desk, requests: tuple[Request, ...], word: str) -> Answers:
    """A sealed ballot: who is not written abstains (V-1)."""
    item = desk.queue.find((word,))
    if item is None:
        anchor = desk.queue.anchor()
        if anchor is not None and any(other.word.id == word for other in desk.queue.after(anchor)):
            raise desk.unasked(anchor)
        if anchor is not None and anchor.word.id == "out" and word == "vote":
            raise _not_out(desk, anchor, requests)
        return {request.seat: NOTHING for request in requests}
    voters = {request.seat for request in requests}
    strangers = [voter for voter, _ in item.pairs if voter not in voters]
    if strangers:
        why = no_vote(desk.game, requests[0].kind, strangers[0])
        raise Illegal(why, item.line, item.text, legal(requests))
    desk.take(item)
    cast = dict(item.pairs)
    return {
        voter: Reply("vote", (target,), item) if (target := cast.get(voter, 0)) else Reply(PASS, (), item)
        for voter in voters
    }


def _not_out(desk: Desk, item: Item, requests: tuple[Request, ...]) -> Illegal:
    pool = sorted({seat for request in requests for choice in request.choices for seat in choice.pool})
    ways = tuple(f"{item.word} {seat}" for seat in pool)
    return Illegal(desk.out(item.seat) or say("not_exilable", seat=item.seat), item.line, item.text, ways)


def _sign_up(desk: Desk, requests: tuple[Request, ...]) -> Answers:
    """Who runs (D-2)."""
    item = desk.queue.find(("run",))
    if item is None:
        return {request.seat: NOTHING for request in requests}
    seats = [request.seat for request in requests]
    for seat in item.seats:
        if seat not in seats:
            why = desk.out(seat) or say("may_not_run", seat=seat)
            raise Illegal(why, item.line, item.text, legal(requests))
    desk.take(item)
    return {seat: Reply("run" if seat in item.seats else PASS, (), item) for seat in seats}


def _withdraw(desk: Desk, requests: tuple[Request, ...]) -> Answers:
    """Who leaves at the judge's call (D-4)."""
    answers = {request.seat: NOTHING for request in requests}
    while item := desk.queue.find(("withdraw",)):
        for seat in item.seats:
            if seat not in answers:
                why = no_right(desk.game, "withdraw", seat)
                raise Illegal(why, item.line, item.text, legal(requests))
            answers[seat] = Reply("withdraw", (), item)
        desk.take(item)
        answers = {
            seat: Reply(PASS, (), item) if reply is NOTHING else reply for seat, reply in answers.items()
        }
    return answers


_ROUNDS: Final[Mapping[str, Callable[[Desk, tuple[Request, ...]], Answers]]] = {
    "sign_up": _sign_up,
    "withdraw": _withdraw,
}
_SPECIAL: Final[Mapping[str, Callable[[Desk, Request], Reply]]] = {
    "potion": _potion,
    "thief": _thief,
    "peek": _peek,
    "turn": _turn,
    "flip": _flip,
    "whisper": lambda desk, request: Reply(settled=True),
}
