"""A tournament that is killed again and again: ``python -m tests.arena.killing --times 10``.

Exit 0 only if what it comes to in the end is what the same tournament comes to undisturbed.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from llmwolf.arena.cast import cast_of
from llmwolf.arena.folder import Folder
from llmwolf.arena.outcome import Line
from llmwolf.arena.run import run
from llmwolf.record.verify import verify
from tests.arena.plans import without_clock, written
from tests.llm.api.faults import Unreliable
from tests.llm.scenes import KEY
from tests.llm.serving import serving

PLAN: Final = """
boards = ["standard-9"]
games = 6
mirror = 2
design = "paired"
swap = "{swap}"
baseline = "bot"
seed = 5
concurrency = 3
[[agents]]
id = "bot"
kind = "bot"
level = "novice"
"""
COMMAND: Final = (sys.executable, "-c", "from llmwolf.cli import main; main()", "arena")


@dataclass(slots=True)
class Killed:
    """What came of it: ``at`` are the games done and the calls made when the process was killed."""

    at: list[tuple[int, int]] = field(default_factory=list)
    calm: dict[str, Line] = field(default_factory=dict)
    disturbed: dict[str, Line] = field(default_factory=dict)
    asked: int = 0
    asked_again: int = 0
    unverified: int = 0

    @property
    def same(self) -> bool:
        """Whether the disturbed tournament came to the same, in records that hold."""
        return self.calm == self.disturbed and not self.unverified


def killed(
    home: Path, times: int, swap: str = "good", tell: Callable[[str], None] = lambda line: None
) -> Killed:
    """Play a tournament of models and bots in ``home``, undisturbed and with so many kill -9.

    The models are the ``swap`` team; wolves are polled.
    """
    found = Killed()
    with serving(Unreliable()) as server:
        agents = "".join(
            f'[[agents]]\nid = "{name}"\nkind = "model"\nmodel = "{name}"\nbase_url = "{server.base_url}"\n'
            for name in ("m", "other")
        )
        plan = written(home, PLAN.format(swap=swap) + agents)
        calm = Folder.create(home / "calm", plan)
        run(calm, cast_of(calm.plan.agents))
        found.calm = without_clock(calm.lines())
        found.asked = len(server.requests)
        folder = Folder.create(home / "killed", plan)
        step = max(1, found.asked // (times + 1))
        for number in range(times):
            due = found.asked + step * (number + 1)
            child = subprocess.Popen(
                [*COMMAND, "resume", str(folder.path), "--yes"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "OPENAI_API_KEY": KEY},
            )
            while child.poll() is None and len(server.requests) < due:
                time.sleep(0.002)
            child.send_signal(signal.SIGKILL)
            assert child.wait() == -signal.SIGKILL, "it was over before it was killed"
            found.at.append((len(folder.lines()), len(server.requests) - found.asked))
            tell(f"killed {number + 1}: {found.at[-1][0]} games done, {found.at[-1][1]} calls made")
        run(folder, cast_of(folder.plan.agents))
        found.disturbed = without_clock(folder.lines())
        found.asked_again = len(server.requests) - 2 * found.asked
        found.unverified = sum(not verify(folder.record(fixture)).ok for fixture in folder.fixtures)
    return found


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.arena.killing", description=__doc__)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--swap", choices=("good", "wolves"), default="good")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        found = killed(Path(name), given.times, given.swap, lambda line: print(line, flush=True))  # noqa: T201
    sys.stdout.write(
        f"{len(found.disturbed)} games, {found.asked} calls undisturbed, {found.asked_again} more when killed"
        f" {given.times} times; {found.unverified} records do not hold;"
        f" results {'equal' if found.same else 'NOT equal'}\n"
    )
    return not found.same


if __name__ == "__main__":
    sys.exit(main())
