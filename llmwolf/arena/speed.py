"""``llmwolf bench arena``: games with models side by side, against what their calls alone would take.

A server in another process answers after a set time. The ideal is the time of the calls on the critical path:
one seat of each game is a model's, so that its calls come one after the other, and what is over and above
them is this program's work: prompts, rules, the other seats, the record on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from heapq import heapreplace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from llmwolf.arena.cast import cast_of
from llmwolf.arena.folder import Folder
from llmwolf.arena.run import State, run
from llmwolf.llm.config import load_config
from llmwolf.record.reader import read

GOALS: Final = {1: 0.97, 32: 0.93, 128: 0.90}
"""The share of the ideal that is wanted, by games at once."""
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

    ``resident`` is the process's memory in MiB after each tenth of the games; ``lost`` are games that failed,
    ``stood_in`` decisions that no model made.
    """

    games: int
    at_once: int
    latency: float = 0.2
    errors: float = 0.0
    stragglers: float = 0.0
    calls: int = 0
    retries: int = 0
    seconds: float = 0.0
    ideal: float = 0.0
    lost: int = 0
    stood_in: int = 0
    resident: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Of the ideal."""
        return self.ideal / self.seconds

    @property
    def goal(self) -> float | None:
        """What is wanted of it; ``None``: nothing was said of that."""
        if self.errors or self.stragglers:
            return ROUGH_GOAL
        return GOALS.get(self.at_once)

    def as_json(self) -> dict[str, object]:
        """Every figure by name."""
        return {**asdict(self), "share": self.share, "goal": self.goal}


def measure(found: Side, url: str, level: str = "random") -> None:
    """Play the games of ``found``, an even number, and complete it; the other seats are bots of ``level``.

    At ``url`` is a server that behaves as ``found`` says (see :mod:`llmwolf.bench.answering`).
    """
    games, at_once = found.games, found.at_once
    with TemporaryDirectory(prefix="llmwolf-") as name:
        home = Path(name)
        plan = home / "plan.toml"
        plan.write_text(_PLAN.format(games=games, at_once=at_once, level=level), "utf-8")
        folder = Folder.create(home / "out", plan)
        config = home / "llmwolf.toml"
        config.write_text(_CONFIG.format(url=url, most=min(at_once, _MOST)), "utf-8")
        cast = cast_of(folder.plan.agents, load_config({}, (config,)))
        tenth = max(1, games // 10)

        def changed(state: State) -> None:
            if state.done // tenth > len(found.resident):
                found.resident.append(resident())

        began = perf_counter()
        state = run(folder, cast, changed=changed)
        found.seconds = perf_counter() - began
        found.lost = state.failed + (state.total - state.done - state.failed)
        found.ideal = makespan([_due(folder.record(fixture), found) for fixture in folder.fixtures], at_once)


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


def resident() -> float:
    """The memory that this process holds now, in MiB."""
    import os

    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
