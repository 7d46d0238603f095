"""Whole games with model seats against the test server, and what is looked at afterwards."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from llmwolf.boards import find_board
from llmwolf.llm.budget import Budget
from llmwolf.llm.config import ModelSpec
from llmwolf.llm.crew import Crew, CrewPlan, Wrap
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.settings import Patience, Settings
from llmwolf.llm.usage import CallLog
from llmwolf.players.base import Answer
from llmwolf.players.personas import persona_text
from llmwolf.record.verify import verify
from llmwolf.record.writer import Writer
from llmwolf.rules.asks import Decision
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.host import Host, Limits
from llmwolf.table.ports import Source, Tally
from llmwolf.table.seating import Plan, SeatPlan, seat, voices_of
from tests.llm.api.asked import CARD, asked_of
from tests.llm.api.ledger import Ledger, Trace
from tests.llm.api.mind import SECRET, secret

HASTY: Final = Patience(connect=2.0, first=1.0, idle=0.5, turn=6.0, attempts=3)
"""A patience under which a server that hangs costs a game little."""
KEY: Final = "sk-test-0123456789abcdef"
_SECRET: Final = re.compile(rf"{SECRET}(\d+)秘")
MODEL: Final = "test-model"


@dataclass(slots=True)
class Played:
    """One game that was played: what came of it, what it cost, and how long the longest turn took.

    ``spoken`` is what the table heard while it was said; ``calls`` are as the record keeps them.
    """

    game: Game
    tally: Tally
    log: CallLog
    path: Path
    longest: float
    verified: bool
    calls: list[dict[str, Any]] = field(default_factory=list)
    spoken: str = ""


class Timed:
    """A model player, with the seconds of its longest turn."""

    def __init__(self, player: Any) -> None:
        self._player = player
        self.longest = 0.0

    async def answer_live(self, view: View, say: Callable[[str], None]) -> Answer:
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            answer: Answer = await self._player.answer_live(view, say)
        finally:
            self.longest = max(self.longest, clock() - began)
        return answer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._player, name)


class Notes:
    """A recorder that also tells ``trace`` who decided."""

    def __init__(self, writer: Writer, trace: Trace | None) -> None:
        self._writer = writer
        self._trace = trace

    def take(self, game: Game) -> None:
        self._writer.take(game)

    def pending(self, *decisions: Decision) -> None:
        self._writer.pending(*decisions)

    def decided(self, ply: int, seat: int, source: str, thought: str = "", reason: str = "") -> None:
        self._writer.decided(ply, seat, source, thought, reason)
        if self._trace is not None:
            self._trace.decided(seat, source)


class Ear:
    """Hears every speech as it is said."""

    def __init__(self) -> None:
        self.pieces: list[str] = []

    def changed(self) -> None:
        """The log is looked at when the game is over."""

    def spoken(self, seat: int, piece: str) -> None:
        self.pieces.append(piece)

    def noticed(self, source: Source) -> None:
        assert not source.thought


async def play_game(
    base_url: str, folder: Path, seed: int, board: str = "official-12", bots: Iterable[int] = (),
    settings: Settings | None = None, wrap: Wrap | None = None, budget: Budget | None = None,
    grammar: bool | None = False, patience: Patience = HASTY, personas: bool = True,
    ledger: Ledger | None = None, lang: str = "zh",
) -> Played:  # fmt: skip
    """Play one game whose seats are models at ``base_url``, but for the ``bots``; record it and verify it.

    ``ledger`` is the server's, if it is to be told what became of its replies; then ``wrap`` does not count.
    """
    found = find_board(board)
    chosen = set(range(1, found.seats + 1)) - set(bots)
    trace = Trace(ledger) if ledger is not None else None
    model = f"{MODEL}-{seed}" if trace else MODEL
    endpoint = Endpoint(base_url, model, KEY, concurrency=32, grammar=grammar)
    spec = ModelSpec(MODEL, endpoint, settings or Settings(lang=lang), patience)
    plan = Plan(found, seed, lang=lang, seats={s: SeatPlan("model", model=MODEL) for s in chosen})
    voices = voices_of(plan, found.seats) if personas else {}
    texts = {s: persona_text(voices[s], lang) + secret(s) for s in chosen if s in voices}
    calls: list[dict[str, Any]] = []
    specs = dict.fromkeys(sorted(chosen), spec)
    crew = Crew(CrewPlan(specs, lang, seed, texts, budget or Budget(), trace.wrap if trace else wrap))
    timed = {number: Timed(player) for number, player in crew.players.items()}
    seated = seat(plan, timed.__getitem__)
    path = folder / f"game-{seed}.jsonl"
    writer = Writer(path, seated.head, sync=False, secrets=crew.keys)

    def heard(call: dict[str, Any]) -> None:
        calls.append(call)
        writer.llm(call)
        if trace is not None:
            trace.called(call)

    crew.on_call = heard
    limits = Limits(model=patience.turn + 1)
    ear = Ear()
    host = Host(seated.game, seated.players, seated.stand_ins, Notes(writer, trace), [ear], limits=limits)
    try:
        await host.run()
    finally:
        writer.close()
        await crew.close()
    if trace is not None:
        trace.close()
    longest = max(player.longest for player in timed.values())
    sound = verify(path).ok
    return Played(seated.game, host.tally, crew.total(), path, longest, sound, calls, "".join(ear.pieces))


def leaks(bodies: Iterable[dict[str, Any]], games: Iterable[Played]) -> list[str]:
    """Every place where a seat's secret stands that is not its own: others' prompts, what the table hears.

    Secret are thoughts, plans, hidden reasoning, personas, the sentence that tells a seat its card, and the
    key. No event may hold any of the first, not even one that only some seats are told.
    """
    found = []
    for body in bodies:
        owner = asked_of(body).seat
        text = "\n".join(message["content"] for message in body["messages"])
        for kind, pattern in (("a secret", _SECRET), ("the card", CARD)):
            others = {int(next(filter(None, m.groups()))) for m in pattern.finditer(text)} - {owner}
            found += [f"a prompt of seat {owner} holds {kind} of seat {other}" for other in sorted(others)]
        if KEY in json.dumps(body):
            found.append(f"a prompt of seat {owner} holds the key")
    for played in games:
        found += [f"{played.path.name}: {event!r}" for event in played.game.log if SECRET in repr(event)]
        if SECRET in played.spoken:
            found.append(f"{played.path.name}: a secret was spoken")
    return found
