"""What could have been written: the judge's questions in the notation's words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from llmwolf.record.notation.words import WORDS
from llmwolf.roles import declared
from llmwolf.rules.asks import Ask, Choice, Request

BALLOTS: Final = {
    "ballot": "vote",
    "pk_ballot": "pk_vote",
    "badge_ballot": "badge_vote",
    "badge_pk_ballot": "badge_pk",
}
"""Sealed ballots and the words they are written with."""

POWERS: Final = {
    "check": "check",
    "guard": "guard",
    "muffle": "muffle",
    "charm": "charm",
    "silence": "silence",
    "link": "link",
    "model": "model",
    "pipe": "charm_pipe",
    "widow": "widow",
    "badge": "badge",
    "ally": "ally",
    "voters": "voters",
    "last_act": "shoot",
    **{verb: verb for verb in declared()},
}
"""Questions that are answered by naming seats, and the words they are written with."""

_OTHERS: Final = {
    "knife": "kill",
    "whisper": "kill",
    "turn": "shoot",
    "thief": "thief",
    "peek": "peek",
    "sign_up": "run",
    "withdraw": "withdraw",
    "order": "order",
    "speak": "speak",
    "flip": "keep_card",
}
_PAIR: Final = 2
_TAKES: Final = {"first": 1, "second": 2}


def words_for(request: Request) -> tuple[str, ...]:
    """The (English) words that answer ``request``."""
    if request.kind == "potion":
        return tuple(choice.verb for choice in request.choices)
    for table in (POWERS, BALLOTS, _OTHERS):
        if request.kind in table:
            return (table[request.kind],)
    return (request.kind,)


def legal(requests: Iterable[Request]) -> tuple[str, ...]:
    """Everything that may be written in answer to ``requests``; equal questions are put together."""
    asked: dict[tuple[str, tuple[Choice, ...], bool], list[int]] = {}
    requests = tuple(requests)
    pools = {kind: _pool(requests, kind) for kind in BALLOTS}
    for request in requests:
        if request.kind != "whisper":
            choices = pools.get(request.kind, request.choices)
            seats = asked.setdefault((request.kind, choices, request.may_pass), [])
            seats += [request.seat] if request.seat not in seats else []
    found: list[str] = []
    for (kind, choices, may_pass), seats in asked.items():
        found += _written(Request(seats[0], kind, choices, may_pass), seats)
    return tuple(dict.fromkeys(found))


def _pool(requests: tuple[Request, ...], kind: str) -> tuple[Choice, ...]:
    """Everybody whom somebody may vote for; nobody alone says that he may not vote for himself."""
    named = {seat for request in requests if request.kind == kind for seat in request.choices[0].pool}
    return (Choice("vote", tuple(sorted(named)), 1, 1),)


def _written(request: Request, seats: list[int]) -> list[str]:
    kind = request.kind
    word = WORDS.get(words_for(request)[0])
    if word is None:
        return [f"{kind} {_of(seats)}"]
    if kind in BALLOTS:
        return [f"{word} {_of(seats)}>{_of(request.choices[0].pool, nobody=True)}"]
    if kind == "last_act":
        return [f"{word} {_of(seats)}>{_of(request.choices[0].pool, nobody=request.may_pass)}"]
    if kind == "turn":
        return [f"{word} {_of(seats)}>…", f"{word} {_of(seats)}>-"]
    if kind == "order":
        return [f"{word} 左", f"{word} 右"]
    if kind == "thief":
        takes = [f"{word} {_TAKES[choice.verb]}" for choice in request.choices]
        return [*takes, f"{word} -"] if request.may_pass else takes
    if kind == "speak":
        return [f"{word} {' '.join(map(str, seats))}"]
    if kind in ("sign_up", "withdraw", "flip"):
        return [f"{word} {_of(seats)}"]
    return [_choice(choice, request) for choice in request.choices]


def _choice(choice: Choice, request: Request) -> str:
    word = WORDS[choice.verb if request.kind == "potion" else words_for(request)[0]]
    if choice.verb == "peek" or (choice.verb == "save" and len(choice.pool) == 1):
        return word.zh
    nobody = request.may_pass and word.nobody
    one = _of(choice.pool, nobody)
    more = "" if choice.most == 1 else f" {one}" if choice.least == choice.most == _PAIR else " …"
    return f"{word} {one}{more}"


def rights(ask: Ask | None) -> tuple[str, ...]:
    """What may be written out of turn while ``ask`` is open."""
    if ask is None:
        return ()
    found: dict[tuple[str, tuple[int, ...], int], list[int]] = {}
    for seat, choice in ask.rights:
        found.setdefault((choice.verb, choice.pool, choice.least), []).append(seat)
    written = []
    for (verb, pool, least), seats in found.items():
        word = WORDS[verb]
        if not least:
            written.append(f"{word} {_of(seats)}")
        if pool:
            written.append(f"{word} {_of(seats)}>{_of(pool)}")
    return tuple(written)


def _of(seats: Iterable[int], nobody: bool = False) -> str:
    """One of these: ``5`` or ``{1 2 -}``."""
    listed = [*map(str, seats), *(["-"] if nobody else [])]
    return listed[0] if len(listed) == 1 else f"{{{' '.join(listed)}}}"
