"""Plays a tournament: bots in processes, games with models side by side in one event loop."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from time import monotonic
from typing import TYPE_CHECKING, Any

from llmwolf.arena.backend import Backend, Local
from llmwolf.arena.cast import Cast, board_version, engine
from llmwolf.arena.errors import ArenaError, ends_all, reason_of
from llmwolf.arena.folder import AGAIN, Folder
from llmwolf.arena.hall import halls_for
from llmwolf.arena.outcome import Line, failed, outcome, spent_in
from llmwolf.arena.plan import Limits
from llmwolf.arena.purse import Spent
from llmwolf.arena.schedule import Fixture
from llmwolf.arena.table import Sitting, sit_down
from llmwolf.arena.unasked import Strikes, Unasked
from llmwolf.llm.budget import Budget
from llmwolf.record.errors import RecordError
from llmwolf.record.reader import read
from llmwolf.record.scrub import scrub_text
from llmwolf.record.shapes import dump
from llmwolf.record.sink import AppendFile
from llmwolf.rules.words import clean
from llmwolf.workers import settled

if TYPE_CHECKING:
    from llmwolf.llm.prices import Price


@dataclass(slots=True)
class State:
    """How far a tournament is: ``tokens`` and ``cost`` are of all its calls so far, ``stopped`` counts games
    that the budget ended.

    Of the ``decisions`` that were to be models' stand-ins made so many as ``stood_in``; ``waiting`` are the
    addresses of the services that are waited for.
    """

    total: int
    done: int = 0
    failed: int = 0
    running: set[str] = field(default_factory=set)
    stopped: int = 0
    tokens: int = 0
    cost: float = 0.0
    decisions: int = 0
    stood_in: int = 0
    waiting: tuple[str, ...] = ()

    def heard(self, line: Line) -> None:
        """Count the decisions of a finished game."""
        for seat in line.get("seats", ()):
            sources = seat.get("sources", {})
            self.decisions += sum(sources.values())
            self.stood_in += sources.get("stand-in", 0)

    @property
    def complete(self) -> bool:
        """Whether every game has its line in the index."""
        return self.done + self.failed == self.total


def versions_of(folder: Folder, cast: Cast) -> Line:
    """What the games of a tournament depend on beside their plan, as it is now."""
    boards = {name: board_version(board) for name, board in folder.boards.items()}
    table = {"lang": folder.plan.lang, "words": folder.plan.words}
    return {"engine": engine(), "boards": boards, "agents": dict(cast.versions), "table": table}


def edition_of(versions: Line) -> str:
    """A short name for such versions: games of one edition may be counted together."""
    return blake2b(dump(versions), digest_size=4).hexdigest()


def differing(before: Line, now: Line) -> list[str]:
    """The names of what is not the same in two such: engine, a board, an agent, ``lang``, ``words``."""
    names = ["engine"] if before.get("engine") != now.get("engine") else []
    for part in ("boards", "agents", "table"):
        one, other = before.get(part, {}), now.get(part, {})
        names += [name for name in sorted({*one, *other}) if one.get(name) != other.get(name)]
    return names


def run(
    folder: Folder,
    cast: Cast,
    purse: Budget | None = None,
    jobs: int | None = None,
    changed: Callable[[State], None] = lambda state: None,
    mixed: bool = False,
    scheduler: str = "",
) -> State:
    """Play every game of ``folder`` that is not in its index yet.

    Bots play in so many processes as ``jobs`` (``None``: one), games with models in as many as they need, at
    most that (``None``: as there are processors).

    With a ``scheduler`` the games are played by the workers of the dask cluster behind that address (see
    :class:`~llmwolf.arena.cluster.Cluster`), and only this process writes. ``purse`` is what may be spent on
    models, which the folder keeps; what was spent here before counts. ``changed`` hears of every step.
    Raises :class:`ArenaError` where the engine, a board or an agent is not the one of the games before,
    unless ``mixed``: unfinished games then begin anew. :class:`RecordError` where the disk takes no more,
    :class:`~llmwolf.arena.unasked.Unasked` where a model cannot be asked: no stand-in plays for it.
    Whatever ends it, the same call goes on; what it comes to depends on none of this.
    """
    with settled():
        return asyncio.run(_Run(folder, cast, purse, jobs, changed).play(mixed, scheduler))


class _Run:
    def __init__(
        self,
        folder: Folder,
        cast: Cast,
        purse: Budget | None,
        jobs: int | None,
        changed: Callable[[State], None],
    ) -> None:
        self._folder = folder
        self._cast = cast
        self._purse = purse or Budget()
        self._limited = purse is not None
        self._jobs = jobs
        self._changed = changed
        self._prices: dict[str, Price | None] = {name: spec.price for name, spec in cast.specs.items()}
        self._secrets = tuple({spec.endpoint.api_key for spec in cast.specs.values()} - {""})
        self._versions = versions_of(folder, cast)
        self._edition = edition_of(self._versions)
        self._state = State(len(folder.fixtures))
        self._strikes = Strikes(cast.specs, monotonic)
        self._index: AppendFile
        self._clerk: ThreadPoolExecutor

    async def play(self, mixed: bool, scheduler: str) -> State:
        with self._folder.opened() as self._index, ThreadPoolExecutor(1) as self._clerk:
            self._agree(mixed)
            if self._limited:
                limits = Limits(max_cost=self._purse.max_cost, max_tokens=self._purse.max_tokens)
                self._folder.set_limits(limits)
            for key in self._folder.lost():
                self._index.append(dump({"key": key, AGAIN: True}))
            done = self._folder.lines()
            state = self._state
            state.failed = sum("failed" in line for line in done.values())
            state.done = len(done) - state.failed
            for line in done.values():
                state.heard(line)
            self._count(self._folder.spent(self._prices))
            left = [self._sit(f) for f in self._folder.fixtures if f.key not in done]
            live = [sitting for sitting in left if sitting.asks_models]
            self._changed(state)
            bots = [sitting for sitting in left if not sitting.asks_models]
            backend = await self._backend(scheduler, len(live))
            try:
                try:
                    await _all([self._play_bots(backend, bots), self._play_live(backend, live)])
                finally:
                    await backend.close()
            except Unasked:
                self._folder.forget()
                raise
        return state

    async def _backend(self, scheduler: str, live: int) -> Backend:
        if not scheduler:
            halls = halls_for(min(live, self._folder.plan.concurrency), self._cast, self._jobs)
            return await Local.opened(self._cast, self._purse, self._jobs or 1, halls)
        from llmwolf.arena.cluster import Cluster

        return await Cluster.at(scheduler, self._purse)

    def _agree(self, mixed: bool) -> None:
        """See to it that no game goes on under another version than it began with."""
        before = self._folder.versions()
        if before is not None and (names := differing(before, self._versions)):
            if not mixed:
                told = ", ".join(names)
                raise ArenaError(
                    (
                        f"{told} 已经和先前那些局不同，不能混在一起；"
                        "用 arena run 和新的 --out 另开，或加 --mixed：报告里分开列",
                        f"{told}: not what the games so far were played with; begin anew with `arena run`"
                        " and another --out, or add --mixed: the report then shows them apart",
                    )
                )
            self._folder.abandon()
        self._folder.set_versions(self._versions)

    def _sit(self, fixture: Fixture) -> Sitting:
        return sit_down(self._folder.plan, self._cast, self._folder.boards[fixture.board], fixture)

    def _count(self, spent: Mapping[str, float]) -> None:
        """Add what was spent before this call."""
        tokens, cost = int(spent.get("tokens", 0)), float(spent.get("cost", 0.0))
        self._state.tokens += tokens
        self._state.cost += cost
        self._purse.tokens += tokens
        self._purse.cost += cost

    # -- bots ----------------------------------------------------------------------------------------

    async def _play_bots(self, backend: Backend, sittings: list[Sitting]) -> None:
        queue = iter(sittings)
        lanes = min(backend.lanes, len(sittings))
        await _all(self._bot_lane(backend, queue) for _ in range(lanes))

    async def _bot_lane(self, backend: Backend, queue: Iterator[Sitting]) -> None:
        """Play one game after the other."""
        for sitting in queue:
            path, versions = self._folder.record(sitting.fixture), self._own(sitting.fixture)
            await self._one(sitting.fixture, backend.bots(sitting, path, versions))

    # -- models --------------------------------------------------------------------------------------

    async def _play_live(self, backend: Backend, sittings: list[Sitting]) -> None:
        queue = deque(sittings)
        lanes = min(self._folder.plan.concurrency, len(sittings))
        while queue:
            self._state.stopped = 0
            await _all(self._live_lane(backend, queue, lanes) for _ in range(lanes))
            if lanes == 1:
                break
            lanes //= 2  # what so many calls had set aside for their replies is free again

    async def _live_lane(self, backend: Backend, queue: deque[Sitting], lanes: int) -> None:
        """Play one game after the other, until the budget stops one, here or elsewhere."""

        def tick() -> None:
            self._state.tokens, self._state.cost = self._purse.tokens, self._purse.cost
            self._changed(self._state)

        while queue and not self._state.stopped:
            sitting = queue.popleft()
            if not await self._one(sitting.fixture, self._live_game(backend, sitting, lanes, tick)):
                queue.append(sitting)
            tick()

    async def _live_game(
        self, backend: Backend, sitting: Sitting, lanes: int, tick: Callable[[], None]
    ) -> Line:
        fixture = sitting.fixture
        path, versions = self._folder.record(fixture), self._own(fixture)
        transcript = await backend.live(sitting, path, versions, lanes, tick)
        return outcome(fixture, transcript, versions, self._prices)

    # -- one game ------------------------------------------------------------------------------------

    async def _one(self, fixture: Fixture, game: Coroutine[Any, Any, Line]) -> bool:
        """Play one game and write its line; a failing one is a line as well.

        Returns whether there is a line: there is none where it was stopped, by the budget or because a model
        could not be asked. Raises :class:`Unasked` where that is so for good.
        """
        state = self._state
        state.running.add(fixture.key)
        self._changed(state)
        task = asyncio.create_task(game, name=fixture.key)
        try:
            await asyncio.wait({task})
        finally:
            state.running.discard(fixture.key)
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
            fault = None if task.cancelled() else task.exception()  # asked for where nobody waits any more
        if isinstance(fault, Spent):
            state.stopped += 1
            return False
        if isinstance(fault, Unasked):
            pause = self._strikes.judge(fault.refusal)
            state.waiting = self._strikes.waiting
            self._changed(state)
            await asyncio.sleep(pause)
            return False
        if fault is not None and (not isinstance(fault, Exception) or ends_all(fault)):
            raise fault
        line = task.result() if fault is None else self._failure(fixture, fault)
        # The disk is waited for beside the other games, not before them.
        await asyncio.get_running_loop().run_in_executor(self._clerk, self._index.append, dump(line))
        if fault is None:
            self._strikes.played(line)
            state.waiting = self._strikes.waiting
            state.heard(line)
            state.done += 1
        else:
            state.failed += 1
        self._changed(state)
        return True

    def _own(self, fixture: Fixture) -> Line:
        """The versions of what plays in one game."""
        agents: dict[str, str] = self._versions["agents"]
        return {
            "edition": self._edition,
            "engine": self._versions["engine"],
            "board": self._versions["boards"][fixture.board],
            "agents": {name: agents[name] for name in sorted(set(fixture.agents))},
            "table": self._versions["table"],
        }

    def _failure(self, fixture: Fixture, fault: Exception) -> Line:
        told = scrub_text(clean(reason_of(fault)), self._secrets)
        spent: Counter[str] = Counter()
        path = self._folder.record(fixture)
        if self._prices and path.exists():
            with suppress(RecordError):  # then it is the record that is damaged
                spent = spent_in(fixture, read(path), self._prices)
        return failed(fixture, told[:300], self._own(fixture), dict(spent))


async def _all(parts: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run ``parts`` at once; the first error ends the others and is raised."""
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
