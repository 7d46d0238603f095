"""Games against a server that fails: ``python -m tests.llm.chaos --games 200 --faults 0.3``.

Exit 0 only if every game finished and verified, every fault was sent at least once, no turn went beyond its
budget, and nothing private was heard by anybody else.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from llmwolf.llm.usage import total
from tests.llm.api.faults import FAULTS, Unreliable
from tests.llm.api.games import HASTY, KEY, Played, leaks, play_game
from tests.llm.api.ledger import FATES
from tests.llm.fake_server import FakeServer

SLACK: Final = 0.5
"""Seconds that a busy loop may add to a turn."""


@dataclass(slots=True)
class Chaos:
    """What came of many games: ``brain`` is the server's, ``wrong`` says what must not have happened."""

    brain: Unreliable
    played: list[Played] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def look_at(self, game: Played) -> None:
        """Add a finished game."""
        name = game.path.name
        self.played.append(game)
        if not game.game.over:
            self.wrong.append(f"{name} did not finish")
        if not game.verified:
            self.wrong.append(f"{name} does not verify")
        if game.longest > HASTY.turn + SLACK:
            self.wrong.append(f"{name}: a turn took {game.longest:.1f} s")
        if KEY.encode() in game.path.read_bytes():
            self.wrong.append(f"{name} holds the key")

    def settle(self, logged: str) -> None:
        """All games are over; ``logged`` is what the libraries wrote."""
        ledger = self.brain.ledger
        ledger.close()
        self.wrong += [f"{name} was never sent" for name in FAULTS if not self.brain.sent[name]]
        for name in FAULTS:
            sent, known = self.brain.sent[name], ledger.fates[name].total()
            if sent != known:
                self.wrong.append(f"{name} was sent {sent} times, but {known} are accounted for")
        if KEY in logged:
            self.wrong.append("the log holds the key")

    def report(self) -> str:
        """The figures as text."""
        played, brain = self.played, self.brain
        by: Counter[str] = Counter()
        for game in played:
            by += game.tally.by
        fates: Counter[str] = Counter()
        for counted in brain.ledger.fates.values():
            fates += counted
        faulty, replies = brain.sent.total(), brain.sent.total() + brain.good
        return "\n".join(
            (
                f"{sum(game.game.over for game in played)} of {len(played)} games finished,"
                f" {sum(game.verified for game in played)} verified; {self.seconds:.0f} s",
                f"{replies} replies, {faulty} of them faulty ({faulty / replies:.1%})",
                *brain.ledger.lines(),
                f"together: {', '.join(f'{fates[fate]} {fate}' for fate in FATES)}",
                f"client: {total(game.log for game in played).line()}",
                f"decisions: {', '.join(f'{source} {count}' for source, count in sorted(by.items()))}",
                f"longest turn {max(game.longest for game in played):.2f} s of {HASTY.turn:.1f} s",
                "WRONG:" if self.wrong else "nothing private was heard by anybody else; no key anywhere",
                *self.wrong,
            )
        )


async def chaos(
    folder: Path, boards: Sequence[str], games: int, share: float, seed: int = 0, at_once: int = 16
) -> Chaos:
    """Play so many ``games`` on the ``boards`` in turn, their records in ``folder``."""
    found = Chaos(Unreliable(share, seed))
    gate = asyncio.Semaphore(at_once)
    log = _Log()
    began = time.monotonic()
    logging.getLogger().addHandler(log)
    try:
        async with FakeServer(found.brain) as server:

            async def one(number: int) -> None:
                async with gate:
                    # Every other game as with a hosted service, whose one schema knows no legal targets.
                    game = await play_game(
                        server.base_url,
                        folder,
                        seed + number,
                        boards[number % len(boards)],
                        grammar=number % 2 == 1,
                        ledger=found.brain.ledger,
                        lang="zh" if number % 4 else "en",
                    )
                found.look_at(game)
                found.wrong += leaks(server.requests, [game])
                server.requests.clear()  # or the prompts of all games would be held at once

            await asyncio.gather(*(one(number) for number in range(games)))
    finally:
        logging.getLogger().removeHandler(log)
    found.settle("\n".join(log.lines))
    found.seconds = time.monotonic() - began
    return found


class _Log(logging.Handler):
    """Keeps what the libraries write."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.llm.chaos", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--faults", type=float, default=0.3)
    parser.add_argument("--board", action="append", default=[])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--at-once", type=int, default=16)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        boards = given.board or ["official-12"]
        found = asyncio.run(chaos(Path(name), boards, given.games, given.faults, given.seed, given.at_once))
    sys.stdout.write(found.report() + "\n")
    return bool(found.wrong)


if __name__ == "__main__":
    sys.exit(main())
