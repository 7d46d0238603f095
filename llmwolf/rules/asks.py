"""What the judge asks, and what a seat may answer.

The legal answers are enumerated in the request: a person's buttons, a model's schema and the
validator are all printed from it. These are named tuples, not dataclasses: a game makes hundreds.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from llmwolf.rules.claims import Claim

PASS: Final = "pass"
"""The verb of an answer that does nothing; legal where the request says ``may_pass``."""


class Choice(NamedTuple):
    """One kind of legal answer: ``verb`` with between ``least`` and ``most`` seats out of ``pool``.

    Where ``some`` is not empty, at least one of them must be out of it.
    """

    verb: str
    pool: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    some: tuple[int, ...] = ()

    def __str__(self) -> str:
        listed = f"{self.verb} {' '.join(map(str, self.pool))}".rstrip()
        return f"{listed} (at least one of {' '.join(map(str, self.some))})" if self.some else listed


def one_of(verb: str, pool: tuple[int, ...]) -> Choice:
    """The choice of exactly one seat."""
    return Choice(verb, pool, 1, 1)


class Request(NamedTuple):
    """What is asked of one seat.

    ``kind`` names the ask (knife, check, ballot, speak …), ``choices`` the legal answers, ``may_pass``
    whether doing nothing is one, ``text_limit`` the longest text in characters (0: no text wanted),
    ``hint`` a seat the asker points at (the witch is shown the victim; 0: nobody).
    """

    seat: int
    kind: str
    choices: tuple[Choice, ...]
    may_pass: bool = True
    text_limit: int = 0
    hint: int = 0

    def options(self) -> tuple[str, ...]:
        """The legal answers as text."""
        listed = tuple(str(choice) for choice in self.choices)
        return (*listed, PASS) if self.may_pass else listed


class Right(NamedTuple):
    """What a seat may do out of turn while an ask is open (自爆, 退水)."""

    seat: int
    choice: Choice


class Ask(NamedTuple):
    """Requests that do not depend on each other: they may be answered at once, in any order (N-3).

    They are folded in seat order whatever order they arrive in. ``stage`` is the round the ask
    belongs to; ``public`` says whether who is asked may be known to the table (a speech, a ballot);
    ``resumes`` marks an ask that goes on after a cut-in and keeps its ply.
    """

    stage: str
    requests: tuple[Request, ...]
    rights: tuple[Right, ...] = ()
    public: bool = True
    resumes: bool = False


class Decision(NamedTuple):
    """A seat's answer to the ask of number ``ply``."""

    ply: int
    seat: int
    verb: str
    targets: tuple[int, ...] = ()
    text: str = ""
    claims: tuple[Claim, ...] = ()

    @property
    def target(self) -> int:
        """The first target, 0 where there is none."""
        return self.targets[0] if self.targets else 0

    def at(self, ply: int) -> Decision:
        """The same answer for another ply."""
        return self._replace(ply=ply)


class CutIn(NamedTuple):
    """An act out of turn during the ask of number ``ply`` (I-1, D-4).

    ``heard`` is what of the running speech the table had heard by then (I-4).
    """

    ply: int
    seat: int
    verb: str
    targets: tuple[int, ...] = ()
    heard: str = ""

    @property
    def target(self) -> int:
        """The first target, 0 where there is none."""
        return self.targets[0] if self.targets else 0
