"""The async host: asks concurrently, folds answers, keeps the record, tells those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from llmwolf.players.base import Answer, LiveInterrupter, LivePlayer, Player, PlayerFailed
from llmwolf.players.human import HumanPlayer
from llmwolf.record.errors import RecordError
from llmwolf.rules.asks import Decision, Request
from llmwolf.rules.errors import RuleError
from llmwolf.rules.game import Game
from llmwolf.rules.words import clean
from llmwolf.table.agents import Agents
from llmwolf.table.clock import Clock, Standstill
from llmwolf.table.pace import PACES, Pace
from llmwolf.table.ports import Recorder, Source, Spectator, Tally
from llmwolf.table.quick import Interrupter, default_answer, interrupt, interrupters, is_speech
from llmwolf.table.referee import Referee
from llmwolf.table.tasks import stop_all, within

AnyPlayer = Player | LivePlayer


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds a live seat may take for one answer; ``None`` waits for ever.

    ``poll`` is how long a poll (see :mod:`llmwolf.table.agents`) is waited for once the speech that it ran
    beside is over.
    """

    model: float | None = 120.0
    human: float | None = None
    poll: float | None = 20.0


class Host:
    """One table: a game, its players, their stand-ins.

    ``stand_ins`` answer from the same view where a live player fails. ``cut_in`` is how a person
    interrupts. A failing recorder ends :meth:`run` with its error: nothing is played that is not saved.
    """

    def __init__(
        self,
        game: Game,
        players: Mapping[int, AnyPlayer],
        stand_ins: Mapping[int, Player] | None = None,
        recorder: Recorder | None = None,
        spectators: Sequence[Spectator] = (),
        pace: Pace = PACES["instant"],
        limits: Limits | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.pace = pace
        self.tally = Tally()
        self.spectators = list(spectators)
        self._stand_ins = stand_ins or {}
        self._recorder = recorder
        self._limits = limits or Limits()
        self._live: dict[int, LivePlayer] = {}
        self._quick: dict[int, Player] = {}
        for seat, player in players.items():
            if isinstance(player, LivePlayer):
                self._live[seat] = player
            else:
                self._quick[seat] = player
        able = {seat: p for seat, p in self._live.items() if isinstance(p, LiveInterrupter)}
        self._agents = Agents(game, able, self._failed)
        eager: dict[int, Interrupter] = {**interrupters(self._quick), **self._agents.interrupters()}
        self._eager = dict(sorted(eager.items()))
        people = [seat for seat, player in players.items() if isinstance(player, HumanPlayer)]
        self._clocks = {seat: Clock(self._limits.human) for seat in people}
        self._standstill = Standstill()
        self._referee = Referee(game)
        self._given: Decision | None = None

    # -- from outside --------------------------------------------------------------------------

    def cut_in(self, seat: int, answer: Answer) -> asyncio.Future[None]:
        """Put an act out of turn into the referee's queue (I-5).

        The future is done when it was accepted, and carries the :class:`RuleError` if it was refused.
        """
        return self._referee.queue(seat, answer)

    def clock(self, seat: int) -> Clock:
        """The clock of the person at ``seat``; raises :class:`KeyError` where nobody sits there."""
        return self._clocks[seat]

    @property
    def paused(self) -> bool:
        """Whether the table stands still."""
        return self._standstill.on

    def pause(self, paused: bool) -> None:
        """Stand still, with all clocks of people, or go on.

        What is being answered may still be answered, and a model's speech is heard to its end.
        """
        if paused:
            self._standstill.stop()
        else:
            self._standstill.go()
        for clock in self._clocks.values():
            clock.hold(paused)

    def seal(self, seat: int, answer: Answer) -> None:
        """Keep a person's answer, which is about to be given: what the screen has taken is on the disk.

        A speech takes its time to be heard, and other answers wait for those of others.
        """
        self._given = answer.decision(self.game.ply, seat)
        self._seal()

    def why_not(self, seat: int, answer: Answer) -> RuleError | None:
        """Why ``answer`` would be refused from ``seat`` now, or ``None``."""
        return self.game.why_not(answer.decision(self.game.ply, seat))

    @property
    def on_the_floor(self) -> tuple[int, str]:
        """Who is speaking (0: nobody) and what the table has heard of it so far."""
        return self._referee.speaker, self._referee.heard

    # -- the loop ------------------------------------------------------------------------------

    async def run(self) -> Game:
        """Play to the end; cancelling stops between two decisions, and the record is complete up to there."""
        try:
            self._save()
            self._changed()
            while (ask := self.game.ask) is not None:
                if is_speech(ask):
                    await self._hear(ask.requests[0])
                else:
                    await self._collect()
                self._changed()
                # No rest after a hidden ask: the clock would tell how many of them a night had (N-2).
                await asyncio.sleep(self.pace.rest if ask.public else 0)
                own = all(request.seat in self._clocks for request in ask.requests)
                if self.pace.steps and ask.public and not own and not self.game.over:
                    self.pause(True)
                    self._changed()
                await self._standstill.passed()
        finally:
            self._referee.dismiss()
        return self.game

    async def _collect(self) -> None:
        """Everybody asked answers at once; the answers are kept as they come (N-3).

        Those of built-in players come together, so they are kept together.
        """
        ply = self.game.ply
        live: list[Request] = []
        built_in: list[Decision] = []
        for request in self.game.waiting:
            if request.seat in self._quick:
                answer = self._quick[request.seat].answer(self.game.view(request.seat))
                source = Source(ply, request.seat, "bot", thought=answer.thought)
                built_in.append(self._settle(request, answer, source, keep=False))
            else:
                live.append(request)
        if not live:
            return
        if self._recorder is not None and built_in:
            self._recorder.pending(*built_in)
        self._changed()
        running = {asyncio.create_task(self._live_answer(request, ply)): request for request in live}
        try:
            while running:
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in sorted(done, key=lambda task: running[task].seat):
                    self._settle(running.pop(task), *task.result())
        finally:
            await stop_all(running)

    async def _hear(self, request: Request) -> None:
        """One speech, which a cut-in may end at any moment (I-1, I-4)."""
        game, seat, ply = self.game, request.seat, self.game.ply
        referee, agents = self._referee, self._agents
        referee.open(seat)
        agents.begin()
        talk: asyncio.Task[tuple[Answer, Source]] | None = None
        try:
            self._changed()
            if interrupt(game, self._eager, "", self._took):
                return
            self._save()
            self._changed()
            talk = asyncio.create_task(self._talk(request, ply), name=f"speech of seat {seat}")
            agents.poll()  # after the speech: where calls stand in line, the speech comes first
            while not await referee.wait(talk):
                self._save()
                self._seal()
                self._changed()
            if game.ply != ply or game.over:
                return
            answer, source = talk.result()
            if interrupt(game, self._eager, referee.heard, self._took):
                return
            # A 退水 is saved together with the speech that it comes behind: without it the speech would be
            # asked for again, by a prompt that tells of the 退水.
            self._settle(request, answer, source, noted=True)
        finally:
            try:
                await referee.close(talk)
            finally:
                await agents.end()
            self._save()

    async def _talk(self, request: Request, ply: int) -> tuple[Answer, Source]:
        seat = request.seat
        player = self._quick.get(seat)
        if player is None:
            answer, source = await self._live_answer(request, ply)
            self._note(source)  # at once: the seat remembers what it thought, even if it is cut off now
        else:
            answer, source = player.answer(self.game.view(seat)), Source(ply, seat, "bot")
        heard = clean(self._referee.heard)
        if not heard:
            known = seat in self._clocks  # a person need not read what they have just written
            for piece in (answer.text,) if known else self.pace.pieces(answer.text):
                self._say(seat, piece)
                await asyncio.sleep(self.pace.gap)
                await self._standstill.passed()
        elif heard != clean(answer.text):
            # What the table heard is what was said; claims that belong to other words do not stand beside it.
            answer = Answer("say", text=heard, thought=answer.thought)
        await self._agents.over(heard or clean(answer.text), answer, self._limits.poll)
        return answer, source

    async def _live_answer(self, request: Request, ply: int) -> tuple[Answer, Source]:
        """The live player's answer, or the stand-in's where it fails, is late or is refused."""
        seat = request.seat
        player = self._live[seat]
        human = isinstance(player, HumanPlayer)
        limit = self._clocks[seat] if human else self._limits.model
        voice = _Voice(lambda piece: self._say(seat, piece))
        try:
            answer = await within(limit, player.answer_live(self.game.view(seat), voice.say), voice.mute)
        except TimeoutError:
            if human:
                return default_answer(request), Source(ply, seat, "time-out", "time_out")
            return self._stand_in(request, ply, "time_out")
        except PlayerFailed as failure:
            return self._stand_in(request, ply, failure.reason, failure.detail)
        except RecordError:
            raise
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            return self._stand_in(request, ply, "player_error", repr(error))
        except Exception as error:  # a player's fault never ends the table; it is counted and recorded
            return self._stand_in(request, ply, "player_error", repr(error))
        finally:
            voice.mute()
        if type(answer) is not Answer:
            return self._stand_in(request, ply, "player_error", f"answered {type(answer).__name__}")
        refusal = self.game.why_not(answer.decision(ply, seat))
        if refusal is not None:
            return self._stand_in(request, ply, refusal.code, refusal.sentence)
        by = "human" if human else "repair" if answer.repaired else "model"
        return answer, Source(ply, seat, by, thought=answer.thought)

    def _stand_in(self, request: Request, ply: int, reason: str, detail: str = "") -> tuple[Answer, Source]:
        seat = request.seat
        stand_in = self._stand_ins.get(seat)
        if stand_in is None:
            return default_answer(request), Source(ply, seat, "default", reason, detail)
        source = Source(ply, seat, "stand-in", reason, detail)
        if self._referee.speaker == seat and self._referee.heard:
            # What the table heard stays said; the stand-in does not say it again in other words.
            return Answer("say", text=self._referee.heard), source
        return stand_in.answer(self.game.view(seat)), source

    # -- taking it down ------------------------------------------------------------------------

    def _settle(
        self, request: Request, answer: Answer, source: Source, keep: bool = True, noted: bool = False
    ) -> Decision:
        """Submit an answer, save it at once, and count where it came from; what was submitted.

        ``keep``: it is saved as well if others are still to answer. ``noted``: where it came from is.
        """
        decision = answer.decision(source.ply, request.seat)
        error = self.game.why_not(decision)
        if error is not None:
            source = Source(source.ply, request.seat, "default", error.code, error.sentence, source.thought)
            decision = default_answer(request).decision(source.ply, request.seat)
        complete = self.game.submit(decision)
        if error is not None or not noted:
            self._note(source)
        if complete:
            self._save()
        elif keep and self._recorder is not None and decision != self._given:
            self._recorder.pending(decision)
        self._tell(source)
        return decision

    def _took(self, seat: int, answer: Answer) -> None:
        """An act out of turn was accepted; a bot's is not noted: the head says which seats are bots."""
        if seat not in self._quick:
            source = self._agents.source(seat, answer)
            self._note(source)
            self._tell(source)

    def _failed(self, seat: int, reason: str) -> None:
        """A live seat failed where nothing was asked of it; who it was stays untold."""
        self.tally.failures[reason] += 1

    def _note(self, source: Source) -> None:
        """Write down where a decision came from."""
        if self._recorder is not None and source.by != "bot":  # the head says which seats are bots
            reason = f"{source.reason}: {source.detail}" if source.detail else source.reason
            self._recorder.decided(source.ply, source.seat, source.by, source.thought, reason)

    def _tell(self, source: Source) -> None:
        self.tally.count(source)
        for spectator in self.spectators:
            spectator.noticed(replace(source, thought=""))

    def _seal(self) -> None:
        """Keep what a person has answered to the open ask; what is recorded after it lets go of it."""
        if self._recorder is not None and self._given is not None and self._given.ply == self.game.ply:
            self._recorder.pending(self._given)

    def _save(self) -> None:
        if self._recorder is not None:
            self._recorder.take(self.game)

    def _say(self, seat: int, piece: str) -> None:
        if piece and self._referee.hears(seat, piece):
            for spectator in self.spectators:
                spectator.spoken(seat, piece)

    def _changed(self) -> None:
        for spectator in self.spectators:
            spectator.changed()


class _Voice:
    """What a player says, until its turn is over: one that does not stop is not heard any more."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        self._hear: Callable[[str], None] | None = hear

    def say(self, piece: str) -> None:
        if self._hear is not None:
            self._hear(piece)

    def mute(self) -> None:
        self._hear = None
