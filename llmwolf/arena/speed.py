"""``llmwolf bench arena``: games with models side by side, against what their calls alone would take.

A server in another process answers after a set time. The ideal is the time of the calls on the critical path:
one seat of each game is a model's, so that its calls come one after the other, and what is over and above
them is this program's work: prompts, rules, the other seats, the record on the disk. The clock runs from the
first game on: processes that play are loaded by then. What else runs on the machine spoils the share, so it
is told how busy that was before, how long players waited for a processor, and what a call cost in its time.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from heapq import heapreplace
from multiprocessing import active_children
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from llmwolf.arena.cast import cast_of
from llmwolf.arena.folder import Folder
from llmwolf.arena.loads import Load, loads
from llmwolf.arena.run import State, run
from llmwolf.llm.config import load_config
from llmwolf.record.reader import read

GOALS: Final = {1: 0.97, 32: 0.93, 128: 0.90}
"""The share of the ideal that is wanted, by games at once."""
LATENCY: Final = 0.2
"""Seconds a call, for which they are wanted."""
ROUGH_GOAL: Final = 0.75
MEMORY_GOAL: Final = 0.5
"""MiB for each further game that is under way."""
_CONFIG: Final = """
[endpoints.bench]
base_url = "{url}"
concurrency = {most}
"""
_MOST: Final = 256
"""Calls at once that a configuration may allow."""
_PLAN: Final = """
boards = ["standard-9"]
games = {games}
design = "paired"
swap = "seat"
baseline = "rest"
seed = 7
concurrency = {at_once}
words = false
[[agents]]
id = "one"
kind = "model"
model = "bench:m"
settings = {{ polls = 0, orders = false }}
[[agents]]
id = "other"
kind = "model"
model = "bench:m"
settings = {{ polls = 0, orders = false }}
[[agents]]
id = "rest"
kind = "bot"
level = "{level}"
"""


@dataclass(slots=True)
class Side:
    """So many ``games``, ``at_once``: seconds that they took and that their calls alone would have taken.

    ``resident`` is the players' memory in MiB before the first game and after each tenth of them; ``lost``
    are games that failed, ``stood_in`` decisions that no model made. ``processes`` play; they and the server
    took so many seconds of processor time, and they ``waited`` for so many to be given a processor, the one
    that did longest. ``busy`` is the load of the machine before.
    """

    games: int
    at_once: int
    latency: float = LATENCY
    errors: float = 0.0
    stragglers: float = 0.0
    calls: int = 0
    retries: int = 0
    seconds: float = 0.0
    ideal: float = 0.0
    lost: int = 0
    stood_in: int = 0
    processes: int = 0
    players_cpu: float = 0.0
    server_cpu: float = 0.0
    waited: float = 0.0
    busy: float = 0.0
    resident: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Of the ideal."""
        return self.ideal / self.seconds

    @property
    def goal(self) -> float | None:
        """What is wanted of it; ``None``: nothing was said of that."""
        if self.latency != LATENCY:
            return None
        if self.errors or self.stragglers:
            return ROUGH_GOAL
        return GOALS.get(self.at_once)

    def as_json(self) -> dict[str, object]:
        """Every figure by name."""
        return {**asdict(self), "share": self.share, "goal": self.goal}


def measure(found: Side, url: str, server: int, level: str = "random", jobs: int | None = None) -> None:
    """Play the games of ``found``, an even number, and complete it; the other seats are bots of ``level``.

    At ``url`` is a server that behaves as ``found`` says (see :mod:`llmwolf.bench.answering`), the process
    ``server``; ``jobs`` is as :func:`~llmwolf.arena.run.run` has it.
    """
    games, at_once = found.games, found.at_once
    found.busy = os.getloadavg()[0]
    with TemporaryDirectory(prefix="llmwolf-") as name:
        home = Path(name)
        plan = home / "plan.toml"
        plan.write_text(_PLAN.format(games=games, at_once=at_once, level=level), "utf-8")
        folder = Folder.create(home / "out", plan)
        config = home / "llmwolf.toml"
        config.write_text(_CONFIG.format(url=url, most=min(at_once, _MOST)), "utf-8")
        cast = cast_of(folder.plan.agents, load_config({}, (config,)))
        watch = _Watch(found, server)
        state = run(folder, cast, jobs=jobs, changed=watch.changed)
        found.lost = state.failed + (state.total - state.done - state.failed)
        found.ideal = makespan([_due(folder.record(fixture), found) for fixture in folder.fixtures], at_once)


def more(sides: Sequence[Side]) -> float | None:
    """MiB for each further game under way, between the fewest and the most that as many processes played;
    ``None`` where there are no two such ``sides``."""
    last = max(sides, key=lambda side: side.at_once)
    first = min((s for s in sides if s.processes == last.processes), key=lambda side: side.at_once)
    if first.at_once == last.at_once:
        return None
    return (max(last.resident) - max(first.resident)) / (last.at_once - first.at_once)


class _Watch:
    """Takes the figures of a run from the first game to the last."""

    def __init__(self, found: Side, server: int) -> None:
        self._found = found
        self._server = server
        self._began = 0.0
        self._before: dict[int, Load] = {}
        self._done = 0

    def changed(self, state: State) -> None:
        """Called at each step of the run."""
        if not self._began and state.running:
            self._before = loads([self._server, *_players()])
            self._found.resident.append(self._held(self._before))
            self._began = perf_counter()
        over = state.done + state.failed
        if over > self._done:
            self._done = over
            self._take(over, state.total)

    def _take(self, over: int, total: int) -> None:
        found = self._found
        found.seconds = perf_counter() - self._began
        if over * 10 // total == len(found.resident) - 1 and over < total:
            return
        now = loads([self._server, *_players()])
        found.resident.append(self._held(now))
        spent = {pid: now[pid].cpu - before.cpu for pid, before in self._before.items() if pid in now}
        found.server_cpu = spent.pop(self._server, 0.0)
        found.players_cpu = sum(spent.values())
        found.processes = max(1, len(spent) - 1)
        found.waited = max((now[pid].waited - self._before[pid].waited for pid in spent), default=0.0)

    def _held(self, found: dict[int, Load]) -> float:
        return sum(load.resident for pid, load in found.items() if pid != self._server)


def _players() -> list[int]:
    """This process and those that play for it."""
    return [os.getpid(), *(child.pid for child in active_children() if child.pid)]


def _due(record: Path, found: Side) -> float:
    """The seconds that the calls of a game waited for their server, which says so (see the server)."""
    due = 0.0
    for line in read(record).llm:
        if "source" in line:
            found.stood_in += line["source"] == "stand-in"
            continue
        found.calls += 1
        found.retries += len(line["retries"])
        due += len(line["retries"]) * found.latency + line["tokens"][0] / 1000
    return due


def makespan(lengths: Sequence[float], lanes: int) -> float:
    """When the last of so many games is over, each begun in turn by the first lane that is free."""
    free = [0.0] * lanes
    for length in lengths:
        heapreplace(free, free[0] + length)
    return max(free)
