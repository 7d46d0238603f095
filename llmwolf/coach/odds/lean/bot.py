"""Who plays roll-outs: a bot that says its claims and nothing else, and thinks no longer than it must."""

from __future__ import annotations

from collections.abc import Iterator

from llmwolf.coach.odds.lean.mind import LeanMind
from llmwolf.coach.odds.lean.plays import lean_play_of
from llmwolf.players.base import Answer, Player
from llmwolf.players.bots import LEVELS, Ledger
from llmwolf.players.bots.bot import Bot
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.last_talk import open_wolf
from llmwolf.players.bots.speech.sides import consistent
from llmwolf.players.bots.speech.unspoken import deeds, views
from llmwolf.players.bots.strategy import pack
from llmwolf.players.bots.strategy.line import Line
from llmwolf.players.personas import PLAIN
from llmwolf.rules.asks import Request
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Spoke
from llmwolf.rules.view import View

_CALM = 2
"""With fewer calls for its exile no wolf but the white king ends the day."""


class LeanBot(Bot):
    """A bot for roll-outs."""

    mind = LeanMind
    play_of = staticmethod(lean_play_of)

    def __init__(self, seat: int, level: str, luck: int, book: Ledger) -> None:
        super().__init__(seat, LEVELS[level], luck, PLAIN, "zh", words=False, book=book)
        self._speak = claims_alone
        self._offer: Event | None = None

    def answer(self, view: View) -> Answer:
        """The answer to ``view.request``; by night one wolf proposes for all once they know each other."""
        request = view.request
        if request is not None and request.kind == "whisper" and view.facts.day > 1 and request.may_pass:
            m = self._mind(view)
            if self.seat in m.mates and pack.leader(m) != self.seat:
                return Answer()
        return super().answer(view)

    def cut_in(self, view: View, heard: str) -> Answer | None:
        """自爆 or 退水 when it pays; looked at once an event, by day only where a wolf is in a corner."""
        last = view.log[-1]
        if not view.rights or last is self._offer:
            return None
        self._offer = last
        facts = view.facts
        if facts.stage in ("speech", "pk") and view.hand.role != "white_wolf_king" and len(view.rights) == 1:
            calls = self._book.calls
            if view.rights[0].verb == "explode" and sum(
                [on == self.seat and day == facts.day for (day, _), on in calls.items()]
            ) < _CALM - isinstance(last, Spoke):
                return None
        return super().cut_in(view, heard)


def claims_alone(m: Mind, line: Line, request: Request) -> Answer:
    """As :func:`~llmwolf.players.bots.speech.unspoken.claims_alone`; a side is taken without its grounds."""
    verb = request.choices[0].verb
    if not request.text_limit or open_wolf(m):
        return Answer(verb)
    return Answer(verb, (), "", tuple(_claims(m, consistent(m, line))))


def _claims(m: Mind, line: Line) -> Iterator[Claim]:
    yield from deeds(m, line)
    if line.side in m.book.stories and line.side != m.me:
        yield Claim("side", (line.side,))
    yield from views(line)


def table(level: str, seats: int, luck: int) -> dict[int, Player]:
    """A lean bot for every seat, with one memory of the table."""
    book = Ledger()
    return {seat: LeanBot(seat, level, luck, book) for seat in range(1, seats + 1)}
