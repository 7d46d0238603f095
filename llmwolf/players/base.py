"""What the table wants of a player.

A player sees a :class:`~llmwolf.rules.view.View` and nothing else; it never sees a ply number or any
other count of what is hidden. Built-in and scripted players answer at once (:class:`Player`); people and
models take their time and may stream a speech (:class:`LivePlayer`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol, runtime_checkable

from llmwolf.rules.asks import PASS, CutIn, Decision
from llmwolf.rules.claims import Claim
from llmwolf.rules.view import View


class Answer(NamedTuple):
    """What a player answers: a verb of the request with its targets, a text and its claims.

    ``thought`` is private: it is recorded for the review after the game and never shown before.
    ``repaired``: the player's first word could not be used, and this is what it said when asked again.
    """

    verb: str = PASS
    targets: tuple[int, ...] = ()
    text: str = ""
    claims: tuple[Claim, ...] = ()
    thought: str = ""
    repaired: bool = False

    def decision(self, ply: int, seat: int) -> Decision:
        """The engine's form of this answer."""
        return Decision(ply, seat, self.verb, self.targets, self.text, self.claims)

    def as_cut_in(self, ply: int, seat: int, heard: str) -> CutIn:
        """The engine's form of this act out of turn."""
        return CutIn(ply, seat, self.verb, self.targets, heard)


class PlayerFailed(Exception):
    """A live player cannot answer (no network, nonsense twice…); the table lets the stand-in answer.

    ``reason`` is a short stable word that is counted, ``detail`` one line for people.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason}: {detail}" if detail else reason)


class Player(Protocol):
    """Answers at once: a pure function of its view, its seed and its settings."""

    @property
    def interrupts(self) -> bool:
        """Whether it ever acts out of turn; a table does not ask those that never do."""

    def answer(self, view: View) -> Answer:
        """The answer to ``view.request``, which is not ``None``."""

    def cut_in(self, view: View, heard: str) -> Answer | None:
        """One of ``view.rights``, while somebody has said ``heard`` so far; or ``None``."""


@runtime_checkable
class LivePlayer(Protocol):
    """Takes its time; may be cancelled at any await."""

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        """The answer to ``view.request``; each piece of a speech is passed to ``say`` as it arrives."""


MOMENTS: Final = {
    "checked": "somebody claims a check that finds this seat a wolf",
    "mate_checked": "somebody claims a check that finds a living mate of this seat a wolf",
    "ballot": "the last speech before an exile ballot begins",
}
"""When a live player that may act out of turn is asked whether it does; each with its meaning."""


class Heard(NamedTuple):
    """The speech on the floor, as those hear it who may cut in.

    ``claims`` are known once it is ``over``; after a ``last`` one there is a ballot.
    """

    speaker: int
    text: str = ""
    claims: tuple[Claim, ...] = ()
    over: bool = False
    last: bool = False


@runtime_checkable
class LiveInterrupter(LivePlayer, Protocol):
    """A live player that may act out of turn."""

    @property
    def polls(self) -> int:
        """How often a game it may be polled."""

    def standing(self, view: View, heard: Heard) -> Answer | None:
        """What it has ordered beforehand and is due now, one of ``view.rights``; or ``None``. At once."""

    async def polled(self, view: View, moment: str) -> Answer | None:
        """One of ``view.rights`` at a salient ``moment`` (one of :data:`MOMENTS`), or ``None``.

        It may be cancelled at any await, and may raise :class:`PlayerFailed`: then it does nothing.
        """
