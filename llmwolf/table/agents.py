"""Live seats that may act out of turn: their standing orders, and the polls that are under way.

Orders are looked at when a speech begins and when it is over, the two moments at which bots are offered the
same. A poll is one question to a model. It is put when a speech begins (see :mod:`llmwolf.table.polling`), so
that it knows all that was said before, runs beside that speech, and is ruled on when the speech is over: how
fast a service answers decides nothing, and the table does not stop to wait for it.

What this hides and what it cannot. No event, no spectator and no ``time`` line tells that anybody was polled.
A poll that takes longer than the speech it runs beside delays the next event, by :attr:`Limits.poll` seconds
at most: a watch in hand may then tell that *some* living model seat holds a right, not which. Only seats that
hold one are asked, for asking all would cost twelve calls for the answers of four; so whoever sees how many
calls an endpoint gets, sees this too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from llmwolf.players.base import Answer, Heard, LiveInterrupter, PlayerFailed
from llmwolf.record.errors import RecordError
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.moments import claims_of
from llmwolf.table.polling import Polling, opening
from llmwolf.table.ports import Source
from llmwolf.table.tasks import stop_all


class Agents:
    """The live seats of one game that may act out of turn.

    ``failed`` hears of a player's fault: the seat, and the word that is counted. A fault cuts in on nobody.
    """

    def __init__(
        self, game: Game, players: Mapping[int, LiveInterrupter], failed: Callable[[int, str], None]
    ) -> None:
        self._game = game
        self._players = players
        self._failed = failed
        self._heard: Heard | None = None
        self._polling = Polling(game, {seat: player.polls for seat, player in players.items()})
        self._polls: dict[int, asyncio.Task[Answer | None]] = {}
        self._yes: dict[int, Answer] = {}
        self._source = dict.fromkeys(players, "")

    def interrupters(self) -> dict[int, _Agent]:
        """Each of them as the table's loop offers a cut-in to it."""
        return {seat: _Agent(self, seat) for seat in self._players}

    def source(self, seat: int, answer: Answer) -> Source:
        """Where the act that ``seat`` has just done came from: an order or a poll."""
        return Source(self._game.moves[-1].ply, seat, self._source[seat], thought=answer.thought)

    # -- a speech ------------------------------------------------------------------------------

    def begin(self) -> None:
        """A speech begins: orders may be due, nothing is heard yet."""
        self._yes.clear()
        self._heard = opening(self._game) if self._concerned() else None

    def _concerned(self) -> bool:
        """Whether one of them holds a right now; for the others nothing is to be listened to."""
        ask = self._game.ask
        return ask is not None and any(right.seat in self._players for right in ask.rights)

    def poll(self) -> None:
        """Ask those for whom this is a salient moment, all at once; does not wait for them."""
        if self._heard is None:
            return
        for seat, view, why in self._polling.due(self._game, self._heard):
            name = f"poll of seat {seat}"
            self._polls[seat] = asyncio.create_task(self._polled(seat, view, why), name=name)

    async def _polled(self, seat: int, view: View, why: str) -> Answer | None:
        """What ``seat`` says when it is polled; a fault of its own says nothing."""
        try:
            return self._checked(seat, await self._players[seat].polled(view, why))
        except PlayerFailed as failure:
            self._failed(seat, failure.reason)
        except RecordError:
            raise
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            self._failed(seat, "player_error")
        except Exception:  # a player's fault never ends the table; it is counted
            self._failed(seat, "player_error")
        return None

    async def over(self, text: str, answer: Answer, limit: float | None) -> None:
        """The speech is over, and the table heard ``text``; wait for the polls, at most ``limit`` seconds."""
        if not self._polls and not self._concerned():
            return
        begun = self._heard or opening(self._game)
        speaker, last = begun.speaker, begun.last
        claims = claims_of(text, answer.claims, speaker, self._game.view(0))
        self._heard = Heard(speaker, text, claims, True, last)
        if not self._polls:
            return
        done, late = await asyncio.wait(self._polls.values(), timeout=limit)
        for seat, poll in sorted(self._polls.items()):
            if poll in done and (said := poll.result()) is not None:
                self._yes[seat] = said
        # What is written down of them stands before the end of the speech that they belong to.
        await stop_all(late)

    async def end(self) -> None:
        """The speech is taken down, or was cut off: polls that still run are void."""
        polls, self._polls = self._polls, {}
        await stop_all(polls.values())

    def _checked(self, seat: int, answer: Answer | None) -> Answer | None:
        if answer is None or type(answer) is Answer:
            return answer
        self._failed(seat, "player_error")
        return None

    def offer(self, seat: int, view: View) -> Answer | None:
        """What ``seat`` does out of turn now: what it said when polled, otherwise what it had ordered."""
        if said := self._yes.pop(seat, None):
            self._source[seat] = "poll"
            return said
        self._source[seat] = "order"
        assert self._heard is not None
        try:
            return self._checked(seat, self._players[seat].standing(view, self._heard))
        except Exception:  # a player's fault never ends the table; it is counted
            self._failed(seat, "player_error")
            return None


class _Agent:
    """One of them."""

    def __init__(self, agents: Agents, seat: int) -> None:
        self._agents = agents
        self._seat = seat

    def cut_in(self, view: View, heard: str) -> Answer | None:
        """What it does now; it knows what was heard."""
        return self._agents.offer(self._seat, view)
