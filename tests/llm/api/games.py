"""Whole games with model seats against the test server, and what is looked at afterwards."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
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
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.table.host import Host, Limits
from llmwolf.table.ports import Tally
from llmwolf.table.seating import Plan, SeatPlan, seat, voices_of
from tests.llm.api.mind import SECRET, asked_of

HASTY: Final = Patience(connect=2.0, first=1.0, idle=0.5, turn=6.0, attempts=3)
"""A patience under which a server that hangs costs a game little."""
KEY: Final = "sk-test-0123456789abcdef"
_SECRET: Final = re.compile(rf"{SECRET}(\d+)秘")


@dataclass(slots=True)
class Played:
    """One game that was played: what came of it, what it cost, and how long the longest turn took."""

    game: Game
    tally: Tally
    log: CallLog
    path: Path
    longest: float
    verified: bool
    calls: list[dict[str, Any]] = field(default_factory=list)


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


async def play_game(
    base_url: str, folder: Path, seed: int, board: str = "official-12", bots: Iterable[int] = (),
    settings: Settings | None = None, wrap: Wrap | None = None, budget: Budget | None = None,
    grammar: bool | None = False, patience: Patience = HASTY, personas: bool = True,
) -> Played:  # fmt: skip
    """Play one game whose seats are models at ``base_url``, but for the ``bots``; record it and verify it."""
    found = find_board(board)
    chosen = set(range(1, found.seats + 1)) - set(bots)
    endpoint = Endpoint(base_url, "test-model", KEY, concurrency=32, grammar=grammar)
    spec = ModelSpec("test-model", endpoint, settings or Settings(), patience)
    plan = Plan(found, seed, seats={s: SeatPlan("model", model="test-model") for s in chosen})
    lang = spec.settings.lang
    voices = voices_of(plan, found.seats) if personas else {}
    texts = {s: persona_text(voices[s], lang) for s in chosen if s in voices}
    calls: list[dict[str, Any]] = []
    specs = dict.fromkeys(sorted(chosen), spec)
    crew = Crew(CrewPlan(specs, lang, seed, texts, budget or Budget(), wrap))
    timed = {number: Timed(player) for number, player in crew.players.items()}
    seated = seat(plan, timed.__getitem__)
    path = folder / f"game-{seed}.jsonl"
    writer = Writer(path, seated.head, sync=False, secrets=crew.keys)

    def heard(call: dict[str, Any]) -> None:
        calls.append(call)
        writer.llm(call)

    crew.on_call = heard
    limits = Limits(model=patience.turn + 1)
    host = Host(seated.game, seated.players, seated.stand_ins, writer, limits=limits)
    try:
        await host.run()
    finally:
        writer.close()
        await crew.close()
    longest = max(player.longest for player in timed.values())
    return Played(seated.game, host.tally, crew.total(), path, longest, verify(path).ok, calls)


def leaks(bodies: Iterable[dict[str, Any]], games: Iterable[Played]) -> list[str]:
    """Every place where a seat's secret stands that is not its own: other seats' prompts, public events."""
    found = []
    for body in bodies:
        owner = asked_of(body).seat
        text = "\n".join(message["content"] for message in body["messages"])
        found += [f"a prompt of seat {owner} holds {secret[0]}" for secret in _SECRET.finditer(text)
                  if int(secret[1]) != owner]  # fmt: skip
    for played in games:
        for event in played.game.log:
            if event.to is None and SECRET in repr(event):
                found.append(f"{played.path.name}: {event!r}")
    return found


def counted(games: Iterable[Played]) -> Counter[str]:
    """How the client counted what went wrong, over several games: overcome and failed together."""
    both: Counter[str] = Counter()
    for played in games:
        both += played.log.faults + played.log.failures
    return both
